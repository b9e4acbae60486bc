import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { readCase } from "../../../reading/outcome-question.ts";
import { asksBehaviour } from "../../../reading/question-form.ts";
import type { FoundPassage } from "../../../result-text.ts";
import { answered } from "../../answer.ts";
import { passages } from "../../passages.ts";
import { withOtherNames } from "../../quoting/search-passages.ts";
import { groupsOf, nearestTold, RANKED, ranked, scopeOf, TOOL, withoutNames } from "../outcomes.ts";
import { answerActor } from "./answer-actor.ts";

/** A case is told by a message that says so much of it, in percent. */
const COVERAGE_CASE = 60;

/** "What happens if …": what programs say of that case, in front of the passages that speak of it. */
export function* answerCase(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.tools.has(TOOL) || !asksBehaviour(part)) return undefined;
  const scope = yield* scopeOf(part, folder);
  const rest = withoutNames(readCase(inEnglish(part)), scope);
  const found = yield* ranked("message", scope, { query: withOtherNames(rest), limit: RANKED });
  const saysEnough = ({ coverage, missing }: FoundPassage): boolean => coverage >= COVERAGE_CASE && missing.length <= 1;
  const told = nearestTold(found, saysEnough, scope, part);
  if (!told) return undefined;
  const actor = yield* answerActor(part, folder);
  const passage = actor ?? (yield* passages(part, folder));
  const texts = [told.answer.text, passage.isAnswer ? passage.text : ""];
  // The program that does it tells the case before what is worded like it anywhere.
  const own = answered(...(actor ? texts.toReversed() : texts));
  return { answer: { ...own, obeyed: "all" }, groups: [...groupsOf(told.of), ...before] };
}
