import { plain } from "../reading/tokens.ts";
import type { AnsweredPart } from "./joined-answers.ts";

/** "And which one of them can never appear": picks among what the part before listed. */
const PICKS_UNREACHED =
  /^\W*(?:and |e )?(?:which|what|quais|qual)\b(?: ones?)? (?:of (?:them|these|those)|deles|delas|destes|destas|dess[ea]s)\b.*\b(?:never|nunca|unreachable|dead|cannot|can ?not|can't)\b/;
/** The sentences in which a list tells what of it is never reached. */
const UNREACHED =
  /^(?:Of these, never reached\b.*(?:\n- .*)*|All of them stand in paragraphs that something reaches\.)/m;

/** What the answer before says itself of the choice among its things; undefined where it says nothing of it, or nothing is chosen. */
export function pickedAbove(part: string, before: AnsweredPart | undefined): AnsweredPart | undefined {
  if (before === undefined || !PICKS_UNREACHED.test(plain(part))) return undefined;
  const [picked] = UNREACHED.exec(before.answer.text) ?? [];
  return picked === undefined ? undefined : { part, answer: { ...before.answer, text: picked } };
}
