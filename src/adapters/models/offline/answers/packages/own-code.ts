import { stemOf } from "../../../../../engines/bm25/stem.ts";
import { remarkLines } from "../../../../../engines/passages/code-lines.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import { isEstate } from "../answer.ts";
import { isApart } from "../code-files.ts";
import { type SourceFile, sourceFiles } from "../facts/source-files.ts";
import { fullName, type Unit, unitAt, unitsOf } from "../facts/units.ts";
import { quotedLines } from "./quoted-lines.ts";

/** A file of a package with what it declares, and which of its lines are only said. */
export interface OwnCode extends SourceFile {
  readonly units: readonly Unit[];
  readonly isSaid: (at: number) => boolean;
}

/** A line of a file by its place among the lines. */
export interface Spot {
  readonly file: OwnCode;
  readonly at: number;
}

const IN_LANGUAGE = /\.(?:[cm]?[jt]sx?|pyi?)$/;
const GENERATED = /\.gen(?:erated)?\.|(?:^|\/)generated\//i;
const known = new WeakMap<readonly CitedLine[], OwnCode>();

/** Whether a file is written in a language that is read here. */
export const isReadHere = (path: string): boolean => IN_LANGUAGE.test(path);

export const isOfPackage = (path: string): boolean => isReadHere(path) && !GENERATED.test(path);

/** Whether all code here is written in a language that is read: what is said to be nowhere could stand in another. */
export function isPackage(folder: Folder): boolean {
  const own = folder.paths.filter((path) => isOfCode(path) && !isAside(path));
  return !isEstate(folder) && own.some(isOfPackage) && own.every(isReadHere);
}

/** The code of TypeScript, JavaScript and Python that users of a package run: nothing generated, no tests, examples and scripts. */
export function* ownCode(folder: Folder): Looking<readonly OwnCode[]> {
  const files = yield* sourceFiles(folder);
  return files.filter(({ path }) => isOfPackage(path) && !isApart(path)).map(readCode);
}

/** A question is pursued round by round: what the same lines declare is found once. */
export function readCode(file: SourceFile): OwnCode {
  const found = known.get(file.lines) ?? codeOf(file);
  known.set(file.lines, found);
  return found;
}

function codeOf({ path, lines }: SourceFile): OwnCode {
  const texts = lines.map(({ text }) => text);
  const remarks = remarkLines(path, texts);
  // A line of Python that begins with a star is no comment.
  const isRemark = /\.pyi?$/.test(path)
    ? (text: string) => /^\s*(?:#|[rbu]?"""|''')/.test(text)
    : (text: string) => isComment(path, text);
  const isSaid = (at: number): boolean => remarks.has(at) || isRemark(texts[at] ?? "");
  return { path, lines, units: unitsOf(lines), isSaid };
}

/** The lines of code that a form finds. */
export function spotsOf(files: readonly OwnCode[], form: RegExp): readonly Spot[] {
  return files.flatMap((file) =>
    file.lines.flatMap(({ text }, at) => (form.test(text) && !file.isSaid(at) ? [{ file, at }] : [])),
  );
}

export const lineAt = ({ file, at }: Spot): CitedLine => file.lines[at] ?? { path: file.path, line: at + 1, text: "" };

/** The function or class that a line stands in, as `Class.method`; empty where none is. */
export function holderOf({ file, at }: Spot): string {
  const unit = unitAt(file.units, at);
  return unit ? fullName(unit) : "";
}

/** A function of so many lines is shown whole. */
const WHOLE_LINES_MAX = 16;

/** Lines by the functions that they stand in: a short one whole, of a longer one its head and so many lines around each. */
export function quotedByFunction(spots: readonly Spot[], around = 1): readonly string[] {
  const groups = new Map<string, Spot[]>();
  for (const spot of spots) {
    const key = `${spot.file.path} ${unitAt(spot.file.units, spot.at)?.at ?? "-"}`;
    groups.set(key, [...(groups.get(key) ?? []), spot]);
  }
  return [...groups.values()].map((group) => quotedIn(group, around));
}

function quotedIn(group: readonly Spot[], around: number): string {
  const [first] = group;
  if (!first) return "";
  const { lines, units } = first.file;
  const unit = unitAt(units, first.at);
  const isOwn = (at: number): boolean => unit === undefined || (at >= unit.at && at <= unit.end);
  const isShort = unit?.kind === "function" && unit.end - unit.at < WHOLE_LINES_MAX;
  const wanted = new Set(
    isShort
      ? lines.keys().filter((at) => isOwn(at))
      : [
          ...(unit?.kind === "function" ? [unit.at] : []),
          ...group.flatMap(({ at }) => Array.from({ length: 2 * around + 1 }, (_, index) => at - around + index)),
        ].filter((at) => at >= 0 && isOwn(at)),
  );
  const shown = lines.filter((_, at) => wanted.has(at) && !(isShort && first.file.isSaid(at)));
  return quotedLines(shown, holderOf(first));
}

/** What a function declares and does: its head and its own lines, without what is said of it. */
export const linesOfUnit = ({ lines, isSaid }: OwnCode, { at, end }: Unit): readonly CitedLine[] =>
  lines.slice(at, end + 1).filter((_, index) => !isSaid(at + index));

/** Whether a question says nothing but words of a list: then it asks for all of it. */
export const saysOnly = (said: string, words: RegExp): boolean =>
  (said.match(/[a-z]+/g) ?? []).every((word) => words.test(word));

/** Whether a name is made of a word, in whatever form: "handlers" is in `#notificationHandler`. */
export const namesWord = (name: string, word: string): boolean =>
  wordParts(name).some((part) => part === word || stemOf(part) === stemOf(word));
