import type { DataItem, Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, W } from "../words/words.ts";
import { FIGURATIVE } from "./operand-roles.ts";

export const USAGES = new Map<number, string>([
  [W.BINARY, "BINARY"],
  [W.COMP, "BINARY"],
  [W.COMP_4, "BINARY"],
  [W.COMP_5, "BINARY"],
  [W.COMPUTATIONAL, "BINARY"],
  [W.COMPUTATIONAL_4, "BINARY"],
  [W.COMPUTATIONAL_5, "BINARY"],
  [W.COMP_X, "BINARY"],
  [W.COMP_1, "COMP-1"],
  [W.COMPUTATIONAL_1, "COMP-1"],
  [W.COMP_2, "COMP-2"],
  [W.COMPUTATIONAL_2, "COMP-2"],
  [W.COMP_3, "PACKED"],
  [W.COMPUTATIONAL_3, "PACKED"],
  [W.PACKED_DECIMAL, "PACKED"],
  [W.COMP_6, "PACKED"],
  [W.INDEX, "INDEX"],
  [W.POINTER, "POINTER"],
  [W.PROCEDURE_POINTER, "PROCEDURE-POINTER"],
  [W.FUNCTION_POINTER, "POINTER"],
  [W.NATIONAL, "NATIONAL"],
  [W.DISPLAY_1, "DISPLAY-1"],
  [W.DISPLAY, "DISPLAY"],
]);

/** The canonical name of a USAGE as it is written: `COMP-3` is PACKED. */
export const usageNamed = (word: string): string | undefined =>
  USAGES.get(W[word.toUpperCase().replaceAll("-", "_") as keyof typeof W] ?? 0);

/** Reads the clauses of one data description into its item. */
export class ClauseReader {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly indexName: (at: number, owner: DataItem) => void;

  /** @param indexName  declares the index of a table */
  constructor(buffer: TokenBuffer, program: Program, indexName: (at: number, owner: DataItem) => void) {
    this.buffer = buffer;
    this.program = program;
    this.indexName = indexName;
  }

  /** Reads the clause at `at` into the item; returns the row after it, or after what of it is understood. */
  clause(at: number, word: number, item: DataItem): number {
    const { buffer } = this;
    if (buffer.kind[at] === T.PICTURE) {
      item.picture = buffer.text(at);
      return at + 1;
    }
    const usage = USAGES.get(word);
    if (usage) {
      item.usage = usage;
      return at + 1;
    }
    switch (word) {
      case W.REDEFINES:
        item.redefines = this.redefined(at + 1, item);
        return at + 2;
      case W.RENAMES:
        return this.renamed(at + 1, item);
      case W.OCCURS:
        return this.occurs(at + 1, item);
      case W.VALUE:
      case W.VALUES:
        return this.value(at + 1, item);
      case W.SEPARATE:
        item.isSeparateSign = true;
        return at + 1;
      case W.SYNC:
      case W.SYNCHRONIZED:
        item.isSync = true;
        return at + 1;
      case W.EXTERNAL:
      case W.GLOBAL:
        item.isExternal ||= word === W.EXTERNAL;
        item.isGlobal ||= word === W.GLOBAL;
        return at + 1;
      default:
        return at + 1;
    }
  }

  private redefined(at: number, item: DataItem, isInRecord = false): number {
    const { buffer, program } = this;
    const candidates = program.byName.get(buffer.word[at] as number) ?? [];
    for (let index = candidates.length - 1; index >= 0; index -= 1) {
      const candidate = candidates[index] as number;
      if (isInRecord ? this.isBelow(candidate, item.parent) : program.items[candidate]?.parent === item.parent)
        if (program.items[candidate] !== item) return candidate;
    }
    return candidates[candidates.length - 1] ?? -1;
  }

  private isBelow(index: number, record: number): boolean {
    for (let at = index; at >= 0; at = this.program.items[at]?.parent ?? -1) if (at === record) return true;
    return false;
  }

  /** `RENAMES A THRU B`; entries of level 66 stand behind the record whose items they name. */
  private renamed(at: number, item: DataItem): number {
    const { buffer } = this;
    item.renames = buffer.spelled(at);
    item.renamed = [this.redefined(at, item, true)];
    let next = at + 1;
    while (buffer.word[next] === W.OF || buffer.word[next] === W.IN) next += 2;
    if (buffer.word[next] !== W.THRU && buffer.word[next] !== W.THROUGH) return next;
    item.renamed.push(this.redefined(next + 1, item, true));
    return next + 2;
  }

  private occurs(from: number, item: DataItem): number {
    const { buffer } = this;
    let at = this.times(from, item);
    while (at < buffer.count && buffer.kind[at] !== T.PERIOD) {
      const word = buffer.word[at] as number;
      if (word === W.DEPENDING) {
        at += buffer.word[at + 1] === W.ON ? 2 : 1;
        item.dependingOn = buffer.spelled(at);
      } else if (word === W.INDEXED) {
        at += buffer.word[at + 1] === W.BY ? 2 : 1;
        for (; buffer.kind[at] === T.WORD && (buffer.word[at] as number) > LAST_RESERVED; at += 1)
          this.indexName(at, item);
        continue;
      } else if (USAGES.has(word) || word === W.PIC || word === W.PICTURE || word === W.VALUE || word === W.REDEFINES)
        return at;
      at += 1;
    }
    return at;
  }

  /** `n` or `n TO m` behind OCCURS. */
  private times(at: number, item: DataItem): number {
    const { buffer } = this;
    if (buffer.kind[at] !== T.NUMBER) return at;
    item.occursMax = Math.max(1, Number(buffer.text(at)));
    item.occursMin = item.occursMax;
    if (buffer.word[at + 1] !== W.TO) return at + 1;
    item.occursMax = Math.max(1, Number(buffer.text(at + 2)) || item.occursMin);
    return at + 3;
  }

  private value(from: number, item: DataItem): number {
    const { buffer } = this;
    let at = from;
    const values: number[] = [];
    for (; at < buffer.count && buffer.kind[at] !== T.PERIOD; at += 1) {
      const word = buffer.word[at] as number;
      if (word === W.IS || word === W.ARE || word === W.ALL || word === W.THRU || word === W.THROUGH) continue;
      const kind = buffer.kind[at];
      const isValue = kind === T.LITERAL || kind === T.NUMBER || kind === T.OP;
      if (!isValue && !FIGURATIVE.has(word) && word !== W.TRUE && word !== W.FALSE) break;
      if (kind !== T.OP) values.push(at);
      if (item.level !== 88 && kind !== T.OP) {
        at += 1;
        break;
      }
    }
    item.value = values[0] ?? -1;
    item.values = values;
    return Math.max(at, from);
  }
}
