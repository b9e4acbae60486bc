import { SPELLING } from "./words.ts";

/** Upper case of a Latin-1 character code; anything above stays as it is. */
export const UPPER: Uint8Array = upperTable();

function upperTable(): Uint8Array {
  const table = new Uint8Array(256);
  for (let code = 0; code < 256; code += 1) {
    const upper = String.fromCharCode(code).toUpperCase();
    table[code] = upper.length === 1 && upper.charCodeAt(0) < 256 ? upper.charCodeAt(0) : code;
  }
  return table;
}

const START_SLOTS = 4096;

/** Words of one parse as small integers, case folded. Known words keep their numbers of `W`. */
export class Lexicon {
  private slots: Int32Array;
  private hashes: Int32Array;
  readonly spelling: string[];

  constructor(base?: Lexicon) {
    this.slots = base ? base.slots.slice() : new Int32Array(START_SLOTS);
    this.hashes = base ? base.hashes.slice() : new Int32Array(START_SLOTS);
    this.spelling = base ? base.spelling.slice() : [""];
  }

  /** The number of the word at `[start, end)`; `hash` is `hash * 31 + upper` over its characters, as 32 bits. */
  intern(text: string, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const id = this.slots[slot] as number;
      if (id === 0) return this.insert(slot, text.slice(start, end).toUpperCase(), hash);
      if (this.hashes[slot] === hash && sameWord(this.spelling[id] as string, text, start, end)) return id;
      slot = (slot + 1) & mask;
    }
  }

  internText(text: string): number {
    let hash = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      hash = (hash * 31 + (code < 256 ? (UPPER[code] as number) : code)) | 0;
    }
    return this.intern(text, 0, text.length, hash);
  }

  private insert(slot: number, word: string, hash: number): number {
    const id = this.spelling.length;
    this.spelling.push(word);
    this.slots[slot] = id;
    this.hashes[slot] = hash;
    if (id * 2 > this.slots.length) this.grow();
    return id;
  }

  private grow(): void {
    const { slots, hashes } = this;
    const size = slots.length * 2;
    this.slots = new Int32Array(size);
    this.hashes = new Int32Array(size);
    for (let old = 0; old < slots.length; old += 1) {
      const id = slots[old] as number;
      if (id === 0) continue;
      const hash = hashes[old] as number;
      let slot = (hash ^ (hash >>> 15)) & (size - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.slots[slot] = id;
      this.hashes[slot] = hash;
    }
  }
}

function sameWord(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index += 1) {
    const code = text.charCodeAt(start + index);
    if (word.charCodeAt(index) !== (code < 256 ? (UPPER[code] as number) : code)) return false;
  }
  return true;
}

const KNOWN = knownWords();

function knownWords(): Lexicon {
  const lexicon = new Lexicon();
  for (const word of SPELLING.slice(1)) lexicon.internText(word);
  return lexicon;
}

/** The first number that a word which is not in `W` gets. */
export const FIRST_FREE_WORD = SPELLING.length;

export const createLexicon = (): Lexicon => new Lexicon(KNOWN);
