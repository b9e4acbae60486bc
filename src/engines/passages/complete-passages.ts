import { isTestPath } from "./code-lines.ts";
import { withAllSteps, withFollowed, withRestOfSection } from "./followed.ts";
import { leadsTo, messagePassages } from "./message-passages.ts";
import type { Message } from "./messages.ts";
import type { Passage, RankedPassage } from "./passage.ts";
import type { Question } from "./question.ts";
import { isSpokenOf, setValues } from "./set-values.ts";

/** A question, and all passages that were read for it. */
export interface ReadFor {
  readonly question: Question;
  readonly code: readonly Passage[];
  readonly prose: readonly Passage[];
}

/** Ranked passages with what belongs to the best: a message and what shows it, what it performs, what leads to it, all steps of its list. */
export function completed(
  found: readonly RankedPassage[],
  messages: readonly Message[],
  { question, code, prose }: ReadFor,
): readonly RankedPassage[] {
  const byMessage = messagePassages(messages, code);
  if (byMessage.length > 0) return [...byMessage, ...found];
  const decided = withDecision(withFollowed(found, question), question, code);
  const stepped = withAllSteps(withNearValues(decided, question, code), question, prose);
  return withRestOfSection(stepped, question, prose);
}

const NEAR_MAX = 4;
const NEAR_CODE_MAX = 2;

/** Behind the best passage, what the next ones of code name is followed to its values, too. */
function withNearValues(
  found: readonly RankedPassage[],
  question: Question,
  code: readonly Passage[],
): readonly RankedPassage[] {
  const near = found
    .slice(1, NEAR_MAX)
    .filter(({ kind, path, values }) => kind === "code" && values.length === 0 && !isTestPath(path));
  const valued = new Set(near.slice(0, NEAR_CODE_MAX));
  const spokenOf = (one: RankedPassage): RankedPassage["values"] =>
    setValues(quotedOf(one), question, code).filter(({ name }) => isSpokenOf(name, question));
  return found.map((one) => (valued.has(one) ? { ...one, values: spokenOf(one) } : one));
}

const quotedOf = ({ path, lines, quote }: RankedPassage): Pick<Passage, "path" | "lines"> => ({
  path,
  lines: lines.slice(...quote),
});

/** What leads there decides something where what it tests may be several things. */
const VALUES_MIN = 2;

/** Behind the best passage what leads to it, where a condition is asked and it tests none; and where what is tested gets its values. */
function withDecision(
  found: readonly RankedPassage[],
  question: Question,
  code: readonly Passage[],
): readonly RankedPassage[] {
  const [best, ...others] = found;
  if (best === undefined || best.kind !== "code") return found;
  const own = setValues(quotedOf(best), question, code);
  if (own.length > 0 || question.wish !== "condition") return [{ ...best, values: own }, ...others];
  const lead = leadsTo(best, code)
    .map((one) => ({ ...one, values: setValues(quotedOf(one), question, code) }))
    .find(({ values }) => values.length >= VALUES_MIN);
  return lead === undefined ? found : [best, lead, ...others];
}
