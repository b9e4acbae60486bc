import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { SearchMatch, SearchResult } from "../../core/ports/workspace.ts";
import type { SearchPattern } from "../../engines/text/search-pattern.ts";
import { errorCode } from "./file-errors.ts";
import type { NativePath } from "./file-names.ts";
import type { PreparedSearch } from "./prepared-search.ts";
import { showRawText, textWithRawBytes } from "./raw-text.ts";
import { type WalkedFile, walkBatches } from "./walk.ts";

const TURN_MS = 20;
/** Longer files are searched piece by piece, as a string cannot hold them. */
const PIECE_BYTES = 128 * 1024 * 1024;
const FEED = 10;

/** Searches without any other program, file by file in the order of their paths. */
export async function searchOwn(search: PreparedSearch): Promise<SearchResult> {
  const { matchesMax, deadline } = search;
  const matches: SearchMatch[] = [];
  let turnEndMs = performance.now() + TURN_MS;
  for (const batch of candidates(search)) {
    for (const file of batch) {
      matches.push(...searchFile(file, search, matchesMax + 1 - matches.length));
      if (matches.length > matchesMax) return { matches: matches.slice(0, matchesMax), stopped: "matches" };
      if (performance.now() < turnEndMs) continue;
      // Others get a turn, and the deadline's timer one to fire.
      await new Promise(setImmediate);
      if (deadline.aborted) return { matches, stopped: "time" };
      turnEndMs = performance.now() + TURN_MS;
    }
  }
  return { matches };
}

function* candidates(search: PreparedSearch): Generator<readonly WalkedFile[]> {
  const { start, shown, isFile, includeHidden, accepts, deadline } = search;
  if (isFile) return yield [{ path: shown, native: start }];
  const skip = shown === "." ? 0 : shown.length + 1;
  for (const batch of walkBatches(start, shown, { includeHidden, signal: deadline }))
    yield batch.filter((file) => accepts(file.path.slice(skip)));
}

/** Matches of one file; none when it is binary or cannot be read. */
function searchFile(file: WalkedFile, search: PreparedSearch, limit: number): readonly SearchMatch[] {
  const matches: SearchMatch[] = [];
  let lines = 0;
  for (const bytes of pieces(file.native)) {
    const decoded = decode(bytes, search.pattern);
    if (decoded === undefined) return [];
    if (decoded.expression !== undefined && matches.length < limit)
      matches.push(
        ...searchText(decoded, {
          path: file.path,
          linesBefore: lines,
          contextLines: search.contextLines,
          limit: limit - matches.length,
        }),
      );
    lines += bytes.length > PIECE_BYTES / 2 ? countFeeds(bytes) : 0;
  }
  return matches;
}

interface Decoded {
  readonly text: string;
  /** Undefined when the text cannot match. */
  readonly expression: RegExp | undefined;
  readonly hasRawBytes: boolean;
}

/** @returns undefined for a binary file, one with a NUL anywhere */
function decode(bytes: Buffer, pattern: SearchPattern): Decoded | undefined {
  const wideEncoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : undefined;
  if (wideEncoding !== undefined)
    return { text: new TextDecoder(wideEncoding).decode(bytes), expression: pattern.wide, hasRawBytes: false };
  if (bytes.includes(0)) return undefined;
  if (pattern.needle !== undefined && !bytes.includes(pattern.needle))
    return { text: "", expression: undefined, hasRawBytes: false };
  if (isAscii(bytes)) return { text: bytes.toString("latin1"), expression: pattern.ascii, hasRawBytes: false };
  const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const hasRawBytes = !isUtf8(body);
  const text = hasRawBytes ? textWithRawBytes(body) : body.toString("utf8");
  return { text, expression: pattern.wide, hasRawBytes };
}

interface TextPlace {
  readonly path: string;
  readonly linesBefore: number;
  readonly contextLines: number;
  readonly limit: number;
}

function searchText(
  { text, expression, hasRawBytes }: Decoded,
  { path, linesBefore, contextLines, limit }: TextPlace,
): SearchMatch[] {
  if (expression === undefined) return [];
  const show = (line: string): string => (hasRawBytes ? showRawText(line) : line);
  const matches: SearchMatch[] = [];
  let line = linesBefore + 1;
  let counted = 0;
  expression.lastIndex = 0;
  while (matches.length < limit) {
    const match = expression.exec(text);
    // Behind the last line feed there is no line.
    if (match === null || (match.index >= text.length && (text.length === 0 || text.endsWith("\n")))) break;
    const start = match.index === 0 ? 0 : text.lastIndexOf("\n", match.index - 1) + 1;
    const end = lineEnd(text, match.index);
    for (let feed = text.indexOf("\n", counted); feed >= 0 && feed < start; feed = text.indexOf("\n", feed + 1)) line++;
    counted = start;
    matches.push({
      path,
      line,
      text: show(withoutReturn(text.slice(start, end))),
      before: linesAbove(text, start, contextLines).map(show),
      after: linesBelow(text, end, contextLines).map(show),
    });
    if (end >= text.length) break;
    expression.lastIndex = end + 1;
  }
  return matches;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  return feed < 0 ? text.length : feed;
}

function linesAbove(text: string, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let end = start - 1; lines.length < count && end >= 0; ) {
    const begin = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    lines.unshift(withoutReturn(text.slice(begin, end)));
    end = begin - 1;
  }
  return lines;
}

function linesBelow(text: string, end: number, count: number): string[] {
  const lines: string[] = [];
  for (let begin = end + 1; lines.length < count && begin < text.length; ) {
    const next = lineEnd(text, begin);
    lines.push(withoutReturn(text.slice(begin, next)));
    begin = next + 1;
  }
  return lines;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** The bytes of a file, cut at line ends where it is longer than a piece. */
function* pieces(path: NativePath): Generator<Buffer> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (errorCode(error) !== undefined) return;
    throw error;
  }
  try {
    yield* piecesOf(file);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  } finally {
    closeSync(file);
  }
}

function* piecesOf(file: number): Generator<Buffer> {
  const size = fstatSync(file).size;
  for (let offset = 0; offset < size; ) {
    const bytes = readPiece(file, offset, Math.min(PIECE_BYTES, size - offset));
    if (bytes.length === 0) return;
    const cut = offset + bytes.length < size ? bytes.lastIndexOf(FEED) + 1 : bytes.length;
    yield cut > 0 ? bytes.subarray(0, cut) : bytes;
    offset += cut > 0 ? cut : bytes.length;
  }
}

function readPiece(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const count = readSync(file, bytes, read, length - read, offset + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}

function countFeeds(bytes: Buffer): number {
  let feeds = 0;
  for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) feeds++;
  return feeds;
}
