import { decodeText, detectEncoding } from "../../engines/text/encoding.ts";
import { lettersOf } from "../../engines/text/file-text.ts";
import { readWhole } from "../whole-file.ts";

const RAW_BASE = 0xdc00;

/**
 * Text of bytes that are not all UTF-8: each byte that is part of no character becomes a lone surrogate, U+DC80 to
 * U+DCFF, so that a pattern can tell it from every character.
 */
export function textWithRawBytes(bytes: Buffer): string {
  const pieces: string[] = [];
  let good = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = characterLength(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    if (index > good) pieces.push(bytes.toString("utf8", good, index));
    pieces.push(String.fromCharCode(RAW_BASE + (bytes[index] ?? 0)));
    index++;
    good = index;
  }
  pieces.push(bytes.toString("utf8", good));
  return pieces.join("");
}

/** Such a text with the usual replacement character for what is no text. */
export function showRawText(text: string): string {
  const pieces: Buffer[] = [];
  let good = 0;
  for (const match of text.matchAll(/(?<![\ud800-\udbff])[\udc80-\udcff]/g)) {
    pieces.push(Buffer.from(text.slice(good, match.index)), Buffer.from([match[0].charCodeAt(0) - RAW_BASE]));
    good = match.index + 1;
  }
  pieces.push(Buffer.from(text.slice(good)));
  return Buffer.concat(pieces).toString("utf8");
}

/** Bytes of the UTF-8 character at `index`, 0 when there is none. Table 3-7 of the Unicode standard. */
function characterLength(bytes: Buffer, index: number): number {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return 1;
  const second = bytes[index + 1] ?? 0;
  const row = WELL_FORMED.find(([from, to]) => first >= from && first <= to);
  if (!row) return 0;
  const [, , low, high, length] = row;
  if (second < low || second > high) return 0;
  for (let at = 2; at < length; at++) if (!isTail(bytes[index + at])) return 0;
  return length;
}

/** First byte from and to, second byte from and to, length: the rows of table 3-7 beyond one byte. */
const WELL_FORMED = [
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
] as const;

function isTail(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}

const PIECE_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 64 * 1024;

/**
 * The text of an open file, for whoever looks for secrets in it: decoded as it is where it is shown, in pieces cut anywhere.
 * @param bytesMax  so much of it, from its beginning
 */
export function* textPieces(file: number, sizeBytes: number, bytesMax: number): Generator<string> {
  if (sizeBytes <= PIECE_BYTES) {
    yield lettersOf(readWhole(file, sizeBytes));
    return;
  }
  const head = detectEncoding(readWhole(file, HEAD_BYTES));
  // Secrets are written in letters that all encodings of single bytes share, but for EBCDIC.
  const encoding = head.kind === "text" && /^(?:utf-16|cp)/.test(head.encoding) ? head.encoding : undefined;
  for (let offset = 0; offset < Math.min(sizeBytes, bytesMax); offset += PIECE_BYTES) {
    const bytes = readWhole(file, Math.min(PIECE_BYTES, sizeBytes - offset), offset);
    if (bytes.length === 0) return;
    const text = encoding === undefined ? bytes.toString("latin1") : decodeText(bytes, encoding);
    yield (encoding?.startsWith("cp") ? text.replaceAll("\u0085", "\n") : text).replaceAll("\0", "");
  }
}
