import { truncateLine } from "../text/wrap.ts";
import type { Theme } from "../theme.ts";
import type { Activity } from "../transcript.ts";
import { words } from "../words/words.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
const FRAME_MS = 100;

export interface SpinnerState {
  readonly activity: Activity;
  /** Milliseconds since the run began, and since the present activity did. */
  readonly elapsedMs: number;
  readonly sinceMs: number;
  readonly reducedMotion: boolean;
  readonly isCancelling: boolean;
}

/** From here on the time of the whole run is told beside that of the activity. */
const WHOLE_FROM_MS = 10_000;

/** What is waited for and how long, and the whole run where it is longer; a retry counts down. */
export function spinnerRow(
  { activity, elapsedMs, sinceMs, reducedMotion, isCancelling }: SpinnerState,
  width: number,
  theme: Theme,
): string {
  const frame = reducedMotion ? "…" : (FRAMES[Math.floor(elapsedMs / FRAME_MS) % FRAMES.length] ?? "…");
  if (isCancelling) return truncateLine(`${theme.paint("warn", frame)} ${words("activity.cancelling")}`, width);
  const { retry } = activity;
  if (retry) {
    const left = Math.max(0, Math.ceil((retry.delayMs - sinceMs) / 1000));
    const text = words("activity.retry", {
      seconds: left,
      attempt: retry.attempt,
      all: retry.attemptsMax,
      why: retry.why,
    });
    return truncateLine(`${theme.paint("warn", frame)} ${theme.paint("warn", text)}`, width);
  }
  const seconds = reducedMotion ? Math.floor(sinceMs / 1000) : (sinceMs / 1000).toFixed(1);
  const all = Math.floor(elapsedMs / 1000);
  const isPart = elapsedMs >= WHOLE_FROM_MS && elapsedMs - sinceMs >= 1000;
  const tail = theme.paint(
    "dim",
    isPart ? words("activity.part", { seconds, all }) : words("activity.tail", { seconds }),
  );
  return truncateLine(`${theme.paint("accent", frame)} ${activity.label} … ${tail}`, width);
}
