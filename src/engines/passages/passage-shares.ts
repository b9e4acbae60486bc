import { isTestPath } from "./code-lines.ts";
import type { Passage } from "./passage.ts";
import type { Question, Wish } from "./question.ts";
import type { Hit } from "./term-matcher.ts";

const CHANGES =
  /(?:^|\/)(?:CHANGES?|CHANGE[-_]?LOGS?|HISTORY|NEWS|RELEASES?|RELEASE[-_]?NOTES?)(?:[-_]?v?\d[^/]*)?(?:\.\w+)?$|(?:^|\/)changelog[^/]*\//i;
const LEGAL = /(?:^|\/)(?:LICEN[CS]E|NOTICE|COPYING|CODE_OF_CONDUCT|AUTHORS|SECURITY)[^/]*$/i;
const GENERATED = /\.gen(?:erated)?\.|(?:^|\/)generated\//i;
const README = /^readme[^/]*$/i;

/** How likely a passage of that sort and file is what the question wishes, as a factor. */
export function passageShare({ path, kind, lines }: Passage, question: Question): number {
  const { wish, ofChanges } = question;
  let share = WISH_SHARES[wish][kind] * testShare(path, question);
  if (question.inFiles?.test(path) === false) share *= 0.3;
  // How notes of changes are written is told beside them.
  if (CHANGES.test(path) && !README.test(path.slice(path.lastIndexOf("/") + 1))) share *= ofChanges ? 1.15 : 0.2;
  if (LEGAL.test(path)) share *= 0.3;
  if (GENERATED.test(path)) share *= 0.7;
  if (README.test(path)) share *= 1.1;
  if (isImports(lines)) share *= 0.4;
  if (isPicture(lines)) share *= 0.2;
  if (wish === "list" && isTable(lines)) share *= TABLE_SHARE;
  if (kind === "code" && !OF_DATA.has(wish) && isDeclaration(lines)) share *= DECLARATION_SHARE;
  return share;
}

/** What a value is, and what there is, declarations tell as well as what is done. */
const OF_DATA: ReadonlySet<Wish> = new Set(["value", "list"]);
const DECLARATION_SHARE = 0.4;
const DECLARED =
  /^(?:.{6}|\s*)\s*(?:\d\d\s|(?:FD|SD|SELECT|COPY|PROGRAM-ID|ASSIGN|ORGANIZATION|ACCESS|RECORD|FILE|ALTERNATE|VALUE|PIC|[\w-]+ (?:DIVISION|SECTION)\.)|(?:EXIT|CONTINUE|[\w-]*\d[\w-]*-EXIT)?\s*\.?\s*$|\/\/\S+ +JOB\b|(?:export )?(?:const|let|var) [\w$]+ = [^(]*$)|^(?:.{6}[*/]|\/\/\*|\s*$)/i;

/** Behind them COBOL may have marks of its own. */
const SAID_COLUMNS = 72;

/** Data that is only laid out, and what only has a name, say nothing of what is done. */
const isDeclaration = (lines: readonly string[]): boolean =>
  lines.every((line) => DECLARED.test(line.slice(0, SAID_COLUMNS)));

function testShare(path: string, { wish, ofTests, wantsTests }: Question): number {
  if (!isTestPath(path)) return wantsTests ? 0.3 : 1;
  if (ofTests) return 1;
  return wish === "place" ? 0.2 : 0.35;
}

const WISH_SHARES: Readonly<Record<Wish, Readonly<Record<Passage["kind"], number>>>> = {
  value: { prose: 1.1, code: 1, settings: 1, outline: 0.3 },
  condition: { prose: 0.75, code: 1.1, settings: 0.8, outline: 0.25 },
  place: { prose: 0.75, code: 1.15, settings: 0.8, outline: 0.3 },
  reason: { prose: 1.15, code: 1, settings: 0.7, outline: 0.3 },
  way: { prose: 1.3, code: 0.8, settings: 0.85, outline: 0.3 },
  list: { prose: 1.05, code: 1, settings: 0.9, outline: 1.35 },
  any: { prose: 1.1, code: 1, settings: 0.85, outline: 0.6 },
};

const TABLE_SHARE = 2;
const TEXTS_MIN = 4;

/** Data that holds one text behind the other, as menus are: what there is to choose. */
const isTable = (lines: readonly string[]): boolean =>
  isDeclaration(lines.filter((line) => !/^.{6}\s+['"]/.test(line))) &&
  lines.filter((line) => /['"][^'"]*\p{L}{2,}[^'"]*['"]/u.test(line)).length >= TEXTS_MIN;

/** A heading above pictures only, and what is noted to them. */
const isPicture = (lines: readonly string[]): boolean =>
  lines.some((line) => IMAGE.test(line)) &&
  lines.every((line) => /^\s*(?:#.*|\*\*Note\*\*.*)?$/.test(line) || IMAGE.test(line));

const IMAGE = /^\s*!\[[^\]]*\]\([^)]*\)\s*$/;

function isImports(lines: readonly string[]): boolean {
  const said = lines.filter((line) => /\w/.test(line));
  return (
    said.filter((line) => /^\s*(?:import|from|using|use|package|require|#include|export \{?.*\bfrom)\b/.test(line))
      .length *
      2 >
    said.length
  );
}

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
