import { activityOf } from "../panels/bottom-rows.ts";
import type { RunControl } from "../run-control.ts";
import { words } from "../words/words.ts";
import type { PlainView } from "./plain-view.ts";
import type { PromptInput } from "./prompt-input.ts";

/** Whoever only listens is told after so long a silence that the work goes on, and what is waited for. */
const SILENCE_MS = 5_000;
/** Later ones come less often. */
const SILENCE_LATER_MS = 20_000;
const LOOK_MS = 500;

/** Says from time to time what a run waits for; not while it waits for the person. @returns what ends it */
export function speakProgress(view: PlainView, run: RunControl, input: PromptInput): () => void {
  let hasSpoken = false;
  let activity = { label: "", sinceMs: 0 };
  const timer = setInterval(() => {
    const { label } = activityOf(view.transcript, input.isAsking);
    if (label !== activity.label || !run.isRunning) activity = { label, sinceMs: performance.now() };
    if (input.isAsking) return;
    if (!run.isRunning) hasSpoken = false;
    else if (view.silentMs >= (hasSpoken ? SILENCE_LATER_MS : SILENCE_MS)) {
      const seconds = Math.max(1, Math.round((performance.now() - activity.sinceMs) / 1000));
      view.say(words("plain.still", { what: label, seconds }));
      hasSpoken = true;
    }
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
