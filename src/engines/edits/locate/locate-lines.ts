import type { HunkLine, LineEdit, LinesHunk, MatchLevel, ResultLine } from "../model.ts";
import { anchorLines, type TieBreakers } from "./choose.ts";
import type { LineFinder } from "./line-finder.ts";
import { hasTypedTabs, isBlank, withTabs } from "./line-keys.ts";
import { outerContextPlace } from "./outer-context.ts";
import { type Place, type Shape, searchShapes, shapeOf, withoutLineNumbers, withoutOuterBlanks } from "./shapes.ts";

/** What was found for one hunk. `start` is the 0-based line at which its old side begins. */
export type Located =
  | { readonly kind: "found"; readonly edit: LineEdit; readonly start: number }
  | { readonly kind: "ambiguous"; readonly starts: readonly number[]; readonly length: number }
  | { readonly kind: "none"; readonly reason?: string }
  | { readonly kind: "already-there"; readonly line: number }
  /** Each of the places is found, and all of them together would become too much text. */
  | { readonly kind: "too-much"; readonly places: number }
  | { readonly kind: "exhausted" };

export interface Neighbours {
  /** Where the changes of the hunk before this one end. */
  readonly after: number;
  /** How far the hunks before this one stood from where they said. */
  readonly drift: number;
  /** Where the last of them said that it stood. */
  readonly startLine: number;
}

export const NO_NEIGHBOURS: Neighbours = { after: 0, drift: 0, startLine: 0 };

/** Finds the lines of a hunk of a unified diff or a patch envelope. */
export function locateLines(hunk: LinesHunk, finder: LineFinder, neighbours: Neighbours): Located {
  const anchors = anchorsOf(hunk, finder);
  if (anchors.kind === "missing")
    return { kind: "none", reason: `the anchor "${anchors.anchor}" is nowhere in the file` };
  if (hunk.lines.every((line) => line.kind === "insert"))
    return placeInsertion(hunk, finder, anchors.lines, neighbours);
  const shapes = shapesOf(hunk);
  const ties: TieBreakers = {
    expected: hunk.startLine === undefined ? undefined : hunk.startLine - 1 + neighbours.drift,
    isExpectedTrusted: hunk.counts === "right",
    // Numbers that do not ascend say that the hunks are in no order.
    after: (hunk.startLine ?? Number.POSITIVE_INFINITY) > neighbours.startLine ? neighbours.after : 0,
    anchors: anchors.lines,
    anchorsAreHints: hunk.anchorsAreHints === true,
    atEnd: hunk.atEnd,
  };
  const found = searchShapes(shapes, finder, ties);
  if (found.kind === "ambiguous" || found.kind === "exhausted") return found;
  if (found.kind === "found") return settle(found.place, hunk, finder);
  const applied = newSideIsThere(hunk, finder);
  if (applied !== undefined) return { kind: "already-there", line: applied };
  // Context is disbelieved only where the rest of what is said may be believed.
  if (hunk.counts === "wrong" || (anchors.lines !== undefined && hunk.anchorsAreHints !== true))
    return { kind: "none" };
  const outer = outerContextPlace(shapes, finder);
  if (outer.kind !== "found") return outer;
  return settle(outer.place, hunk, finder);
}

function anchorsOf(
  hunk: LinesHunk,
  finder: LineFinder,
):
  | { readonly kind: "found"; readonly lines: readonly number[] | undefined }
  | { readonly kind: "missing"; readonly anchor: string } {
  if (hunk.anchors.length === 0) return { kind: "found", lines: undefined };
  const found = anchorLines(hunk.anchors, finder);
  if (found.kind === "missing" && hunk.anchorsAreHints === true) return { kind: "found", lines: undefined };
  return found;
}

function shapesOf(hunk: LinesHunk): readonly Shape[] {
  const shapes = [shapeOf(hunk.lines)];
  const bare = withBareContext(hunk.lines);
  if (bare !== undefined) shapes.push(shapeOf(bare));
  for (const lines of bare === undefined ? [hunk.lines] : [hunk.lines, bare]) {
    const rest = withoutOuterBlanks(lines);
    if (rest !== undefined) shapes.push(shapeOf(rest));
  }
  const numbers = withoutLineNumbers(hunk.lines.filter((line) => line.kind !== "insert").map((line) => line.text));
  if (numbers !== undefined) {
    let at = 0;
    const lines = hunk.lines.map((line) =>
      line.kind === "insert" ? line : { ...line, text: numbers.lines[at++] ?? "" },
    );
    shapes.push(shapeOf(lines, "trim"));
  }
  if (hunk.lines.some((line) => hasTypedTabs(line.text)))
    shapes.push(
      shapeOf(
        hunk.lines.map((line) => ({ ...line, text: withTabs(line.text) })),
        "trim",
      ),
    );
  return shapes;
}

/** Context as it reads when its leading blank was left out: the blank that was taken for a prefix belongs to the line. */
function withBareContext(lines: readonly HunkLine[]): readonly HunkLine[] | undefined {
  const isAffected = (line: HunkLine): boolean => line.kind === "context" && line.bare !== true && !isBlank(line.text);
  if (!lines.some(isAffected)) return undefined;
  return lines.map((line) => (isAffected(line) ? { ...line, text: ` ${line.text}` } : line));
}

function settle(place: Place, hunk: LinesHunk, finder: LineFinder): Located {
  const edit = editAt(place, hunk.finalNewline);
  if (edit === undefined) return { kind: "none", reason: "the hunk changes nothing" };
  const isOnlyInsertion = place.shape.lines.every((line) => line.kind !== "delete");
  if (isOnlyInsertion && edgeInsertionIsThere(place, finder)) return { kind: "already-there", line: edit.start + 1 };
  // Context that was dropped to find the place is a part of the hunk still.
  const lead = hunk.lines.findIndex((line) => line.kind !== "context");
  return { kind: "found", edit, start: edit.start - lead };
}

/** The change alone, without the context around it, as an edit of the file's lines. */
export function editAt(place: Place, finalNewline: LineEdit["finalNewline"]): LineEdit | undefined {
  const { lines } = place.shape;
  const first = lines.findIndex((line) => line.kind !== "context");
  const last = lines.findLastIndex((line) => line.kind !== "context");
  if (first === -1) return undefined;
  const start = place.start + first;
  const result: ResultLine[] = [];
  let at = start;
  // Within a run of changes the order of deleted and added lines means nothing, so that they pair in turn.
  let run: HunkLine[] = [];
  const flush = (): void => {
    let unpaired = at;
    at += run.filter((line) => line.kind === "delete").length;
    for (const line of run) {
      if (line.kind !== "insert") continue;
      const pair = unpaired < at ? unpaired++ : undefined;
      result.push({ kind: "text", text: place.reindent(line.text, pair), ...(pair !== undefined && { pair }) });
    }
    run = [];
  };
  for (const line of lines.slice(first, last + 1)) {
    if (line.kind !== "context") {
      run.push(line);
      continue;
    }
    flush();
    result.push({ kind: "keep", index: at++ });
  }
  flush();
  return { start, end: at, lines: result, finalNewline, level: place.level };
}

/** An insertion at the edge of its hunk fits again after it was made; its own lines next to it tell that it was. */
function edgeInsertionIsThere(place: Place, finder: LineFinder): boolean {
  const { lines } = place.shape;
  const changed = lines.filter((line) => line.kind === "insert").map((line) => place.reindent(line.text));
  if (!changed.some((line) => /\w/.test(line))) return false;
  const isTail = lines.slice(-changed.length).every((line) => line.kind === "insert");
  const isHead = lines.slice(0, changed.length).every((line) => line.kind === "insert");
  if (isTail === isHead) return false;
  const at = isTail ? place.start + place.shape.old.length : place.start - changed.length;
  return finder.standsAt(changed, at, "trailing-space");
}

/** Where the hunk's new side stands, when it stands in exactly one place. */
function newSideIsThere(hunk: LinesHunk, finder: LineFinder): number | undefined {
  const added = hunk.lines.filter((line) => line.kind !== "delete").map((line) => line.text);
  if (!hunk.lines.some((line) => line.kind === "insert" && /\w/.test(line.text))) return undefined;
  const places = finder.find(added, "trailing-space");
  return places !== "exhausted" && places.length === 1 ? (places[0] ?? 0) + 1 : undefined;
}

/** A hunk of added lines alone: below its anchor, at its line number, or, where the form means that, at the end. */
function placeInsertion(
  hunk: LinesHunk,
  finder: LineFinder,
  anchors: readonly number[] | undefined,
  neighbours: Neighbours,
): Located {
  const lineCount = finder.lines.length;
  const insertAt = (start: number, level: MatchLevel = "exact"): Located => {
    const lines = hunk.lines.map((line): ResultLine => ({ kind: "text", text: line.text }));
    const finalNewline = lineCount === 0 && hunk.finalNewline === "keep" ? "add" : hunk.finalNewline;
    return { kind: "found", edit: { start, end: start, lines, finalNewline, level }, start };
  };
  if (lineCount === 0) return insertAt(0);
  if (anchors !== undefined) {
    const following = anchors.filter((line) => line >= neighbours.after);
    const best = following.length > 0 ? following : anchors;
    return best.length === 1 ? insertAt((best[0] ?? 0) + 1) : { kind: "ambiguous", starts: best, length: 1 };
  }
  if (hunk.atEnd) return insertAt(lineCount);
  if (hunk.startLine === undefined)
    return { kind: "none", reason: "the hunk has neither context nor a line number, so it fits anywhere" };
  if (hunk.startLine === 0) return { kind: "none", reason: "the hunk is for an empty file, and this one is not" };
  const start = hunk.startLine + neighbours.drift;
  if (start > lineCount) return { kind: "none", reason: `the file has only ${lineCount} lines` };
  return insertAt(start);
}
