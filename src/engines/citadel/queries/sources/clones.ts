import type { Estate } from "../../graph/estate.ts";
import type { GraphNode } from "../../model.ts";
import { codeLines } from "./code-lines.ts";

/** Lines of code that are alike in several places; comments, blanks, layout, case, numbers and literals do not count. */
export interface Clone {
  readonly lines: number;
  readonly places: readonly ClonePlace[];
}

/** `start` and `end` are lines of the file, from 1, the last one included. */
export interface ClonePlace {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Fewer lines that are alike say little. */
export const CLONE_LINES_MIN = 10;
/** What stands in more places than this is a habit of the language, or of a generator. */
const PLACES_MAX = 200;
const CLONES_MAX = 1000;
const LINES_MAX = 2_000_000;
/** Declarations that are generated, or alike by their nature. */
const LEFT_OUT: ReadonlySet<string> = new Set(["bms", "copybook", "csd", "dclgen", "ims", "scheduler", "zos-connect"]);

interface Line {
  readonly file: string;
  readonly line: number;
  /** A number for each different text; the end of a file is like nothing else. */
  readonly text: number;
}

/** Code that was copied, the most lines that could be spared first. @param files  their texts are asked of `textOf` */
export function findClones(
  estate: Estate,
  files: Iterable<string>,
  textOf: (path: string) => string | undefined,
): { readonly clones: readonly Clone[]; readonly isCut: boolean } {
  const lines: Line[] = [];
  const texts = new Map<string, number>();
  for (const file of files) {
    const language = estate.facts.get(file)?.language ?? "";
    if (LEFT_OUT.has(language) || lines.length >= LINES_MAX) continue;
    for (const { text, line } of codeLines(textOf(file) ?? "", language)) {
      const key = shapeOf(text);
      const known = texts.get(key) ?? texts.size;
      texts.set(key, known);
      lines.push({ file, line, text: known });
    }
    lines.push({ file, line: 0, text: -lines.length - 1 });
  }
  const clones = new Finder(lines).find();
  clones.sort((left, right) => spared(right) - spared(left) || right.lines - left.lines);
  return { clones: clones.slice(0, CLONES_MAX), isCut: lines.length >= LINES_MAX || clones.length > CLONES_MAX };
}

const spared = ({ lines, places }: Clone): number => lines * (places.length - 1);

const shapeOf = (text: string): string =>
  text
    .replace(/"[^"]*"|'[^']*'/g, "''")
    .replace(/\b\d+\b/g, "0")
    .replace(/\s+/g, " ")
    .trim()
    .toUpperCase();

class Finder {
  private readonly lines: readonly Line[];
  /** The rows at which each window of lines begins. */
  private readonly windows = new Map<string, number[]>();
  private readonly keys: string[];

  constructor(lines: readonly Line[]) {
    this.lines = lines;
    this.keys = lines.map((_, row) => this.keyAt(row));
    for (const [row, key] of this.keys.entries()) {
      if (key === "") continue;
      const rows = this.windows.get(key);
      if (rows) rows.push(row);
      else this.windows.set(key, [row]);
    }
  }

  find(): Clone[] {
    const found = new Map<string, Clone>();
    for (const rows of this.windows.values()) {
      const [first = 0] = rows;
      if (rows.length < 2 || rows.length > PLACES_MAX) continue;
      // A window that only goes on what began before, at the same places, belongs to that.
      if (this.windows.get(this.keys[first - 1] ?? "")?.length === rows.length) continue;
      const clone = this.extended(rows);
      if (clone) found.set(clone.places.map(({ file, start, end }) => `${file}:${start}-${end}`).join(), clone);
    }
    return withoutParts([...found.values()]);
  }

  private keyAt(row: number): string {
    const window = this.lines.slice(row, row + CLONE_LINES_MIN);
    if (window.length < CLONE_LINES_MIN || window.some(({ text }) => text < 0)) return "";
    return window.map(({ text }) => text).join();
  }

  /** As long as all places go on alike, both ways; places that overlap are one. */
  private extended(rows: readonly number[]): Clone | undefined {
    let [before, after] = [0, CLONE_LINES_MIN];
    while (this.areAlike(rows, -before - 1)) before += 1;
    while (this.areAlike(rows, after)) after += 1;
    const apart: number[] = [];
    for (const row of rows) if (apart.length === 0 || row - (apart.at(-1) ?? 0) >= before + after) apart.push(row);
    if (apart.length < 2) return undefined;
    const places = apart.map((row): ClonePlace => {
      const [start, end] = [this.lines[row - before], this.lines[row + after - 1]];
      return { file: start?.file ?? "", start: start?.line ?? 1, end: end?.line ?? 1 };
    });
    return { lines: before + after, places };
  }

  private areAlike(rows: readonly number[], offset: number): boolean {
    const text = this.lines[(rows[0] ?? 0) + offset]?.text;
    return text !== undefined && text >= 0 && rows.every((row) => this.lines[row + offset]?.text === text);
  }
}

/** A clone of which all places lie in the places of one longer clone says nothing more. */
function withoutParts(clones: readonly Clone[]): Clone[] {
  const longest = [...clones].sort(
    (left, right) => right.lines - left.lines || right.places.length - left.places.length,
  );
  const byFile = new Map<string, { readonly clone: Clone; readonly place: ClonePlace }[]>();
  return longest.filter((clone) => {
    const [first] = clone.places;
    const around = (byFile.get(first?.file ?? "") ?? []).filter(({ place }) => first && holds(place, first));
    const isPart = around.some(({ clone: other }) =>
      clone.places.every((place) => other.places.some((whole) => holds(whole, place))),
    );
    if (isPart) return false;
    for (const place of clone.places) {
      const list = byFile.get(place.file) ?? [];
      list.push({ clone, place });
      byFile.set(place.file, list);
    }
    return true;
  });
}

const holds = (whole: ClonePlace, part: ClonePlace): boolean =>
  whole.file === part.file && whole.start <= part.start && whole.end >= part.end;

/** The innermost unit of the file in which a line lies. */
export function unitAt(estate: Estate, file: string, line: number): GraphNode | undefined {
  const around = estate
    .inFile(file)
    .filter(({ kind, start, end }) => kind !== "data-item" && start <= line && end >= line);
  return around.sort((left, right) => left.end - left.start - (right.end - right.start))[0];
}
