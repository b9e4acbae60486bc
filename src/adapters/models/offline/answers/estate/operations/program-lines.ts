import { escapeRegExp } from "../../../../../../base/glob.ts";
import type { Looking } from "../../../looking.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { fileLines } from "../file-lines.ts";

export const COBOL_GLOB = "*.{cbl,cob,cobol,cpy,copy,CBL,COB,CPY,COPY}";

/** What the columns of code hold, line by line; nothing of a comment. */
export const codeColumns = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (/^.{6}[*/]/.test(line) ? "" : line.slice(6, 72)));

/** Lines of code, comments left out, with what their columns hold. */
export function* codeLines(
  searches: readonly Readonly<Record<string, unknown>>[],
): Looking<{ readonly lines: readonly CitedLine[]; readonly isWhole: boolean }> {
  const { lines, isWhole } = yield* linesOf(searches);
  const code = lines.filter(({ path, text }) => !isComment(path, text));
  return { lines: code.map((line) => ({ ...line, text: line.text.slice(6, 72) })), isWhole };
}

/** A line as a row, its own blanks kept. */
export const placed = ({ path, line, text }: CitedLine): string => `${path}:${line}  ${text.trim()}`;

const LINES_MAX = 8;

/** Where a field is declared, with its picture and value over all lines of its entry. */
export function* declarationOf(name: string): Looking<CitedLine | undefined> {
  const { lines } = yield* codeLines([{ pattern: `^.{6} +\\d\\d +${escapeRegExp(name)}(?:[ .]|$)`, glob: COBOL_GLOB }]);
  const [line] = lines;
  if (!line) return undefined;
  const own = (yield* fileLines(line.path))
    .slice(line.line - 1, line.line - 1 + LINES_MAX)
    .map((text) => text.slice(6, 72));
  const end = own.findIndex((text) => /\.\s*$/.test(text));
  return {
    ...line,
    text: own
      .slice(0, end < 0 ? 1 : end + 1)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim(),
  };
}

/** Lines of a file under their place, without the columns before and behind them. */
export function quotedLines(
  path: string,
  lines: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const shown = lines.slice(from - 1, to).map((line) => line.slice(6, 72).trimEnd());
  const indent = Math.min(...shown.filter((line) => line !== "").map((line) => line.search(/\S/)));
  return [`${path}:${from}-${to}:`, ...shown.map((line) => `  ${line.slice(indent)}`)].join("\n");
}
