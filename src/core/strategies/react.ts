import { reachedLimit } from "../loop/budgets.ts";
import { runStep } from "../loop/run-step.ts";
import type { Strategy } from "./strategy.ts";

/** Think, act, observe, until the model stops calling tools and nobody has steered meanwhile. */
export const react: Strategy = async function* react(parts) {
  for (;;) {
    if (parts.signal.aborted) return { kind: "cancelled", text: "" };
    const limit = reachedLimit(parts);
    if (limit) return limit;
    for (const text of parts.inbox.take()) yield { type: "prompt", text, origin: "steer" };
    const outcome = yield* runStep(parts);
    if (!outcome) continue;
    const steered = outcome.kind === "done" ? parts.inbox.take() : [];
    if (steered.length === 0) return outcome;
    for (const text of steered) yield { type: "prompt", text, origin: "steer" };
  }
};
