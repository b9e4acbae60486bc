import type { Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, W } from "../words/words.ts";

/** Finds the data item that an identifier names: by its qualifiers, in the program itself before what it inherits. */
export class ItemNames {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  /** Row after the identifier that was read last, with its qualifiers and without its subscripts. */
  next = 0;

  constructor(buffer: TokenBuffer, program: Program) {
    this.buffer = buffer;
    this.program = program;
  }

  /** The data item that the word at `row` names; -1 when it names none that is declared. Sets `next`. */
  find(row: number, end: number): number {
    const { buffer } = this;
    this.next = row + 1;
    if (buffer.kind[row] !== T.WORD) return -1;
    const word = buffer.word[row] as number;
    let candidates = this.declared(word);
    // A reserved word is an item only where a program of another dialect declares one.
    if (word <= LAST_RESERVED && !candidates) return -1;
    let at = row + 1;
    for (; at + 1 < end && this.isQualifier(at); at += 2) {
      const qualifier = buffer.word[at + 1] as number;
      candidates = candidates?.filter((index) => this.isInside(index, qualifier));
    }
    this.next = at;
    return candidates?.[0] ?? -1;
  }

  /** The item of a name that stands alone, or in the group of the word `group`; -1 when there is none. */
  findWord(word: number, group: number): number {
    const candidates = this.declared(word);
    if (group === 0) return candidates?.[0] ?? -1;
    return candidates?.find((index) => this.isInside(index, group)) ?? candidates?.[0] ?? -1;
  }

  private declared(word: number): readonly number[] | undefined {
    return this.program.byName.get(word) ?? this.program.inherited.get(word);
  }

  private isQualifier(at: number): boolean {
    const { buffer } = this;
    return (buffer.word[at] === W.OF || buffer.word[at] === W.IN) && buffer.kind[at + 1] === T.WORD;
  }

  private isInside(index: number, word: number): boolean {
    const { items } = this.program;
    for (let at = items[index]?.parent ?? -1; at >= 0; at = items[at]?.parent ?? -1)
      if (items[at]?.word === word) return true;
    const file = items[index]?.file;
    return file !== undefined && file !== "" && file === this.buffer.lexicon.spelling[word];
  }
}
