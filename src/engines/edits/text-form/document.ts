import { decodeText, detectEncoding, type Encoding, type EncodingGuess, encodeText } from "../../text/encoding.ts";
import { hasEbcdicLineEnds, isEbcdic, recordLengthOf, recordsOf } from "../../text/file-text.ts";
import { detectFixedColumns, type FixedColumns, mayBeCobol, viewOfLine } from "./fixed-columns.ts";

/** A file as lines of text, with all that is needed to write the untouched part back byte for byte. */
export interface TextDocument {
  readonly bytes: Uint8Array;
  readonly guess: EncodingGuess;
  /** Lines as the file has them, without their ends. */
  readonly raw: readonly string[];
  /** Lines as they are matched and shown; the same array as `raw` unless columns or records say otherwise. */
  readonly lines: readonly string[];
  /** The commonest line end; an empty text in a file of fixed-length records. */
  readonly lineEnd: string;
  /** Each line's own end, where they differ. */
  readonly mixedEnds: readonly string[] | undefined;
  readonly hasFinalNewline: boolean;
  /** Characters of a record, in a file without line ends. */
  readonly recordLength: number | undefined;
  /** Characters of each line, in a file whose lines are filled up with blanks to one length. */
  readonly paddedTo: number | undefined;
  readonly columns: FixedColumns | undefined;
  /** Encoding the decoded text gives the same bytes. */
  readonly isLossless: boolean;
}

/** What is known of a file beforehand. */
export interface TextFormOptions {
  readonly path: string;
  /** Overrides detection. */
  readonly encoding?: Encoding;
  /** Overrides the record length of an EBCDIC file without line ends. */
  readonly recordLength?: number;
}

/** Reads a file's form: encoding, line ends, records, columns. Linear in its size. */
export function readDocument(
  bytes: Uint8Array,
  options: TextFormOptions,
): { readonly kind: "document"; readonly document: TextDocument } | { readonly kind: "not-text" } {
  const guess = encodingOf(bytes, options.encoding);
  if (guess.kind === "not-text") return guess;
  const body = guess.bomBytes === 0 ? bytes : bytes.subarray(guess.bomBytes);
  const isWide = guess.encoding === "utf-16le" || guess.encoding === "utf-16be";
  if (isWide && body.length % 2 !== 0) return { kind: "not-text" };
  const text = decodeText(body, guess.encoding);
  const split = splitLines(text, isEbcdic(guess.encoding), options.recordLength);
  if (split === undefined) return { kind: "not-text" };
  const trimmed = split.recordLength === undefined ? split.raw : split.raw.map((line) => line.trimEnd());
  const columns = mayBeCobol(text, options.path) ? detectFixedColumns(trimmed, options.path) : undefined;
  const lines = columns === undefined ? trimmed : trimmed.map((line) => viewOfLine(line, columns));
  const isChecked = guess.encoding === "shift_jis" || options.encoding !== undefined;
  const isLossless = !isChecked || sameBytes(text, guess.encoding, body);
  if (!isLossless && guess.encoding !== "shift_jis") return { kind: "not-text" };
  return {
    kind: "document",
    document: {
      bytes,
      guess,
      ...split,
      paddedTo: split.recordLength === undefined ? paddedWidth(split.raw) : undefined,
      lines,
      columns,
      isLossless,
    },
  };
}

const PADDED_LINES_MIN = 2;
const PADDED_CHARACTERS_MIN = 40;

/** The one length of all lines, where some of them need blanks to reach it. */
export function paddedWidth(lines: readonly string[]): number | undefined {
  const width = lines[0]?.length ?? 0;
  if (lines.length < PADDED_LINES_MIN || width < PADDED_CHARACTERS_MIN) return undefined;
  return lines.every((line) => line.length === width) && lines.some((line) => line.endsWith(" ")) ? width : undefined;
}

function encodingOf(bytes: Uint8Array, given: Encoding | undefined): ReturnType<typeof detectEncoding> {
  const detected = detectEncoding(bytes);
  if (given === undefined) return detected;
  const bomBytes = detected.kind === "text" && detected.encoding === given ? detected.bomBytes : 0;
  return { kind: "text", encoding: given, bomBytes, isCertain: true };
}

/** The end of a line of the file; empty for a last line without one. */
export function endOfLine(document: TextDocument, index: number): string {
  if (document.mixedEnds !== undefined) return document.mixedEnds[index] ?? document.lineEnd;
  const isLast = index === document.raw.length - 1;
  return isLast && !document.hasFinalNewline ? "" : document.lineEnd;
}

type SplitText = Pick<TextDocument, "raw" | "lineEnd" | "mixedEnds" | "hasFinalNewline" | "recordLength">;

function splitLines(text: string, isHost: boolean, recordLength: number | undefined): SplitText | undefined {
  if (isHost) return splitEbcdic(text, recordLength);
  if (!text.includes("\r")) return splitAt(text, "\n");
  if (!text.includes("\n")) return splitAt(text, "\r");
  return splitMixed(text, /\r\n|\n/g);
}

function splitAt(text: string, lineEnd: string): SplitText {
  const raw = text.split(lineEnd);
  const hasFinalNewline = raw.at(-1) === "";
  if (hasFinalNewline) raw.pop();
  return {
    raw,
    lineEnd,
    mixedEnds: undefined,
    hasFinalNewline: hasFinalNewline && raw.length > 0,
    recordLength: undefined,
  };
}

function splitMixed(text: string, pattern: RegExp): SplitText {
  const raw: string[] = [];
  const ends: string[] = [];
  const counts = new Map<string, number>();
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    raw.push(text.slice(from, match.index));
    ends.push(match[0]);
    counts.set(match[0], (counts.get(match[0]) ?? 0) + 1);
    from = match.index + match[0].length;
  }
  const hasFinalNewline = from === text.length;
  if (!hasFinalNewline) {
    raw.push(text.slice(from));
    ends.push("");
  }
  const commonest = [...counts].sort((first, second) => second[1] - first[1])[0]?.[0] ?? "\n";
  const mixedEnds = counts.size > 1 ? ends : undefined;
  return { raw, lineEnd: commonest, mixedEnds, hasFinalNewline, recordLength: undefined };
}

function splitEbcdic(text: string, given: number | undefined): SplitText | undefined {
  if (given === undefined && hasEbcdicLineEnds(text)) return splitMixed(text, /\r\n|\n|\u0085/g);
  const recordLength = given ?? (text === "" ? 80 : recordLengthOf(text));
  if (recordLength === undefined || recordLength < 1 || text.length % recordLength !== 0) return undefined;
  const raw = recordsOf(text, recordLength);
  return { raw, lineEnd: "", mixedEnds: undefined, hasFinalNewline: false, recordLength };
}

function sameBytes(text: string, encoding: Encoding, bytes: Uint8Array): boolean {
  const encoded = encodeText(text, encoding);
  if (encoded.kind !== "bytes" || encoded.bytes.length !== bytes.length) return false;
  return encoded.bytes.every((byte, at) => byte === bytes[at]);
}
