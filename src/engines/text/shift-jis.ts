import type { Encoded } from "./encoded.ts";

/**
 * Shift-JIS as Windows writes it (WHATWG `shift_jis`). Several byte pairs decode to one character, so text that was
 * not touched must be copied as bytes; see `lossless` in document.ts.
 */
export function decodeShiftJis(bytes: Uint8Array): string {
  return new TextDecoder("shift_jis").decode(bytes);
}

export function encodeShiftJis(text: string): Encoded {
  const pairs = pairsByCharacter();
  const bytes = new Uint8Array(text.length * 2);
  let length = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    const pair = character.length > 1 ? undefined : pairs.get(code);
    if (code < 0x80) bytes[length++] = code;
    else if (code >= 0xff61 && code <= 0xff9f) bytes[length++] = code - 0xff61 + 0xa1;
    else if (pair === undefined) return { kind: "unencodable", character };
    else {
      bytes[length++] = pair >> 8;
      bytes[length++] = pair & 0xff;
    }
  }
  return { kind: "bytes", bytes: bytes.slice(0, length) };
}

const isLead = (byte: number): boolean => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
const isHalfWidth = (byte: number): boolean => byte >= 0xa1 && byte <= 0xdf;
const isTrail = (byte: number): boolean => byte >= 0x40 && byte <= 0xfc && byte !== 0x7f;

/** Bytes of the character that begins at `at`. */
export const shiftJisLength = (bytes: Uint8Array, at: number): number =>
  isLead(bytes[at] ?? 0) && isTrail(bytes[at + 1] ?? 0) ? 2 : 1;

/**
 * Valid pairs alone prove little, for "é" before a letter is one too: Japanese text has kana rows or pairs whose
 * second byte is high, accented Latin text has neither.
 */
export function looksLikeShiftJis(bytes: Uint8Array): boolean {
  let pairs = 0;
  let japanese = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const trail = bytes[at + 1] ?? 0;
    const length = lengthAt(lead, trail);
    if (length === 0) return false;
    at += length;
    if (lead < 0x80) continue;
    // A single byte is half as telling as a pair.
    pairs += length / 2;
    if (looksJapanese(lead, trail)) japanese += length / 2;
  }
  return pairs > 0 && japanese * 2 >= pairs && isStrict(bytes);
}

/** In bytes; 0 where no character begins. */
function lengthAt(lead: number, trail: number): 0 | 1 | 2 {
  if (lead < 0x80 || isHalfWidth(lead)) return 1;
  return isLead(lead) && isTrail(trail) ? 2 : 0;
}

function looksJapanese(lead: number, trail: number): boolean {
  if (isHalfWidth(lead)) return trail >= 0xa1;
  return lead <= 0x83 || trail >= 0x80;
}

function isStrict(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("shift_jis", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

let reverse: ReadonlyMap<number, number> | undefined;

function pairsByCharacter(): ReadonlyMap<number, number> {
  if (reverse !== undefined) return reverse;
  const decoder = new TextDecoder("shift_jis");
  const pairs = new Map<number, number>();
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if (!isLead(lead)) continue;
    // NEC and IBM duplicates stand in rows 0xED, 0xEE and 0xFA on; the first spelling is the one that Windows writes.
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      const code = text.charCodeAt(0);
      if (text.length === 1 && code !== 0xfffd && !(pairs.has(code) && lead < 0xfa))
        pairs.set(code, lead * 256 + trail);
    }
  }
  reverse = pairs;
  return pairs;
}
