import { type Failure, type FileEdit, fail, type HunkLine, type LinesHunk, type ParsedEdit } from "../model.ts";
import { hunkLine, parseHunkHeader } from "./unified-hunk.ts";

const BEGIN = /^\s*\*\*\* Begin Patch\s*$/;
const END = /^\s*\*\*\* End Patch\s*$/;
const FILE = /^\s*\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;
const MOVE = /^\s*\*\*\* Move to: (.+?)\s*$/;
const END_OF_FILE = /^\s*\*\*\* End of File\s*$/;

/** Whether the text holds a patch envelope. */
export const looksLikeApplyPatch = (text: string): boolean =>
  /^[ \t]*\*\*\* (Begin Patch|(Add|Update|Delete) File: )/m.test(text);

/** Reads `*** Begin Patch` envelopes, within a heredoc, a fence or prose, or the bare sections of one. */
export function parseApplyPatch(text: string): ParsedEdit | Failure {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const envelope = insideEnvelope(lines);
  if (!Array.isArray(envelope)) return envelope as Failure;
  const files: FileEdit[] = [];
  for (let at = 0; at < envelope.length; ) {
    const line = envelope[at] ?? "";
    const header = FILE.exec(line);
    if (header === null) {
      if (line.trim() !== "") return malformed(`Unexpected line in the patch: ${line.slice(0, 200)}`);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < envelope.length && !FILE.test(envelope[end] ?? "")) end++;
    const edit = readFile(header[1] ?? "", header[2] ?? "", envelope.slice(at + 1, end));
    if (edit.kind === "failed") return edit;
    files.push(edit);
    at = end;
  }
  if (files.length === 0) return malformed("The patch names no file.");
  return { kind: "parsed", format: "apply_patch", files };
}

const malformed = (message: string): Failure =>
  fail({
    code: "parse",
    message,
    hint: "Write `*** Begin Patch`, then `*** Update File: path`, `*** Add File: path` or `*** Delete File: path` sections, then `*** End Patch`.",
  });

/** The lines between the markers, of every envelope. A patch that begins must end: otherwise it was cut off. */
function insideEnvelope(lines: readonly string[]): string[] | Failure {
  if (!lines.some((line) => BEGIN.test(line))) {
    const first = lines.findIndex((line) => FILE.test(line));
    if (first === -1) return malformed("The text holds no patch.");
    const end = lines.findIndex((line, index) => index > first && (END.test(line) || /^\s*```\s*$/.test(line)));
    return lines.slice(first, end === -1 ? undefined : end);
  }
  const inside: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (BEGIN.test(line)) isOpen = true;
    else if (END.test(line)) isOpen = false;
    else if (isOpen) inside.push(line);
  }
  return isOpen ? malformed("The patch has no `*** End Patch`: it may have been cut off.") : inside;
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
  const hunks = readHunks(move === null ? body : body.slice(firstLine + 1));
  if (hunks.kind === "failed") return hunks;
  const moveTo = move?.[1];
  if (hunks.hunks.length === 0 && moveTo === undefined)
    return malformed(`The section that updates ${base.names[0]} changes nothing.`);
  return { ...base, kind: "modify", hunks: hunks.hunks, ...(moveTo !== undefined && { moveTo }) };
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
  while (isFiller(lines[0])) lines.shift();
  if (lines.every((line) => line.kind === "context")) return undefined;
  const header = open.header === undefined ? undefined : parseHunkHeader(open.header);
  const isInsertion = lines.every((line) => line.kind === "insert");
  const countOf = (kind: HunkLine["kind"]): number => lines.filter((line) => line.kind !== kind).length;
  const isCounted = header?.oldCount === countOf("insert") && header.newCount === countOf("delete");
  return {
    kind: "lines",
    lines,
    ...(header?.startLine !== undefined && { startLine: header.startLine }),
    isCounted,
    anchors: open.anchors,
    // The envelope puts lines that come without any context at the end of the file.
    atEnd: open.atEnd || (isInsertion && open.anchors.length === 0 && header === undefined),
    finalNewline: "keep",
  };
}
