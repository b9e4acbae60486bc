import type { DataFlow, UsedItem } from "../../../model.ts";
import type { FactsBuilder } from "../facts-builder.ts";
import { type DataItem, MENTION_COLUMNS, MOVE_COLUMNS, type Program } from "../program.ts";

/** Gathers the uses of data items and the ways of values of all programs of a file into one set of flat rows. */
export class FlowWriter {
  private readonly builder: FactsBuilder;
  private readonly units: string[] = [];
  private readonly files: string[] = [];
  private readonly items: UsedItem[] = [];
  private readonly storage: number[] = [];
  private readonly literals: string[] = [];
  private readonly uses: number[] = [];
  private readonly rows: number[] = [];
  private records = 0;
  /** Of the program that is being added: numbers of its sources, items and records. */
  private readonly sourceFiles = new Map<number, number>();
  private readonly known = new Map<number, number>();
  private readonly recordOf = new Map<number | string, number>();
  /** The use at each row of a token, from 1; a row belongs to one program. No map holds those of the longest files. */
  private readonly useAt: Int32Array;

  constructor(builder: FactsBuilder) {
    this.builder = builder;
    this.useAt = new Int32Array(builder.buffer.count);
  }

  add(program: Program, programKey: string): void {
    const unitBase = this.units.length + 1;
    this.units.push(programKey);
    for (const { key } of program.units) this.units.push(key);
    for (const map of [this.known, this.recordOf]) map.clear();
    this.addUses(program, unitBase);
    this.addMoves(program);
    // What is passed has its place, also where nothing names it as a whole.
    for (const row of program.using) this.parameter(program, row);
  }

  private parameter(program: Program, row: number): void {
    const item = program.byName.get(this.builder.buffer.word[row] as number)?.[0];
    if (item !== undefined) this.item(program, item);
  }

  flow(): DataFlow {
    const { units, files, items, storage, literals, uses, rows } = this;
    return { units, files, items, storage, literals, uses, rows };
  }

  private addUses(program: Program, unitBase: number): void {
    const { buffer } = this.builder;
    const { mentions } = program;
    for (let at = 0; at < mentions.length; at += MENTION_COLUMNS) {
      const row = mentions[at + 1] as number;
      this.useAt[row] = this.uses.length / USE_WIDTH + 1;
      this.uses.push(
        unitBase + (mentions[at] as number),
        this.file(buffer.source[row] as number),
        buffer.line[row] as number,
        this.item(program, mentions[at + 2] as number),
        (mentions[at + 3] as number) + 4 * (mentions[at + 4] as number),
      );
    }
  }

  private addMoves(program: Program): void {
    const { moves } = program;
    for (let at = 0; at < moves.length; at += MOVE_COLUMNS) {
      const source = moves[at + 2] as number;
      const use = (this.useAt[moves[at + 1] as number] ?? 0) - 1;
      if (source === -1 || use < 0) continue;
      const from = source >= 0 ? this.item(program, source) : this.literal(-2 - source);
      this.rows.push(from, this.item(program, moves[at + 3] as number), use);
    }
  }

  private file(source: number): number {
    const known = this.sourceFiles.get(source);
    if (known !== undefined) return known;
    const path = this.builder.buffer.sources[source]?.path ?? "";
    const at = this.files.indexOf(path);
    const file = at >= 0 ? at : this.files.push(path) - 1;
    this.sourceFiles.set(source, file);
    return file;
  }

  private literal(row: number): number {
    this.literals.push(this.builder.buffer.text(row).slice(0, 80));
    return -2 - (this.literals.length - 1);
  }

  private item(program: Program, index: number): number {
    const known = this.known.get(index);
    if (known !== undefined) return known;
    const item = program.items[index] as DataItem;
    const file = this.builder.buffer.sources[item.source]?.path ?? "";
    const key = (item.origin ?? item).key;
    this.known.set(index, this.items.length);
    this.storage.push(this.record(program, index), item.offset, Math.max(item.size, item.length));
    return this.items.push({ name: item.name, ...(key !== undefined && { key }), file, line: item.line }) - 1;
  }

  /** The number of the storage that the item is a part of: its record's, or that of what the record lies over. */
  private record(program: Program, index: number): number {
    const { items } = program;
    let at = index;
    for (let steps = 0; steps < RECORD_STEPS_MAX; steps += 1) {
      const item = items[at] as DataItem;
      if (item.parent >= 0) at = item.parent;
      else if (item.redefines >= 0 && item.redefines !== at) at = item.redefines;
      else break;
    }
    // The records of a file share its area.
    const file = items[at]?.file;
    const place = file === undefined || file === "" ? at : file;
    const known = this.recordOf.get(place);
    if (known !== undefined) return known;
    this.recordOf.set(place, this.records);
    return this.records++;
  }
}

const USE_WIDTH = 5;
const RECORD_STEPS_MAX = 64;
