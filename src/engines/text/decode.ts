import { decodeEbcdic, looksEbcdic } from "./ebcdic.ts";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "latin-1" | "ebcdic";

/** The text of a file and what it takes to write it back: `text` has no byte order mark, its line ends are as found. */
export interface DecodedText {
  readonly kind: "text";
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
}

const SAMPLE_BYTES = 8192;
const CONTROL_SHARE_MAX = 0.05;

/**
 * Bytes as text, in the first encoding that fits: a byte order mark, UTF-16 without one, UTF-8, EBCDIC, Latin-1.
 * Every text but EBCDIC comes back to the same bytes through {@link encodeText}.
 */
export function decodeText(bytes: Uint8Array): DecodedText | { readonly kind: "binary" } {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return decodeAs(bytes.subarray(3), "utf-8", true) ?? decodeLatin(bytes);
  if (startsWith(bytes, [0xff, 0xfe])) return decodeAs(bytes.subarray(2), "utf-16le", true) ?? { kind: "binary" };
  if (startsWith(bytes, [0xfe, 0xff])) return decodeAs(bytes.subarray(2), "utf-16be", true) ?? { kind: "binary" };
  if (bytes.includes(0)) {
    const wide = guessWide(bytes.subarray(0, SAMPLE_BYTES));
    return (wide && decodeAs(bytes, wide, false)) ?? { kind: "binary" };
  }
  return decodeAs(bytes, "utf-8", false) ?? decodeBytes(bytes);
}

/** @returns undefined when the encoding has no code for a character */
export function encodeText(text: string, form: Pick<DecodedText, "encoding" | "bom">): Uint8Array | undefined {
  switch (form.encoding) {
    case "utf-8":
      return new TextEncoder().encode(form.bom ? `\uFEFF${text}` : text);
    case "utf-16le":
    case "utf-16be":
      return encodeWide(form.bom ? `\uFEFF${text}` : text, form.encoding);
    case "latin-1":
      return encodeLatin(text);
    case "ebcdic":
      return undefined;
  }
}

function decodeAs(
  bytes: Uint8Array,
  encoding: "utf-8" | "utf-16le" | "utf-16be",
  bom: boolean,
): DecodedText | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: "text", text, encoding, bom };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function decodeBytes(bytes: Uint8Array): DecodedText | { readonly kind: "binary" } {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (looksEbcdic(sample)) return { kind: "text", text: decodeEbcdic(bytes), encoding: "ebcdic", bom: false };
  let controls = 0;
  for (const byte of sample)
    if (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b && byte !== 0x1a) controls++;
  return controls / sample.length > CONTROL_SHARE_MAX ? { kind: "binary" } : decodeLatin(bytes);
}

function decodeLatin(bytes: Uint8Array): DecodedText {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += SAMPLE_BYTES)
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + SAMPLE_BYTES)));
  return { kind: "text", text: pieces.join(""), encoding: "latin-1", bom: false };
}

function encodeLatin(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0xff) return undefined;
    bytes[index] = code;
  }
  return bytes;
}

function encodeWide(text: string, encoding: "utf-16le" | "utf-16be"): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++)
    view.setUint16(index * 2, text.charCodeAt(index), encoding === "utf-16le");
  return new Uint8Array(view.buffer);
}

/** Western text in UTF-16 has a zero in nearly every other byte, always on the same side. */
function guessWide(sample: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const half = sample.length / 2;
  if (odd > half * 0.6 && even < half * 0.02) return "utf-16le";
  if (even > half * 0.6 && odd < half * 0.02) return "utf-16be";
  return undefined;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}
