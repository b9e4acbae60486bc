import type { Intent } from "./answers/answer.ts";
import type { Thing } from "./folder.ts";
import type { ReadNames } from "./names.ts";
import type { Choice } from "./reading/choose-intent.ts";
import { asksHowTo, restrictingWords } from "./reading/question-form.ts";
import type { Token } from "./reading/tokens.ts";
import { meaningsOf } from "./subject-tokens.ts";

/** From here on a reading is answered, and said what it was taken as. */
export const LIKELY = 0.42;
/** From here on a reading is taken as meant. */
export const SURE = 0.62;
/** From here on nothing better is looked for. */
export const CERTAIN = 0.8;

/** A part of a question as it was read. */
export interface Reading {
  readonly tokens: readonly Token[];
  readonly names: ReadNames;
  readonly choices: readonly Choice<Intent>[];
  /** What words were taken to describe. */
  readonly described?: Thing;
}

/** The best of those that may be asked so; "which jobs are there for X" lists jobs, whatever else speaks of X. */
export function preferredOf(reading: Reading, part: string): Choice<Intent> | undefined {
  const { choices, tokens, names } = reading;
  const isHowTo = asksHowTo(part);
  const own = choices.filter(
    ({ intent }) =>
      (intent.isAskedBy?.(part) ?? true) && (!isHowTo || intent.needs !== "nothing" || intent.isOfHowTo === true),
  );
  const [best] = own;
  const isBareName = tokens.every(
    ({ kind, concepts }, index) =>
      names.slots.has(index) || kind === "empty" || concepts.every((concept) => ONLY_ASKS.has(concept)),
  );
  if (isBareName && names.things.length > 0) return own.find(({ intent }) => intent.isOfBareName) ?? best;
  if (best?.intent.needs === "nothing") return leastUnread(own, reading) ?? best;
  if (best?.intent.needs !== "topic" || !wantsAll(tokens, part)) return best;
  return own.find(({ intent, fit }) => intent.obeys === true && fit >= LIKELY) ?? best;
}

/** Of kinds of questions that fit nearly alike the one that leaves the fewest words unread. */
function leastUnread(choices: readonly Choice<Intent>[], { tokens, names }: Reading): Choice<Intent> | undefined {
  const unread = ({ intent }: Choice<Intent>): number =>
    restrictingWords(tokens, names.slots, meaningsOf(intent)).length;
  const [best] = choices;
  const near = choices.filter(({ intent, fit }) => intent.needs === "nothing" && fit >= (best?.fit ?? 0) * NEAR_SHARE);
  return near.toSorted((one, other) => unread(one) - unread(other) || other.fit - one.fit)[0];
}

const NEAR_SHARE = 0.8;

/** What a question may say besides a name without asking anything special of it. */
const ONLY_ASKS: ReadonlySet<string> = new Set(["what", "which", "exist", "list", "show"]);

function wantsAll(tokens: readonly Token[], part: string): boolean {
  const concepts = new Set(tokens.flatMap((token) => token.concepts));
  const isCounted = concepts.has("list") || concepts.has("howmany");
  return isCounted || (concepts.has("exist") && /^\W*(?:show|name|give|which|what|quais|mostr)/i.test(part));
}
