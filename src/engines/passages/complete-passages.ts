import { type Read, valuesFor } from "./closing/closed.ts";
import { leadsTo, messagePassages } from "./message-passages.ts";
import type { Message } from "./messages.ts";
import type { Passage, RankedPassage } from "./passage.ts";
import { withAllSteps, withRestOfSection } from "./steps.ts";

/** The same with what documents say. */
export interface ReadFor extends Read {
  readonly prose: readonly Passage[];
}

/** Ranked passages with what belongs to the best: a message and what shows it, what leads to it, all steps of its list. */
export function completed(
  found: readonly RankedPassage[],
  messages: readonly Message[],
  read: ReadFor,
): readonly RankedPassage[] {
  const { question, code, prose } = read;
  const byMessage = messagePassages(messages, code);
  if (byMessage.length > 0) return [...byMessage, ...found];
  const decided = withDecision(found, read);
  return withRestOfSection(withAllSteps(decided, question, prose), question, prose);
}

/** What leads there decides something where what it tests may be several things. */
const VALUES_MIN = 2;

/** Behind the best passage what leads to it, where a condition is asked and it tests none. */
function withDecision(found: readonly RankedPassage[], read: ReadFor): readonly RankedPassage[] {
  const { question, code } = read;
  const [best, ...others] = found;
  if (best === undefined || best.kind !== "code" || question.wish !== "condition") return found;
  if (valuesFor(best, read).length > 0) return found;
  const lead = leadsTo(best, code).find((one) => valuesFor(one, read).length >= VALUES_MIN);
  return lead === undefined ? found : [best, lead, ...others];
}
