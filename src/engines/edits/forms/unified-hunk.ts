import { type Failure, fail, type HunkCounts, type HunkLine, type LinesHunk } from "../model.ts";
import { mayBeProse, proseStart } from "./prose.ts";
import type { TextLines } from "./text-lines.ts";

const HEADER =
  /^@@+[ \t]*(?:-(\d{1,15})(?:,(\d{1,15}))?[ \t]*)?(?:\+(\d{1,15})(?:,(\d{1,15}))?[ \t]*)?(?:@@+)?([\s\S]*)$/;

/** Longer headings are cut: they only help to tell places apart. */
const HEADER_CHARACTERS_MAX = 500;

export interface ParsedHunk {
  readonly kind: "hunk";
  /** Undefined where the header has no body that changes anything, as above a further header. */
  readonly hunk: LinesHunk | undefined;
  /** Index of the first line after the hunk. */
  readonly next: number;
}

interface HunkHeader {
  readonly startLine: number | undefined;
  readonly oldCount: number | undefined;
  readonly newCount: number | undefined;
  readonly heading: string;
}

/** The part of a text that a hunk may reach: up to the end of its fence, or of the text. */
export interface HunkRange {
  readonly end: number;
  readonly isFenced: boolean;
}

/** Reads one hunk. Counts say where it ends when they fit; otherwise it ends where something else begins. */
export function parseHunk(text: TextLines, at: number, range: HunkRange): ParsedHunk | Failure {
  const { lines } = text;
  const header = parseHunkHeader(lines[at] ?? "");
  const isCombined = /^@@@+ -\d[^@]* -\d/.test(lines[at] ?? "");
  if (isCombined) return malformed(`The hunk at line ${at + 1} compares more than two versions.`);
  const counted = countedEnd(lines, at + 1, header, range);
  const end = counted ?? looseEnd(lines, at + 1, range);
  const hunk = hunkOf(text, { from: at + 1, end }, header, counted !== undefined);
  if (hunk.lines.some((line) => line.kind !== "context")) return { kind: "hunk", hunk, next: end };
  if (hunk.lines.some((line) => line.text.trim() !== ""))
    return malformed(`The hunk at line ${at + 1} of the diff changes nothing.`);
  return { kind: "hunk", hunk: undefined, next: end };
}

const malformed = (message: string): Failure =>
  fail({
    code: "parse",
    message,
    hint: "Begin deleted lines with `-` and added lines with `+`, in hunks of one file.",
  });

export function parseHunkHeader(line: string): HunkHeader {
  const match = HEADER.exec(line.slice(0, HEADER_CHARACTERS_MAX));
  const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  const start = number(match?.[1]);
  const heading = (match?.[5] ?? "").trim();
  return {
    startLine: start,
    oldCount: start === undefined ? undefined : (number(match?.[2]) ?? 1),
    newCount: match?.[3] === undefined ? undefined : (number(match[4]) ?? 1),
    heading: /^[.\s@]*$/.test(heading) ? "" : heading.replace(/(?<!@)@@+$/, "").trimEnd(),
  };
}

/** Index after the body that the counts describe, or undefined when they do not fit the text. */
function countedEnd(lines: readonly string[], from: number, header: HunkHeader, range: HunkRange): number | undefined {
  const { oldCount = 0, newCount = 0 } = header;
  if (countsOf(header, { doFit: true }) === "unsaid") return undefined;
  let [old, added, at] = [oldCount, newCount, from];
  for (; at < lines.length && (old > 0 || added > 0); at++) {
    const sides = sidesOf(lines[at] ?? "");
    if (sides === undefined) return undefined;
    old -= sides.old;
    added -= sides.added;
  }
  if (old !== 0 || added !== 0) return undefined;
  while (lines[at]?.startsWith("\\")) at++;
  return goesOnAt(lines, at, range) ? undefined : at;
}

/** Zeros on both sides are a form that was not filled in. */
export function countsOf(header: HunkHeader | undefined, { doFit }: { readonly doFit: boolean }): HunkCounts {
  const { oldCount, newCount } = header ?? {};
  if (oldCount === undefined || newCount === undefined || oldCount + newCount === 0) return "unsaid";
  return doFit ? "right" : "wrong";
}

/** What a line counts for on either side of a hunk; undefined where it can be none of its lines. */
function sidesOf(line: string): { readonly old: number; readonly added: number } | undefined {
  switch (line[0] ?? " ") {
    case " ":
      return { old: 1, added: 1 };
    case "-":
      return { old: 1, added: 0 };
    case "+":
      return { old: 0, added: 1 };
    case "\\":
      return { old: 0, added: 0 };
    default:
      return undefined;
  }
}

/**
 * Whether a hunk that should end here by its counts does not. Blank lines say no more than the context below them, which
 * outside of a fence is told from prose by standing in and being no item of a list.
 */
function goesOnAt(lines: readonly string[], from: number, { end, isFenced }: HunkRange): boolean {
  let at = from;
  while (/^ \s*$/.test(lines[at] ?? "")) at++;
  const next = lines[at] ?? "";
  if (/^[ +-]/.test(next)) return !isFileHeader(lines, at) && !isSignature(lines, at);
  while (at < end && lines[at]?.trim() === "") at++;
  return at > from && at < end && /^ .*\S/.test(lines[at] ?? "") && (isFenced || !mayBeProse(lines[at] ?? ""));
}

/** Two header lines, or one above a hunk that names a file: `--- note` may as well be a deleted comment. */
export function isFileHeader(lines: readonly string[], at: number): boolean {
  const [line, next, third] = [lines[at] ?? "", lines[at + 1] ?? "", lines[at + 2] ?? ""];
  if (line.startsWith("--- ") && next.startsWith("+++ "))
    return third.startsWith("@@") || /\t|^\+\+\+ (b\/|\/dev\/null)/.test(next);
  return /^--- (?:a\/|\/dev\/null|"|[^\s/]*\/|\S*\.\w+(?:\s|$))/.test(line) && next.startsWith("@@");
}

/** The last lines of a mail made by git: `-- ` and a version. */
export const isSignature = (lines: readonly string[], at: number): boolean =>
  /^-- ?$/.test(lines[at] ?? "") && /^\d+\.\d+/.test(lines[at + 1] ?? "");

function looseEnd(lines: readonly string[], from: number, range: HunkRange): number {
  let end = from;
  while (end < range.end && !beginsOther(lines, end)) end++;
  const body = range.isFenced ? end : proseStart(lines, from, end);
  return withoutTrailingText(lines, from, body);
}

function beginsOther(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.startsWith("@@") || line.startsWith("diff --git ") || /^\*\*\* (End|Update|Add|Delete) /.test(line))
    return true;
  if (isFileHeader(lines, at) || isSignature(lines, at)) return true;
  return line.startsWith("Index: ") && (lines[at + 1] ?? "").startsWith("====");
}

/** Bare lines behind a blank one are no context where the hunk prefixes its context. Nothing that changes is cut. */
function withoutTrailingText(lines: readonly string[], from: number, to: number): number {
  let last = to - 1;
  while (last >= from && !/^[ +\\-]/.test(lines[last] ?? "")) last--;
  let prefixesContext = false;
  for (let at = from; at < to && !prefixesContext; at++) prefixesContext = /^ .*\S/.test(lines[at] ?? "");
  let end = to;
  if (prefixesContext && lines.slice(last + 1, to).includes("")) end = last + 1;
  while (end > from && lines[end - 1] === "") end--;
  return end;
}

interface Body {
  readonly from: number;
  readonly end: number;
}

function hunkOf(text: TextLines, body: Body, header: HunkHeader, isCounted: boolean): LinesHunk {
  const { lines, finalNewline } = linesOf(text, body);
  // Blank lines behind a hunk look like context that lost its prefix: they prove nothing about the place.
  while (isBareBlank(lines.at(-1)) && lines.slice(0, -1).some(({ kind }) => kind !== "insert")) lines.pop();
  const { heading } = header;
  const startLine = startOf(header, lines);
  return {
    kind: "lines",
    lines,
    ...(startLine !== undefined && { startLine }),
    counts: countsOf(header, { doFit: isCounted }),
    anchors: heading !== "" && header.startLine === undefined ? [heading] : [],
    anchorsAreHints: true,
    atEnd: false,
    finalNewline,
  };
}

function linesOf(
  text: TextLines,
  body: Body,
): { readonly lines: HunkLine[]; readonly finalNewline: LinesHunk["finalNewline"] } {
  const lines: HunkLine[] = [];
  let oldLacksNewline = false;
  let newLacksNewline = false;
  const keepsReturns = hasReturnsOfItsOwn(text, body);
  for (let at = body.from; at < body.end; at++) {
    const line = text.lines[at] ?? "";
    if (line.startsWith("\\")) {
      const last = lines.at(-1)?.kind;
      oldLacksNewline ||= last !== "insert";
      newLacksNewline ||= last !== "delete";
    } else lines.push(hunkLine(keepsReturns && line.startsWith("+") && text.hasOwnReturn(at) ? `${line}\r` : line));
  }
  if (oldLacksNewline === newLacksNewline) return { lines, finalNewline: "keep" };
  return { lines, finalNewline: newLacksNewline ? "remove" : "add" };
}

const isBareBlank = (line: HunkLine | undefined): boolean => line?.bare === true && line.text === "";

/** Where the old side begins. A zero above lines of a file is a form that was not filled in. */
export const startOf = (header: HunkHeader | undefined, lines: readonly HunkLine[]): number | undefined =>
  header?.startLine === 0 && lines.some((line) => line.kind !== "insert") ? undefined : header?.startLine;

/** A hunk of a file with CRLF ends has returns on all of its lines; those on some added lines alone are meant. */
function hasReturnsOfItsOwn(text: TextLines, body: Body): boolean {
  for (let at = body.from; at < body.end; at++)
    if (/^[ -]/.test(text.lines[at] ?? "") && text.hasOwnReturn(at)) return false;
  return true;
}

/** One line of a hunk's body; a line without a prefix is context that lost it. */
export function hunkLine(text: string): HunkLine {
  const sign = text[0];
  if (sign === "-") return { kind: "delete", text: text.slice(1) };
  if (sign === "+") return { kind: "insert", text: text.slice(1) };
  if (sign === " ") return { kind: "context", text: text.slice(1) };
  return { kind: "context", text, bare: true };
}
