import type { Folder } from "../../folder.ts";
import { isCut, type Looking, look, lookAll } from "../../looking.ts";
import { type CitedLine, readCitedLines, readReport, type Section } from "../../result-text.ts";
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
  const found = yield* lookAll(
    searches.map((input) => ({ name: "search_code", input: { ignore_case: true, limit: 500, ...input } })),
  );
  return {
    lines: found.flatMap((one) => (one.failed ? [] : readCitedLines(one.text))),
    isWhole: found.every((one) => !isCut(one)),
  };
}

/** `NAME … — path:line` of a report. */
export function placeOfRow(
  row: string,
): { readonly said: string; readonly path: string; readonly line: number } | undefined {
  const [, said, path, line] = /^\s*(?:- )?(.*) — (\S+):(\d+)$/.exec(row) ?? [];
  return said === undefined || path === undefined ? undefined : { said, path, line: Number(line) };
}

export const isOfCode = (path: string): boolean => /\.(?:[cm]?[jt]sx?|py|java|go|rs|kt|cs|rb|php|swift)$/i.test(path);
