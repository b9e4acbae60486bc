import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { type CitedLine, readNumbered } from "../../result-text.ts";

/** A file of code that was read whole. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly CitedLine[];
}

/** A line with so many before it and behind it. */
export const linesAround = (lines: readonly CitedLine[], at: number, count: number): readonly CitedLine[] =>
  lines.slice(Math.max(0, at - count), at + count + 1);

/** A project with more of them is not read whole for one question. */
const FILES_MAX = 120;
const LINES_MAX = 40_000;
/** A longer stretch at once could be cut in its middle. */
const STRETCH_LINES = 450;
const OF_LINES = /\(shown \d+-\d+ of (\d+) lines/;

/** The files of code that are the project's own: no tests, no examples; none where there are too many to read all. */
export function* sourceFiles({ paths }: Folder): Looking<readonly SourceFile[]> {
  const own = paths.filter((path) => isOfCode(path) && !isAside(path));
  return own.length > FILES_MAX ? [] : yield* readSources(own);
}

/** Some files whole; none where they have too many lines. */
export function* readSources(paths: readonly string[]): Looking<readonly SourceFile[]> {
  const stretch = (path: string, offset: number) => ({
    name: "read_file",
    input: { path, offset, limit: STRETCH_LINES },
  });
  const firsts = yield* lookAll(paths.map((path) => stretch(path, 1)));
  const totals = firsts.map(({ text, failed }) => (failed ? 0 : Number(OF_LINES.exec(text)?.[1] ?? 0)));
  if (totals.reduce((sum, total) => sum + total, 0) > LINES_MAX) return [];
  const wanted = paths.flatMap((path, index) => offsetsBehind(totals[index] ?? 0).map((offset) => ({ path, offset })));
  const others = yield* lookAll(wanted.map(({ path, offset }) => stretch(path, offset)));
  return paths.map((path, index) => {
    const texts = [firsts[index], ...others.filter((_, at) => wanted[at]?.path === path)].flatMap((found) =>
      found === undefined || found.failed ? [] : [found.text],
    );
    return sourceFile(path, texts);
  });
}

const FILES_KEPT_MAX = 2 * FILES_MAX;
/** A question is pursued round by round, each time from its beginning: a file that is the same is read once. */
const kept = new Map<string, SourceFile>();

function sourceFile(path: string, texts: readonly string[]): SourceFile {
  const key = `${path}\n${texts.join("")}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= FILES_KEPT_MAX) kept.clear();
  const file = { path, lines: texts.flatMap((text) => readNumbered(text, path)) };
  kept.set(key, file);
  return file;
}

const offsetsBehind = (total: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.ceil(total / STRETCH_LINES) - 1) }, (_, at) => (at + 1) * STRETCH_LINES + 1);
