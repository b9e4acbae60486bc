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
  const timer = setInterval(() => {
    if (input.isAsking) return;
    if (!run.isRunning) hasSpoken = false;
    else if (view.silentMs >= (hasSpoken ? SILENCE_LATER_MS : SILENCE_MS)) {
      const { label = words("activity.working") } = view.transcript.activity ?? {};
      view.say(words("plain.still", { what: label, seconds: Math.round(run.elapsedMs / 1000) }));
      hasSpoken = true;
    }
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
