/** How the bytes of a command's output are to be read. */
export type CommandEncoding = "utf-8" | "utf-16le" | "utf-16be" | "latin-1" | "binary";

const SAMPLE_BYTES = 8192;
const CONTROL_SHARE_MAX = 0.05;
/** Lists that are separated by NUL (`find -print0`, an environment) are still text. */
const NUL_SHARE_MAX = 0.2;

/** Judged by the beginning: a byte order mark, the pattern of its zeros, whether it is UTF-8, its control characters. */
export function commandEncoding(bytes: Buffer): CommandEncoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  const { nuls, oddNuls, controls, upperControls, letters, others } = count(sample);
  const half = sample.length / 2;
  if (oddNuls > half * 0.6 && nuls - oddNuls < half * 0.02) return "utf-16le";
  if (nuls - oddNuls > half * 0.6 && oddNuls < half * 0.02) return "utf-16be";
  if (nuls > sample.length * NUL_SHARE_MAX || controls > sample.length * CONTROL_SHARE_MAX) return "binary";
  if (upperControls + letters === 0) return "utf-8";
  if (upperControls > sample.length * CONTROL_SHARE_MAX) return "binary";
  // Bytes that are no UTF-8 beside characters that are: mixed, so each of them is spelt.
  return others === 0 && upperControls === 0 && nuls === 0 ? "latin-1" : "utf-8";
}

/** Bytes of that encoding as text, each byte that is none of it as `\xNN`. Never throws. */
export function decodeCommandBytes(bytes: Buffer, encoding: Exclude<CommandEncoding, "binary">): string {
  switch (encoding) {
    case "utf-8":
      return decodeSpelling(bytes);
    case "latin-1":
      return bytes.toString("latin1");
    case "utf-16le":
    case "utf-16be":
      return new TextDecoder(encoding).decode(bytes);
  }
}

interface ByteCount {
  readonly nuls: number;
  readonly oddNuls: number;
  readonly controls: number;
  /** Bytes that are part of no UTF-8 character: 80 to 9F, which Latin-1 has as controls … */
  readonly upperControls: number;
  /** … and A0 to FF, which it has as letters and signs. */
  readonly letters: number;
  /** Whole UTF-8 characters of more than one byte. */
  readonly others: number;
}

function count(sample: Buffer): ByteCount {
  const found = { nuls: 0, oddNuls: 0, controls: 0, upperControls: 0, letters: 0, others: 0 };
  for (let index = 0; index < sample.length; ) {
    const byte = sample[index] ?? 0;
    const length = byte < 0x80 ? 1 : characterLength(sample, index);
    if (byte === 0) {
      found.nuls++;
      found.oddNuls += index % 2;
    } else if (isControl(byte)) found.controls++;
    else if (length > 1) found.others++;
    else if (length === 0 && !isCutAtEnd(sample, index)) found[byte < 0xa0 ? "upperControls" : "letters"]++;
    index += Math.max(1, length);
  }
  return found;
}

/** None that text has: bell to carriage return, and escape. */
const isControl = (byte: number): boolean =>
  byte < 0x20 ? (byte < 0x07 || byte > 0x0d) && byte !== 0x1b : byte === 0x7f;

/** A character of which the sample has only the beginning. */
function isCutAtEnd(sample: Buffer, index: number): boolean {
  return sample.length - index < 4 && (sample[index] ?? 0) >= 0xc2 && sample.subarray(index + 1).every(isTail);
}

function decodeSpelling(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\ufffd")) return text;
  const pieces: string[] = [];
  let good = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = (bytes[index] ?? 0) < 0x80 ? 1 : characterLength(bytes, index);
    if (length === 0) {
      pieces.push(bytes.toString("utf8", good, index), `\\x${(bytes[index] ?? 0).toString(16)}`);
      good = index + 1;
    }
    index += Math.max(1, length);
  }
  pieces.push(bytes.toString("utf8", good));
  return pieces.join("");
}

/** Bytes of the UTF-8 character at `index`, which is not ASCII; 0 when there is none. Table 3-7 of the Unicode standard. */
function characterLength(bytes: Buffer, index: number): number {
  const first = bytes[index] ?? 0;
  const second = bytes[index + 1];
  if (first < 0xc2 || first > 0xf4 || !isTail(second)) return 0;
  if (first < 0xe0) return 2;
  if (!isTail(bytes[index + 2])) return 0;
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0;
  if (first < 0xf0) return 3;
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0;
  return isTail(bytes[index + 3]) ? 4 : 0;
}

function isTail(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
