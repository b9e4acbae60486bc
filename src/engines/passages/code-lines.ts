const MAINFRAME = /\.(?:cbl|cob|cobol|cpy|copy|pco)$/i;
const MODERN_COMMENT = /^\s*(?:\/\/|\/?\*|#|--)/;
const COBOL_COMMENT = /^.{6}[*/]|^\s*\*>/;

/** COBOL in columns: the number of the line, the sign of a comment, then what is said. */
export const isMainframe = (path: string): boolean => MAINFRAME.test(path);

/** Whether a line of that file is a comment of its own. */
export const isComment = (path: string, line: string): boolean =>
  (isMainframe(path) ? COBOL_COMMENT : MODERN_COMMENT).test(line);

/** How far a line is indented; undefined of one that says nothing. */
export function indentIn(path: string, line: string): number | undefined {
  const said = isMainframe(path) ? line.slice(6, 72) : line;
  return said.trim() === "" || (isMainframe(path) && isComment(path, line)) ? undefined : said.search(/\S/);
}

/** What a line of a file says, without indent and the columns that only number it. */
export const saidIn = (path: string, line: string): string =>
  (isMainframe(path) ? line.slice(6, 72) : line).trim().replace(/\s+/g, " ");

/** What stands in quotes in a line of code. */
export const textsIn = (line: string): readonly string[] => line.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? [];

const TEST =
  /(?:^|\/)(?:tests?|testing|test[-_]?(?:files?|data|config)|__tests__|e2e[\w-]*|spec|test-d|fixtures?|testdata|examples?|samples?|demos?|bench(?:marks?)?|mocks?)\/|\.(?:test|spec)\.\w+$|(?:^|\/)(?:test_[^/]+|bench[\w-]*|conftest)\.\w+$/i;

/** Whether a file is of tests, examples or samples by where it lies. */
export const isTestPath = (path: string): boolean => TEST.test(path);

/** Indexes of lines within a remark or a text of several lines: what stands there is told or shown, and not done. */
export function remarkLines(path: string, lines: readonly string[]): ReadonlySet<number> {
  const within = new Set<number>();
  if (isMainframe(path)) return within;
  const isPython = /\.pyi?$/i.test(path);
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const wasOpen = isOpen;
    if (isPython) isOpen = (line.match(/"""|'''/g)?.length ?? 0) % 2 === 1 ? !isOpen : isOpen;
    else if (isOpen) isOpen = !line.includes("*/");
    else isOpen = /^\s*\/\*(?!.*\*\/)/.test(line);
    if (wasOpen || (isOpen && !isPython)) within.add(index);
  }
  return within;
}

/** What only says who may copy a file. */
export const LEGAL = /copyright|licen[cs]e|all rights reserved|spdx-|\bwarrant(?:y|ies)\b|required by applicable law/i;
/** Of jobs every line begins with two strokes. */
const ANY_COMMENT = /^\s*(?:\/\/(?!\w)|\/?\*|#(?!!)|--|;)|^.{6}[*/]/;

/** Indexes of comment lines that stand in a paragraph of law: they speak of nothing that the file does. */
export function legalLines(lines: readonly string[]): ReadonlySet<number> {
  const legal = new Set<number>();
  let from = 0;
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at];
    if (line !== undefined && ANY_COMMENT.test(line) && /\p{L}/u.test(line)) continue;
    if (lines.slice(from, at).some((one) => LEGAL.test(one))) for (let own = from; own < at; own++) legal.add(own);
    from = at + 1;
  }
  return legal;
}
