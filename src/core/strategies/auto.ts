import { judge } from "./judge.ts";
import { react } from "./react.ts";
import type { Strategy } from "./strategy.ts";

/** React where the model calls tools by itself, judge where it does not: told by its abilities, or by its refusal. */
export const auto: Strategy = async function* auto(parts) {
  if (!parts.model.abilities.nativeTools) return yield* judge(parts);
  const outcome = yield* react(parts);
  if (outcome.kind !== "model-failed" || outcome.failure.kind !== "tools-unsupported") return outcome;
  yield {
    type: "note",
    topic: "strategy",
    text: `${parts.model.id} does not take tools: going on with the judge strategy (--strategy judge starts with it).`,
  };
  return yield* judge(parts);
};
