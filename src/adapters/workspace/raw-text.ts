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
  if (first >= 0xc2 && first <= 0xdf) return isTail(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isTail(bytes[index + 2]) ? 3 : 0;
  }
  if (first < 0xf0 || first > 0xf4) return 0;
  const low = first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high && isTail(bytes[index + 2]) && isTail(bytes[index + 3]) ? 4 : 0;
}

function isTail(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
