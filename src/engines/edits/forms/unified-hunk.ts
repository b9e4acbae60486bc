import { type Failure, fail, type HunkLine, type LinesHunk } from "../model.ts";

const HEADER = /^@@+[ \t]*(?:-(\d{1,15})(?:,(\d{1,15}))?[ \t]*)?(?:\+(\d{1,15})(?:,(\d{1,15}))?[ \t]*)?(?:@@+)?(.*)$/;

/** Longer headings are cut: they only help to tell places apart. */
const HEADER_CHARACTERS_MAX = 500;

export interface ParsedHunks {
  readonly kind: "hunks";
  /** Empty where the header has no body that changes anything, as above a further header. */
  readonly hunks: readonly LinesHunk[];
  /** Index of the first line after the hunk. */
  readonly next: number;
}

interface HunkHeader {
  readonly startLine: number | undefined;
  readonly oldCount: number | undefined;
  readonly newCount: number | undefined;
  readonly heading: string;
}

/** Reads one hunk. Counts say where it ends when they fit; otherwise it ends where something else begins. */
export function parseHunk(lines: readonly string[], at: number, fence: string | undefined): ParsedHunks | Failure {
  const header = parseHunkHeader(lines[at] ?? "");
  const counted = countedEnd(lines, at + 1, header);
  const end = counted ?? looseEnd(lines, at + 1, fence);
  const body = counted === undefined ? withoutTrailingProse(lines.slice(at + 1, end)) : lines.slice(at + 1, end);
  const hunk = hunkOf(body, header, counted !== undefined);
  if (hunk.lines.every((line) => line.kind === "context")) {
    if (hunk.lines.some((line) => line.text.trim() !== ""))
      return fail({
        code: "parse",
        message: `The hunk at line ${at + 1} of the diff changes nothing.`,
        hint: "Begin deleted lines with `-` and added lines with `+`.",
      });
    return { kind: "hunks", hunks: [], next: end };
  }
  return { kind: "hunks", hunks: [hunk], next: end };
}

export function parseHunkHeader(line: string): HunkHeader {
  const match = HEADER.exec(line.slice(0, HEADER_CHARACTERS_MAX));
  const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  const start = number(match?.[1]);
  const heading = (match?.[5] ?? "").trim();
  return {
    startLine: start,
    oldCount: start === undefined ? undefined : (number(match?.[2]) ?? 1),
    newCount: match?.[3] === undefined ? undefined : (number(match[4]) ?? 1),
    heading: /^[.\s@]*$/.test(heading) ? "" : heading.replace(/\s*@@+$/, ""),
  };
}

/** Index after the body that the counts describe, or undefined when they do not fit the text. */
function countedEnd(lines: readonly string[], from: number, header: HunkHeader): number | undefined {
  let old = header.oldCount;
  let added = header.newCount;
  if (old === undefined || added === undefined) return undefined;
  let at = from;
  for (; at < lines.length && (old > 0 || added > 0); at++) {
    const line = lines[at] ?? "";
    const sign = line[0] ?? " ";
    if (sign === "\\") continue;
    if (sign !== " " && sign !== "-" && sign !== "+") return undefined;
    if (sign !== "+") old--;
    if (sign !== "-") added--;
    if (old < 0 || added < 0) return undefined;
  }
  if (old > 0 || added > 0) return undefined;
  while (lines[at]?.startsWith("\\")) at++;
  const next = lines[at] ?? "";
  const goesOn = /^[ +-]/.test(next) && next.trim() !== "" && !isFileHeader(lines, at) && !isSignature(lines, at);
  return goesOn ? undefined : at;
}

const isFileHeader = (lines: readonly string[], at: number): boolean => {
  const [line, next, third] = [lines[at] ?? "", lines[at + 1] ?? "", lines[at + 2] ?? ""];
  if (line.startsWith("--- ") && next.startsWith("+++ "))
    return third.startsWith("@@") || /\t|^\+\+\+ (b\/|\/dev\/null)/.test(next);
  return line.startsWith("--- ") && next.startsWith("@@");
};

/** The last lines of a mail made by git: `-- ` and a version. */
const isSignature = (lines: readonly string[], at: number): boolean =>
  /^-- ?$/.test(lines[at] ?? "") && /^\d+\.\d+/.test(lines[at + 1] ?? "");

function looseEnd(lines: readonly string[], from: number, fence: string | undefined): number {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("@@") || line.startsWith("diff --git ") || /^\*\*\* (End|Update|Add|Delete) /.test(line))
      return at;
    if (isFileHeader(lines, at) || isSignature(lines, at)) return at;
    if (line.startsWith("Index: ") && (lines[at + 1] ?? "").startsWith("====")) return at;
    if (fence !== undefined && line.trim() === fence) return at;
  }
  return lines.length;
}

/** What follows the last prefixed line is prose when the hunk prefixes its context. */
function withoutTrailingProse(body: readonly string[]): readonly string[] {
  const isPrefixed = (line: string): boolean => /^[ +\\-]/.test(line);
  const last = body.findLastIndex(isPrefixed);
  const prefixesContext = body.some((line) => line.startsWith(" ") && line.trim() !== "");
  let end = body.length;
  if (prefixesContext && body.slice(last + 1).some((line) => line === "")) end = last + 1;
  while (end > 0 && body[end - 1] === "") end--;
  return body.slice(0, end);
}

function hunkOf(body: readonly string[], header: HunkHeader, isCounted: boolean): LinesHunk {
  const lines: HunkLine[] = [];
  let oldLacksNewline = false;
  let newLacksNewline = false;
  for (const text of body) {
    if (text.startsWith("\\")) {
      const last = lines.at(-1)?.kind;
      oldLacksNewline ||= last !== "insert";
      newLacksNewline ||= last !== "delete";
    } else lines.push(hunkLine(text));
  }
  const { heading, startLine, oldCount } = header;
  // A range without lines names the line above it.
  const line = startLine === undefined ? undefined : oldCount === 0 || startLine === 0 ? startLine : startLine;
  return {
    kind: "lines",
    lines,
    ...(line !== undefined && { startLine: line }),
    isCounted,
    anchors: heading !== "" && startLine === undefined ? [heading] : [],
    anchorsAreHints: true,
    atEnd: false,
    finalNewline: oldLacksNewline === newLacksNewline ? "keep" : newLacksNewline ? "remove" : "add",
  };
}

/** One line of a hunk's body; a line without a prefix is context that lost it. */
export function hunkLine(text: string): HunkLine {
  const sign = text[0];
  if (sign === "-") return { kind: "delete", text: text.slice(1) };
  if (sign === "+") return { kind: "insert", text: text.slice(1) };
  if (sign === " ") return { kind: "context", text: text.slice(1) };
  return { kind: "context", text, bare: true };
}
