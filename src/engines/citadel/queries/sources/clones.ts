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

/** Lines of code one after the other, in columns: an estate has millions. */
interface Lines {
  readonly files: string[];
  /** The place among the files, and the line there. */
  readonly fileAt: number[];
  readonly lineAt: number[];
  /** A number for each different text, below zero for the end of a file, which is like nothing else. */
  readonly texts: number[];
}

/** Code that was copied, the most lines that could be spared first. @param files  their texts are asked of `textOf` */
export function findClones(
  estate: Estate,
  files: Iterable<string>,
  textOf: (path: string) => string | undefined,
): { readonly clones: readonly Clone[]; readonly isCut: boolean } {
  const lines: Lines = { files: [], fileAt: [], lineAt: [], texts: [] };
  const known = new Map<string, number>();
  for (const file of files) {
    const language = estate.facts.get(file)?.language ?? "";
    if (LEFT_OUT.has(language) || lines.texts.length >= LINES_MAX) continue;
    const place = lines.files.push(file) - 1;
    for (const { text, line } of codeLines(textOf(file) ?? "", language)) {
      const key = shapeOf(text);
      const number = known.get(key) ?? known.size;
      known.set(key, number);
      addLine(lines, place, line, number);
    }
    addLine(lines, place, 0, FILE_END);
  }
  known.clear();
  const clones = new Finder(lines).find();
  clones.sort((left, right) => spared(right) - spared(left) || right.lines - left.lines);
  return { clones: clones.slice(0, CLONES_MAX), isCut: lines.texts.length >= LINES_MAX || clones.length > CLONES_MAX };
}

const FILE_END = -1;

function addLine({ fileAt, lineAt, texts }: Lines, place: number, line: number, text: number): void {
  fileAt.push(place);
  lineAt.push(line);
  texts.push(text);
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
  private readonly lines: Lines;
  /** The number of the window of lines that begins at each row; windows that are alike have the same. */
  private readonly windows: Int32Array;

  constructor(lines: Lines) {
    this.lines = lines;
    let names: Int32Array = Int32Array.from(lines.texts);
    let length = 1;
    for (; length * 2 <= CLONE_LINES_MIN; length *= 2) names = pairNames(names, length);
    // Two windows that overlap say what stands in both together.
    this.windows = length === CLONE_LINES_MIN ? names : pairNames(names, CLONE_LINES_MIN - length);
  }

  find(): Clone[] {
    const found = new Map<string, Clone>();
    const { rows, starts } = rowsByName(this.windows);
    const countOf = (name: number): number => (starts[name + 1] ?? 0) - (starts[name] ?? 0);
    for (let name = 0; name + 1 < starts.length; name += 1) {
      const count = countOf(name);
      if (count < 2 || count > PLACES_MAX) continue;
      const own = rows.subarray(starts[name], starts[name + 1]);
      // A window that only goes on what began before, at the same places, belongs to that.
      const before = this.windows[(own[0] ?? 0) - 1] ?? FILE_END;
      if (before >= 0 && countOf(before) === count) continue;
      const clone = this.extended(own);
      if (clone) found.set(clone.places.map(({ file, start, end }) => `${file}:${start}-${end}`).join(), clone);
    }
    return withoutParts([...found.values()]);
  }

  /** As long as all places go on alike, both ways; places that overlap are one. */
  private extended(rows: Int32Array): Clone | undefined {
    let [before, after] = [0, CLONE_LINES_MIN];
    while (this.areAlike(rows, -before - 1)) before += 1;
    while (this.areAlike(rows, after)) after += 1;
    const apart: number[] = [];
    for (const row of rows) if (apart.length === 0 || row - (apart.at(-1) ?? 0) >= before + after) apart.push(row);
    if (apart.length < 2) return undefined;
    const { files, fileAt, lineAt } = this.lines;
    const places = apart.map((row): ClonePlace => {
      const [start, end] = [row - before, row + after - 1];
      return { file: files[fileAt[start] ?? 0] ?? "", start: lineAt[start] ?? 1, end: lineAt[end] ?? 1 };
    });
    return { lines: before + after, places };
  }

  private areAlike(rows: Int32Array, offset: number): boolean {
    const { texts } = this.lines;
    const text = texts[(rows[0] ?? 0) + offset];
    return text !== undefined && text >= 0 && rows.every((row) => texts[row + offset] === text);
  }
}

/** A number for each pair of names that stand so many rows apart, in the order in which they first occur; none where one is none. */
function pairNames(names: Int32Array, apart: number): Int32Array {
  const mask = 2 ** Math.ceil(Math.log2(names.length + 1) + 1) - 1;
  const keys = new Float64Array(mask + 1).fill(-1);
  const known = new Int32Array(mask + 1);
  const pairs = new Int32Array(names.length).fill(FILE_END);
  let count = 0;
  for (let row = 0; row + apart < names.length; row += 1) {
    const [left, right] = [names[row] as number, names[row + apart] as number];
    if (left < 0 || right < 0) continue;
    const key = left * names.length + right;
    let slot = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) & mask;
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & mask;
    if (keys[slot] === -1) {
      keys[slot] = key;
      known[slot] = count++;
    }
    pairs[row] = known[slot] as number;
  }
  return pairs;
}

/** The rows that have each name, one name after the other; `starts` says where those of each begin, and then the end. */
function rowsByName(names: Int32Array): { readonly rows: Int32Array; readonly starts: Int32Array } {
  let count = 0;
  for (const name of names) if (name >= count) count = name + 1;
  const starts = new Int32Array(count + 1);
  for (const name of names) if (name >= 0) starts[name + 1] = (starts[name + 1] as number) + 1;
  for (let name = 0; name < count; name += 1)
    starts[name + 1] = (starts[name + 1] as number) + (starts[name] as number);
  const next = starts.slice();
  const rows = new Int32Array(starts[count] as number);
  for (const [row, name] of names.entries())
    if (name >= 0) {
      rows[next[name] as number] = row;
      next[name] = (next[name] as number) + 1;
    }
  return { rows, starts };
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
