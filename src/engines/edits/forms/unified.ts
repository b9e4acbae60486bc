import { type Failure, type FileEdit, type FormReading, fail, type UnclaimedLine } from "../model.ts";
import type { DiffSection } from "./diff-section.ts";
import { closingIndex, dedentFences, type Fence, openedFence } from "./fences.ts";
import { isChangeLine, isProseLine } from "./prose.ts";
import { type TextLines, textLines } from "./text-lines.ts";
import { fileEditOf } from "./unified-files.ts";
import { isFileHeader, isSignature, parseHunk } from "./unified-hunk.ts";

/** Reads a unified diff, of git or plain, with or without correct numbers, inside prose or fences. */
export function parseUnified(text: string): FormReading | Failure {
  const written = textLines(text);
  const dedented = { ...written, lines: dedentFences(written.lines) };
  const reader: Reader = { text: dedented, sections: [], unclaimed: [], fence: undefined, isInDiff: false };
  const { lines } = reader.text;
  for (let at = 0; at < lines.length; ) {
    const next = readAt(reader, at);
    if (typeof next !== "number") return next;
    at = next;
  }
  closeFence(reader);
  return readSections(reader);
}

interface OpenFence extends Fence {
  readonly end: number;
  /** A diff stands in it, so that all of its lines count. */
  isDiff: boolean;
  readonly loose: UnclaimedLine[];
}

interface Reader {
  readonly text: TextLines;
  readonly sections: DiffSection[];
  readonly unclaimed: UnclaimedLine[];
  fence: OpenFence | undefined;
  /** A header or a hunk was read: what follows may be the rest of it. */
  isInDiff: boolean;
}

/** Reads what stands at a line and tells where to go on. */
function readAt(reader: Reader, at: number): number | Failure {
  const { lines } = reader.text;
  const line = lines[at] ?? "";
  if (reader.fence?.end === at) {
    closeFence(reader);
    return at + 1;
  }
  if (line.startsWith("@@")) return readHunk(reader, at);
  const header = fileHeader(lines, at);
  if (header !== undefined) {
    const last = reader.sections.at(-1);
    const isNamed = last?.oldName !== undefined || last?.newName !== undefined;
    const section = last === undefined || isNamed || last.hunks.length > 0 ? openSection(reader) : last;
    Object.assign(section, header.names);
    enterDiff(reader);
    return header.next;
  }
  if (line.startsWith("diff --git ") || line.startsWith("Index: ")) {
    nameSection(openSection(reader), line);
    enterDiff(reader);
  } else if (isSignature(lines, at)) reader.isInDiff = false;
  else readBetween(reader, at);
  return at + 1;
}

function readHunk(reader: Reader, at: number): number | Failure {
  const { fence, text } = reader;
  const range = { end: fence?.end ?? text.lines.length, isFenced: fence !== undefined };
  const read = parseHunk(text, at, range);
  if (read.kind === "failed") return read;
  const section = reader.sections.at(-1) ?? openSection(reader);
  if (read.hunk !== undefined) section.hunks.push(read.hunk);
  enterDiff(reader);
  return read.next;
}

function openSection(reader: Reader): DiffSection {
  const section: DiffSection = { hunks: [] };
  reader.sections.push(section);
  return section;
}

function enterDiff(reader: Reader): void {
  reader.isInDiff = true;
  if (reader.fence !== undefined) reader.fence.isDiff = true;
}

/** A line of no hunk and no header: prose, an extended header, a fence, or a change that nothing claims. */
function readBetween(reader: Reader, at: number): void {
  const { lines } = reader.text;
  const line = lines[at] ?? "";
  const section = reader.sections.at(-1);
  if (section !== undefined && section.hunks.length === 0) readExtendedHeader(section, line);
  if (isChangeLine(line)) {
    const loose = { line: at + 1, text: line };
    if (reader.fence !== undefined) reader.fence.loose.push(loose);
    else if (reader.isInDiff && !isProseLine(line)) reader.unclaimed.push(loose);
    return;
  }
  const opened = reader.fence === undefined ? openedFence(line) : undefined;
  if (opened === undefined) return;
  const end = closingIndex(lines, at + 1, opened);
  reader.fence = { ...opened, end, isDiff: /^(diff|patch|udiff)\b/i.test(opened.label), loose: [] };
}

function closeFence(reader: Reader): void {
  if (reader.fence?.isDiff === true) for (const loose of reader.fence.loose) reader.unclaimed.push(loose);
  reader.fence = undefined;
}

function nameSection(section: DiffSection, line: string): void {
  if (line.startsWith("Index: ")) {
    section.indexName = line.slice("Index: ".length).trim();
    return;
  }
  const names = gitNames(line.slice("diff --git ".length));
  if (names !== undefined) section.gitNames = names;
}

function readSections({ sections, unclaimed }: Reader): FormReading | Failure {
  const files: FileEdit[] = [];
  for (const section of sections) {
    const edit = fileEditOf(section);
    if (edit === undefined) continue;
    if (edit.kind === "failed") return edit;
    files.push(edit);
  }
  if (files.length > 0) return { kind: "read", format: "unified", files, unclaimed };
  return fail({
    code: "parse",
    message: "The text holds no unified diff.",
    hint: "Write `--- a/path`, `+++ b/path`, then hunks that begin with `@@` and whose lines begin with a blank, `-` or `+`.",
  });
}

/** `---` and `+++` lines, or one of them right above a hunk. */
function fileHeader(
  lines: readonly string[],
  at: number,
): { readonly names: Pick<DiffSection, "oldName" | "newName">; readonly next: number } | undefined {
  const line = lines[at] ?? "";
  const next = lines[at + 1] ?? "";
  if (line.startsWith("--- ") && next.startsWith("+++ "))
    return { names: { oldName: line.slice(4), newName: next.slice(4) }, next: at + 2 };
  if (!next.startsWith("@@")) return undefined;
  if (isFileHeader(lines, at)) return { names: { oldName: line.slice(4) }, next: at + 1 };
  if (line.startsWith("+++ ")) return { names: { newName: line.slice(4) }, next: at + 1 };
  return undefined;
}

function readExtendedHeader(section: DiffSection, line: string): void {
  const match =
    /^(rename from|rename to|copy from|copy to|new file mode|deleted file mode|old mode|new mode|index) (.*)$/.exec(
      line,
    );
  if (match === null) {
    if (/^(Binary files .* differ|GIT binary patch)$/.test(line)) section.isBinary = true;
    return;
  }
  const value = (match[2] ?? "").trim();
  switch (match[1]) {
    case "rename from":
    case "copy from":
      section.renameFrom = value;
      section.isCopy = match[1] === "copy from";
      break;
    case "rename to":
    case "copy to":
      section.renameTo = value;
      break;
    case "new file mode":
      section.newMode = value;
      break;
    case "deleted file mode":
      section.deletedMode = value;
      break;
    case "index":
      if (/ 120000$/.test(value)) section.newMode = "120000";
      break;
    default:
      section.changesMode = true;
  }
}

/** The two names of a `diff --git` line. Unquoted names may hold blanks: both are the same but for their prefix. */
function gitNames(text: string): readonly [string, string] | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(text.trim());
  if (quoted !== null) return [quoted[1] ?? "", quoted[2] ?? ""];
  const withoutPrefix = (name: string): string => name.replace(/^[^/]*\//, "");
  // Equal halves, so only one blank can separate them.
  const middle = (text.length - 1) / 2;
  const halves = [text.slice(0, middle), text.slice(middle + 1)] as const;
  return text[middle] === " " && withoutPrefix(halves[0]) === withoutPrefix(halves[1]) ? halves : undefined;
}
