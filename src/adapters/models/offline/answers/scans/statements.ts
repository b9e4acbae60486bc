import { type Looking, lookAll } from "../../looking.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { endOfStatement } from "../facts/code-facts.ts";

const STATEMENTS_MAX = 60;
const LINES_MAX = 16;

/** What begins at each of some lines, to the end of its brackets; a line that closes all that it opens is not read again. */
export function* statementsAt(lines: readonly CitedLine[]): Looking<readonly (readonly CitedLine[])[]> {
  const open = lines.filter(({ text }) => isOpen(text)).slice(0, STATEMENTS_MAX);
  const read = yield* lookAll(
    open.map(({ path, line }) => ({ name: "read_file", input: { path, offset: line, limit: LINES_MAX } })),
  );
  const whole = new Map(
    open.map((line, index) => {
      const found = read[index];
      const numbered = found === undefined || found.failed ? [] : readNumbered(found.text, line.path);
      return [line, numbered.slice(0, endOfStatement(numbered, 0) + 1)] as const;
    }),
  );
  return lines.map((line) => {
    const statement = whole.get(line) ?? [];
    return statement.length === 0 ? [line] : statement;
  });
}

/** What is declared below each of some marks: the next line that is no comment and no mark itself; each once. */
export function* markedBelow(marks: readonly CitedLine[]): Looking<readonly (readonly CitedLine[])[]> {
  const some = marks.slice(0, STATEMENTS_MAX);
  const read = yield* lookAll(
    some.map(({ path, line }) => ({ name: "read_file", input: { path, offset: line, limit: MARK_LINES_MAX } })),
  );
  const below = some.map((mark, index) => {
    const found = read[index];
    const lines = found === undefined || found.failed ? [] : readNumbered(found.text, mark.path);
    // A mark within code, such as a warning, is what is marked itself.
    if (!isComment(mark.path, mark.text) && !/^\s*@/.test(mark.text)) return mark;
    return (
      lines.find(({ path, text }) => /\w/.test(text) && !isComment(path, text) && !/^\s*(?:@|"""|\.\.)/.test(text)) ??
      mark
    );
  });
  return [...new Map(below.map((line) => [`${line.path}:${line.line}`, [line]])).values()];
}

const MARK_LINES_MAX = 30;

/** Whether it opens more brackets than it closes. */
function isOpen(text: string): boolean {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, "");
  return (bare.match(/[([{]/g) ?? []).length > (bare.match(/[)\]}]/g) ?? []).length;
}

/** A statement as one line. */
export const inOneLine = (statement: readonly CitedLine[]): string =>
  statement
    .map(({ text }) => text.trim())
    .join(" ")
    .replace(/([([{]) /g, "$1")
    .replace(/,? ([)\]}])/g, "$1");
