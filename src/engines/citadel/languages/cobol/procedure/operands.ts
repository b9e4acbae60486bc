import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, LAST_SCOPE_WORD, LAST_STRICT_VERB, LAST_VERB, W } from "../words/words.ts";

/** A procedure name as it is referred to: its row, its section's row, and the row after. */
export interface ProcedureName {
  readonly row: number;
  readonly section: number;
  readonly next: number;
}

/** Finds where statements end and what they name. */
export class OperandReader {
  private readonly buffer: TokenBuffer;

  constructor(buffer: TokenBuffer) {
    this.buffer = buffer;
  }

  /** The row where this statement's operands end: the next verb, scope word, phrase or period. */
  end(from: number): number {
    const { buffer } = this;
    let at = from;
    for (; at < buffer.count; at += 1) {
      if (buffer.kind[at] === T.PERIOD) return at;
      const word = buffer.word[at] as number;
      if (word <= 0 || word > LAST_RESERVED) continue;
      if (word <= LAST_SCOPE_WORD) {
        if (this.isOperand(at, word)) continue;
        return at;
      }
      if (this.isPhraseStart(at, word)) return at;
    }
    return at;
  }

  /** Whether a verb's word is none here: `TO ENTRY`, `PERFORM UNTIL EXIT`, a verb that is a name too within a line. */
  private isOperand(at: number, word: number): boolean {
    const { buffer } = this;
    const before = buffer.word[at - 1];
    if ((word === W.ENTRY && before === W.TO) || (word === W.EXIT && before === W.UNTIL)) return true;
    return word > LAST_STRICT_VERB && word <= LAST_VERB && buffer.line[at] === buffer.line[at - 1];
  }

  /** The row of the period that ends the sentence. */
  sentenceEnd(from: number): number {
    let at = from;
    while (at < this.buffer.count && this.buffer.kind[at] !== T.PERIOD) at += 1;
    return at;
  }

  private isPhraseStart(at: number, word: number): boolean {
    const { buffer } = this;
    if (
      word !== W.NOT &&
      word !== W.AT &&
      word !== W.ON &&
      word !== W.INVALID &&
      word !== W.EXCEPTION &&
      word !== W.END &&
      word !== W.SIZE &&
      word !== W.OVERFLOW
    )
      return false;
    let next = word === W.NOT ? at + 1 : at;
    if (buffer.word[next] === W.AT || buffer.word[next] === W.ON) next += 1;
    const found = buffer.word[next];
    return (
      found === W.END ||
      found === W.INVALID ||
      found === W.EXCEPTION ||
      found === W.OVERFLOW ||
      found === W.EOP ||
      found === W.END_OF_PAGE ||
      (found === W.SIZE && buffer.word[next + 1] === W.ERROR)
    );
  }

  procedureName(row: number): ProcedureName | undefined {
    const { buffer } = this;
    const kind = buffer.kind[row];
    const word = buffer.word[row] as number;
    if (kind !== T.NUMBER && kind !== T.WORD) return undefined;
    if (kind === T.WORD && (word <= LAST_STRICT_VERB || (word > LAST_VERB && word <= LAST_RESERVED))) return undefined;
    const qualifier = buffer.word[row + 1];
    if (qualifier === W.OF || qualifier === W.IN) return { row, section: row + 2, next: row + 3 };
    return { row, section: -1, next: row + 1 };
  }

  afterParens(row: number): number {
    const { buffer } = this;
    let depth = 0;
    let at = row;
    for (; at < buffer.count; at += 1) {
      if (buffer.kind[at] === T.LPAREN) depth += 1;
      else if (buffer.kind[at] === T.RPAREN) {
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (buffer.kind[at] === T.PERIOD) return at;
    }
    return at;
  }
}
