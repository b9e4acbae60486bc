import { inFixedColumns } from "./fixed-column-hunks.ts";
import { ambiguousError, expectedLines, noMatchError } from "./locate/failure.ts";
import { createLineFinder, type LineFinder } from "./locate/line-finder.ts";
import { type Located, locateLines, type Neighbours, NO_NEIGHBOURS } from "./locate/locate-lines.ts";
import { locateText } from "./locate/locate-text.ts";
import { standsInUtf8 } from "./mixed-encoding.ts";
import {
  type EditError,
  type Failure,
  type FileEdit,
  fail,
  type Hunk,
  type InsertHunk,
  type LineEdit,
  loosest,
  type MatchLevel,
  type ResultLine,
} from "./model.ts";
import { endOfLine, type TextDocument } from "./text-form/document.ts";
import { renderDocument } from "./text-form/render.ts";

export interface Applied {
  readonly kind: "applied";
  readonly bytes: Uint8Array;
  readonly added: number;
  readonly removed: number;
  readonly level: MatchLevel;
}

/** A file's bytes after the hunks, or why they do not fit. `path` is only named in errors. */
export function applyHunks(document: TextDocument, edit: FileEdit, path: string): Applied | Failure {
  const hunks = document.columns === undefined ? edit.hunks : inFixedColumns(edit.hunks, document.columns);
  const mixed = standsInUtf8(document, edit.hunks);
  if (mixed !== undefined)
    return fail({
      code: "encoding",
      message: `"${mixed.trim().slice(0, SHOWN_CHARS)}" stands in ${path} in UTF-8, and other bytes of that file are none: it mixes encodings.`,
      path,
      hint: "Give lines in plain ASCII, or have the file converted to one encoding first.",
    });
  const planned = planHunks(document, { ...edit, hunks });
  if (planned.kind === "failed") return fail({ ...planned.error, path });
  const rendered = renderDocument(document, planned.edits);
  switch (rendered.kind) {
    case "unencodable":
      return fail({
        code: "encoding",
        message: `The character "${rendered.character}" (U+${codePointHex(rendered.character)}) cannot be written: ${rendered.reason}.`,
        path,
        hint: "Use a character that the file's encoding has, or convert the file first.",
      });
    case "past-column":
      return fail({
        code: "conflict",
        message: `The edit would push "${rendered.excess}" past column ${rendered.column}: ${rendered.line.trim()}`,
        path,
        hint: `Split the line so that it ends at column ${rendered.column} or before.`,
      });
    case "bytes": {
      const level = planned.edits.reduce<MatchLevel>((loose, next) => loosest(loose, next.level), "exact");
      return { ...rendered, kind: "applied", level: withLineEnds(level, document, edit, planned.edits) };
    }
  }
}

const SHOWN_CHARS = 60;

const codePointHex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

/** An edit written with one kind of line end that changed a file of another kind matched by that layer at least. */
function withLineEnds(
  level: MatchLevel,
  document: TextDocument,
  edit: FileEdit,
  edits: readonly LineEdit[],
): MatchLevel {
  const spansLines = edit.hunks.some((hunk) => hunk.kind === "lines" || expectedLines(hunk).length > 1);
  const differs = edits.some((change) => !["\n", ""].includes(endOfLine(document, Math.max(0, change.start - 1))));
  return spansLines && differs ? loosest(level, "line-endings") : level;
}

type Planned = { readonly kind: "planned"; readonly edits: readonly LineEdit[] } | Failure;

function planHunks(document: TextDocument, edit: FileEdit): Planned {
  if (edit.order === "sequential") return planSequential(document, edit.hunks);
  const finder = createLineFinder(document.lines, edit.hunks.flatMap(expectedLines));
  const planned = planAgainstOriginal(document, edit, finder);
  const isFinal = planned.kind === "planned" || planned.error.code !== "no-match" || edit.order === "ordered";
  if (isFinal || edit.hunks.length === 1) return planned;
  // Blocks may also build on one another: what an earlier one wrote, a later one may search for.
  const sequential = planSequential(document, edit.hunks);
  return sequential.kind === "planned" ? sequential : planned;
}

function planAgainstOriginal(document: TextDocument, edit: FileEdit, finder: LineFinder): Planned {
  const edits: LineEdit[] = [];
  let neighbours = NO_NEIGHBOURS;
  const owners = new Map<LineEdit, number>();
  for (const [index, hunk] of edit.hunks.entries()) {
    const located = locateHunk(hunk, document, finder, edit.order === "ordered" ? neighbours : NO_NEIGHBOURS);
    if (located.kind !== "edits") return hunkError(located, hunk, index, finder);
    for (const change of located.edits) owners.set(change, index);
    for (const change of located.edits) edits.push(change);
    neighbours = nextNeighbours(hunk, located, neighbours);
  }
  const sorted = edits.toSorted((first, second) => first.start - second.start || first.end - second.end);
  for (const [index, change] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous === undefined || !collides(previous, change)) continue;
    const hunks = [owners.get(previous) ?? 0, owners.get(change) ?? 0].map((owner) => owner + 1);
    return fail({
      code: "conflict",
      message: `Hunks ${Math.min(...hunks)} and ${Math.max(...hunks)} change the same lines (${change.start + 1} on).`,
      hunk: Math.max(...hunks),
      hint: "Join them into one hunk, or drop the one that repeats the other.",
    });
  }
  return { kind: "planned", edits: sorted };
}

function collides(first: LineEdit, second: LineEdit): boolean {
  if (second.start < first.end) return true;
  const isSamePoint = first.start === second.start && first.end === first.start && second.end === second.start;
  return isSamePoint && JSON.stringify(first.lines) === JSON.stringify(second.lines);
}

type LocatedHunk =
  | { readonly kind: "edits"; readonly edits: readonly LineEdit[]; readonly start: number }
  | Exclude<Located, { readonly kind: "found" }>;

function locateHunk(hunk: Hunk, document: LinesOnly, finder: LineFinder, neighbours: Neighbours): LocatedHunk {
  if (hunk.kind === "lines") {
    const located = locateLines(hunk, finder, neighbours);
    return located.kind === "found" ? { kind: "edits", edits: [located.edit], start: located.start } : located;
  }
  if (hunk.kind === "insert") return locateInsert(hunk, document);
  const located = locateText(hunk, { finder, hasFinalNewline: document.hasFinalNewline });
  return located.kind === "edits" ? { ...located, start: 0 } : located;
}

type LinesOnly = Pick<TextDocument, "lines" | "hasFinalNewline">;

function locateInsert(hunk: InsertHunk, document: LinesOnly): LocatedHunk {
  const count = document.lines.length;
  if (hunk.afterLine < 0 || hunk.afterLine > count)
    return { kind: "none", reason: `there is no line ${hunk.afterLine}; the file has ${count}` };
  const texts = hunk.text.split("\n");
  if (texts.length > 1 && texts.at(-1) === "") texts.pop();
  const lines = texts.map((text): ResultLine => ({ kind: "text", text }));
  const start = hunk.afterLine;
  const finalNewline = count === 0 ? "add" : "keep";
  return { kind: "edits", edits: [{ start, end: start, lines, finalNewline, level: "exact" }], start };
}

function nextNeighbours(
  hunk: Hunk,
  located: { readonly edits: readonly LineEdit[]; readonly start: number },
  before: Neighbours,
): Neighbours {
  if (hunk.kind !== "lines") return before;
  const after = located.edits.reduce((end, change) => Math.max(end, change.end), before.after);
  const drift = hunk.startLine === undefined ? before.drift : located.start - (hunk.startLine - 1);
  const isInsertion = expectedLines(hunk).length === 0;
  return { after, drift: isInsertion ? before.drift : drift, startLine: hunk.startLine ?? before.startLine };
}

/** Every step reads the whole file again, so that many steps on a large file would take for ever. */
const SEQUENTIAL_BYTES_MAX = 2_000_000_000;

/** Each hunk sees what the ones before it made; lines that survive keep pointing at the file's own. */
function planSequential(document: TextDocument, hunks: readonly Hunk[]): Planned {
  if (hunks.length > 1 && hunks.length * document.bytes.length > SEQUENTIAL_BYTES_MAX)
    return fail({
      code: "too-large",
      message: `${hunks.length} edits, each on the result of the one before, are too many for a file of this size.`,
      hint: "Give fewer edits at a time, or a unified diff.",
    });
  let work: { lines: readonly string[]; hasFinalNewline: boolean } = document;
  let origins = originsOf(document, hunks);
  let level: MatchLevel = "exact";
  let finalNewline: LineEdit["finalNewline"] = "keep";
  for (const [index, hunk] of hunks.entries()) {
    const finder = createLineFinder(work.lines, expectedLines(hunk));
    const located = exceptOwnText(locateHunk(hunk, work, finder, NO_NEIGHBOURS), origins);
    if (located.kind !== "edits") return hunkError(located, hunk, index, finder);
    if (hunks.length === 1) return { kind: "planned", edits: located.edits };
    for (const change of located.edits.toReversed()) {
      if (change.end === work.lines.length && change.finalNewline !== "keep") finalNewline = change.finalNewline;
      level = loosest(level, change.level);
      ({ work, origins } = splice(work, origins, change));
    }
    if (finalNewline !== "keep") work = { ...work, hasFinalNewline: finalNewline === "add" };
  }
  return { kind: "planned", edits: editsOf(origins, work.lines, document.lines.length, { finalNewline, level }) };
}

/** Of a single hunk no other can find what it wrote. */
const originsOf = ({ lines }: TextDocument, hunks: readonly Hunk[]): readonly ResultLine[] =>
  hunks.length === 1 ? [] : lines.map((_, index) => ({ kind: "keep", index }));

/** What an edit of the same call wrote is known to the letter: what is only like it, or goes next to it, was not meant. */
function exceptOwnText(located: LocatedHunk, origins: readonly ResultLine[]): LocatedHunk {
  if (located.kind !== "edits") return located;
  const isLike = ({ level, start, end }: LineEdit): boolean =>
    loosest(level, "unicode") !== "unicode" &&
    origins.slice(Math.max(0, start - 1), end + 1).some(({ kind }) => kind === "text");
  if (!located.edits.some(isLike)) return located;
  return { kind: "none", reason: "it is only like what an edit before it wrote" };
}

function splice(
  work: LinesOnly,
  origins: readonly ResultLine[],
  change: LineEdit,
): { readonly work: LinesOnly; readonly origins: readonly ResultLine[] } {
  const texts = change.lines.map((line) => (line.kind === "keep" ? (work.lines[line.index] ?? "") : line.text));
  const sources = change.lines.map((line): ResultLine => {
    if (line.kind === "keep") return origins[line.index] ?? { kind: "text", text: "" };
    const origin = line.pair === undefined ? undefined : origins[line.pair];
    const pair = origin?.kind === "keep" ? origin.index : origin?.pair;
    return { kind: "text", text: line.text, ...(pair !== undefined && { pair }) };
  });
  return {
    work: { ...work, lines: replaced(work.lines, change, texts) },
    origins: replaced(origins, change, sources),
  };
}

/** Not spliced: a call takes no more arguments than the stack has room for. */
const replaced = <T>(items: readonly T[], { start, end }: LineEdit, by: readonly T[]): T[] =>
  items.slice(0, start).concat(by, items.slice(end));

/** The edits that lead from `lineCount` lines to `texts`, each of which came from the line or the change in `origins`. */
function editsOf(
  origins: readonly ResultLine[],
  texts: readonly string[],
  lineCount: number,
  how: Pick<LineEdit, "finalNewline" | "level">,
): LineEdit[] {
  const edits: LineEdit[] = [];
  let next = 0;
  let lines: ResultLine[] = [];
  const flush = (end: number): void => {
    if (lines.length > 0 || end > next) edits.push({ start: next, end, lines, ...how });
    lines = [];
    next = end + 1;
  };
  for (const [at, origin] of origins.entries()) {
    if (origin.kind === "keep") flush(origin.index);
    else lines.push({ ...origin, text: texts[at] ?? "" });
  }
  flush(lineCount);
  if (how.finalNewline !== "keep" && edits.at(-1)?.end !== lineCount)
    edits.push({ start: lineCount, end: lineCount, lines: [], ...how });
  return edits;
}

function hunkError(
  located: Exclude<LocatedHunk, { readonly kind: "edits" }>,
  hunk: Hunk,
  index: number,
  finder: LineFinder,
): Failure {
  const number = index + 1;
  return fail({ ...describe(located, hunk, finder), hunk: number });
}

function describe(
  located: Exclude<LocatedHunk, { readonly kind: "edits" }>,
  hunk: Hunk,
  finder: LineFinder,
): EditError {
  switch (located.kind) {
    case "ambiguous":
      return ambiguousError(located.starts, located.length, finder);
    case "none":
      return noMatchError(hunk, finder, located.reason);
    case "already-there":
      return {
        code: "conflict",
        message: `The change is already there, at line ${located.line}.`,
        hint: "Nothing needs to be done for this hunk; leave it out.",
      };
    case "too-much":
      return {
        code: "too-large",
        message: `The text stands at ${located.places} places, and what would stand there instead is too much for one file.`,
        hint: "Write less, or give more of the text around the place that is meant.",
      };
    case "exhausted":
      return {
        code: "too-large",
        message: "The file and the patch repeat the same lines too often to be compared.",
        hint: "Give fewer hunks at a time, each with lines that occur once.",
      };
  }
}
