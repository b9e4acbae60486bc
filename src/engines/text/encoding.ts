import { CP037, CP1047, detectEbcdic, EBCDIC_VARIANT_CHARACTERS } from "./ebcdic.ts";
import type { Encoded } from "./encoded.ts";
import { decodeShiftJis, encodeShiftJis, looksLikeShiftJis } from "./shift-jis.ts";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "shift_jis", "cp037", "cp1047"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How the bytes of a file become text. `isCertain` is false where two EBCDIC pages read the file alike. */
export interface EncodingGuess {
  readonly kind: "text";
  readonly encoding: Encoding;
  /** Bytes of the byte order mark. */
  readonly bomBytes: number;
  readonly isCertain: boolean;
}

const BOM_UTF8 = [0xef, 0xbb, 0xbf];

/** Which of the known encodings the bytes are in; `not-text` when none fits. Linear in the size of the file. */
export function detectEncoding(bytes: Uint8Array): EncodingGuess | { readonly kind: "not-text" } {
  const found = (encoding: Encoding, bomBytes = 0): EncodingGuess => ({
    kind: "text",
    encoding,
    bomBytes,
    isCertain: true,
  });
  if (BOM_UTF8.every((byte, at) => bytes[at] === byte)) {
    return isUtf8(bytes) && !bytes.includes(0) ? found("utf-8", 3) : { kind: "not-text" };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return found("utf-16le", 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return found("utf-16be", 2);
  if (!bytes.includes(0) && isUtf8(bytes)) return found("utf-8");
  const ebcdic = bytes.includes(0) ? undefined : detectEbcdic(bytes);
  if (ebcdic === "either") return { kind: "text", encoding: "cp037", bomBytes: 0, isCertain: false };
  const encoding = ebcdic ?? (bytes.includes(0) ? detectWide(bytes) : detectSingleByte(bytes));
  return encoding === undefined ? { kind: "not-text" } : found(encoding);
}

function detectSingleByte(bytes: Uint8Array): Encoding | undefined {
  if (!hasFewControls(bytes)) return undefined;
  return looksLikeShiftJis(bytes) ? "shift_jis" : "windows-1252";
}

export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case "utf-8":
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    case "utf-16le":
      return decodeWide(bytes, { littleEndian: true });
    case "utf-16be":
      return decodeWide(bytes, { littleEndian: false });
    case "windows-1252":
      return decodeSingle(bytes, WINDOWS_1252);
    case "shift_jis":
      return decodeShiftJis(bytes);
    case "cp037":
      return decodeSingle(bytes, CP037);
    case "cp1047":
      return decodeSingle(bytes, CP1047);
  }
}

/** The bytes of a text; `unencodable` names the first character that the encoding lacks. */
export function encodeText(text: string, encoding: Encoding): Encoded {
  switch (encoding) {
    case "utf-8":
      return { kind: "bytes", bytes: new TextEncoder().encode(text) };
    case "utf-16le":
      return { kind: "bytes", bytes: encodeWide(text, { littleEndian: true }) };
    case "utf-16be":
      return { kind: "bytes", bytes: encodeWide(text, { littleEndian: false }) };
    case "windows-1252":
      return encodeSingle(text, WINDOWS_1252);
    case "shift_jis":
      return encodeShiftJis(text);
    case "cp037":
      return encodeSingle(text, CP037);
    case "cp1047":
      return encodeSingle(text, CP1047);
  }
}

/** The first character of `text` whose byte differs between the two EBCDIC pages. */
export function ebcdicVariantIn(text: string): string | undefined {
  for (const character of EBCDIC_VARIANT_CHARACTERS) if (text.includes(character)) return character;
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** UTF-16 without a mark: most units of a text in a Latin script have a zero byte on the same side. */
function detectWide(bytes: Uint8Array): Encoding | undefined {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined;
  let zeroHigh = 0;
  let zeroLow = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    if (bytes[at] === 0) zeroLow++;
    if (bytes[at + 1] === 0) zeroHigh++;
  }
  const units = bytes.length / 2;
  if (zeroHigh > units * 0.6 && zeroLow === 0) return "utf-16le";
  if (zeroLow > units * 0.6 && zeroHigh === 0) return "utf-16be";
  return undefined;
}

const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);

function hasFewControls(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) if (byte < 0x20 && !TEXT_CONTROLS.has(byte)) controls++;
  return controls * 200 <= bytes.length;
}

/** Undefined places map to the C1 control of the same number, as the WHATWG Encoding Standard does. */
const WINDOWS_1252: Uint16Array = Uint16Array.from({ length: 256 }, (_, byte) => byte);
const WINDOWS_1252_HIGH =
  "20ac 81 201a 192 201e 2026 2020 2021 2c6 2030 160 2039 152 8d 17d 8f 90 2018 2019 201c 201d 2022 2013 2014 2dc 2122 161 203a 153 9d 17e 178";
for (const [index, code] of WINDOWS_1252_HIGH.split(" ").entries())
  WINDOWS_1252[0x80 + index] = Number.parseInt(code, 16);

const CHUNK_UNITS = 8192;

function decodeSingle(bytes: Uint8Array, table: Uint16Array): string {
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) units[at] = table[bytes[at] ?? 0] ?? 0;
  return textOfUnits(units);
}

function textOfUnits(units: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += CHUNK_UNITS)
    parts.push(String.fromCharCode(...units.subarray(at, at + CHUNK_UNITS)));
  return parts.join("");
}

const reverseTables = new Map<Uint16Array, ReadonlyMap<number, number>>();

function encodeSingle(text: string, table: Uint16Array): Encoded {
  let reverse = reverseTables.get(table);
  if (reverse === undefined) {
    reverse = new Map(Array.from(table, (codePoint, byte) => [codePoint, byte] as const));
    reverseTables.set(table, reverse);
  }
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = reverse.get(text.charCodeAt(at));
    if (byte === undefined) return { kind: "unencodable", character: characterAt(text, at) };
    bytes[at] = byte;
  }
  return { kind: "bytes", bytes };
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0xfffd);

/** Lone surrogates and an odd last byte survive, because units are taken one by one. */
function decodeWide(bytes: Uint8Array, order: { readonly littleEndian: boolean }): string {
  const units = new Uint16Array(Math.floor(bytes.length / 2));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < units.length; at++) units[at] = view.getUint16(at * 2, order.littleEndian);
  return textOfUnits(units);
}

function encodeWide(text: string, order: { readonly littleEndian: boolean }): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), order.littleEndian);
  return bytes;
}
