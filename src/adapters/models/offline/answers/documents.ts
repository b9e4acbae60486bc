import { isAside } from "../aside.ts";
import type { Folder } from "../folder.ts";
import { type Looking, look, together } from "../looking.ts";
import { type CitedLine, readNumbered } from "../result-text.ts";
import { search } from "./answer.ts";

/** A stretch of a document under one heading. */
export interface DocumentSection {
  readonly path: string;
  /** Of the heading. */
  readonly line: number;
  readonly heading: string;
  readonly lines: readonly CitedLine[];
  /** It has more lines than these. */
  readonly isCut: boolean;
}

const SECTION_LINES_MAX = 14;
const READ_LINES_MAX = 60;

/** The README nearest to the root. */
export function readmeOf(folder: Pick<Folder, "paths">): string | undefined {
  const found = folder.paths.filter((path) => /(?:^|\/)README(?:\.\w+)?$/i.test(path));
  return found.sort((one, other) => one.split("/").length - other.split("/").length || one.length - other.length)[0];
}

const OPENING_LINES_MAX = 7;
const SHORT_OPENING_LINES = 3;

/** The beginning of a document: its title and its first paragraphs, without badges and pictures. */
export function* opening(path: string): Looking<{ readonly title?: CitedLine; readonly lines: readonly CitedLine[] }> {
  const found = yield* look("read_file", { path, limit: READ_LINES_MAX });
  const lines = found.failed ? [] : readNumbered(found.text, path);
  const title = lines.find(({ text }) => /^#+ \S|^<h1/i.test(text)) ?? lines.find(({ text }) => /\w/.test(text));
  if (!title) return { lines: [] };
  return { title, lines: firstProse(lines.filter(({ line }) => line > title.line)) };
}

function firstProse(lines: readonly CitedLine[]): readonly CitedLine[] {
  const prose: CitedLine[] = [];
  for (const line of lines) {
    if (isProse(line.text.trim())) prose.push(line);
    else if (prose.length > SHORT_OPENING_LINES || (prose.length > 0 && /^#|^```|^[-=]{3,}/.test(line.text))) break;
    if (prose.length >= OPENING_LINES_MAX) break;
  }
  return prose;
}

function isProse(text: string): boolean {
  return /^[A-Za-z*_>`"“[]/.test(text) && !/^\[!\[|^!\[|^<|^\[[^\]]+\]\([^)]*\)[.,]?$/.test(text);
}

/** Sections whose heading speaks of something, those of the README and of what lies near the root first. */
export function* sectionsAbout(words: string, sectionsMax = 2): Looking<readonly DocumentSection[]> {
  const { lines } = yield* search(`^#{1,6} .*\\b(?:${words})|^(?:${words})[\\w ]*$`, {
    glob: DOCUMENTS,
    limit: 60,
  });
  const headings = lines
    .filter(
      ({ path, text }) =>
        isDocument(path) && !OF_COMMAND.test(text) && (/^#/.test(text) || /\.(?:rst|adoc)$/.test(path)),
    )
    .sort((one, other) => rank(one) - rank(other));
  return yield* together(headings.slice(0, sectionsMax).map(sectionAt));
}

/** Lines of documents that speak of something and hold a command for it. */
export function* commandsAbout(words: string): Looking<readonly CitedLine[]> {
  const { lines } = yield* search(`\\b(?:${words}).*${COMMAND}|${COMMAND}.*\\b(?:${words})`, { glob: DOCUMENTS });
  return lines
    .filter(({ path }) => isDocument(path) && !isAside(path))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** A program with its words, or one that is told to be run. */
const COMMAND =
  "(?:`[a-z./][\\w./-]* [^`]+`|\\b(?:run|use|using|with|by|via|type|execute|rode|com) `[a-z./][\\w./-]*`)";

const DOCUMENTS = "*.{md,rst,adoc,txt}";

/** A plain text is one where its name is written as those are that people read first: others hold data. */
const isDocument = (path: string): boolean =>
  !OF_CHANGES.test(path) && (!path.endsWith(".txt") || /(?:^|\/)[A-Z][A-Z_-]+\.txt$/.test(path));

/** What was changed in which release; how one is made stands in RELEASING or in a page about it. */
const OF_CHANGES =
  /(?:^|\/)(?:changes?|change[-_]?logs?|history|news|releases?|release[-_]?notes?)(?:\.\w+)?$|changelog/i;
/** In an example the comment that repeats a command looks like a heading. */
const OF_COMMAND = /^# .*\s--?\w/;

function rank({ path, text }: CitedLine): number {
  if (isAside(path)) return ASIDE_RANK;
  const depth = path.split("/").length * 4;
  const level = /^#+/.exec(text)?.[0].length ?? 3;
  return depth + level + (/(?:^|\/)(?:README|CONTRIBUTING|AGENTS|CLAUDE|INSTALL|DEVELOP|RELEAS)/i.test(path) ? 0 : 3);
}

const ASIDE_RANK = 100;

/** What stands below a heading, until the next one of its level or the limit. */
function* sectionAt(heading: CitedLine): Looking<DocumentSection> {
  const found = yield* look("read_file", { path: heading.path, offset: heading.line, limit: READ_LINES_MAX });
  const level = /^#+/.exec(heading.text)?.[0].length ?? 1;
  const below = linesBelow(found.failed ? [] : readNumbered(found.text, heading.path).slice(1), level);
  const end = endOf(below);
  return {
    path: heading.path,
    line: heading.line,
    heading: heading.text.replace(/^#+\s*/, "").trim(),
    lines: below.slice(0, end),
    isCut: below.length > end,
  };
}

/** Of a table, a list or source that the bound would part, all is quoted that a screen has room for. */
function endOf(lines: readonly CitedLine[]): number {
  const isGoingOn = (at: number): boolean =>
    AS_ROW.some((form) => form.test(lines[at]?.text ?? "") && form.test(lines[at - 1]?.text ?? ""));
  let end = Math.min(SECTION_LINES_MAX, lines.length);
  while (end < lines.length && end < LIST_LINES_MAX && isGoingOn(end)) end++;
  return end;
}

const LIST_LINES_MAX = 36;
const AS_ROW = [/^\s*\|/, /^\s*(?:[-*+]|\d+[.)]) /, /^(?: {4}|\t)/];

/** Those that say something, until the next heading of that level. */
function linesBelow(lines: readonly CitedLine[], level: number): readonly CitedLine[] {
  let isCode = false;
  const end = lines.findIndex(({ text }) => {
    if (/^\s*```/.test(text)) isCode = !isCode;
    const next = isCode ? undefined : /^(#+) /.exec(text)?.[1];
    return next !== undefined && next.length <= level;
  });
  return lines.slice(0, end < 0 ? undefined : end).filter(({ text }) => text.trim() !== "");
}

/** A section quoted, with where it stands. */
export function quoted({ path, line, heading, lines, isCut }: DocumentSection): string {
  const last = lines.at(-1)?.line ?? line;
  return [
    `${path}:${line}-${last} says, under "${heading}":`,
    ...lines
      .map(({ text }) => `  ${text.replace(/^\s*```\w*\s*$/, "").trimEnd()}`)
      .filter((text) => text.trim() !== ""),
    ...(isCut ? [`  … (goes on in ${path} below line ${last})`] : []),
  ].join("\n");
}
