/**
 * Code pages 037 and 1047, byte to Unicode. Source: IBM CDRA tables for CCSID 37 and 1047. The two differ in eight
 * places; both spell NEL as 0x15 and LF as 0x25 here, because line ends are recognised by byte.
 */
const CP037_HEX =
  "000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f80818283840a171b88898a8b8c05060790911693949596" +
  "0498999a9b14159e1a20a0e2e4e0e1e3e5e7f1a22e3c282b7c26e9eaebe8edeeefecdf21242a293bac2d2fc2c4c0c1c3c5c7d1a62c255f" +
  "3e3ff8c9cacbc8cdcecfcc603a2340273d22d8616263646566676869abbbf0fdfeb1b06a6b6c6d6e6f707172aabae6b8c6a4b57e737475" +
  "767778797aa1bfd0dddeae5ea3a5b7a9a7b6bcbdbe5b5dafa8b4d77b414243444546474849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fb" +
  "fcf9faff5cf7535455565758595ab2d4d6d2d3d530313233343536373839b3dbdcd9da9f";

const CP1047_DIFFERENCES: readonly (readonly [byte: number, codePoint: number])[] = [
  [0x5f, 0x5e],
  [0xad, 0x5b],
  [0xb0, 0xac],
  [0xba, 0xdd],
  [0xbb, 0xa8],
  [0xbd, 0x5d],
];

function cp037(): Uint16Array {
  const table = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++) table[byte] = Number.parseInt(CP037_HEX.slice(byte * 2, byte * 2 + 2), 16);
  return table;
}

function cp1047(): Uint16Array {
  const table = cp037();
  for (const [byte, codePoint] of CP1047_DIFFERENCES) table[byte] = codePoint;
  return table;
}

export const CP037: Uint16Array = cp037();
export const CP1047: Uint16Array = cp1047();

/** Characters whose byte depends on which of the two pages a file uses. */
export const EBCDIC_VARIANT_CHARACTERS = "[]^¬Ý¨";

const VARIANT_1047_BYTES: ReadonlySet<number> = new Set([0xad, 0xbd]);
const VARIANT_037_BYTES: ReadonlySet<number> = new Set([0xba, 0xbb]);

/** Bytes that ordinary EBCDIC text is made of: letters, digits, blank, punctuation, line ends. */
const TEXT_BYTES: ReadonlySet<number> = new Set(
  [...Array(256).keys()].filter((byte) => {
    const codePoint = CP037[byte] ?? 0;
    const isLineEnd = byte === 0x15 || byte === 0x25 || byte === 0x0d || byte === 0x05;
    return isLineEnd || (codePoint >= 0x20 && codePoint < 0x7f);
  }),
);

const SAMPLE_BYTES_MAX = 65_536;

/** Whether bytes that are not UTF-8 read as EBCDIC text, and which page their brackets speak for. */
export function detectEbcdic(bytes: Uint8Array): "cp037" | "cp1047" | "either" | undefined {
  const size = Math.min(bytes.length, SAMPLE_BYTES_MAX);
  const counts = new Uint32Array(256);
  for (let at = 0; at < size; at++) {
    const byte = bytes[at] ?? 0;
    counts[byte] = (counts[byte] ?? 0) + 1;
  }
  const countOf = (set: Iterable<number>): number => [...set].reduce((sum, byte) => sum + (counts[byte] ?? 0), 0);
  const votes037 = countOf(VARIANT_037_BYTES);
  const votes1047 = countOf(VARIANT_1047_BYTES);
  const text = countOf(new Set([...TEXT_BYTES, ...VARIANT_037_BYTES, ...VARIANT_1047_BYTES]));
  const asciiBlanks = countOf([0x20, 0x0a]);
  if (text < size * 0.95 || counts[0x40] === 0 || asciiBlanks > size * 0.01) return undefined;
  if (votes037 === votes1047) return "either";
  return votes037 > votes1047 ? "cp037" : "cp1047";
}
