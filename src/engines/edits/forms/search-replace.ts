import { indentOf } from "../locate/line-keys.ts";
import { type Failure, type FileEdit, type FormReading, fail, type TextHunk, type UnclaimedLine } from "../model.ts";
import { textLines } from "./text-lines.ts";

const HEAD = /^\s*(<{3,}|-{3,})\s*(SEARCH|HEAD|ORIGINAL)\s*>?\s*$/;
const OTHER_HEAD = /^<{5,}(?:\s|$)/;
const DIVIDER = /^\s*={5,}\s*$/;
const SHORT_DIVIDER = /^\s*={3,}\s*$/;
const TAIL = /^\s*(>{3,}|\+{3,})\s*(REPLACE|UPDATED|END)\s*<?\s*$/;
const CONFLICT_TAIL = /^>{5,}( \S.*)?$/;
const NEW_FILE = /^\s*(?:#+\s*)?\**NEW_FILE:\**\s*`?([^`\s][^`]*?)`?\s*$/;

/** Index in the text of its first search/replace block, or of a file announced by NEW_FILE; -1 without any. */
export const searchReplaceAt = (text: string): number =>
  text.search(/^[ \t]*(?:<{3,}|-{3,})[ \t]*(?:SEARCH|HEAD|ORIGINAL)[ \t]*>?[ \t\r]*$|^[^\w\n]{0,20}NEW_FILE:/m);

interface Block {
  readonly path: string | undefined;
  readonly search: string;
  readonly replace: string;
  readonly startLine: number | undefined;
  readonly next: number;
}

/** Reads search/replace blocks of any of the known dialects, fenced or bare, for one file or several. */
export function parseSearchReplace(text: string): FormReading | Failure {
  const { lines } = textLines(text);
  const files: FileEdit[] = [];
  const unclaimed: UnclaimedLine[] = [];
  let current: string | undefined;
  let blockEnd = 0;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const created = NEW_FILE.exec(line);
    if (created !== null) {
      const file = newFile(lines, at, created[1] ?? "");
      if (file.kind === "failed") return file;
      files.push(file.edit);
      at = file.next;
      blockEnd = at;
      continue;
    }
    if (!HEAD.test(line)) {
      // A block whose head was not understood would be lost.
      if (TAIL.test(line) || OTHER_HEAD.test(line)) unclaimed.push({ line: at + 1, text: line });
      at++;
      continue;
    }
    const block = readBlock(lines, at);
    if ("kind" in block) return block;
    current = pathAbove(lines, at, blockEnd) ?? current;
    addBlock(files, { ...block, path: current });
    at = block.next;
    blockEnd = at;
  }
  if (files.length > 0) return { kind: "read", format: "search_replace", files, unclaimed };
  return malformed("The text holds no search/replace block.");
}

const malformed = (message: string): Failure =>
  fail({
    code: "parse",
    message,
    hint: "Write the path on a line, then `<<<<<<< SEARCH`, the lines to find, `=======`, the new lines, `>>>>>>> REPLACE`.",
  });

function readBlock(lines: readonly string[], head: number): Block | Failure {
  const isConflict = /HEAD/.test(lines[head] ?? "");
  const divider = (HEAD.exec(lines[head] ?? "")?.[1]?.length ?? 7) < 5 ? SHORT_DIVIDER : DIVIDER;
  const isTail = (line: string): boolean => TAIL.test(line) || (isConflict && CONFLICT_TAIL.test(line));
  const options = readOptions(lines, head + 1);
  const middle = nextMarker(
    lines,
    options.next,
    (line) => divider.test(line) || isTail(line) || CONFLICT_TAIL.test(line) || HEAD.test(line),
  );
  if (middle === -1) return malformed(`The block at line ${head + 1} has no \`=======\`: it may have been cut off.`);
  if (!divider.test(lines[middle] ?? ""))
    return malformed(`The block at line ${head + 1} has no \`=======\` before line ${middle + 1}.`);
  let end = nextMarker(lines, middle + 1, (line) => isTail(line) || divider.test(line) || HEAD.test(line));
  // A divider doubled right above the end is a slip, not content.
  const contentEnd = end;
  if (divider.test(lines[end] ?? "") && isTail(lines[end + 1] ?? "")) end++;
  if (end === -1 || HEAD.test(lines[end] ?? ""))
    return malformed(`The block at line ${head + 1} has no \`>>>>>>> REPLACE\`: it may have been cut off.`);
  if (!isTail(lines[end] ?? ""))
    return malformed(
      `The block at line ${head + 1} has a second \`=======\` at line ${end + 1}; escape it as \`\\=======\` if it is content.`,
    );
  const sides = [lines.slice(options.next, middle), lines.slice(middle + 1, contentEnd)];
  // A block within a list stands as far in as its marks do.
  const margin = indentOf(lines[head] ?? "");
  const isInList = sides.flat().every((line) => line.startsWith(margin) || line.trim() === "");
  const [search = "", replace = ""] = sides.map((side) =>
    contentOf(isInList ? side.map((line) => line.slice(margin.length)) : side),
  );
  return {
    path: undefined,
    search,
    replace,
    startLine: options.startLine,
    next: end + 1,
  };
}

function nextMarker(lines: readonly string[], from: number, isMarker: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (isMarker(lines[at] ?? "")) return at;
  return -1;
}

/** `:start_line:7` and its like, closed by a line of dashes. */
function readOptions(
  lines: readonly string[],
  from: number,
): { readonly next: number; readonly startLine: number | undefined } {
  let startLine: number | undefined;
  let at = from;
  for (; ; at++) {
    const option = /^\s*:?(start|end)_line:\s*(\d{1,9})\s*$/.exec(lines[at] ?? "");
    if (option === null) break;
    if (option[1] === "start") startLine = Number(option[2]);
  }
  const isClosed = /^-{5,}\s*$/.test(lines[at] ?? "");
  return { next: at > from || isClosed ? at + (isClosed ? 1 : 0) : from, startLine };
}

/** Lines of content; a marker that was escaped by a backslash loses it. */
const contentOf = (lines: readonly string[]): string =>
  lines
    .map((line) => `${line.replace(/^(\s*)\\(?=(<{3,}|-{3,}|={3,}|>{3,}|\+{3,}|:start_line:|:end_line:))/, "$1")}\n`)
    .join("");

function addBlock(files: FileEdit[], block: Block): void {
  const names = block.path === undefined ? [] : [block.path];
  if (block.search.trim() === "") {
    files.push({ kind: "create", names, certain: false, hunks: [], order: "any", content: block.replace });
    return;
  }
  const hunk: TextHunk = {
    kind: "text",
    search: block.search,
    replace: block.replace,
    replaceAll: false,
    wholeLines: true,
    ...(block.startLine !== undefined && { startLine: block.startLine }),
  };
  const last = files.at(-1);
  if (last?.kind === "modify" && last.names[0] === block.path)
    files[files.length - 1] = { ...last, hunks: [...last.hunks, hunk] };
  else files.push({ kind: "modify", names, certain: false, hunks: [hunk], order: "any" });
}

const LINES_ABOVE_MAX = 4;
const PATH_CHARACTERS_MAX = 500;
const FENCE = /^\s*(`{3,}|~{3,}|<\/?[a-z]+>\w*\s*$)/;

/** The path written above a block, beyond at most a fence or two and one blank line. */
function pathAbove(lines: readonly string[], head: number, floor: number): string | undefined {
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

/** A line that is a path and nothing else, whatever decorates it. */
function pathIn(line: string): string | undefined {
  if (line.length > PATH_CHARACTERS_MAX) return undefined;
  const fenced = /^\s*(?:`{3,}|~{3,})\s*(.*)$/.exec(line);
  if (fenced !== null) {
    const label = (fenced[1] ?? "").trim().replace(/^\w+[:= ]+(?=\S*[./])/, "");
    return /[./]/.test(label) && !/\s/.test(label) ? label : undefined;
  }
  const text = line
    .trim()
    .replace(/^(?:[-*+]\s+|#+\s*|\d+\.\s+)/, "")
    .replace(/^\**(?:FILE|File|file|Path|path|Filename)\**\s*[:=]\**\s*/, "")
    .replace(/^[`*"']+|[`*"':]+$/g, "")
    .replace(/[`*]+$/, "")
    .trim();
  if (text === "" || text === "..." || /[<>|?"]/.test(text)) return undefined;
  // A sentence is not a path: blanks are only believed in a name that ends in an extension.
  if (/\s/.test(text)) return /^[\w./ -]+\.\w{1,8}$/.test(text) && text.split(/\s+/).length <= 4 ? text : undefined;
  return /[./]/.test(text) || /^[A-Z][A-Za-z]*file$/.test(text) || !/[a-z]{2,}[,;!]$/.test(text) ? text : undefined;
}

/** `NEW_FILE: path` and the fenced text below it. */
function newFile(
  lines: readonly string[],
  at: number,
  path: string,
): { readonly kind: "new"; readonly edit: FileEdit; readonly next: number } | Failure {
  let open = at + 1;
  while (open < lines.length && (lines[open] ?? "").trim() === "") open++;
  const fence = /^\s*(`{3,}|~{3,})/.exec(lines[open] ?? "")?.[1];
  if (fence === undefined) return malformed(`NEW_FILE: ${path} is not followed by a fenced text.`);
  const close = nextMarker(lines, open + 1, (line) => line.trim() === fence);
  if (close === -1) return malformed(`The text of NEW_FILE: ${path} has no closing fence: it may have been cut off.`);
  const content = lines
    .slice(open + 1, close)
    .map((line) => `${line}\n`)
    .join("");
  const edit: FileEdit = { kind: "create", names: [path], certain: true, hunks: [], order: "any", content };
  return { kind: "new", edit, next: close + 1 };
}
