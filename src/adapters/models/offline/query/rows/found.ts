import type { Folder } from "../../folder.ts";
import { isCut, type Looking, look, lookAll } from "../../looking.ts";
import { type CitedLine, isComment, readCitedLines, readReport, type Section } from "../../result-text.ts";
import type { Edge, Row } from "../shape.ts";

/** All rows of a kind, or as many as the look-ups give. */
export interface Rows {
  readonly rows: readonly Row[];
  /** False: a look-up was cut, so that there are more. */
  readonly isWhole: boolean;
}

export interface Edges {
  readonly edges: readonly Edge[];
  readonly isWhole: boolean;
}

const PAGE_ROWS = 160;
const PAGE_ROWS_MIN = 10;
const PAGES_MAX = 16;
/** A long result is cut in its middle; then fewer rows are asked for at once. */
const IS_CUT_INSIDE = /characters left out; the whole is kept/;

/** All lists of a report of code intelligence, page by page; undefined where there is no such report. */
export function* wholeReport(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  folder: Folder,
): Looking<{ readonly sections: readonly Section[]; readonly isWhole: boolean } | undefined> {
  if (!folder.tools.has(tool)) return undefined;
  const sections: Section[] = [];
  let limit = PAGE_ROWS;
  let offset = 0;
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = yield* look(tool, { ...input, limit, ...(offset > 0 ? { offset } : {}) });
    if (found.failed) return page === 0 ? undefined : { sections, isWhole: false };
    if (IS_CUT_INSIDE.test(found.text) && limit > PAGE_ROWS_MIN) {
      limit = Math.floor(limit / 2);
      continue;
    }
    sections.push(...readReport(found.text).sections);
    offset = Number(/There is more: offset (\d+) shows/.exec(found.text)?.[1] ?? 0);
    if (offset === 0) return { sections, isWhole: true };
  }
  return { sections, isWhole: false };
}

/** The lines of several searches at once. */
export function* linesOf(
  searches: readonly Readonly<Record<string, unknown>>[],
): Looking<{ readonly lines: readonly CitedLine[]; readonly isWhole: boolean }> {
  const found = yield* searchEach(searches);
  return {
    lines: found.flatMap((one) => one?.lines ?? []),
    isWhole: found.every((one) => one?.isWhole === true),
  };
}

interface Searched {
  readonly lines: readonly CitedLine[];
  /** False: it was cut. */
  readonly isWhole: boolean;
}

/** What each of several searches finds; undefined for one that failed. */
function* searchEach(
  searches: readonly Readonly<Record<string, unknown>>[],
): Looking<readonly (Searched | undefined)[]> {
  const found = yield* lookAll(
    searches.map((input) => ({ name: "search_code", input: { ignore_case: true, limit: 500, ...input } })),
  );
  return found.map((one) => (one.failed ? undefined : { lines: readCitedLines(one.text), isWhole: !isCut(one) }));
}

/**
 * Which of the files hold a line of that form that is no comment: asked folder by folder, and file by file where a folder holds too many.
 * @returns  undefined where a search failed, so that it is not known
 */
export function* filesHolding(pattern: string, paths: readonly string[]): Looking<ReadonlySet<string> | undefined> {
  const folders = [...new Set(paths.map(folderOf))];
  const searched = yield* searchEach(folders.map((path) => ({ pattern, path })));
  const holding = new Set(searched.flatMap(filesIn));
  const open = paths.filter(
    (path) => !holding.has(path) && searched[folders.indexOf(folderOf(path))]?.isWhole === false,
  );
  const single = yield* searchEach(open.map((path) => ({ pattern, path, limit: LINES_EACH_MAX })));
  if ([...searched, ...single].includes(undefined)) return undefined;
  return new Set([...holding, ...single.flatMap(filesIn)]);
}

/** Comments may come first. */
const LINES_EACH_MAX = 40;

const folderOf = (path: string): string => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".");

const filesIn = (searched: Searched | undefined): readonly string[] =>
  (searched?.lines ?? []).filter(({ path, text }) => !isComment(path, text)).map(({ path }) => path);

/** `NAME … — path:line` of a report. */
export function placeOfRow(
  row: string,
): { readonly said: string; readonly path: string; readonly line: number } | undefined {
  const [, said, path, line] = /^\s*(?:- )?(.*) — (\S+):(\d+)$/.exec(row) ?? [];
  return said === undefined || path === undefined ? undefined : { said, path, line: Number(line) };
}

export const isOfCode = (path: string): boolean => /\.(?:[cm]?[jt]sx?|py|java|go|rs|kt|cs|rb|php|swift)$/i.test(path);
