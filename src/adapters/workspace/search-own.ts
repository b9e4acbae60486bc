import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, fstatSync } from "node:fs";
import type { SearchMatch, SearchResult } from "../../core/ports/workspace.ts";
import type { NativePath } from "../../engines/paths/file-names.ts";
import { lineStartOf } from "../../engines/text/line-start.ts";
import type { SearchPattern } from "../../engines/text/search-pattern.ts";
import { within } from "../bounded-time.ts";
import { openFileAt, PathMoved } from "../pinned-folder.ts";
import { readWhole } from "../whole-file.ts";
import { errorCode } from "./file-errors.ts";
import type { PreparedSearch } from "./prepared-search.ts";
import { showRawText, textWithRawBytes } from "./raw-text.ts";
import { type WalkedFile, walkBatches } from "./walk.ts";

const TURN_MS = 20;
/** Longer files are searched piece by piece, so that others get their turn and memory stays small. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Those in UTF-16 are cut where no line ends, so only when a string could not hold them. */
/** Of a pattern that may try again and again: what is searched at a stretch, and for how long. */
const CAREFUL_PIECE_BYTES = 256 * 1024;
const CAREFUL_MS = 100;
const WIDE_PIECE_BYTES = 128 * 1024 * 1024;
/** Of a line that nobody reads whole the beginning is shown. */
const LINE_CHARS_MAX = 1024 * 1024;
/** Of all lines that matched. */
const KEPT_CHARS_MAX = 32 * 1024 * 1024;
const SHOWN_CHARS = 8192;
const FEED = 10;
/** Says where a line was cut. */
const CUT_MARK = "…";

/** Searches without any other program, file by file in the order of their paths. */
export async function searchOwn(search: PreparedSearch): Promise<SearchResult> {
  const { matchesMax, deadline } = search;
  const matches: SearchMatch[] = [];
  const turn = turns(deadline);
  let keptChars = 0;
  for (const batch of candidates(search)) {
    for (const file of batch) {
      const { found, isGivenUp } = await searchFile(file, search, { limit: matchesMax + 1 - matches.length, turn });
      matches.push(...found);
      if (isGivenUp) return { matches, stopped: "time" };
      keptChars += found.reduce((sum, match) => sum + match.text.length, 0);
      if (keptChars > KEPT_CHARS_MAX) return { matches, stopped: "size" };
      if (matches.length > matchesMax) return { matches: matches.slice(0, matchesMax), stopped: "matches" };
      if (deadline.aborted) return { matches, stopped: "time" };
      await turn();
    }
  }
  return deadline.aborted ? { matches, stopped: "time" } : { matches };
}

/** What to wait for when others, the deadline's timer among them, are to have their turn; undefined until then. */
type Turn = () => Promise<void> | undefined;

function turns(deadline: AbortSignal): Turn {
  let endMs = performance.now() + TURN_MS;
  return () => {
    if (deadline.aborted || performance.now() < endMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        endMs = performance.now() + TURN_MS;
        resolve();
      }),
    );
  };
}

/** Whether the search passes over a file that may not be shown, whatever lies in it. */
export async function leavesFilesOut(search: PreparedSearch): Promise<boolean> {
  const turn = turns(search.deadline);
  for (const batch of candidates({ ...search, accepts: search.leavesOut })) {
    if (batch.length > 0) return true;
    await turn();
  }
  return false;
}

function* candidates(search: PreparedSearch): Generator<readonly WalkedFile[]> {
  const { start, shown, isFile, includeHidden, accepts, deadline } = search;
  if (isFile) {
    if (accepts("")) yield [{ path: shown, native: start }];
    return;
  }
  const skip = shown === "." ? 0 : shown.length + 1;
  for (const batch of walkBatches(start, shown, { includeHidden, signal: deadline }))
    yield batch.filter((file) => accepts(file.path.slice(skip)));
}

/** Matches of one file; none when it is binary or cannot be read, and those so far when time is up. */
async function searchFile(
  file: WalkedFile,
  search: PreparedSearch,
  { limit, turn }: { readonly limit: number; readonly turn: Turn },
): Promise<{ readonly found: readonly SearchMatch[]; readonly isGivenUp: boolean }> {
  const matches: SearchMatch[] = [];
  const { mayTryAgain } = search.pattern;
  let linesBefore = 0;
  let isGivenUp = false;
  for (const { bytes, isLast, beginsInLine, endsInLine } of pieces(
    file.native,
    mayTryAgain ? CAREFUL_PIECE_BYTES : PIECE_BYTES,
  )) {
    const decoded = decode(bytes, search.pattern);
    if (decoded === undefined) return { found: [], isGivenUp };
    const place = {
      path: file.path,
      linesBefore,
      beginsInLine,
      endsInLine,
      contextLines: search.contextLines,
      limit: limit + 1 - matches.length,
    };
    const look = (): SearchMatch[] => (place.limit > 1 ? searchText(decoded, place) : []);
    const found = mayTryAgain ? within(CAREFUL_MS, look) : look();
    if (found === undefined) {
      isGivenUp = true;
      break;
    }
    // A line that is longer than a piece matches once.
    const isRepeated = found[0] !== undefined && found[0].line === matches.at(-1)?.line;
    matches.push(...found.slice(isRepeated ? 1 : 0));
    if (isLast) break;
    linesBefore += countFeeds(bytes);
    await turn();
    if (search.deadline.aborted) break;
  }
  return { found: matches.slice(0, limit), isGivenUp };
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
  /** The text begins where a line has begun before it. */
  readonly beginsInLine: boolean;
  /** … and ends where one goes on. */
  readonly endsInLine: boolean;
  readonly contextLines: number;
  readonly limit: number;
}

function searchText(
  { text, expression, hasRawBytes }: Decoded,
  { path, linesBefore, beginsInLine, endsInLine, contextLines, limit }: TextPlace,
): SearchMatch[] {
  if (expression === undefined) return [];
  const show = ([start, end]: Span): string => {
    const line = lineOf(text, start, end);
    const shown = hasRawBytes ? showRawText(line) : line;
    return `${start === 0 && beginsInLine ? CUT_MARK : ""}${shown}${end === text.length && endsInLine ? CUT_MARK : ""}`;
  };
  const matches: SearchMatch[] = [];
  let line = linesBefore + 1;
  let counted = 0;
  expression.lastIndex = 0;
  while (matches.length < limit) {
    const match = expression.exec(text);
    // Behind the last line feed there is no line.
    if (match === null || (match.index >= text.length && (text.length === 0 || text.endsWith("\n")))) break;
    const start = lineStartOf(text, match.index);
    const end = lineEnd(text, match.index);
    for (let feed = text.indexOf("\n", counted); feed >= 0 && feed < start; feed = text.indexOf("\n", feed + 1)) line++;
    counted = start;
    matches.push({
      path,
      line,
      text: show([start, end]),
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

/** Where a line begins and ends. */
type Span = readonly [start: number, end: number];

function linesAbove(text: string, start: number, count: number): Span[] {
  const lines: Span[] = [];
  for (let end = start - 1; lines.length < count && end >= 0; ) {
    const begin = lineStartOf(text, end);
    lines.unshift([begin, end]);
    end = begin - 1;
  }
  return lines;
}

function linesBelow(text: string, end: number, count: number): Span[] {
  const lines: Span[] = [];
  for (let begin = end + 1; lines.length < count && begin < text.length; ) {
    const next = lineEnd(text, begin);
    lines.push([begin, next]);
    begin = next + 1;
  }
  return lines;
}

/** A line of its own: a slice would hold on to the whole of a long text. */
function lineOf(text: string, start: number, end: number): string {
  const line =
    end - start > LINE_CHARS_MAX ? `${text.slice(start, start + SHOWN_CHARS)}${CUT_MARK}` : text.slice(start, end);
  return withoutReturn(text.length > LINE_CHARS_MAX ? Buffer.from(line, "utf16le").toString("utf16le") : line);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

interface Piece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
  /** A line that is longer than a piece goes on in it. */
  readonly beginsInLine: boolean;
  readonly endsInLine: boolean;
}

/** The bytes of a file, cut at line ends where it is longer than a piece. */
function* pieces(path: NativePath, bytesMax: number): Generator<Piece> {
  let file: number;
  try {
    file = openFileAt(path);
  } catch (error) {
    if (error instanceof PathMoved || errorCode(error) !== undefined) return;
    throw error;
  }
  try {
    yield* piecesOf(file, bytesMax);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  } finally {
    closeSync(file);
  }
}

function* piecesOf(file: number, bytesMax: number): Generator<Piece> {
  const size = fstatSync(file).size;
  const opening = size > bytesMax ? readWhole(file, 2) : Buffer.alloc(0);
  const isWide = /^(?:fffe|feff)$/.test(opening.toString("hex"));
  const pieceBytes = isWide ? WIDE_PIECE_BYTES : bytesMax;
  let beginsInLine = false;
  for (let offset = 0; offset < size; ) {
    const bytes = readWhole(file, Math.min(pieceBytes, size - offset), offset);
    if (bytes.length === 0) return;
    const cut = offset + bytes.length < size ? bytes.lastIndexOf(FEED) + 1 : bytes.length;
    offset += cut > 0 ? cut : bytes.length;
    yield {
      bytes: cut > 0 ? bytes.subarray(0, cut) : bytes,
      isLast: offset >= size,
      beginsInLine,
      endsInLine: cut === 0,
    };
    beginsInLine = cut === 0;
  }
}

function countFeeds(bytes: Buffer): number {
  let feeds = 0;
  for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) feeds++;
  return feeds;
}
