import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { plain } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { answered, cited, listed } from "../answer.ts";
import { passages } from "../passages.ts";
import { type Constant, constantsIn } from "./constants.ts";

const ASKS = /^\W*(?:(?:and|so) )?(?:what|which|how (?:many|much|long|big|large|often))\b/;
/** What is asked with and never about. */
const SMALL =
  /^(?:what|which|how|many|much|long|big|large|often|is|are|was|the|an?|does|do|did|can|could|will|it|its|this|that|there|of|for|in|on|to|by|at|with|use|used|uses|using|have|has|be|set|and|or|my|our|your|value|values|project|here)$/;
/** Of a name what says in which unit, or that others may be set. */
const UNIT = /^(?:ms|seconds?|secs?|minutes?|bytes?|kb|mb|count|value|default|max|maximum|min|minimum|limit)$/;
const PLAIN_VALUE = /=\s*(?:[-+]?\d|["'`]|true\b|false\b|None\b|null\b)/i;
const PARTS_MIN = 2;
/** So much of what is asked the name must say. */
const SHARE_MIN = 0.6;
const SHOWN_MAX = 5;

/** "Which protocol version does it speak": the constants whose names say just that, before what is nearest. */
export function* answerConstant(
  part: string,
  glob: string,
  { before, folder }: Context,
): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  if (!ASKS.test(said)) return undefined;
  const words = [...new Set((said.match(/[a-z]{2,}/g) ?? []).filter((word) => !SMALL.test(word)))];
  if (words.length < PARTS_MIN) return undefined;
  const named = (yield* constantsIn(glob)).filter((one) => isCalledSo(one, words));
  if (named.length === 0 || named.length > SHOWN_MAX) return undefined;
  const more = yield* passages(part, folder);
  const answer = answered(listed("Constants that are called so", named.map(cited)), more.isAnswer ? more.text : "");
  return { answer: { ...answer, obeyed: "all" }, groups: before };
}

/** Whether all parts of a name are asked for, but for units, and it says most of what is asked. */
function isCalledSo({ name, text }: Constant, words: readonly string[]): boolean {
  const parts = name
    .toLowerCase()
    .split("_")
    .filter((one) => one !== "");
  const isAsked = (one: string): boolean => words.some((word) => holdsWord(one, word));
  if (!PLAIN_VALUE.test(text) || !parts.every((one) => UNIT.test(one) || isAsked(one))) return false;
  const asked = parts.filter(isAsked);
  const told = words.filter((word) => parts.some((one) => holdsWord(one, word)));
  return asked.length >= PARTS_MIN && asked.some((one) => !UNIT.test(one)) && told.length >= words.length * SHARE_MIN;
}
