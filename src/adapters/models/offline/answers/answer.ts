import type { Folder, Thing } from "../folder.ts";
import { type Found, type Looking, look } from "../looking.ts";
import type { IntentForms } from "../reading/choose-intent.ts";
import { type CitedLine, type CodeReport, readCitedLines, readReport, type Section, totalOf } from "../result-text.ts";

/** A part of a question as it was understood. */
export interface Asked {
  readonly part: string;
  readonly things: readonly Thing[];
  /** What the others are looked for in: "X in Y". */
  readonly scope?: Thing;
  /** Words that nothing here is named by. */
  readonly topic: readonly string[];
  /** Its words that say what it is about, names or not. */
  readonly words: readonly string[];
  /** What its other words mean. */
  readonly concepts: ReadonlySet<string>;
  readonly folder: Folder;
}

export interface Answer {
  readonly text: string;
  /** False: it says why there is no answer, and what there is instead. */
  readonly isAnswer: boolean;
}

export interface Intent extends IntentForms {
  answer(asked: Asked): Looking<Answer>;
}

const ROWS_MAX = 12;
const ROW_CHARS_MAX = 180;

export const answered = (...paragraphs: readonly (string | undefined)[]): Answer => ({
  text: paragraphs.filter((text) => text !== undefined && text !== "").join("\n"),
  isAnswer: true,
});

export const unanswered = (...paragraphs: readonly (string | undefined)[]): Answer => ({
  ...answered(...paragraphs),
  isAnswer: false,
});

/** `3 jobs`, `1 job`, `no job`. */
export function counted(count: number | string, noun: string, nouns = `${noun}s`): string {
  if (count === 0) return `no ${noun}`;
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** A heading with a list below it, cut where it is long; nothing where there is nothing. @param total  where there is more than `rows` */
export function listed(
  title: string,
  rows: readonly string[],
  total: number | string = rows.length,
  rowsMax = ROWS_MAX,
): string {
  if (rows.length === 0) return "";
  const shown = rows.slice(0, rowsMax);
  const more =
    shown.length < Number(total) || /more/.test(String(total)) ? [`- … ${shown.length} of ${total} shown`] : [];
  return [`${title} (${total}):`, ...shown.map((row) => `- ${shortened(row)}`), ...more].join("\n");
}

function shortened(row: string): string {
  if (row.length <= ROW_CHARS_MAX) return row;
  // The place at the end is what a row is read for.
  const place = / — \S+:\d+$/.exec(row)?.[0] ?? "";
  return `${row.slice(0, ROW_CHARS_MAX - place.length)}…${place}`;
}

/** The line first, then what stands there. */
export function cited({ path, line, text }: CitedLine): string {
  const shown = text.trim().replace(/\s+/g, " ");
  return shown === "" ? `${path}:${line}` : `${path}:${line}  ${shown}`;
}

/** A list of code intelligence under its own title or another. */
export function sectionText(section: Section | undefined, title = section?.title ?? "", rowsMax = ROWS_MAX): string {
  if (!section) return "";
  // What tests do is seldom what was meant first.
  const rows = section.rows
    .filter((row) => !/^\s*… /.test(row))
    .toSorted((one, other) => Number(TEST_PLACE.test(one)) - Number(TEST_PLACE.test(other)));
  return listed(
    title,
    rows.map((row) => row.replace(/^\s+- /, "  ")),
    Math.max(section.total, 0) || rows.length,
    rowsMax,
  );
}

const TEST_PLACE = /— (?:\S*\/)?(?:tests?|e2e[\w-]*|__tests__)\/|\.(?:test|spec)\.\w+:\d+$|— (?:\S*\/)?test_\w+\.py:/;

/** Asks code intelligence; undefined where this folder has no such tool, or it knows nothing of what was asked. */
export function* report(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  folder: Folder,
): Looking<CodeReport | undefined> {
  if (!folder.tools.has(tool)) return undefined;
  const found = yield* look(tool, input);
  return found.failed ? undefined : readReport(found.text);
}

export interface Lines {
  readonly lines: readonly CitedLine[];
  /** How many there are in all, `more than 2000` where nobody counted on. */
  readonly total: string;
}

/** Lines that match a pattern of ripgrep, without regard to case. */
export function* search(pattern: string, options: Readonly<Record<string, unknown>> = {}): Looking<Lines> {
  const found: Found = yield* look("search_code", { pattern, ignore_case: true, limit: 200, ...options });
  const lines = found.failed ? [] : readCitedLines(found.text);
  return { lines, total: totalOf(found.text, lines.length) };
}

export const isEstate = (folder: Folder): boolean => folder.tools.has("citadel_crud");

/** The name that a question is about; the first of them. */
export const nameOf = ({ things }: Asked): string => things[0]?.name ?? "";

/** Where a thing is declared, as rows. */
export function placesText(thing: Thing, rowsMax = 5): string {
  const rows = thing.places.map((place) => (place.text === "" ? `${place.path}:${place.line}` : cited(place)));
  if (rows.length === 1) return rows[0] ?? "";
  return rows.slice(0, rowsMax).join("; ") + (rows.length > rowsMax ? ` and ${rows.length - rowsMax} more` : "");
}
