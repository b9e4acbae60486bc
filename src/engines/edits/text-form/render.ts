import { ebcdicVariantIn, encodeText } from "../../text/encoding.ts";
import { joinedBytes } from "../../text/joined-bytes.ts";
import { shiftJisLength } from "../../text/shift-jis.ts";
import type { LineEdit, ResultLine } from "../model.ts";
import { endOfLine, paddedWidth, type TextDocument } from "./document.ts";
import { fitLine } from "./fixed-columns.ts";

export type Rendered =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly added: number; readonly removed: number }
  | { readonly kind: "unencodable"; readonly character: string; readonly reason: string }
  | { readonly kind: "past-column"; readonly line: string; readonly excess: string; readonly column: number };

/** A run of the result: lines of the file as they are, or new text. `ends` are the line ends to write. */
type Piece =
  | { readonly kind: "kept"; readonly start: number; readonly end: number }
  | { readonly kind: "new"; readonly text: string; readonly pair: number | undefined; readonly end: string };

/**
 * The file's bytes after the edits.
 * @param edits  sorted by `start`, not overlapping
 */
export function renderDocument(document: TextDocument, edits: readonly LineEdit[]): Rendered {
  const pieces: Piece[] = [];
  let at = 0;
  let added = 0;
  let removed = 0;
  for (const edit of edits) {
    pushKept(pieces, at, edit.start);
    const kept = edit.lines.filter((line) => line.kind === "keep").length;
    added += edit.lines.length - kept;
    removed += edit.end - edit.start - kept;
    const refused = pushEdit(pieces, document, edit);
    if (refused !== undefined) return refused;
    at = edit.end;
  }
  pushKept(pieces, at, document.raw.length);
  const last = edits.at(-1);
  const finalNewline = last?.end === document.raw.length ? last.finalNewline : "keep";
  const bytes = bytesOfPieces(document, pieces, finalNewline);
  return bytes.kind === "bytes" ? { ...bytes, added, removed } : bytes;
}

function pushKept(pieces: Piece[], start: number, end: number): void {
  if (start >= end) return;
  const last = pieces.at(-1);
  if (last?.kind === "kept" && last.end === start) pieces[pieces.length - 1] = { ...last, end };
  else pieces.push({ kind: "kept", start, end });
}

function pushEdit(pieces: Piece[], document: TextDocument, edit: LineEdit): Rendered | undefined {
  // A line that stands in for another takes its end; an added one ends as the line before it.
  let previousEnd = edit.start > 0 ? endOfLine(document, edit.start - 1) : "";
  const width = document.paddedTo ?? widthAround(document, edit);
  for (const line of edit.lines) {
    if (line.kind === "keep") {
      pushKept(pieces, line.index, line.index + 1);
      previousEnd = endOfLine(document, line.index) || previousEnd;
      continue;
    }
    const pairEnd = line.pair === undefined ? "" : endOfLine(document, line.pair);
    previousEnd = pairEnd || previousEnd || nextEnd(document, edit.start);
    const whole = wholeLine(document, line, width);
    if (whole.kind !== "fitted") return whole;
    pieces.push({ kind: "new", text: whole.line, pair: line.pair, end: previousEnd });
  }
  return undefined;
}

const nextEnd = (document: TextDocument, index: number): string =>
  (index < document.raw.length ? endOfLine(document, index) : "") || document.lineEnd;

function wholeLine(
  document: TextDocument,
  { text, pair }: Extract<ResultLine, { kind: "text" }>,
  width: number | undefined,
): { readonly kind: "fitted"; readonly line: string } | Extract<Rendered, { kind: "past-column" }> {
  const replaced = pair === undefined ? undefined : document.raw[pair];
  const fitted =
    document.columns === undefined
      ? { kind: "fitted" as const, line: text }
      : fitLine(text, replaced, document.columns);
  if (fitted.kind === "past-column") return { kind: "past-column", line: text, excess: fitted.excess, column: 72 };
  if (document.recordLength === undefined) return { kind: "fitted", line: padded(fitted.line, width) };
  const line = fitted.line.trimEnd();
  if (line.length > document.recordLength)
    return { kind: "past-column", line, excess: line.slice(document.recordLength), column: document.recordLength };
  return { kind: "fitted", line: line.padEnd(document.recordLength) };
}

/** The length of the lines that an edit replaces and of those next to it, where they are filled up and others are not. */
function widthAround({ raw, recordLength }: TextDocument, { start, end }: LineEdit): number | undefined {
  return recordLength === undefined ? paddedWidth(raw.slice(Math.max(0, start - 1), end + 1)) : undefined;
}

/** As long as the lines of its file, or those around it, are; a longer one goes without blanks at its end. */
function padded(line: string, width: number | undefined): string {
  return width === undefined || line.includes("\t") ? line : line.trimEnd().padEnd(width);
}

type Bytes = { readonly kind: "bytes"; readonly bytes: Uint8Array };

function bytesOfPieces(
  document: TextDocument,
  pieces: readonly Piece[],
  finalNewline: LineEdit["finalNewline"],
): Bytes | Extract<Rendered, { kind: "unencodable" }> {
  if (!document.guess.isCertain) {
    const variant = pieces
      .map((piece) => (piece.kind === "new" ? ebcdicVariantIn(piece.text) : undefined))
      .find(Boolean);
    if (variant !== undefined)
      return { kind: "unencodable", character: variant, reason: "the file does not tell code page 037 from 1047" };
  }
  const lastEnding = endingOfLast(document, pieces.at(-1), finalNewline);
  const parts: (string | Uint8Array)[] = [];
  const lineStarts = document.isLossless ? undefined : byteStarts(document);
  for (const [at, piece] of pieces.entries()) {
    const ending = at === pieces.length - 1 ? lastEnding : "always";
    if (piece.kind === "kept") pushKeptText(parts, document, piece, { ending, lineStarts });
    else parts.push(...newLineParts(document, piece, ending === "never" ? "" : piece.end, lineStarts));
  }
  return joinParts(document, parts);
}

type Ending = "always" | "own" | "never";

function endingOfLast(document: TextDocument, last: Piece | undefined, finalNewline: LineEdit["finalNewline"]): Ending {
  if (finalNewline !== "keep") return finalNewline === "add" ? "always" : "never";
  if (last?.kind !== "new") return "own";
  return document.hasFinalNewline ? "always" : "never";
}

function pushKeptText(
  parts: (string | Uint8Array)[],
  document: TextDocument,
  piece: Extract<Piece, { kind: "kept" }>,
  { ending, lineStarts }: { readonly ending: Ending; readonly lineStarts: Uint32Array | undefined },
): void {
  const last = piece.end - 1;
  const own = endOfLine(document, last);
  const lastEnd = ending === "never" ? "" : own === "" && ending === "always" ? document.lineEnd : own;
  if (lineStarts !== undefined) {
    const to = (lineStarts[piece.end] ?? 0) - own.length;
    parts.push(document.bytes.subarray(lineStarts[piece.start], to), lastEnd);
    return;
  }
  if (document.mixedEnds === undefined) {
    parts.push(document.raw.slice(piece.start, piece.end).join(document.lineEnd), lastEnd);
    return;
  }
  for (let index = piece.start; index < last; index++)
    parts.push(document.raw[index] ?? "", endOfLine(document, index));
  parts.push(document.raw[last] ?? "", lastEnd);
}

/** In an encoding with several spellings of a character, only the middle that differs from the old line is encoded anew. */
function newLineParts(
  document: TextDocument,
  written: Extract<Piece, { kind: "new" }>,
  end: string,
  lineStarts: Uint32Array | undefined,
): (string | Uint8Array)[] {
  const old = written.pair === undefined ? "" : (document.raw[written.pair] ?? "");
  // A return that was written where the line's own end brings one is that same return, unless the line had one before its end.
  const isDoubled = end.startsWith("\r") && written.text.endsWith("\r") && !old.endsWith("\r");
  const piece = isDoubled ? { ...written, text: written.text.slice(0, -1) } : written;
  if (lineStarts === undefined || piece.pair === undefined) return [piece.text, end];
  let prefix = 0;
  while (prefix < old.length && prefix < piece.text.length && old[prefix] === piece.text[prefix]) prefix++;
  let suffix = 0;
  const suffixMax = Math.min(old.length, piece.text.length) - prefix;
  while (suffix < suffixMax && old.at(-1 - suffix) === piece.text.at(-1 - suffix)) suffix++;
  const lineStart = lineStarts[piece.pair] ?? 0;
  const lineStop = (lineStarts[piece.pair + 1] ?? 0) - endOfLine(document, piece.pair).length;
  let at = lineStart;
  for (let character = 0; character < prefix; character++) at += shiftJisLength(document.bytes, at);
  let suffixAt = at;
  for (let character = prefix; character < old.length - suffix; character++)
    suffixAt += shiftJisLength(document.bytes, suffixAt);
  return [
    document.bytes.subarray(lineStart, at),
    piece.text.slice(prefix, piece.text.length - suffix),
    document.bytes.subarray(suffixAt, lineStop),
    end,
  ];
}

/** Where each line begins in the bytes; line ends are single bytes in the one encoding that needs this. */
function byteStarts(document: TextDocument): Uint32Array {
  const starts = new Uint32Array(document.raw.length + 1);
  let line = 1;
  const lineFeed = document.lineEnd === "\r" ? 0x0d : 0x0a;
  for (let at = 0; at < document.bytes.length; at++) if (document.bytes[at] === lineFeed) starts[line++] = at + 1;
  starts[document.raw.length] = document.bytes.length;
  return starts;
}

function joinParts(
  document: TextDocument,
  parts: readonly (string | Uint8Array)[],
): Bytes | Extract<Rendered, { kind: "unencodable" }> {
  const encoding = document.guess.encoding;
  const chunks: Uint8Array[] = [document.bytes.subarray(0, document.guess.bomBytes)];
  for (const part of document.isLossless ? [parts.join("")] : parts) {
    if (typeof part !== "string") {
      chunks.push(part);
      continue;
    }
    const encoded = encodeText(part, encoding);
    if (encoded.kind === "unencodable")
      return { ...encoded, reason: `the file is in ${encoding}, which has no such character` };
    chunks.push(encoded.bytes);
  }
  return { kind: "bytes", bytes: joinedBytes(chunks) };
}
