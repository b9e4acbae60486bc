import type { Passage } from "../passage.ts";
import type { Question, Wish } from "../question.ts";
import type { Hit } from "../term-matcher.ts";

const WISHED: Readonly<Record<Wish, RegExp | undefined>> = {
  value:
    /\bdefaults?\b|\bVALUE\b|\bMOVE\s+['"]?-?\d|\bFIELDS=|\bORDER BY\b|(?<![<>=!])[=:]\s*['"]?[-\d]|\bInfinity\b|\?\?|\|\|=|[^\w]\d{2,}|\b(?:maximum|minimum|at (?:most|least))\b|\bPIC\b/i,
  condition:
    /^\s*(?:\d{6})?\s*(?:}?\s*else\b|if\b|elif\b|when\b|evaluate\b|unless\b|catch\b|except\b|raise\b|throw\b|case\b|switch\b)|\bif\b|\bINVALID KEY\b|\bNOT FOUND\b|\bAT END\b|\bCOND=|\bNOTFND\b|\bthrow\b|\braise\b|\bcatch\b|\bABEND\b|\breject|\bON EXCEPTION\b|\bSQLCODE\b/i,
  place:
    /^\s*(?:.{6} )?\s*(?:if|else|function|def|class|return|perform|compute|move|exec|add|write|rewrite|delete|read|raise|throw)\b|\w\(.*\)|\s=\s/i,
  reason:
    /\b(?:because|since|so that|in order|to (?:avoid|prevent|ensure|allow|protect)|otherwise|reason|attack|security|therefore|due to)\b/i,
  way: /```|^\s{2,}[\w$>]|^\s*[$>]\s|\w\(|--\w|`[^`]+`/,
  list: /\bclass \w+(?:Error|Exception)|\braise\b|\bthrow\b|^\s*(?:[-*|]|\d+\.)\s|\bWHEN\b|\bMOVE\s+['"]?\d|\bemit\b|\|.*\|/i,
  any: undefined,
};

const NEAR_LINES = 1;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--)|^.{6}[*/]/;

/** Which lines of a passage are of the sort that the question wishes, with a word of it beside them. */
export function wishLines(
  { lines, kind }: Passage,
  lineHits: readonly (readonly Hit[])[],
  { wish }: Question,
): readonly boolean[] {
  const pattern = WISHED[wish];
  // What a comment tells of is done elsewhere.
  const isOfDoing = kind === "code" && (wish === "place" || wish === "condition");
  // How somebody does it is told, and not done.
  if (pattern === undefined || (wish === "way" && kind === "code")) return lines.map(() => false);
  const isTold = isOfDoing ? commentLines(lines) : [];
  return lines.map(
    (line, index) =>
      pattern.test(line) &&
      isTold[index] !== true &&
      lineHits.slice(Math.max(0, index - NEAR_LINES), index + NEAR_LINES + 1).some((hits) => hits.length > 0),
  );
}

/** Which lines are of comments or of texts that explain, as far as the passage shows where they begin. */
function commentLines(lines: readonly string[]): readonly boolean[] {
  let isText = false;
  return lines.map((line) => {
    const quotes = (line.match(/"""|'''/g) ?? []).length;
    const was = isText;
    if (quotes % 2 === 1) isText = !isText;
    return was || quotes > 0 || COMMENT.test(line);
  });
}
