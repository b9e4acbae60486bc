import { lineStartOf } from "../../text/line-start.ts";
import type { LineEdit, TextHunk } from "../model.ts";
import { changedLines, diffLines } from "./changed-lines.ts";
import { NO_TIE_BREAKERS, type TieBreakers } from "./choose.ts";
import type { LineFinder } from "./line-finder.ts";
import { foldPunctuation, hasTypedTabs, indentOf, isBlank, type KeyLevel, withTabs } from "./line-keys.ts";
import { editAt, type Located } from "./locate-lines.ts";
import { asWritten } from "./reindent.ts";
import { type Shape, searchShapes, shapeOf, withoutLineNumbers } from "./shapes.ts";

export interface SearchedText {
  readonly finder: LineFinder;
  readonly hasFinalNewline: boolean;
}

export type LocatedText =
  | { readonly kind: "edits"; readonly edits: readonly LineEdit[] }
  | Exclude<Located, { readonly kind: "found" }>;

/** Finds a text: as a substring first, then line by line at ever looser levels. */
export function locateText(hunk: TextHunk, text: SearchedText): LocatedText {
  const found = searchText(hunk, text);
  // Where nothing changes, it does not matter which place is meant.
  if (found.kind === "ambiguous" && hunk.search === hunk.replace) return { kind: "edits", edits: [] };
  if (found.kind !== "none") return found;
  const there = replacementIsThere(hunk, text.finder);
  return there === undefined ? found : { kind: "already-there", line: there };
}

function searchText(written: TextHunk, text: SearchedText): LocatedText {
  const { view } = written;
  const hunk = view === undefined ? written : { ...written, search: written.search.split("\n").map(view).join("\n") };
  // Numbers and identifications stand on whole lines; which lines stay is told by comparing them with those.
  if (!hunk.wholeLines && hunk.search === written.search) {
    const exact = locateSubstring(hunk, text, "exact");
    if (exact.kind !== "none" || !text.finder.comparesLoosely) return exact;
  }
  const byLines = locateByLines(written, text.finder);
  if (byLines.kind !== "none" || hunk.wholeLines || !text.finder.comparesLoosely) return byLines;
  const folded = locateSubstring(hunk, text, "unicode");
  if (folded.kind !== "none") return folded;
  const unescaped = unescapeText(hunk.search);
  if (unescaped === hunk.search) return { kind: "none" };
  const again = locateSubstring({ ...hunk, search: unescaped, replace: unescapeText(hunk.replace) }, text, "exact");
  if (again.kind !== "edits") return again;
  return { kind: "edits", edits: again.edits.map((edit) => ({ ...edit, level: "trim" })) };
}

const TELLING_CHARACTERS_MIN = 12;

/** The line on which the new text stands already, when it is long enough to be no accident and stands there alone. */
function replacementIsThere(hunk: TextHunk, finder: LineFinder): number | undefined {
  const lines = linesOf(hunk.replace);
  if (hunk.replace.replace(/\s+/g, "").length < TELLING_CHARACTERS_MIN) return undefined;
  const starts = finder.find(lines, "trailing-space");
  return starts !== "exhausted" && starts.length === 1 ? (starts[0] ?? 0) + 1 : undefined;
}

function locateSubstring(hunk: TextHunk, text: SearchedText, level: "exact" | "unicode"): LocatedText {
  const { lines } = text.finder;
  const whole = lines.join("\n") + (text.hasFinalNewline ? "\n" : "");
  const haystack = level === "exact" ? whole : foldPunctuation(whole);
  const needle = level === "exact" ? hunk.search : foldPunctuation(hunk.search);
  const first = haystack.indexOf(needle);
  if (first === -1) return { kind: "none" };
  const change = { whole, replacement: hunk.replace, level };
  if (hunk.replaceAll) return replaceAtEach(change, regionsOf(haystack, needle));
  // Also the last line of the file is a whole one, where it has no end.
  const second = (text.hasFinalNewline ? haystack : `${haystack}\n`).indexOf(needle, first + 1);
  if (second === -1) {
    const region = { from: first, to: first + needle.length };
    const line = countLines(whole, 0, first);
    const emptied = hunk.replace === "" && !isBlank(needle) ? emptiedLines(whole, region) : undefined;
    if (emptied !== undefined)
      return { kind: "edits", edits: [regionEdit({ ...change, level: "indentation" }, [emptied], line)] };
    const edit = wholeLinesEdit(change, region, line) ?? regionEdit(shiftedOnce(change, hunk, first), [region], line);
    return { kind: "edits", edits: [edit] };
  }
  const starts: number[] = [];
  let line = 0;
  let from = 0;
  for (let at = first; at !== -1 && starts.length < STARTS_MAX; at = haystack.indexOf(needle, at + 1)) {
    line += countLines(whole, from, at);
    from = at;
    starts.push(line);
  }
  return { kind: "ambiguous", starts, length: countLines(needle, 0, needle.length) + 1 };
}

const STARTS_MAX = 1000;

interface Region {
  readonly from: number;
  readonly to: number;
}

interface RegionChange {
  readonly whole: string;
  readonly replacement: string;
  readonly level: LineEdit["level"];
}

/**
 * What goes with a text that is taken out: of lines of which only blanks would be left, those blanks. Left at their place they would stand
 * in front of the next line, whose columns they would move, or alone on a line.
 */
function emptiedLines(whole: string, { from, to }: Region): Region | undefined {
  const start = lineStartOf(whole, from);
  const lineBreak = whole.indexOf("\n", to);
  const end = whole[to - 1] === "\n" ? to : lineBreak === -1 ? whole.length : lineBreak;
  const left = whole.slice(start, from) + whole.slice(to, end);
  return left === "" || !isBlank(left) ? undefined : { from: start, to: end };
}

/**
 * A search text without the indentation that its place has, and a replacement with it: the blanks of the file and those
 * of the replacement are the same ones. Where only the indentation differs, it is what shall change.
 */
function shiftedOnce(change: RegionChange, hunk: TextHunk, at: number): RegionChange {
  const { whole, replacement } = change;
  const before = whole.slice(lineStartOf(whole, at), at);
  if (before === "" || !isBlank(before) || isBlank(hunk.search) || indentOf(hunk.search) !== "") return change;
  const isMeant = replacement.trim() === hunk.search.trim() || indentOf(replacement) !== before;
  const lines = replacement.split("\n");
  if (isMeant || !lines.every((line) => isBlank(line) || line.startsWith(before))) return change;
  return { ...change, replacement: replacement.slice(before.length), level: "indentation" };
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** One edit for each group of occurrences that share a line. */
function replaceAtEach(change: RegionChange, regions: readonly Region[]): LocatedText {
  if (isTooMuch(regions.length, change.replacement.length)) return { kind: "too-much", places: regions.length };
  return { kind: "edits", edits: replaceEach(change, regions) };
}

function replaceEach(change: RegionChange, regions: readonly Region[]): LineEdit[] {
  const { whole } = change;
  const edits: LineEdit[] = [];
  let group: Region[] = [];
  let line = 0;
  let counted = 0;
  const flush = (): void => {
    const head = group[0];
    if (head === undefined) return;
    line += countLines(whole, counted, head.from);
    counted = head.from;
    edits.push(regionEdit(change, group, line));
    group = [];
  };
  for (const region of regions) {
    const last = group.at(-1);
    const lineBreak = last === undefined ? -1 : whole.indexOf("\n", last.to);
    if (last !== undefined && lineBreak !== -1 && lineBreak < region.from) flush();
    group.push(region);
  }
  flush();
  return edits;
}

function regionsOf(haystack: string, needle: string): readonly Region[] {
  const regions: Region[] = [];
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length))
    regions.push({ from: at, to: at + needle.length });
  return regions;
}

/** Far more than anybody writes into one file; what is made of it is held several times. */
const MADE_CHARS_MAX = 8_000_000;
const isTooMuch = (places: number, chars: number): boolean => places * chars > MADE_CHARS_MAX;

/** Whole lines for whole lines: the next one is none of them, were it like one. */
function wholeLinesEdit(change: RegionChange, { from, to }: Region, line: number): LineEdit | undefined {
  const { whole, replacement, level } = change;
  const isWhole = (text: string): boolean => text === "" || text.endsWith("\n");
  if (![whole.slice(0, from), whole.slice(from, to), replacement].every(isWhole)) return undefined;
  return changedLines(linesOf(whole.slice(from, to)), linesOf(replacement), line, { finalNewline: "keep", level });
}

/** Turns replaced regions, which begin on line `line` and share their lines, into an edit of whole lines. */
function regionEdit(change: RegionChange, regions: readonly Region[], line: number): LineEdit {
  const { whole, replacement, level } = change;
  const from = regions[0]?.from ?? 0;
  const to = regions.at(-1)?.to ?? from;
  const lineStart = lineStartOf(whole, from);
  const lineBreak = whole.indexOf("\n", to);
  const lineStop = lineBreak === -1 ? whole.length : lineBreak;
  let result = whole.slice(lineStart, from);
  for (const [index, region] of regions.entries())
    result += replacement + whole.slice(region.to, regions[index + 1]?.from ?? lineStop);
  const old = whole.slice(lineStart, lineStop).split("\n");
  const lines = result.split("\n");
  if (lineBreak !== -1) return changedLines(old, lines, line, { finalNewline: "keep", level });
  // The region reaches the end of the text, so what follows its last line break decides about the final newline.
  if (old.at(-1) === "") old.pop();
  const endsWithNewline = lines.at(-1) === "";
  if (endsWithNewline) lines.pop();
  return changedLines(old, lines, line, { finalNewline: endsWithNewline ? "add" : "remove", level });
}

function locateByLines(hunk: TextHunk, finder: LineFinder): LocatedText {
  const { view } = hunk;
  const shapes = view === undefined ? shapesOf(hunk) : shapesOf(hunk).map((shape) => viewedShape(shape, view));
  // Copied line numbers say where the text was read, as a start line does.
  const line = hunk.startLine ?? withoutLineNumbers(linesOf(hunk.search))?.first;
  const ties: TieBreakers =
    line === undefined ? NO_TIE_BREAKERS : { ...NO_TIE_BREAKERS, expected: line - 1, isExpectedTrusted: true };
  if (shapes.length === 0) return { kind: "none" };
  if (hunk.replaceAll) return replaceEachRun(shapes, finder);
  const found = searchShapes(shapes, finder, ties);
  if (found.kind !== "found") return found;
  const edit = editAt(found.place, "keep");
  return { kind: "edits", edits: edit === undefined ? [] : [edit] };
}

function shapesOf(hunk: TextHunk): readonly Shape[] {
  const search = linesOf(hunk.search);
  if (search.length === 0) return [];
  // A line break that ends the search ends the replacement too; otherwise the replacement's own last line counts.
  const replace = hunk.search.endsWith("\n") || hunk.replace === "" ? linesOf(hunk.replace) : hunk.replace.split("\n");
  const lines = diffLines(search, replace);
  const shapes = [shapeOf(lines)];
  const [searchCore, replaceCore] = withoutSharedBlanks(search, replace);
  if (searchCore.length > 0 && searchCore.length < search.length)
    shapes.push(shapeOf(diffLines(searchCore, replaceCore)));
  const numbered = withoutLineNumbers(search);
  if (numbered !== undefined)
    shapes.push(shapeOf(diffLines(numbered.lines, withoutLineNumbers(replace)?.lines ?? replace), "trim"));
  if (search.some(hasTypedTabs)) shapes.push(shapeOf(diffLines(search.map(withTabs), replace.map(withTabs)), "trim"));
  return shapes;
}

const viewedShape = ({ lines, floor }: Shape, view: (line: string) => string): Shape =>
  shapeOf(
    lines.map((line) => (line.kind === "insert" ? line : { ...line, text: view(line.text) })),
    floor,
  );

/**
 * Blank lines around the search text, and as many around the replacement, say nothing about the place. Where the
 * replacement is nothing but blanks, it must be those of both ends: one left of two may be either.
 */
function withoutSharedBlanks(search: readonly string[], replace: readonly string[]): readonly [string[], string[]] {
  const lead = (lines: readonly string[]): number => lines.findIndex((line) => !isBlank(line));
  const tail = (lines: readonly string[]): number => lines.length - 1 - lines.findLastIndex((line) => !isBlank(line));
  const isShared = (side: typeof lead): boolean =>
    replace.every(isBlank) ? lead(search) + tail(search) === replace.length : side(search) === side(replace);
  const top = isShared(lead) ? Math.max(0, lead(search)) : 0;
  const bottom = isShared(tail) ? tail(search) : 0;
  return [search.slice(top, search.length - bottom), replace.slice(top, replace.length - bottom)];
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const REPLACE_ALL_LEVELS: readonly KeyLevel[] = ["exact", "trailing-space", "unicode"];

function replaceEachRun(shapes: readonly Shape[], finder: LineFinder): LocatedText {
  for (const shape of shapes)
    for (const level of REPLACE_ALL_LEVELS) {
      const starts = finder.find(shape.old, level);
      if (starts === "exhausted") return { kind: "exhausted" };
      const chars = shape.lines.reduce((sum, { kind, text }) => sum + (kind === "insert" ? text.length + 1 : 0), 0);
      if (isTooMuch(starts.length, chars)) return { kind: "too-much", places: starts.length };
      const edits = editsAtEach(starts, shape, level);
      if (edits.length > 0) return { kind: "edits", edits };
    }
  return { kind: "none" };
}

/** Edits at the starts that do not lie within the place before. */
function editsAtEach(starts: readonly number[], shape: Shape, level: KeyLevel): LineEdit[] {
  const edits: LineEdit[] = [];
  let free = 0;
  for (const start of starts) {
    if (start < free) continue;
    free = start + shape.old.length;
    const edit = editAt({ start, shape, level, reindent: asWritten }, "keep");
    if (edit !== undefined) edits.push(edit);
  }
  return edits;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "'": "'",
  "`": "`",
  "\\": "\\",
};

/** Text whose escapes were typed out, as a model does that quotes once too often. */
const unescapeText = (text: string): string =>
  text.replace(/\\([ntr"'`\\])/g, (whole, character: string) => ESCAPES[character] ?? whole);
