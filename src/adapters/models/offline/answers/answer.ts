import { isAside, isTest } from "../aside.ts";
import { firstNames, firstRows } from "../cut-lists.ts";
import type { Folder, Thing } from "../folder.ts";
import { type Found, isCut, type Looking, look } from "../looking.ts";
import { wordPattern } from "../named-thing.ts";
import type { IntentForms } from "../reading/choose-intent.ts";
import { holdsWord } from "../reading/word-forms.ts";
import { type CitedLine, type CodeReport, readCitedLines, readReport, type Section, totalOf } from "../result-text.ts";

/** A part of a question as it was understood. */
export interface Asked {
  readonly part: string;
  readonly things: readonly Thing[];
  /** What the others are looked for in: "X in Y". */
  readonly scope?: Thing;
  /** Words that nothing here is named by. */
  readonly topic: readonly string[];
  /** What it is about in plain words: those without which a place does not speak of it. */
  readonly subject: readonly string[];
  /** Words that restrict what is asked for beyond what the kind of question says. */
  readonly restricting: readonly string[];
  /** What its other words mean. */
  readonly concepts: ReadonlySet<string>;
  readonly folder: Folder;
}

export interface Answer {
  readonly text: string;
  /** False: it says why there is no answer, and what there is instead. */
  readonly isAnswer: boolean;
  /** To a question that wants yes or no: which of them, where that is certain. */
  readonly verdict?: "yes" | "no";
  /** Restricting words that it has obeyed; `all` where none can restrict it. */
  readonly obeyed?: readonly string[] | "all";
  /** True: it regards only files that the prompt wants, whatever it asked for. */
  readonly isOfKeptFiles?: boolean;
  /** It quotes what is nearest by its words, as no kind of question tells what is asked. */
  readonly isOfPassages?: boolean;
  /** What it quotes first as short as what it quotes behind it, for where something nearer stands above. */
  readonly shortQuote?: string;
  /** What a kind of question found, behind what it quotes. */
  readonly findings?: string;
  /** The whole form of the question was read, and what it is about was found or is named as taken: no word of it is left. */
  readonly isOfForm?: boolean;
  /** It took the question, or what that names, as something that may not be meant. */
  readonly isGuessed?: boolean;
  /** It only quotes what is nearest, which lacks a word of the question. */
  readonly isNearestOnly?: boolean;
  /** It says of words of the question that no file names them. */
  readonly isAbsence?: boolean;
  /** Words that restrict the question were not obeyed, so that what it shows is of more than was asked. */
  readonly isUnnarrowed?: boolean;
  /** Those words. */
  readonly unread?: readonly string[];
}

/** Whether it leaves open what was asked: it only quotes what is nearest, guesses, or did not regard all. */
export const isOpen = ({ isAnswer, isOfPassages, isUnnarrowed, isGuessed, verdict }: Answer): boolean =>
  verdict === undefined && (!isAnswer || isOfPassages === true || isUnnarrowed === true || isGuessed === true);

export interface Intent extends IntentForms {
  /** Whether it may be what a part asks, by its form; any part where absent. */
  readonly isAskedBy?: (part: string) => boolean;
  /** True: a second question about "them" is one of its ways to be asked. */
  readonly isOfWhole?: boolean;
  /** True: it says how something is done. */
  readonly isOfHowTo?: boolean;
  /** True: "X in Y" asks it of the X that Y declares. */
  readonly isOfDeclaration?: boolean;
  /** True: it is asked of the guide itself, whatever stands in the folder. */
  readonly isOfGuide?: boolean;
  /** True: it is asked of Waymark, so that it gives way where the folder has a word of what is asked. */
  readonly isOfWaymark?: boolean;
  /** True: a name alone may ask it. */
  readonly isOfBareName?: boolean;
  /** True though it needs none: it answers for what is named. */
  readonly usesThings?: boolean;
  /** True: it obeys words that restrict, or says which it does not know. */
  readonly obeys?: boolean;
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

export const SEARCH_CUT = "A search was cut: there may be more.";

/** That what is said was not regarded; empty where all was. */
export const notNarrowed = (said: readonly string[]): string =>
  said.length === 0
    ? ""
    : `I could not narrow this to ${said.map((one) => `"${one}"`).join(", ")}: what follows is without regard to that.`;

/** Of an answer that settles whether something is so. */
export const verdict = (isSo: boolean, answer: Answer): Answer => ({ ...answer, verdict: isSo ? "yes" : "no" });

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
  // What tests do is seldom what was meant first.
  const ordered = rows.toSorted((one, other) => Number(isTest(placeOfRow(one))) - Number(isTest(placeOfRow(other))));
  return listedInOrder(title, ordered, total, rowsMax);
}

/** The same where the order of the rows says something. */
export function listedInOrder(
  title: string,
  rows: readonly string[],
  total: number | string = rows.length,
  rowsMax = ROWS_MAX,
): string {
  if (rows.length === 0) return "";
  const aside = rows.filter((row) => isAside(placeOfRow(row)));
  const isMixed = aside.length > 0 && aside.length < rows.length;
  const count = isMixed ? `${total}, ${aside.length} of them in tests, examples or samples` : total;
  const shown = firstRows(
    rows.map((row) => `- ${shortened(row)}`),
    rowsMax,
    { total },
  );
  return [`${title} (${count}):`, ...shown].join("\n");
}

/** The file that a row cites: at its end behind a dash, or at its beginning. */
function placeOfRow(row: string): string {
  return /— (\S+?):\d+$/.exec(row)?.[1] ?? /^(?:\S+: )?([^\s:]+):\d+/.exec(row)?.[1] ?? "";
}

/** Rows that hold a restricting word of the question, and which words restricted them; all rows where none does. */
export function narrowed<Row>(
  rows: readonly Row[],
  { restricting }: Asked,
  textOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly obeyed: readonly string[] } {
  const obeyed = restricting.filter((word) => rows.some((row) => holdsWord(textOf(row), word)));
  const kept = rows.filter((row) => obeyed.every((word) => holdsWord(textOf(row), word)));
  const isOwn = (row: Row): boolean => !isAside(placeOfRow(textOf(row)));
  const isOnlyAside = !kept.some(isOwn) && rows.some(isOwn);
  return kept.length > 0 && !isOnlyAside ? { rows: kept, obeyed } : { rows, obeyed: [] };
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
  const rows = section.rows.filter((row) => !/^\s*… /.test(row));
  return listed(
    title,
    rows.map((row) => row.replace(/^\s+- /, "  ")),
    Math.max(section.total, 0) || rows.length,
    rowsMax,
  );
}

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
  /** False: it was cut, so that what is counted in it is a part. */
  readonly isWhole: boolean;
}

/** Lines that match a pattern of ripgrep, without regard to case. */
export function* search(pattern: string, options: Readonly<Record<string, unknown>> = {}): Looking<Lines> {
  const found: Found = yield* look("search_code", { pattern, ignore_case: true, limit: 500, ...options });
  const lines = found.failed ? [] : readCitedLines(found.text);
  return { lines, total: totalOf(found.text, lines.length), isWhole: !found.failed && !isCut(found) };
}

export const isEstate = (folder: Folder): boolean => folder.tools.has("citadel_crud");

/** What is spoken of here and declared elsewhere. */
export function* unplaced(name: string): Looking<Answer> {
  const { lines } = yield* search(wordPattern(name));
  if (lines.length === 0) return unanswered(`Where ${name} stands is not known.`);
  return answered(
    `No source of ${name} is in this folder, as far as the files here show.`,
    listed("It stands in", lines.map(cited)),
  );
}

/** The name that a question is about; the first of them. */
export const nameOf = ({ things }: Asked): string => things[0]?.name ?? "";

/** Where a thing is declared, as rows. */
export function placesText(thing: Thing, rowsMax = 5): string {
  const rows = thing.places.map((place) => (place.text === "" ? `${place.path}:${place.line}` : cited(place)));
  if (rows.length === 1) return rows[0] ?? "";
  return firstNames(rows, rowsMax, { joint: "; " });
}
