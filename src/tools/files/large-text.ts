import type { Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { AcrossLinesSearch, maskAcross } from "../../engines/secrets/across-lines.ts";
import { decodeText, detectEncoding, type Encoding } from "../../engines/text/encoding.ts";
import { joinedBytes } from "../../engines/text/joined-bytes.ts";
import { isPdf } from "./document-text.ts";

/** Of text whose lines cannot be told by single bytes. */
const WIDE_TEXT_BYTES_MAX = 16_000_000;
const HEAD_BYTES = 64_000;
const PIECE_BYTES = 1_000_000;
/** Kept of one line, which is shown to a fourth of that. */
const LINE_BYTES_MAX = 8_000;
const LINE_FEED = 10;
const RETURN = 13;

export interface LargeFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly signal: AbortSignal;
}

/** Which lines, counted from 1; as many of them as the characters allow, one at least. */
export interface LineWindow {
  readonly first: number;
  readonly last: number;
  readonly charactersMax: number;
}

/** A line, or the beginning of a long one, and what it has of bytes altogether. */
export interface LargeLine {
  readonly text: string;
  readonly sizeBytes: number;
}

export interface LargeText {
  readonly lines: readonly LargeLine[];
  /** Of the whole file. */
  readonly total: number;
  readonly encoding: Encoding;
}

/**
 * Lines out of the midst of a text of any size, read in pieces.
 * @returns undefined where the file is no text by its beginning, a PDF, or to be read whole
 * @throws {ToolFailure} for text whose lines do not end in single bytes
 */
export async function linesOfLarge(
  workspace: Workspace,
  { path, sizeBytes, signal }: LargeFile,
  window: LineWindow,
): Promise<LargeText | undefined> {
  const beginning = await workspace.readBytes(path, { offset: 0, length: HEAD_BYTES });
  const head = detectEncoding(withoutCutCharacter(beginning));
  if (head.kind !== "text" || isPdf(beginning)) return undefined;
  if (!hasByteLineEnds(head.encoding)) {
    if (sizeBytes <= WIDE_TEXT_BYTES_MAX) return undefined;
    throw new ToolFailure(
      `${workspace.show(path)} has ${Math.round(sizeBytes / 1e6)} MB of ${head.encoding}, more than can be read (${WIDE_TEXT_BYTES_MAX / 1e6} MB). Use search_code, or shell with iconv and sed.`,
    );
  }
  const found = new WindowLines(window);
  // What is above the window may give away what is in it; secrets are written in letters that these encodings share.
  const across = new AcrossLinesSearch();
  for (let offset = head.bomBytes; offset < sizeBytes; offset += PIECE_BYTES) {
    signal.throwIfAborted();
    const piece = await workspace.readBytes(path, { offset, length: PIECE_BYTES });
    if (!found.isPast) across.push(decodeText(piece, "windows-1252"));
    found.add(piece);
  }
  const { lines, total } = found.end();
  const encoding = encodingOf(lines, head.encoding);
  const secrets = across.end();
  return {
    lines: lines.map((line) => ({
      text: maskAcross(decodeText(line.bytes, encoding), secrets),
      sizeBytes: line.sizeBytes,
    })),
    total,
    encoding,
  };
}

/** Most of a large notebook are pictures, which are only named. */
const NOTEBOOK_BYTES_MAX = 32_000_000;
const NOTEBOOK_PARTS_MAX = 300_000;
/** Line end, `[` and `{`. */
const PART_BYTES: readonly number[] = [LINE_FEED, 0x5b, 0x7b];

/** Whether a large notebook has so few lines, lists and objects that it can be read whole. */
export function isPlainNotebook(bytes: Uint8Array): boolean {
  if (bytes.length > NOTEBOOK_BYTES_MAX) return false;
  let parts = 0;
  for (let at = 0; at < bytes.length && parts <= NOTEBOOK_PARTS_MAX; at += 1)
    if (PART_BYTES.includes(bytes[at] ?? 0)) parts += 1;
  return parts <= NOTEBOOK_PARTS_MAX;
}

interface KeptLine {
  readonly bytes: Uint8Array;
  readonly sizeBytes: number;
}

/** Takes a file piece by piece and keeps the lines of a window; LF, CRLF and CR end one. */
class WindowLines {
  readonly #window: LineWindow;
  readonly #lines: KeptLine[] = [];
  #characters = 0;
  #number = 1;
  #sizeBytes = 0;
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #endsInReturn = false;

  constructor(window: LineWindow) {
    this.#window = window;
  }

  add(piece: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte !== LINE_FEED && byte !== RETURN) continue;
      const isSecondOfPair = byte === LINE_FEED && (at === 0 ? this.#endsInReturn : piece[at - 1] === RETURN);
      if (!isSecondOfPair) {
        this.#take(piece, from, at);
        this.#endLine();
      }
      from = at + 1;
    }
    this.#take(piece, from, piece.length);
    if (piece.length > 0) this.#endsInReturn = piece[piece.length - 1] === RETURN;
  }

  end(): { readonly lines: readonly KeptLine[]; readonly total: number } {
    if (this.#sizeBytes > 0) this.#endLine();
    return { lines: this.#lines, total: this.#number - 1 };
  }

  /** Whether all lines of the window have come. */
  get isPast(): boolean {
    return this.#number > this.#window.last || this.#characters > this.#window.charactersMax;
  }

  #take(piece: Uint8Array, from: number, to: number): void {
    this.#sizeBytes += to - from;
    const room = LINE_BYTES_MAX - this.#keptBytes;
    if (!this.#isWanted() || room <= 0 || from === to) return;
    const kept = piece.slice(from, Math.min(to, from + room));
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  #endLine(): void {
    if (this.#isWanted()) {
      this.#lines.push({ bytes: joinedBytes(this.#kept), sizeBytes: this.#sizeBytes });
      // As many as could be shown; whoever shows them counts characters.
      this.#characters += Math.min(this.#sizeBytes, LINE_BYTES_MAX) / 4 + 1;
    }
    this.#number += 1;
    this.#sizeBytes = 0;
    this.#kept = [];
    this.#keptBytes = 0;
  }

  #isWanted(): boolean {
    const { first, last, charactersMax } = this.#window;
    return this.#number >= first && this.#number <= last && this.#characters <= charactersMax;
  }
}

const hasByteLineEnds = (encoding: Encoding): boolean =>
  encoding === "utf-8" || encoding === "windows-1252" || encoding === "shift_jis";

/** The beginning of a file may be plain letters, and what is shown not. */
function encodingOf(lines: readonly KeptLine[], atHead: Encoding): Encoding {
  const whole = lines.filter(({ bytes, sizeBytes }) => bytes.length === sizeBytes).map(({ bytes }) => bytes);
  if (atHead !== "utf-8" || whole.length === 0) return atHead;
  const shown = detectEncoding(joinedBytes(whole));
  return shown.kind === "text" && hasByteLineEnds(shown.encoding) ? shown.encoding : atHead;
}

/** Without the character that the end of the piece may have cut. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEAD_BYTES) return bytes;
  let end = bytes.length;
  while (end > bytes.length - 4 && (bytes[end - 1] ?? 0) >= 0x80) end -= 1;
  return bytes.subarray(0, end);
}
