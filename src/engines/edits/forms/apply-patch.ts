import { indentOf } from "../locate/line-keys.ts";
import {
  type Failure,
  type FileEdit,
  type FormReading,
  fail,
  type HunkLine,
  type LinesHunk,
  type UnclaimedLine,
} from "../model.ts";
import { undecorated } from "../paths.ts";
import { closesFence, closingIndex, dedentFences, type Fence, openedFence } from "./fences.ts";
import { isChangeLine, isProseLine } from "./prose.ts";
import { textLines } from "./text-lines.ts";
import { countsOf, hunkLine, parseHunkHeader, startOf } from "./unified-hunk.ts";

const BEGIN = /^\s*\*\*\* Begin Patch\s*$/;
const END = /^\s*\*\*\* End Patch\s*$/;
const FILE = /^\*\*\* (Add|Update|Delete) File: (.*\S)\s*$/;
const MOVE = /^\*\*\* Move to: (.*\S)\s*$/;
const END_OF_FILE = /^\*\*\* End of File\s*$/;

/** Index in the text of the first line of a patch envelope, or -1. */
export const applyPatchAt = (text: string): number =>
  text.search(/^[ \t]*\*\*\* Begin Patch[ \t\r]*$|^\*\*\* (?:Add|Update|Delete) File: /m);

/** Reads `*** Begin Patch` envelopes, within a heredoc, a fence or prose, or the bare sections of one. */
export function parseApplyPatch(text: string): FormReading | Failure {
  const lines = dedentFences(textLines(text).lines);
  const envelopes = findEnvelopes(lines);
  if (envelopes.kind === "failed") return envelopes;
  const files: FileEdit[] = [];
  const isInside = new Uint8Array(lines.length);
  for (const { from, end, indent } of envelopes.found) {
    isInside.fill(1, from, end);
    const refused = readEnvelope(
      lines.slice(from, end).map((line) => withoutIndent(line, indent)),
      files,
    );
    if (refused !== undefined) return refused;
  }
  if (files.length === 0) return malformed("The patch names no file.");
  return { kind: "read", format: "apply_patch", files, unclaimed: unclaimedOutside(lines, isInside) };
}

const withoutIndent = (line: string, indent: number): string =>
  line.slice(0, indent).trim() === "" ? line.slice(indent) : line;

/** Outside of every envelope a section of a file, or a change behind one, was meant and would be lost. */
function unclaimedOutside(lines: readonly string[], isInside: Uint8Array): UnclaimedLine[] {
  const unclaimed: UnclaimedLine[] = [];
  const first = isInside.indexOf(1);
  let later: Fence | undefined;
  for (const [at, line] of lines.entries()) {
    if (isInside[at] === 1) continue;
    if (later !== undefined) later = closesFence(line, later) ? undefined : later;
    else if (FILE.test(line) || (at > first && isChangeLine(line) && !isProseLine(line)))
      unclaimed.push({ line: at + 1, text: line });
    else if (at > first) later = openedAsAnother(line);
  }
  return unclaimed;
}

/** A mark with a label opens a fence; one without may as well close the fence around the patch. */
function openedAsAnother(line: string): Fence | undefined {
  const opened = openedFence(line);
  return opened === undefined || opened.label === "" ? undefined : opened;
}

function readEnvelope(lines: readonly string[], files: FileEdit[]): Failure | undefined {
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const header = FILE.exec(line);
    if (header === null) {
      if (line.trim() !== "") return malformed(`Unexpected line in the patch: ${line.slice(0, 200)}`);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !FILE.test(lines[end] ?? "")) end++;
    const edit = readFile(header[1] ?? "", undecorated(header[2] ?? ""), lines.slice(at + 1, end));
    if (edit.kind === "failed") return edit;
    files.push(edit);
    at = end;
  }
  return undefined;
}

const malformed = (message: string): Failure =>
  fail({
    code: "parse",
    message,
    hint: "Write `*** Begin Patch`, then `*** Update File: path`, `*** Add File: path` or `*** Delete File: path` sections, then `*** End Patch`.",
  });

/** Lines `from` to `end` (exclusive) between two markers that stand `indent` columns in. */
interface Envelope {
  readonly from: number;
  readonly end: number;
  readonly indent: number;
}

type Envelopes = { readonly kind: "envelopes"; readonly found: readonly Envelope[] } | Failure;

/** A patch that begins must end: otherwise it was cut off. Markers further in than the first one are content. */
function findEnvelopes(lines: readonly string[]): Envelopes {
  const found: Envelope[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!BEGIN.test(lines[at] ?? "")) continue;
    const indent = indentOf(lines[at] ?? "").length;
    const end = endOfEnvelope(lines, at + 1, indent);
    if (end === -1) return malformed("The patch has no `*** End Patch`: it may have been cut off.");
    found.push({ from: at + 1, end, indent });
    at = end;
  }
  return found.length > 0 ? { kind: "envelopes", found } : bareSections(lines);
}

/** The first end marker as far in as the beginning; where there is none, the last one further in. */
function endOfEnvelope(lines: readonly string[], from: number, indent: number): number {
  let last = -1;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const depth = indentOf(line).length;
    if (BEGIN.test(line) && depth <= indent) return last;
    if (!END.test(line)) continue;
    if (depth <= indent) return at;
    last = at;
  }
  return last;
}

/** Sections without an envelope reach to the end of their fence, to a lone end marker, or to the end of the text. */
function bareSections(lines: readonly string[]): Envelopes {
  const from = lines.findIndex((line) => FILE.test(line));
  if (from === -1) return malformed("The text holds no patch.");
  const fence = lines.slice(0, from).reduce<Fence | undefined>((open, line) => {
    if (open === undefined) return openedFence(line);
    return closesFence(line, open) ? undefined : open;
  }, undefined);
  const fenceEnd = fence === undefined ? lines.length : closingIndex(lines, from, fence);
  const marker = lines.findIndex((line, at) => at > from && /^\*\*\* End Patch\s*$/.test(line));
  const end = marker === -1 ? fenceEnd : Math.min(marker, fenceEnd);
  return { kind: "envelopes", found: [{ from, end, indent: 0 }] };
}

function readFile(kind: string, path: string, body: readonly string[]): FileEdit | Failure {
  const base = { names: [path], certain: true, hunks: [], order: "ordered" as const };
  switch (kind) {
    case "Add":
      return readAdded(base, body);
    case "Delete":
      return body.every((line) => line.trim() === "")
        ? { ...base, kind: "delete" }
        : malformed(`The section that deletes ${path} has a body.`);
    default:
      return readUpdated(base, body);
  }
}

type Base = Pick<FileEdit, "names" | "certain" | "hunks" | "order">;

function readAdded(base: Base, body: readonly string[]): FileEdit | Failure {
  const last = body.findLastIndex((line) => line.startsWith("+"));
  const lines: string[] = [];
  for (const [index, line] of body.entries()) {
    if (line.startsWith("+")) lines.push(line.slice(1));
    else if (line.trim() !== "") {
      if (END_OF_FILE.test(line)) continue;
      return malformed(`Every line of the new file ${base.names[0]} must begin with "+": ${line.slice(0, 200)}`);
    } else if (index < last) lines.push("");
  }
  // A last line that adds nothing is how some models write the final newline.
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return { ...base, kind: "create", content: lines.map((line) => `${line}\n`).join("") };
}

function readUpdated(base: Base, body: readonly string[]): FileEdit | Failure {
  const firstLine = body.findIndex((line) => line.trim() !== "");
  const move = MOVE.exec(body[firstLine] ?? "");
  const hunks = readHunks(withoutHeaders(move === null ? body : body.slice(firstLine + 1), base.names));
  if (hunks.kind === "failed") return hunks;
  const moveTo = move === null ? undefined : undecorated(move[1] ?? "");
  if (hunks.hunks.length === 0 && moveTo === undefined)
    return malformed(`The section that updates ${base.names[0]} changes nothing.`);
  return { ...base, kind: "modify", hunks: hunks.hunks, ...(moveTo !== undefined && { moveTo }) };
}

/** Above the hunks a diff's two header lines say the section's name again; lines of a hunk would not. */
function withoutHeaders(body: readonly string[], names: readonly string[]): readonly string[] {
  const first = body.findIndex((line) => line.trim() !== "");
  const said = body.slice(first, first + 2).map((line) => /^(?:---|\+\+\+) (?:[ab]\/)?(\S+)$/.exec(line)?.[1]);
  const isHeader = said.every((name) => name !== undefined && names.includes(name));
  return isHeader && (body[first + 2] ?? "").startsWith("@@") ? body.slice(first + 2) : body;
}

/** A hunk while it is read: stacked `@@` lines add anchors until the first line of its body. */
interface OpenHunk {
  anchors: string[];
  header: string | undefined;
  lines: HunkLine[];
  atEnd: boolean;
}

function readHunks(body: readonly string[]): { readonly kind: "hunks"; readonly hunks: LinesHunk[] } | Failure {
  const hunks: LinesHunk[] = [];
  const fresh = (): OpenHunk => ({ anchors: [], header: undefined, lines: [], atEnd: false });
  let open = fresh();
  const close = (): void => {
    const hunk = closedHunk(open);
    if (hunk !== undefined) hunks.push(hunk);
  };
  for (const line of body) {
    if (line.startsWith("@@")) {
      if (open.lines.some((known) => known.bare !== true || known.text !== "")) {
        close();
        open = fresh();
      }
      readHeader(open, line);
    } else if (END_OF_FILE.test(line)) open.atEnd = true;
    else if (/^\*\*\* /.test(line)) return malformed(`Unexpected line in the patch: ${line.slice(0, 200)}`);
    else if (/^\\ No newline/i.test(line)) open.atEnd = true;
    else open.lines.push(hunkLine(line));
  }
  close();
  return { kind: "hunks", hunks };
}

const ANCHOR_CHARACTERS_MAX = 2000;

function readHeader(open: OpenHunk, line: string): void {
  if (/^@@+ -\d/.test(line)) {
    open.header = line;
    return;
  }
  const anchor = line.length > ANCHOR_CHARACTERS_MAX ? line : line.replace(/^@@+ ?/, "").replace(/ ?@@+\s*$/, "");
  if (anchor.trim() !== "" && !/^[.\s]*$/.test(anchor)) open.anchors.push(anchor);
}

function closedHunk(open: OpenHunk): LinesHunk | undefined {
  const lines = [...open.lines];
  const isFiller = (line: HunkLine | undefined): boolean => line?.bare === true && line.text === "";
  while (isFiller(lines.at(-1))) lines.pop();
  if (lines.every((line) => line.kind === "context")) return undefined;
  const header = open.header === undefined ? undefined : parseHunkHeader(open.header);
  const startLine = startOf(header, lines);
  const isInsertion = lines.every((line) => line.kind === "insert");
  const countOf = (kind: HunkLine["kind"]): number => lines.filter((line) => line.kind !== kind).length;
  const isCounted = header?.oldCount === countOf("insert") && header.newCount === countOf("delete");
  return {
    kind: "lines",
    lines,
    ...(startLine !== undefined && { startLine }),
    counts: countsOf(header, { doFit: isCounted }),
    anchors: open.anchors,
    // The envelope puts lines that come without any context at the end of the file.
    atEnd: open.atEnd || (isInsertion && open.anchors.length === 0 && header === undefined),
    finalNewline: "keep",
  };
}
