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
    glob: "*.{md,rst,adoc,txt}",
    limit: 60,
  });
  const headings = lines
    .filter(
      ({ path, text }) =>
        !/changelog|history|release/i.test(path) &&
        !OF_COMMAND.test(text) &&
        (/^#/.test(text) || /\.(?:rst|adoc)$/.test(path)),
    )
    .sort((one, other) => rank(one) - rank(other));
  return yield* together(headings.slice(0, sectionsMax).map(sectionAt));
}

/** In an example the comment that repeats a command looks like a heading. */
const OF_COMMAND = /^# .*\s--?\w/;

function rank({ path, text }: CitedLine): number {
  if (isAside(path)) return ASIDE_RANK;
  const depth = path.split("/").length * 4;
  const level = /^#+/.exec(text)?.[0].length ?? 3;
  return depth + level + (/(?:^|\/)(?:README|CONTRIBUTING|AGENTS|CLAUDE|INSTALL|DEVELOP)/i.test(path) ? 0 : 3);
}

const ASIDE_RANK = 100;

/** What stands below a heading, until the next one of its level or the limit. */
function* sectionAt(heading: CitedLine): Looking<DocumentSection> {
  const found = yield* look("read_file", { path: heading.path, offset: heading.line, limit: READ_LINES_MAX });
  const level = /^#+/.exec(heading.text)?.[0].length ?? 1;
  const lines: CitedLine[] = [];
  let isCode = false;
  for (const line of found.failed ? [] : readNumbered(found.text, heading.path).slice(1)) {
    if (/^\s*```/.test(line.text)) isCode = !isCode;
    const next = isCode ? undefined : /^(#+) /.exec(line.text)?.[1];
    if (next !== undefined && next.length <= level) break;
    if (line.text.trim() !== "") lines.push(line);
    if (lines.length >= SECTION_LINES_MAX) break;
  }
  return { path: heading.path, line: heading.line, heading: heading.text.replace(/^#+\s*/, "").trim(), lines };
}

/** A section quoted, with where it stands. */
export function quoted({ path, line, heading, lines }: DocumentSection): string {
  const last = lines.at(-1)?.line ?? line;
  return [
    `${path}:${line}-${last} says, under "${heading}":`,
    ...lines
      .map(({ text }) => `  ${text.replace(/^\s*```\w*\s*$/, "").trimEnd()}`)
      .filter((text) => text.trim() !== ""),
  ].join("\n");
}
