import type { Jump, Program, Unit } from "../program.ts";
import type { TokenBuffer } from "../words/tokens.ts";

/** Finds paragraphs and sections by name as COBOL does: the own section first, then the whole program. */
export class UnitNames {
  private readonly units: readonly Unit[];
  private readonly buffer: TokenBuffer;
  private readonly byWord = new Map<number, number[]>();
  /** The last unit of each unit's range when it is performed alone: itself, or its section's last paragraph. */
  readonly rangeEnd: Int32Array;

  constructor(program: Program, buffer: TokenBuffer) {
    this.units = program.units;
    this.buffer = buffer;
    this.rangeEnd = new Int32Array(program.units.length);
    program.units.forEach((unit, index) => {
      this.rangeEnd[index] = index;
      if (unit.section >= 0) this.rangeEnd[unit.section] = index;
      if (unit.word === 0) return;
      const list = this.byWord.get(unit.word);
      if (list) list.push(index);
      else this.byWord.set(unit.word, [index]);
    });
  }

  /** Index of the unit named at `row` (and its section at `sectionRow`, or -1) seen from unit `from`; -1 when there is none. */
  find(row: number, sectionRow: number, from: number): number {
    const found = this.byWord.get(this.wordAt(row));
    if (!found) return -1;
    if (sectionRow >= 0) {
      const section = this.wordAt(sectionRow);
      return found.find((index) => this.units[this.units[index]?.section ?? -1]?.word === section) ?? -1;
    }
    if (found.length === 1) return found[0] as number;
    const own = this.units[from]?.section ?? -1;
    const inOwn = found.find((index) => own >= 0 && this.units[index]?.section === own);
    return inOwn ?? (found[0] as number);
  }

  findWord(name: string): number {
    return this.byWord.get(this.buffer.lexicon.internText(name))?.[0] ?? -1;
  }

  target(jump: Jump): number {
    return this.find(jump.target, jump.section, jump.unit);
  }

  thru(jump: Jump): number {
    return jump.thru < 0 ? -1 : this.find(jump.thru, jump.thruSection, jump.unit);
  }

  private wordAt(row: number): number {
    return this.buffer.word[row] || this.buffer.lexicon.internText(this.buffer.text(row));
  }
}
