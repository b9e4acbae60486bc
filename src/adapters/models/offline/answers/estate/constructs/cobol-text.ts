import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { together } from "../../../looking.ts";
import { keptPrograms } from "../../../query/rows/estate.ts";
import { filesHolding } from "../../../query/rows/found.ts";
import { fileLines } from "../file-lines.ts";
import { codeColumns, quotedLines } from "../operations/program-lines.ts";

/** A paragraph or a section of a program. */
export interface Paragraph {
  readonly name: string;
  /** Its first line and its last, from 1. */
  readonly from: number;
  readonly to: number;
}

/** Which of some files hold a line of that form; none where that is not known. */
export function* pathsHolding(pattern: string, paths: readonly string[]): Looking<readonly string[]> {
  const holding = yield* filesHolding(pattern, paths);
  return paths.filter((path) => holding?.has(path) === true).toSorted();
}

/** The programs that hold a command of CICS. */
export function* underCics(folder: Folder): Looking<readonly string[]> {
  return yield* pathsHolding(
    String.raw`\bEXEC +CICS\b`,
    (yield* keptPrograms(folder)).map(({ path }) => path),
  );
}

/** A program with what its columns of code hold. */
export interface ProgramText {
  readonly path: string;
  readonly lines: readonly string[];
  readonly code: readonly string[];
  readonly paragraphs: readonly Paragraph[];
}

export function* programTexts(paths: readonly string[]): Looking<readonly ProgramText[]> {
  const read = yield* together(paths.map(fileLines));
  return paths.map((path, index) => programText(path, read[index] ?? []));
}

export function programText(path: string, lines: readonly string[]): ProgramText {
  const code = codeColumns(lines);
  return { path, lines, code, paragraphs: paragraphsIn(code) };
}

/** Area A is of columns 8 to 11. */
const PARAGRAPH = /^ {1,4}([A-Z0-9][A-Z0-9-]*)(?: +SECTION)?\s*\.\s*(?:\S.*)?$/i;

function paragraphsIn(code: readonly string[]): readonly Paragraph[] {
  const start = code.findIndex((text) => /\bPROCEDURE +DIVISION\b/i.test(text));
  if (start < 0) return [];
  const heads = code.flatMap((text, index) => {
    const name = index > start ? PARAGRAPH.exec(text)?.[1] : undefined;
    return name === undefined || NO_NAME.test(name) ? [] : [{ name, from: index + 1 }];
  });
  return heads.map((head, at) => ({ ...head, to: lastSaying(code, (heads[at + 1]?.from ?? code.length + 1) - 1) }));
}

const NO_NAME = /^(?:EXIT|GOBACK|CONTINUE|END-\w+|STOP|ELSE|DECLARATIVES)$/i;

/** The last line up to one that says something. */
function lastSaying(code: readonly string[], to: number): number {
  let last = to;
  while (last > 1 && (code[last - 1] ?? "").trim() === "") last--;
  return last;
}

/** The paragraph that a line stands in. */
export const paragraphAt = ({ paragraphs }: ProgramText, line: number): Paragraph | undefined =>
  paragraphs.findLast(({ from, to }) => from <= line && line <= to);

export const paragraphNamed = ({ paragraphs }: ProgramText, name: string): Paragraph | undefined =>
  paragraphs.find((one) => one.name.toUpperCase() === name.toUpperCase());

/** Lines of a program whose code is of that form, from 1. */
export const linesLike = ({ code }: ProgramText, form: RegExp, within?: Paragraph): readonly number[] =>
  code.flatMap((text, index) =>
    form.test(text) && (within === undefined || (within.from <= index + 1 && index + 1 <= within.to))
      ? [index + 1]
      : [],
  );

/** The names of the paragraphs that some lines perform or go to. */
export function performedIn({ code }: ProgramText, from: number, to: number): readonly string[] {
  const names = code
    .slice(from - 1, to)
    .flatMap((text) => [...text.matchAll(/\b(?:PERFORM|GO +TO)\s+([A-Z0-9][\w-]*)/gi)].map(([, name = ""]) => name))
    .filter((name) => !/^(?:UNTIL|VARYING|WITH|TEST)$/i.test(name));
  return [...new Set(names)];
}

/** Those of them that the program has. */
export const paragraphsPerformed = (program: ProgramText, from: number, to: number): readonly Paragraph[] =>
  performedIn(program, from, to).flatMap((name) => paragraphNamed(program, name) ?? []);

/** One line as it is quoted in a row. */
export const lineText = ({ code }: ProgramText, line: number): string =>
  (code[line - 1] ?? "").trim().replace(/\s+/g, " ");

/** A stretch of a program, cut where it is long; the rest is told by its last line. */
export function stretch(program: ProgramText, from: number, to: number, linesMax: number): string {
  const last = Math.min(to, from + linesMax - 1);
  return quotedLines(program.path, program.lines, { from, to: lastSaying(program.code, last) });
}

/** A line that names a key. */
export const TESTS_KEY = "\\bDFH(?:ENTER|PF\\d+|PA\\d|CLEAR)\\b|-AID-(?:ENTER|PFK?\\d+|CLEAR)\\b";

/** The keys that a line names, as `PF7`. */
export const keyNames = (text: string): readonly string[] =>
  [...text.matchAll(/(?:DFH|-AID-)(ENTER|PFK?\d+|PA\d|CLEAR)\b/gi)].map(([, key = ""]) =>
    key.toUpperCase().replace(/^PFK?0*/, "PF"),
  );
