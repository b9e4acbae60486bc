import { undecorated } from "../paths.ts";

const LINES_ABOVE_MAX = 4;
const PATH_CHARACTERS_MAX = 500;
const FENCE = /^\s*(`{3,}|~{3,}|<\/?[a-z]+>\w*\s*$)/;

/** The path written above a block, beyond at most a fence or two and one blank line; nothing above `floor` counts. */
export function pathAbove(lines: readonly string[], head: number, floor: number): string | undefined {
  let blanks = 0;
  for (let at = head - 1; at >= Math.max(floor, head - LINES_ABOVE_MAX); at--) {
    const line = lines[at] ?? "";
    const path = pathIn(line);
    if (path !== undefined) return path;
    if (line.trim() === "" && blanks++ === 0) continue;
    if (!FENCE.test(line)) return undefined;
  }
  return undefined;
}

/** The path that a line is, whatever decorates it, or that a sentence announces as its only code. */
export function pathIn(line: string): string | undefined {
  if (line.length > PATH_CHARACTERS_MAX) return undefined;
  const fenced = /^\s*(?:`{3,}|~{3,})\s*(.*)$/.exec(line);
  if (fenced !== null) {
    const label = (fenced[1] ?? "").trim().replace(/^\w+[:= ]+(?=\S*[./])/, "");
    return /[./]/.test(label) && !/\s/.test(label) ? label : undefined;
  }
  const text = withoutDecoration(line);
  if (text === "" || text === "..." || /[<>|?"]/.test(text)) return undefined;
  // A sentence is not a path: blanks are only believed in a name that ends in an extension.
  if (/\s/.test(text)) return isNameWithBlanks(text) ? text : announcedPath(line);
  return /[./]/.test(text) || /^[A-Z][A-Za-z]*file$/.test(text) || !/[a-z]{2,}[,;!]$/.test(text) ? text : undefined;
}

/** Without marks of lists, headings and comments, a word that says what follows, and quotes. */
const withoutDecoration = (line: string): string =>
  undecorated(
    line
      .trim()
      .replace(/^(?:<!--|\/\*+|\/\/+|--|;+|%+)\s+(.*?)\s*(?:-->|\*\/)?$/, "$1")
      .replace(/^(?:[-*+]\s+|#+\s*|\d+\.\s+)/, "")
      .replace(/^\**(?:FILE|File|file|Path|path|Filename)\**\s*[:=]\**\s*/, "")
      .replace(/^[`*"']+|[`*"':]+$/g, "")
      .replace(/[`*]+$/, "")
      .trim(),
  );

const isNameWithBlanks = (text: string): boolean => /^[\w./ -]+\.\w{1,8}$/.test(text) && text.split(/\s+/).length <= 4;

function announcedPath(line: string): string | undefined {
  if (!/[:.]\**\s*$/.test(line)) return undefined;
  const spans = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
  const [only] = spans;
  return spans.length === 1 && only !== undefined && /^[\w.@+/-]*[./][\w@+/-]+$/.test(only) ? only : undefined;
}
