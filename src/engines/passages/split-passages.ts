import { COBOL, JOBS, MODERN, OTHER, SETTINGS } from "./code-parting.ts";
import { DOCUMENTS } from "./document-parting.ts";
import { isUnmarkedSettings, titleOfBare } from "./kinds-of-file.ts";
import { linesOfPage } from "./page-lines.ts";
import type { Cut, Parting, Passage, Start } from "./passage.ts";

/** Whether a file holds what can be quoted to somebody: no data, no lock file, nothing that a program wrote for programs. */
export const isQuotable = (path: string): boolean => !UNQUOTABLE.test(path);

const UNQUOTABLE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|[\w.-]+\.lock)$|\.(?:min\.\w+|map|svg|drawio|excalidraw|csv|tsv|dat|ps|eps|ai|psd|log|snap|pem|key|crt|png|jpe?g|gif|ico|pdf|zip|gz|jar|class|wasm|woff2?|ttf)$|(?:^|\/)(?:node_modules|dist|vendor)\//i;

const PARTINGS: readonly (readonly [endings: RegExp, parting: Parting])[] = [
  [/\.(?:md|mdx|markdown|rst|adoc)$|(?:^|\/)[A-Z_]+(?:\.txt)?$|(?:^|\/)docs?\/.*\.txt$/, DOCUMENTS],
  [/\.(?:[cm]?[jt]sx?|py|java|go|rs|rb|cs|kt|kts|swift|php|scala|c|h|cc|cpp|hpp|m|groovy|gradle)$/i, MODERN],
  [/\.(?:cbl|cob|cobol|cpy|copy|pco)$/i, COBOL],
  [/\.(?:jcl|prc|proc)$/i, JOBS],
  [/\.(?:ya?ml|toml|ini|cfg|conf|properties|json|xml|csd|ddl|sql|bms)$/i, SETTINGS],
];

const PAGE = /\.x?html?$/i;

function partingOf(path: string): Parting {
  const known = PARTINGS.find(([endings]) => endings.test(path))?.[1];
  return known ?? (isUnmarkedSettings(path) ? SETTINGS : OTHER);
}

/** Longer files are looked at as far as this. */
const LINES_MAX = 20_000;

/** A file in passages, in order; every line that says something is in one of them. */
export function splitPassages(path: string, text: string): readonly Passage[] {
  const read = text.split(/\r?\n/, LINES_MAX);
  const lines = PAGE.test(path) ? linesOfPage(read) : read;
  const parting = partingOf(path);
  const starts = parting.starts(lines);
  const first = starts[0]?.index ?? lines.length;
  const { kind } = parting;
  const isBare = kind === "settings" && starts.length === 0 && isUnmarkedSettings(path);
  const all = first > 0 ? [{ index: 0, titles: isBare ? [titleOfBare(path)] : [] }, ...starts] : starts;
  const cutAt = parting.cuts(lines);
  const passages = all.flatMap(({ index, titles }, at) =>
    pieces(index, all[at + 1]?.index ?? lines.length, parting.linesMax, cutAt).flatMap(([from, to]) =>
      passageOf(lines, from, to, { path, titles, kind }),
    ),
  );
  return parting.hasOutlines ? [...passages, ...outlines(path, lines, starts)] : passages;
}

/** A section of a document that is parted already, in pieces that can be quoted. @param line  of the first line of `text` */
export function splitSection(
  { path, line, titles }: { readonly path: string; readonly line: number; readonly titles: readonly string[] },
  text: string,
): readonly Passage[] {
  const lines = text.split("\n");
  return pieces(0, lines.length, DOCUMENTS.linesMax, DOCUMENTS.cuts(lines))
    .flatMap(([from, to]) => passageOf(lines, from, to, { path, titles, kind: "prose" }))
    .map((passage) => ({ ...passage, numbers: passage.numbers.map((number) => number + line - 1) }));
}

const OUTLINE_LINES_MIN = 3;
const OUTLINE_LINES_MAX = 40;

/** What stands directly under each heading, in each class, and in the file. */
function outlines(path: string, lines: readonly string[], starts: readonly Start[]): readonly Passage[] {
  const held = new Map<string, { readonly titles: readonly string[]; readonly starts: Start[] }>();
  for (const start of starts) {
    const titles = start.titles.slice(0, -1);
    const key = titles.join("\n");
    const holder = held.get(key) ?? { titles, starts: [] };
    holder.starts.push(start);
    held.set(key, holder);
  }
  return [...held.values()].flatMap(({ titles, starts: own }): Passage[] => {
    const shown = own.slice(0, OUTLINE_LINES_MAX);
    if (shown.length < OUTLINE_LINES_MIN) return [];
    return [
      {
        path,
        titles,
        kind: "outline",
        numbers: shown.map(({ nameIndex }) => nameIndex + 1),
        lines: shown.map(({ nameIndex }) => lines[nameIndex] ?? ""),
      },
    ];
  });
}

/** A stretch in pieces that are not too long, each cut where that is allowed. */
function pieces(
  from: number,
  end: number,
  linesMax: number,
  cutAt: (index: number) => Cut,
): readonly (readonly [number, number])[] {
  const parted: (readonly [number, number])[] = [];
  let start = from;
  while (end - start > linesMax) {
    const at = bestCut(cutAt, start, Math.min(end, start + linesMax * 2), linesMax);
    parted.push([start, at]);
    start = at;
  }
  const before = parted.at(-1);
  // A short rest belongs to what stands before it.
  if (before && end - start < REST_LINES_MIN) return [...parted.slice(0, -1), [before[0], end]];
  return [...parted, [start, end]];
}

/** The last good place before a piece is full, else the first behind; else the same of poor places. */
function bestCut(cutAt: (index: number) => Cut, start: number, end: number, linesMax: number): number {
  const places = Array.from(
    { length: Math.max(0, end - start - REST_LINES_MIN) },
    (_, at) => start + REST_LINES_MIN + at,
  );
  for (const wanted of ["well", "poorly"] as const) {
    const good = places.filter((index) => cutAt(index) === wanted);
    const found = good.findLast((index) => index - start <= linesMax) ?? good[0];
    if (found !== undefined) return found;
  }
  return end;
}

const REST_LINES_MIN = 5;

/** Without the empty lines around it; nothing where nothing else is in it. */
function passageOf(
  lines: readonly string[],
  from: number,
  to: number,
  of: Omit<Passage, "numbers" | "lines">,
): readonly Passage[] {
  let first = from;
  let end = to;
  while (first < end && isEmpty(lines[first])) first++;
  while (end > first && isEmpty(lines[end - 1])) end--;
  const kept = lines.slice(first, end);
  if (!kept.some(isSaying)) return [];
  return [{ ...of, lines: kept, numbers: kept.map((_, index) => first + index + 1) }];
}

const isSaying = (line: string): boolean => /[\p{L}\p{N}]/u.test(line.replace(TAG, ""));

/** Tags and empty lines say nothing; a bracket or the sign of a comment belongs to what stands beside it. */
const isEmpty = (line: string | undefined): boolean => line === undefined || line.replace(TAG, "").trim() === "";

/** None holds another's beginning, so that each is looked from no further than to the next. */
const TAG = /<[^<>]*>|<[\w-]+(?: [\w-]+="[^"<>]*"?)*$/g;
