import type { Problem } from "../../../model.ts";
import type { Lexicon } from "./lexicon.ts";

/** Token kinds; a word's own number is in `word`. */
export const T = {
  WORD: 1,
  NUMBER: 2,
  LITERAL: 3,
  PERIOD: 4,
  LPAREN: 5,
  RPAREN: 6,
  COLON: 7,
  OP: 8,
  PSEUDO: 9,
  DOT: 10,
  COMMA: 11,
  PICTURE: 12,
  END: 13,
} as const;

/** One expansion of one file: the program itself, or one COPY of a member. */
export interface SourceUse {
  readonly path: string;
  readonly text: string;
  /** Index of the source that copied this one, and the lines of its COPY statement; -1 for the program itself. */
  readonly parent: number;
  readonly line: number;
  readonly endLine: number;
}

/** A token outside its buffer, as REPLACING keeps it. */
export interface LooseToken {
  readonly kind: number;
  readonly word: number;
  readonly text: string;
  /** True when it touches the token before it. */
  readonly glued: boolean;
}

/** Tokens as columns: no object a token. `end` of -1 means that `start` is an index into `pool` (a joined or replaced text). */
export class TokenBuffer {
  kind: Uint8Array;
  word: Int32Array;
  start: Int32Array;
  end: Int32Array;
  line: Int32Array;
  source: Uint16Array;
  count = 0;
  readonly pool: string[] = [];
  /** Lines of the file itself that belong to the unit they stand in though they give it no token: COPY, REPLACE, debugging lines. */
  readonly quietLines: number[];
  readonly lexicon: Lexicon;
  readonly sources: SourceUse[];

  constructor(lexicon: Lexicon, sources: SourceUse[], capacity: number, quietLines: number[] = []) {
    this.quietLines = quietLines;
    this.lexicon = lexicon;
    this.sources = sources;
    this.kind = new Uint8Array(capacity);
    this.word = new Int32Array(capacity);
    this.start = new Int32Array(capacity);
    this.end = new Int32Array(capacity);
    this.line = new Int32Array(capacity);
    this.source = new Uint16Array(capacity);
  }

  /** Makes a free row and returns it; the caller fills it. */
  row(): number {
    if (this.count === this.kind.length) this.grow();
    const row = this.count;
    this.count = row + 1;
    return row;
  }

  /** Makes free rows and returns the first; the caller fills them. */
  reserve(rows: number): number {
    while (this.count + rows > this.kind.length) this.grow();
    const row = this.count;
    this.count = row + rows;
    return row;
  }

  push(token: LooseToken, line: number, source: number): void {
    const row = this.row();
    this.kind[row] = token.kind;
    this.word[row] = token.word;
    this.start[row] = this.pool.length;
    this.end[row] = -1;
    this.pool.push(token.text);
    this.line[row] = line;
    this.source[row] = source;
  }

  copyRow(from: TokenBuffer, index: number): void {
    const row = this.row();
    this.kind[row] = from.kind[index] as number;
    this.word[row] = from.word[index] as number;
    this.start[row] = from.start[index] as number;
    this.end[row] = from.end[index] as number;
    this.line[row] = from.line[index] as number;
    this.source[row] = from.source[index] as number;
    if (this.end[row] === -1 && from !== this) {
      this.start[row] = this.pool.length;
      this.pool.push(from.text(index));
    }
  }

  text(index: number): string {
    const start = this.start[index] as number;
    const end = this.end[index] as number;
    if (end === -1) return this.pool[start] as string;
    return (this.sources[this.source[index] as number] as SourceUse).text.slice(start, end);
  }

  /** A problem in the file itself, or at the COPY that brought in the member which has it. */
  problem(source: number, line: number, message: string): Problem {
    let at = this.sources[source];
    if (source === 0 || !at) return { line, message };
    let copied = at.line;
    for (const name = at.path; at; at = this.sources[at.parent]) {
      copied = at.line;
      if (at.parent === 0) return { line: copied, message: `in ${name}, line ${line}: ${message}` };
    }
    return { line: copied, message };
  }

  /** The word's canonical (upper case) spelling, or the token's text. */
  spelled(index: number): string {
    const word = this.word[index] as number;
    return word > 0 ? (this.lexicon.spelling[word] as string) : this.text(index);
  }

  /** Does this token touch the one before it in the same original text? */
  glued(index: number): boolean {
    return (
      index > 0 &&
      this.end[index - 1] === this.start[index] &&
      this.end[index] !== -1 &&
      this.source[index - 1] === this.source[index] &&
      this.line[index - 1] === this.line[index]
    );
  }

  loose(index: number): LooseToken {
    return {
      kind: this.kind[index] as number,
      word: this.word[index] as number,
      text: this.text(index),
      glued: this.glued(index),
    };
  }

  private grow(): void {
    const size = this.kind.length * 2 + 64;
    this.kind = enlarge(this.kind, new Uint8Array(size));
    this.word = enlarge(this.word, new Int32Array(size));
    this.start = enlarge(this.start, new Int32Array(size));
    this.end = enlarge(this.end, new Int32Array(size));
    this.line = enlarge(this.line, new Int32Array(size));
    this.source = enlarge(this.source, new Uint16Array(size));
  }
}

function enlarge<A extends { set(values: A): void }>(old: A, bigger: A): A {
  bigger.set(old);
  return bigger;
}

/** A literal without its quotes, its prefix (X, N, Z …) and its doubled quotes. */
export function literalValue(text: string): string {
  const open = text.search(/["']/);
  if (open < 0) return text;
  const quote = text.charAt(open);
  const close = text.length > open + 1 && text.endsWith(quote) ? text.length - 1 : text.length;
  return text.slice(open + 1, close).replaceAll(quote + quote, quote);
}
