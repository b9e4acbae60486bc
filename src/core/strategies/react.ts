import type { AgentParts } from "../loop/agent-parts.ts";
import { reachedLimit } from "../loop/budgets.ts";
import { runStep } from "../loop/run-step.ts";
import { toldBetween } from "../loop/told-between.ts";
import type { AgentEvent } from "../protocol/event.ts";
import { endsInWords, type Outcome } from "../protocol/outcome.ts";
import { correctStep } from "./correct-edits.ts";
import type { Strategy } from "./strategy.ts";

/** Think, act, observe, until the model stops calling tools and nobody has steered meanwhile. */
export const react: Strategy = async function* react(parts) {
  let rounds = 0;
  for (;;) {
    if (parts.signal.aborted) return { kind: "cancelled", text: "" };
    const limit = reachedLimit(parts);
    if (limit) return limit;
    yield* toldBetween(parts);
    const outcome = yield* runStep(parts);
    if (!outcome) {
      rounds = yield* correctStep(rounds, parts);
      continue;
    }
    const last = yield* beforeEnd(outcome, parts);
    if (last) return last;
  }
};

/** Those who were given work report before a run ends, and what was said meanwhile keeps it going. @returns its end */
async function* beforeEnd(
  outcome: Outcome,
  { inbox, model, signal }: AgentParts,
): AsyncGenerator<AgentEvent, Outcome | undefined> {
  if (!endsInWords(outcome)) return outcome;
  if ((await inbox.quiet?.(signal)) === false) return { kind: "cancelled", text: "" };
  const said = inbox.take(model.abilities.takesSteering === false ? 1 : undefined);
  for (const one of said) yield { type: "prompt", ...one };
  return said.length === 0 ? outcome : undefined;
}
