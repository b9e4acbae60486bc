import type { Place } from "../../../model.ts";
import type { UnitNames } from "../procedure/names.ts";
import { type DataItem, HOW, MOVE_COLUMNS, type Program } from "../program.ts";
import { literalValue, T, type TokenBuffer } from "../words/tokens.ts";
import { Definitions } from "./definitions.ts";

/** A value that an item can hold, and the lines that prove it. */
export interface PossibleValue {
  readonly value: string;
  readonly via: readonly Place[];
  readonly from: "VALUE" | "MOVE" | "SET" | "table";
}

const DEPTH_MAX = 6;
const IN_PARTS: ReadonlySet<number> = new Set([HOW.SET, HOW.COMPUTE, HOW.READ, HOW.STRING, HOW.UNSTRING]);
const ELEMENTS_MAX = 512;
const VALUES_MAX = 256;

/** The way that led to an item, the items on it, and what was found so far. */
interface Trace {
  readonly via: readonly Place[];
  readonly seen: Set<number>;
  readonly found: Map<string, PossibleValue>;
}

/** Collects the literals that reach data items: VALUE, MOVE, SET of an 88, groups, redefinitions and tables. */
export class Values {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly names: UnitNames;
  private incoming: Map<number, number[]> | undefined;
  private definitions: Definitions | undefined;
  private readonly everyValue = new Map<number, readonly PossibleValue[]>();
  private readonly setters = new Map<number, ReadonlyMap<number, readonly number[]>>();

  constructor(buffer: TokenBuffer, program: Program, names: UnitNames) {
    this.buffer = buffer;
    this.program = program;
    this.names = names;
  }

  /** The item that the identifier at `row` names; -1 when it is not declared. */
  itemAt(row: number): number {
    const word = this.buffer.word[row] as number;
    return (this.program.byName.get(word) ?? this.program.inherited.get(word))?.[0] ?? -1;
  }

  /** The value of a level-78 constant: as good as the literal itself. */
  constantOf(index: number): PossibleValue | undefined {
    const item = this.program.items[index];
    if (item?.level !== 78 || item.value < 0 || this.buffer.kind[item.value] !== T.LITERAL) return undefined;
    return { value: literalValue(this.buffer.text(item.value)).trim(), via: [this.placeOfItem(item)], from: "VALUE" };
  }

  /**
   * The values an item can have at the statement at `row` of `unit`.
   * Moves that a later move certainly replaces are left out; when none is known to reach the statement, every value of the program counts.
   */
  at(item: number, unit: number, row: number): readonly PossibleValue[] {
    const setters = unit < 0 ? undefined : this.settersOf(item);
    if (setters && setters.size > 0) {
      this.definitions ??= new Definitions(this.buffer, this.program, this.names);
      const reaching = this.definitions.reaching(unit, row, setters);
      const found = new Map<string, PossibleValue>();
      if (reaching)
        this.collect(
          item,
          { via: [], seen: new Set(), found },
          { reaching: new Set(reaching.moves), stored: reaching.fromStart },
        );
      if (found.size > 0) return [...found.values()];
    }
    return this.anywhere(item);
  }

  /** Every value the program gives the item, wherever. */
  private anywhere(item: number): readonly PossibleValue[] {
    const known = this.everyValue.get(item);
    if (known) return known;
    const found = new Map<string, PossibleValue>();
    this.collect(item, { via: [], seen: new Set(), found });
    const values = [...found.values()];
    this.everyValue.set(item, values);
    return values;
  }

  /** Moves into the item, the groups around it and its conditions, by unit in source order. */
  private settersOf(index: number): ReadonlyMap<number, readonly number[]> {
    const known = this.setters.get(index);
    if (known) return known;
    const { items, moves } = this.program;
    const rows = [...this.movesInto(index)];
    for (let at = items[index]?.parent ?? -1; at >= 0; at = items[at]?.parent ?? -1)
      for (const row of this.movesInto(at)) rows.push(row);
    for (const child of items[index]?.children ?? [])
      if (items[child]?.level === 88) for (const row of this.movesInto(child)) rows.push(row);
    const byUnit = Map.groupBy(
      rows.sort((left, right) => left - right),
      (row) => moves[row] as number,
    );
    this.setters.set(index, byUnit);
    return byUnit;
  }

  private collect(
    index: number,
    trace: Trace,
    limit?: { readonly reaching: ReadonlySet<number>; readonly stored: boolean },
  ): void {
    const { via, seen, found } = trace;
    if (index < 0 || seen.has(index) || seen.size > DEPTH_MAX * 8 || via.length > DEPTH_MAX) return;
    seen.add(index);
    const item = this.program.items[index] as DataItem;
    const into = (target: number): readonly number[] => this.movesInto(target, limit?.reaching);
    if (!limit || limit.stored) this.storedValues(index, item, trace);
    for (const row of into(index)) this.follow(row, trace, { skip: 0, length: 0 });
    // A literal moved to a group fills the item's part of it.
    for (let at = item.parent; at >= 0; at = this.program.items[at]?.parent ?? -1) {
      const group = this.program.items[at] as DataItem;
      const part = { skip: item.offset - group.offset, length: item.length };
      for (const row of into(at)) this.follow(row, { ...trace, seen: new Set(seen) }, part);
    }
    for (const child of item.children) this.conditionSets(child, via, found, into);
  }

  private conditionSets(
    child: number,
    via: readonly Place[],
    found: Map<string, PossibleValue>,
    into: (target: number) => readonly number[],
  ): void {
    const condition = this.program.items[child];
    if (condition?.level !== 88 || condition.value < 0) return;
    for (const row of into(child)) {
      const places = [this.placeOfItem(condition), this.placeOfRow(this.program.moves[row + 1] as number), ...via];
      this.add(found, literalValue(this.buffer.text(condition.value)), places, "SET");
    }
  }

  private follow(row: number, { via, seen, found }: Trace, part: { skip: number; length: number }): void {
    const { moves } = this.program;
    const source = moves[row + 2] as number;
    const how = moves[row + 4] as number;
    const places = [this.placeOfRow(moves[row + 1] as number), ...via];
    // STRING, UNSTRING and READ INTO put parts together or take them apart: no operand is the value.
    if (IN_PARTS.has(how)) return;
    if (source <= -2) {
      if (this.buffer.kind[-2 - source] !== T.LITERAL) return;
      const text = literalValue(this.buffer.text(-2 - source));
      this.add(found, part.length > 0 ? text.slice(part.skip, part.skip + part.length) : text, places, "MOVE");
    } else if (part.length === 0) this.collect(source, { via: places, seen, found });
  }

  /** @param among  no others count; few of many as a rule */
  private movesInto(item: number, among?: ReadonlySet<number>): readonly number[] {
    if (!this.incoming) {
      this.incoming = new Map();
      const { moves } = this.program;
      for (let row = 0; row < moves.length; row += MOVE_COLUMNS) {
        const target = moves[row + 3] as number;
        // What a command puts into an item is not known: the constants around it stay possible.
        if (target < 0 || (moves[row + 4] as number) >= HOW.EXEC) continue;
        const list = this.incoming.get(target);
        if (list) list.push(row);
        else this.incoming.set(target, [row]);
      }
    }
    const all = this.incoming.get(item) ?? [];
    if (among === undefined) return all;
    if (among.size > all.length) return all.filter((row) => among.has(row));
    const { moves } = this.program;
    const isInto = (row: number): boolean => moves[row + 3] === item && (moves[row + 4] as number) < HOW.EXEC;
    return [...among].filter(isInto).sort((left, right) => left - right);
  }

  /** VALUE literals that lie over the item's bytes: its own, its group's, or those of what it redefines. */
  private storedValues(index: number, item: DataItem, trace: Trace): void {
    const offsets = this.elementOffsets(index);
    const root = this.rootOf(index);
    const isTable = offsets.length > 1;
    if (item.value >= 0 && !isTable) {
      this.addLiteral(item, { skip: 0, length: 0 }, trace, "VALUE");
      return;
    }
    if (item.length <= 0) return;
    for (const other of this.itemsOf(root).filter((one) => this.hasLiteral(one)))
      for (const offset of offsets) {
        const skip = offset - other.offset;
        if (skip < 0 || skip + item.length > other.length) continue;
        this.addLiteral(other, { skip, length: item.length }, trace, isTable ? "table" : "VALUE");
      }
  }

  private hasLiteral({ value, level, length }: DataItem): boolean {
    return value >= 0 && level !== 88 && this.buffer.kind[value] === T.LITERAL && length > 0;
  }

  private addLiteral(
    item: DataItem,
    { skip, length }: { readonly skip: number; readonly length: number },
    { via, found }: Trace,
    from: "VALUE" | "table",
  ): void {
    if (this.buffer.kind[item.value] !== T.LITERAL) return;
    const text = literalValue(this.buffer.text(item.value));
    this.add(found, length > 0 ? text.slice(skip, skip + length) : text, [this.placeOfRow(item.value), ...via], from);
  }

  private add(
    found: Map<string, PossibleValue>,
    text: string,
    via: readonly Place[],
    from: PossibleValue["from"],
  ): void {
    const value = text.trim();
    if (value === "" || found.has(value) || found.size >= VALUES_MAX || !/^[\w#@$.-]{1,64}$/.test(value)) return;
    found.set(value, { value, via, from });
  }

  private elementOffsets(index: number): number[] {
    const { items } = this.program;
    let offsets = [items[index]?.offset ?? 0];
    for (let at = index; at >= 0; at = items[at]?.parent ?? -1) {
      const item = items[at] as DataItem;
      if (item.occursMax <= 1) continue;
      const next: number[] = [];
      for (let time = 0; time < item.occursMax; time += 1)
        for (const offset of offsets) if (next.length < ELEMENTS_MAX) next.push(offset + time * item.length);
      offsets = next;
    }
    return offsets;
  }

  /** The record that owns the storage: through groups, and from a redefining record to the redefined one. */
  private rootOf(index: number): number {
    const { items } = this.program;
    let at = index;
    for (let steps = 0; steps < 64; steps += 1) {
      const item = items[at] as DataItem;
      if (item.parent >= 0) at = item.parent;
      else if (item.redefines >= 0 && item.redefines !== at) at = item.redefines;
      else break;
    }
    return at;
  }

  private records: Map<number, DataItem[]> | undefined;

  private itemsOf(root: number): readonly DataItem[] {
    if (!this.records) {
      this.records = new Map();
      this.program.items.forEach((item, index) => {
        if (item.value < 0) return;
        const owner = this.rootOf(index);
        const list = this.records?.get(owner);
        if (list) list.push(item);
        else this.records?.set(owner, [item]);
      });
    }
    return this.records.get(root) ?? [];
  }

  private placeOfItem(item: DataItem): Place {
    return { file: this.buffer.sources[item.source]?.path ?? "", line: item.line };
  }

  private placeOfRow(row: number): Place {
    return {
      file: this.buffer.sources[this.buffer.source[row] as number]?.path ?? "",
      line: this.buffer.line[row] as number,
    };
  }
}
