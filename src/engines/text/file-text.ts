import type { Encoded } from "./encoded.ts";
import { decodeText, detectEncoding, type Encoding, encodeText } from "./encoding.ts";

/** What it takes to write a text back in the form in which its file was found. */
export interface FileForm {
  readonly encoding: Encoding;
  readonly bom: boolean;
  /** Characters of a record in an EBCDIC file without line ends; undefined where lines have ends. */
  readonly recordLength: number | undefined;
  /** EBCDIC's own line end (NEL), which the text shows as a line feed. */
  readonly usesNewLine: boolean;
}

/**
 * The text of a file. Line ends are as found, but for EBCDIC: NEL reads as a line feed, and a file of fixed-length
 * records has a line for each, without the blanks that fill it.
 */
export interface FileText extends FileForm {
  readonly kind: "text";
  readonly text: string;
}

/**
 * Bytes as text, by the same rules for every reader: tools, edits and Citadel see the same lines.
 * @param encoding  when given, nothing is guessed
 */
export function decodeFile(bytes: Uint8Array, encoding?: Encoding): FileText | { readonly kind: "binary" } {
  const guess = detectEncoding(bytes);
  if (encoding === undefined && guess.kind === "not-text") return { kind: "binary" };
  const used = encoding ?? (guess.kind === "text" ? guess.encoding : "utf-8");
  const bomBytes = guess.kind === "text" && guess.encoding === used ? guess.bomBytes : 0;
  const isWide = used === "utf-16le" || used === "utf-16be";
  if (isWide && bytes.length % 2 !== 0) return { kind: "binary" };
  const text = decodeText(bytes.subarray(bomBytes), used);
  const form = { kind: "text", encoding: used, bom: bomBytes > 0 } as const;
  if (!isEbcdic(used)) return { ...form, text, recordLength: undefined, usesNewLine: false };
  if (hasEbcdicLineEnds(text)) {
    const usesNewLine = text.includes("\u0085");
    return { ...form, text: text.replaceAll("\u0085", "\n"), recordLength: undefined, usesNewLine };
  }
  const recordLength = recordLengthOf(text);
  if (recordLength === undefined) return { ...form, text, recordLength, usesNewLine: false };
  const lines = recordsOf(text, recordLength).map((record) => record.trimEnd());
  return { ...form, text: `${lines.join("\n")}\n`, recordLength, usesNewLine: false };
}

/** Text of any bytes, for a look that passes over nothing: as {@link decodeFile} shows it, and of what is no text the letters that stand in it. */
export function lettersOf(bytes: Uint8Array): string {
  const decoded = decodeFile(bytes);
  if (decoded.kind === "text") return decoded.text;
  const guess = detectEncoding(bytes);
  const encoding = guess.kind === "text" ? guess.encoding : "windows-1252";
  return decodeText(bytes.subarray(guess.kind === "text" ? guess.bomBytes : 0), encoding).replaceAll("\0", "");
}

/** Why a text has no bytes in a form. */
export type EncodedFile = Encoded | { readonly kind: "too-long"; readonly line: number; readonly recordLength: number };

/** The bytes of a text in the form of a file that {@link decodeFile} read. */
export function encodeFile(text: string, form: FileForm): EncodedFile {
  if (form.recordLength !== undefined) return encodeRecords(text, form.encoding, form.recordLength);
  const ended = form.usesNewLine ? text.replaceAll("\n", "\u0085") : text;
  return encodeText(form.bom ? `\uFEFF${ended}` : ended, form.encoding);
}

function encodeRecords(text: string, encoding: Encoding, recordLength: number): EncodedFile {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const tooLong = lines.findIndex((line) => line.length > recordLength);
  if (tooLong >= 0) return { kind: "too-long", line: tooLong + 1, recordLength };
  return encodeText(lines.map((line) => line.padEnd(recordLength)).join(""), encoding);
}

export function isEbcdic(encoding: Encoding): boolean {
  return encoding === "cp037" || encoding === "cp1047";
}

/** Whether decoded EBCDIC has line ends; without any it is made of records. */
export function hasEbcdicLineEnds(text: string): boolean {
  return /[\n\u0085]/.test(text);
}

/** Record lengths of card images, print files and common data sets, the likeliest first. */
const RECORD_LENGTHS = [80, 133, 132, 121, 120, 100, 72, 256];

/** The likeliest record length of a text without line ends; undefined when none divides it. */
export function recordLengthOf(text: string): number | undefined {
  return text === "" ? undefined : RECORD_LENGTHS.find((candidate) => text.length % candidate === 0);
}

/** A text whose length is a multiple of `recordLength`, cut into records. */
export function recordsOf(text: string, recordLength: number): string[] {
  const records: string[] = [];
  for (let at = 0; at < text.length; at += recordLength) records.push(text.slice(at, at + recordLength));
  return records;
}
