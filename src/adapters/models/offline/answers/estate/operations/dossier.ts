import { asksForChange } from "../../../../../../core/prompts/asks-for-change.ts";
import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { plain } from "../../../reading/tokens.ts";
import { writtenOut } from "../../../reading/written-out.ts";

/** A kind of question that what the code is made of answers in one way, which may span several sentences. */
export interface Dossier {
  /** Whether plain words of English ask it. */
  readonly asks: (said: string) => boolean;
  /** True: what is asked may stand behind what was told of it, in another sentence. */
  readonly isOfStory?: boolean;
  /** What a further part of the same prompt may ask that the answer tells as well. */
  readonly tells: RegExp;
  /** @param said  the question in plain words of English; `own` as it was said */
  answer(said: string, own: string, context: Context): Looking<QueryAnswer | undefined>;
}

/** The first that the parts ask, and that finds something. */
export function* answerByDossier(
  dossiers: readonly Dossier[],
  parts: readonly string[],
  whole: string,
  context: Context,
): Looking<QueryAnswer | undefined> {
  const said = parts.map(asked);
  // "INTCALC - what is the PARM for": a name before a question is only what it is about.
  const [first = "", ...others] = said.slice(said.findIndex((part) => !/^\W*[\w#@$.-]+\W*$/.test(part)));
  for (const dossier of dossiers) {
    const isWhole = others.every((part) => dossier.asks(part) || dossier.tells.test(part));
    const isAsked = dossier.asks(first) || (dossier.isOfStory === true && dossier.asks([first, ...others].join(". ")));
    if (!isWhole || !isAsked) continue;
    const found = yield* dossier.answer(asked(whole), whole, context);
    if (found) return found;
  }
  return undefined;
}

/** A question in plain words of English. */
const asked = (part: string): string => writtenOut(plain(inEnglish(part)));

/** Whether a prompt wants something to be changed, and not to know what is to be. */
export const isOnlyChange = (whole: string): boolean => asksForChange(whole) && !ASKS_WHAT.test(whole);

/** What is planned only says what the question is about. */
const ASKS_WHAT =
  /\b(?:what|where|which \w+)\b.{0,20}\b(?:do|would|should|must|ha(?:ve|s) to|needs? to)\b.*\b(?:change|touch|edit|do|adapt)\b|\b(?:don'?t|do not|without) (?:edit|chang)/i;
