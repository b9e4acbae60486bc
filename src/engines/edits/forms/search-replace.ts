import { indentOf } from "../locate/line-keys.ts";
import { type Failure, type FileEdit, type FormReading, fail, type TextHunk, type UnclaimedLine } from "../model.ts";
import { pathAbove } from "./path-line.ts";
import { textLines } from "./text-lines.ts";

const OTHER_HEAD = /^<{5,}(?:\s|$)/;
const DIVIDER = /^\s*={5,}\s*$/;
const SHORT_DIVIDER = /^\s*={3,}\s*$/;
const TAIL = /^\s*(?:(?:>{3,}|\+{3,})\s*(?:REPLACE|UPDATED|END)\s*<?|>{5,}\s*[Rr]eplace)\s*$/;
const CONFLICT_TAIL = /^>{5,}( \S.*)?$/;
const NEW_FILE = /^\s*(?:#+\s*)?\**NEW_FILE:\**\s*`?([^`\s][^`]*?)`?\s*$/;

/** Index in the text of its first search/replace block, or of a file announced by NEW_FILE; -1 without any. */
export const searchReplaceAt = (text: string): number =>
  text.search(
    /^[ \t]*(?:(?:<{3,}|-{3,})[ \t]*(?:SEARCH|HEAD|ORIGINAL)[ \t\r]*(?:>[ \t\r]*)?$|<{5,}[ \t]*[Ss](?:EARCH|earch)\b)|^[^\w\n]{0,20}NEW_FILE:/m,
  );

interface Head {
  readonly mark: string;
  /** As git marks a conflict: the end may have any name. */
  readonly isConflict: boolean;
  /** The file, where it is named behind the mark. */
  readonly path?: string | undefined;
}

const HEAD_CHARACTERS_MAX = 600;

function headOf(line: string): Head | undefined {
  if (line.length > HEAD_CHARACTERS_MAX) return undefined;
  const bare = /^\s*(<{3,}|-{3,})\s*(SEARCH|HEAD|ORIGINAL)\s*>?\s*$/.exec(line);
  if (bare !== null) return { mark: bare[1] ?? "", isConflict: bare[2] === "HEAD" };
  const named = /^\s*(<{5,})\s*(?:SEARCH|[Ss]earch)\s*>?(?:\s+(\S*[./]\S*))?\s*$/.exec(line);
  return named === null ? undefined : { mark: named[1] ?? "", isConflict: false, path: named[2] };
}

const isHead = (line: string): boolean => headOf(line) !== undefined;

const isOurTail = (line: string): boolean => line.length <= HEAD_CHARACTERS_MAX && TAIL.test(line);

interface Block {
  readonly search: string;
  readonly replace: string;
  readonly startLine: number | undefined;
  readonly next: number;
}

interface Reading {
  readonly files: FileEdit[];
  readonly unclaimed: UnclaimedLine[];
  /** The path above the block before, which goes on for blocks without one. */
  path: string | undefined;
  blockEnd: number;
}

/** Reads search/replace blocks of any of the known dialects, fenced or bare, for one file or several. */
export function parseSearchReplace(text: string): FormReading | Failure {
  const { lines } = textLines(text);
  const reading: Reading = { files: [], unclaimed: [], path: undefined, blockEnd: 0 };
  for (let at = 0; at < lines.length; ) {
    const next = readAt(lines, at, reading);
    if (typeof next !== "number") return next;
    at = next;
  }
  const { files, unclaimed } = reading;
  if (files.length > 0) return { kind: "read", format: "search_replace", files, unclaimed };
  return malformed("The text holds no search/replace block.");
}

/** Reads what stands at a line and tells where to go on. */
function readAt(lines: readonly string[], at: number, reading: Reading): number | Failure {
  const line = lines[at] ?? "";
  const created = line.length > HEAD_CHARACTERS_MAX ? null : NEW_FILE.exec(line);
  if (created !== null) {
    const file = newFile(lines, at, created[1] ?? "");
    if (file.kind === "failed") return file;
    reading.files.push(file.edit);
    reading.blockEnd = file.next;
    return file.next;
  }
  const head = headOf(line);
  if (head === undefined) {
    // A block whose head was not understood would be lost.
    if (isOurTail(line) || OTHER_HEAD.test(line)) reading.unclaimed.push({ line: at + 1, text: line });
    return at + 1;
  }
  const block = readBlock(lines, at, head);
  if ("kind" in block) return block;
  reading.path = head.path ?? pathAbove(lines, at, reading.blockEnd) ?? reading.path;
  addBlock(reading.files, block, reading.path);
  reading.blockEnd = block.next;
  return block.next;
}

const malformed = (message: string): Failure =>
  fail({
    code: "parse",
    message,
    hint: "Write the path on a line, then `<<<<<<< SEARCH`, the lines to find, `=======`, the new lines, `>>>>>>> REPLACE`.",
  });

function readBlock(lines: readonly string[], at: number, head: Head): Block | Failure {
  const divider = head.mark.length < 5 ? SHORT_DIVIDER : DIVIDER;
  const isTail = (line: string): boolean => isOurTail(line) || (head.isConflict && CONFLICT_TAIL.test(line));
  const options = readOptions(lines, at + 1);
  const middle = nextMarker(
    lines,
    options.next,
    (line) => divider.test(line) || isTail(line) || CONFLICT_TAIL.test(line) || isHead(line),
  );
  if (middle === -1) return malformed(`The block at line ${at + 1} has no \`=======\`: it may have been cut off.`);
  if (!divider.test(lines[middle] ?? ""))
    return malformed(`The block at line ${at + 1} has no \`=======\` before line ${middle + 1}.`);
  const contentEnd = nextMarker(lines, middle + 1, (line) => isTail(line) || divider.test(line) || isHead(line));
  // A divider doubled right above the end is a slip, not content.
  const isDoubled = divider.test(lines[contentEnd] ?? "") && isTail(lines[contentEnd + 1] ?? "");
  const end = isDoubled ? contentEnd + 1 : contentEnd;
  if (end === -1 || isHead(lines[end] ?? ""))
    return malformed(`The block at line ${at + 1} has no \`>>>>>>> REPLACE\`: it may have been cut off.`);
  if (!isTail(lines[end] ?? ""))
    return malformed(
      `The block at line ${at + 1} has a second \`=======\` at line ${end + 1}; escape it as \`\\=======\` if it is content.`,
    );
  const sides = [lines.slice(options.next, middle), lines.slice(middle + 1, contentEnd)];
  const [search = "", replace = ""] = withoutMargin(sides, indentOf(lines[at] ?? "")).map(contentOf);
  return { search, replace, startLine: options.startLine, next: end + 1 };
}

/** A block within a list stands as far in as its marks do. */
function withoutMargin(sides: readonly string[][], margin: string): readonly string[][] {
  const isInList = sides.flat().every((line) => line.startsWith(margin) || line.trim() === "");
  return isInList ? sides.map((side) => side.map((line) => line.slice(margin.length))) : sides;
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

function addBlock(files: FileEdit[], block: Block, path: string | undefined): void {
  const names = path === undefined ? [] : [path];
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
  if (last?.kind === "modify" && last.names[0] === path)
    files[files.length - 1] = { ...last, hunks: [...last.hunks, hunk] };
  else files.push({ kind: "modify", names, certain: false, hunks: [hunk], order: "any" });
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
