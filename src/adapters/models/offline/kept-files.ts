import type { Found, Looking } from "./looking.ts";
import type { Restriction } from "./reading/restriction.ts";
import { readSearchedFiles } from "./result-text.ts";

const PLACE = /^(?:\(\S+ is defined at )?(\S[^:\n]*?):\d+:\s?|— (\S+?):\d+$/;
const HEADING = /^(## .*?) \((?:(\d+) of )?(\d+)( shown(?:, from \d+)?)?\)$/;

/** What work makes of the files that are kept alone, whether it asked for nothing else, and whether a list was cut. */
export function* ofKeptFiles<Value extends { readonly text: string }>(
  work: Looking<Value>,
  { keeps }: Restriction,
): Looking<{ readonly value: Value; readonly isRestricted: boolean; readonly wasCut: boolean }> {
  let isSearched = false;
  const others: string[] = [];
  let wasCut = false;
  let state = work.next();
  while (!state.done) {
    const wanted = state.value;
    isSearched ||= wanted.some(({ name }) => isOfLines(name));
    const found = yield wanted;
    others.push(...found.flatMap(({ text }, index) => (wanted[index]?.name === "shell" ? [text] : [])));
    wasCut ||= found.some((one, index) => isOfLines(wanted[index]?.name ?? "") && hasCut(one));
    state = work.next(found.map((one, index) => keptOf(wanted[index]?.name ?? "", one, keeps)));
  }
  return {
    value: state.value,
    isRestricted: isSearched && !others.some((text) => isQuoted(text, state.value.text)),
    wasCut,
  };
}

const PIECE_CHARS_MIN = 6;

/** Whether an answer shows something of what a command printed; one that was tried in vain tells nothing of it. */
function isQuoted(printed: string, answer: string): boolean {
  const hashes = printed.match(/\b[0-9a-f]{7,12}\b/g) ?? [];
  const pieces = printed.split(/\n|\t| {2,}/).filter((piece) => piece.trim().length >= PIECE_CHARS_MIN);
  return [...hashes, ...pieces].some((piece) => answer.includes(piece.trim()));
}

/** Whether what a tool gives is a line for each place. */
const isOfLines = (tool: string): boolean =>
  tool === "search_code" || tool === "find_passages" || tool.startsWith("citadel_");

function keptOf(tool: string, found: Found, keeps: (path: string) => boolean): Found {
  if (tool === "search_code") return { ...found, text: keptFiles(found.text, keeps) };
  return isOfLines(tool) ? withoutRows(found, keeps) : found;
}

/** Other files of a search go as a whole; the notes below the last one stay. */
function keptFiles(text: string, keeps: (path: string) => boolean): string {
  const files = readSearchedFiles(text);
  if (files.length === 0) return text;
  const notes = files.at(-1)?.rows.filter((row) => /^\(/.test(row)) ?? [];
  const kept = files.filter(({ path }) => keeps(path));
  const blocks = kept.map(({ path, rows }) => [path, ...rows.filter((row) => !/^\(/.test(row))].join("\n"));
  return [blocks.join("\n\n"), ...notes].join("\n");
}

/** Rows that cite another file go, and are no longer counted. */
function withoutRows(found: Found, keeps: (path: string) => boolean): Found {
  const sections = keptPassages(found.text, keeps).split(/^(?=## )/m);
  return { ...found, text: sections.map((section) => keptRows(section, keeps)).join("") };
}

function keptRows(section: string, keeps: (path: string) => boolean): string {
  const isKept = (row: string): boolean => {
    const [, searched, cited] = PLACE.exec(row) ?? [];
    const path = searched ?? cited;
    return row.startsWith("## ") || path === undefined || keeps(path);
  };
  const rows = section.split("\n");
  const [heading = "", ...kept] = rows.filter(isKept);
  if (!heading.startsWith("## ")) return rows.filter(isKept).join("\n");
  const isCounted = countedIn(rows);
  const gone = rows.filter((row) => isCounted(row) && !isKept(row)).length;
  return [fewer(heading, gone), ...kept].join("\n");
}

/** Which rows a heading counts: all, or those at the edge where the deeper ones tell of the row above. */
function countedIn([heading = "", ...rows]: readonly string[]): (row: string) => boolean {
  const [, , shown, total] = HEADING.exec(heading) ?? [];
  const atEdge = rows.filter((row) => row.startsWith("- "));
  const isOfItems = shown === undefined && atEdge.length > 0 && Number(total) === atEdge.length;
  return isOfItems ? (row) => row.startsWith("- ") : () => true;
}

/** Passages of another file go as a whole. */
function keptPassages(text: string, keeps: (path: string) => boolean): string {
  const isKept = (block: string): boolean => keeps(/^## (\S.*?):\d+-\d+(?: {2}|$)/m.exec(block)?.[1] ?? "");
  return text
    .split(/^(?=## )/m)
    .filter((block) => !/^## \S.*?:\d+-\d+/.test(block) || isKept(block))
    .join("");
}

function fewer(heading: string, gone: number): string {
  const [, title, shown, total, said = ""] = HEADING.exec(heading) ?? [];
  if (title === undefined) return heading;
  const less = (count: string | undefined): number => Math.max(0, Number(count) - gone);
  return `${title} (${shown === undefined ? "" : `${less(shown)} of `}${less(total)}${said})`;
}

/** Whether a list in it was cut, so that its count is also of what is left out. */
const hasCut = ({ text }: Found): boolean => /^\(shown \d+ of |^## .* \(\d+ of \d+/m.test(text);
