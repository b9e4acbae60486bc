import type { Cut, Parting, Start } from "./passage.ts";

const LINES_MAX = 40;

const MODIFIERS =
  "(?:(?:export|default|declare|async|public|private|protected|internal|static|final|abstract|override|sealed|open|suspend|inline|readonly|pub(?:\\([^)]*\\))?|unsafe|virtual|get|set|synchronized)\\s+)*";
const DECLARATION = new RegExp(
  `^\\s*${MODIFIERS}(?:function\\*?|class|interface|type|enum|def|fn|func|fun|struct|trait|impl|record|namespace|module|object)\\s+([\\w$]+)`,
);
const METHOD = new RegExp(
  `^\\s+${MODIFIERS}(?:[\\w<>\\[\\],.?]+\\s+){0,2}([\\w$#]+)\\s*(?:<[^>]*>)?\\([^;]*\\)\\s*(?::[^={]+|throws [\\w., ]+)?\\{\\s*$`,
);
/** A method whose parameters stand on lines of their own. */
const LONG_METHOD =
  /^\s+(?:(?:async|public|private|protected|static|override|abstract|final)\s+)+(?:[\w<>[\],.?]+\s+){0,2}([\w$#]+)\s*(?:<[^>]*>)?\([^)]*$/;
/** What looks like a method and is none. */
const STATEMENT =
  /^\s*(?:if|for|while|switch|catch|return|else|do|try|await|new|throw|super|with|elif|except|raise|assert|yield|print|expect|case|\.|\}|\))\b|^\s*[.})\]]|=>/;
const CONSTANT = /^(?:export\s+)?(?:const|let|var|static|final)\s+([\w$]+)|^(_?[A-Z]\w{2,})\s*(?::[^=]+)?=(?!=)/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|if|endif)|@\w|--|;)/;
const HOLDER =
  /^\s*(?:export |default |abstract |public |final |static |declare )*(?:class|interface|enum|struct|trait|impl|type|namespace)\b/;

/** Languages with functions and classes: a passage is one of them with the comment above it, or a member that a comment explains. */
export const MODERN: Parting = {
  kind: "code",
  hasOutlines: true,
  linesMax: LINES_MAX,
  starts(lines) {
    const starts: Start[] = [];
    let holder: { readonly name: string; readonly indent: number } | undefined;
    const isInTest = linesInTests(lines);
    for (const [index, line] of lines.entries()) {
      const name = TEST.exec(line)?.[2] ?? (isInTest[index] === true ? undefined : nameAt(lines, index));
      if (name === undefined) continue;
      const indent = indentOf(line);
      if (holder && indent <= holder.indent && line.trim() !== "") holder = undefined;
      const titles = holder === undefined ? [name] : [holder.name, name];
      if (HOLDER.test(line)) holder = { name, indent };
      pushStart(starts, { index: commentAbove(lines, index, COMMENT), nameIndex: index, titles });
    }
    return starts;
  },
  cuts: (lines) => (index) => cutIf(lines[index - 1]?.trim() === "" || /^\s*(?:\/\/|#)\s/.test(lines[index] ?? "")),
};

/** A test by what it says that it shows. */
const TEST = /^\s*(?:test|it|describe|suite)(?:\.\w+)*\(\s*(["'`])(.*?)\1/;
const OPTION_CALL = /\b(?:option|add_argument|addOption|Option|argument)\(\s*(.*)$/;
const OPTION_NAME = /^\s*["'`](?:-\w, ?)?(--[a-z][\w-]*)/;

/** An option of a command line by its name, where it is declared with what is told of it. */
function optionAt(lines: readonly string[], index: number): string | undefined {
  const rest = OPTION_CALL.exec(lines[index] ?? "")?.[1];
  if (rest === undefined) return undefined;
  return [rest, ...(rest === "" ? lines.slice(index + 1, index + 3) : [])]
    .map((line) => OPTION_NAME.exec(line)?.[1])
    .find((name) => name !== undefined);
}

/** Which lines stand inside a test: what it declares for itself is a part of it. */
function linesInTests(lines: readonly string[]): readonly boolean[] {
  let testIndent = Number.POSITIVE_INFINITY;
  return lines.map((line) => {
    const indent = indentOf(line);
    if (line.trim() !== "" && indent <= testIndent) testIndent = Number.POSITIVE_INFINITY;
    const isInside = indent > testIndent;
    if (TEST.test(line) && !/\b(?:describe|suite)\b/.test(line)) testIndent = Math.min(indent, testIndent);
    return isInside;
  });
}

const nameAt = (lines: readonly string[], index: number): string | undefined =>
  optionAt(lines, index) ?? declaredIn(lines, index);

function declaredIn(lines: readonly string[], index: number): string | undefined {
  const line = lines[index] ?? "";
  const declared = DECLARATION.exec(line)?.[1];
  if (declared !== undefined) return declared;
  const before = lines[index - 1] ?? "";
  const constant = CONSTANT.exec(line);
  // One of several in a row stands with the others.
  if (constant && (before.trim() === "" || COMMENT.test(before))) return constant[1] ?? constant[2];
  if (STATEMENT.test(line)) return undefined;
  const method = (METHOD.exec(line) ?? LONG_METHOD.exec(line))?.[1];
  return method ?? (/\*\/\s*$/.test(before) ? /([\w$#]+)\s*[?:=(<]/.exec(line)?.[1] : undefined);
}

/** Statements and data of COBOL take more lines. */
const COBOL_LINES_MAX = 60;
const COBOL_COMMENT = /^.{6}[*/]|^\s*\*>/;
const COBOL_NAME = /^(?:.{6} |\s{7,10})([A-Z0-9][A-Z0-9-]*)(?:\s+(?:SECTION|DIVISION))?\s*\.\s*$/i;
const COBOL_RECORD = /^.{6}\s+(?:(?:01|FD|SD)\s+|SELECT\s+(?:OPTIONAL\s+)?|PROGRAM-ID\.?\s+['"]?)([A-Z0-9][\w-]*)/i;
const COBOL_STATEMENT = /^(?:EXIT|GOBACK|CONTINUE|STOP|END-\w+|ELSE)$/i;

function cobolName(line: string): string | undefined {
  if (COBOL_COMMENT.test(line)) return undefined;
  const name = COBOL_NAME.exec(line.slice(0, 72))?.[1] ?? COBOL_RECORD.exec(line)?.[1];
  return name === undefined || COBOL_STATEMENT.test(name) ? undefined : name;
}

/** COBOL: a paragraph with the comment above it, a record, a file. */
export const COBOL: Parting = {
  kind: "code",
  hasOutlines: true,
  linesMax: COBOL_LINES_MAX,
  starts: (lines) => namedStarts(lines, COBOL_COMMENT, cobolName),
  cuts: (lines) => (index) =>
    cutIf(
      /^.{6}\s*$/.test(lines[index - 1] ?? "") ||
        (COBOL_COMMENT.test(lines[index] ?? "") && !COBOL_COMMENT.test(lines[index - 1] ?? "")),
    ),
};

const JOB_NAME = /^\/\/([\w$#@]+)\s+(?:JOB|EXEC|PROC)\b/;

/** Jobs: a step with the comment above it. */
export const JOBS: Parting = {
  kind: "code",
  hasOutlines: true,
  linesMax: LINES_MAX,
  starts: (lines) => namedStarts(lines, /^\/\/\*/, (line) => JOB_NAME.exec(line)?.[1]),
  cuts: (lines) => (index) => cutIf(/^\/\/\w/.test(lines[index] ?? "")),
};

const SETTING =
  /^\[+([^[\]][^\]]*)\]+|^["']?([\w.@/-]+)["']?\s*[:=]|^(?: {2,4}|\t)"([^"]+)":\s*[[{]|^ {2}([\w.-]+):\s*$|^\s*(?:DEFINE|CREATE|ALTER)\s+([\w() .]+)|^(\w+)\s+DFHM(?:SD|DI)\b/i;

/** Manifests, workflows, definitions: a block under one key. */
export const SETTINGS: Parting = {
  kind: "settings",
  hasOutlines: false,
  linesMax: 20,
  starts(lines) {
    const starts: Start[] = [];
    let section: string[] = [];
    let top: string[] = [];
    for (const [index, line] of lines.entries()) {
      const found = SETTING.exec(line);
      const name = found?.slice(1).find((group) => group !== undefined);
      if (name === undefined) continue;
      const isNested = /^\s/.test(line);
      const titles = [...(isNested ? top : section), name];
      if (!isNested) top = titles;
      // What stands below a section in brackets belongs to it.
      if (found?.[1] !== undefined) section = titles.slice(-1);
      pushStart(starts, {
        index: commentAbove(lines, index, COMMENT),
        nameIndex: index,
        titles: found?.[1] === undefined ? titles : section,
      });
    }
    return starts;
  },
  cuts: (lines) => (index) => cutIf(lines[index - 1]?.trim() === "" || indentOf(lines[index] ?? "") <= 2),
};

/** Whatever else is text: what stands between empty lines. */
export const OTHER: Parting = {
  kind: "code",
  hasOutlines: true,
  linesMax: 20,
  starts: () => [],
  cuts: (lines) => (index) => cutIf(lines[index - 1]?.trim() === ""),
};

const cutIf = (may: boolean): Cut => (may ? "well" : "no");

const indentOf = (line: string): number => line.length - line.trimStart().length;

const BLOCK_LINES_MAX = 200;

const LEGAL = /\b(?:licen[cs]ed?|copyright|warrant(?:y|ies))\b/i;

/** Where the comment directly above a line begins; the line itself where there is none, and below what is law. */
function commentAbove(lines: readonly string[], index: number, comment: RegExp): number {
  const from = anyCommentAbove(lines, index, comment);
  return lines.slice(from, index).some((line) => LEGAL.test(line)) ? index : from;
}

function anyCommentAbove(lines: readonly string[], index: number, comment: RegExp): number {
  let from = index;
  while (from > 0 && comment.test(lines[from - 1] ?? "")) from--;
  // The lines in a block need no sign of their own.
  if (!/\*\/\s*$/.test(lines[from] ?? "") && !/\*\/\s*$/.test(lines[index - 1] ?? "")) return from;
  for (let at = index - 1; at >= Math.max(0, index - BLOCK_LINES_MAX); at--)
    if (/^\s*\/\*/.test(lines[at] ?? "")) return at;
  return from;
}

/** Each line that has a name of its own, with the comment above it. */
function namedStarts(
  lines: readonly string[],
  comment: RegExp,
  nameOf: (line: string) => string | undefined,
): readonly Start[] {
  const starts: Start[] = [];
  for (const [index, line] of lines.entries()) {
    const name = nameOf(line);
    if (name !== undefined)
      pushStart(starts, { index: commentAbove(lines, index, comment), nameIndex: index, titles: [name] });
  }
  return starts;
}

function pushStart(starts: Start[], start: Start): void {
  const last = starts.at(-1);
  if (last === undefined || start.index > last.index) starts.push(start);
}
