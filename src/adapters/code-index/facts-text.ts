import type { DataFlow, FileFacts, SymbolFact, UsedItem } from "../../engines/citadel/model.ts";

/** A file's facts as text in two parts: `data` holds data items and data flow, which most questions do without. */
export interface FactsText {
  readonly core: string;
  readonly data: string;
}

/**
 * A data item as a row. Keys repeat each other and the names: a key is the number of what stands before `.NAME`, an owner
 * that of its row (or of a text, below zero). The names of the details are a number as well, their values follow.
 */
type ItemRow = readonly [
  at: number,
  key: number | string,
  name: string,
  owner: number,
  start: number,
  end: number,
  file: number,
  shape: number,
  ...values: unknown[],
];
/** A used item: the row of the item, or what it is when it is declared elsewhere. */
type UsedRow = number | readonly [name: string, key: string | 0, file: number, line: number];

interface DataText {
  readonly texts: readonly string[];
  readonly shapes: readonly (readonly string[])[];
  readonly items: readonly ItemRow[];
  readonly flow?: Omit<DataFlow, "items"> & { readonly items: readonly UsedRow[] };
}

/** Texts by number, each once. */
class Texts {
  readonly list: string[] = [];
  private readonly known = new Map<string, number>();

  at(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}

export function writeFacts(facts: FileFacts): FactsText {
  const { symbols, dataFlow, ...rest } = facts;
  const writer = new DataWriter(facts.path);
  const others = symbols.filter((symbol, at) => !writer.take(symbol, at));
  return { core: JSON.stringify({ ...rest, symbols: others }), data: writer.text(dataFlow) };
}

class DataWriter {
  private readonly path: string;
  private readonly texts = new Texts();
  private readonly shapes = new Texts();
  private readonly items: ItemRow[] = [];
  private readonly rows = new Map<string, number>();

  constructor(path: string) {
    this.path = path;
  }

  /** @returns whether the symbol is a data item and was taken */
  take(symbol: SymbolFact, at: number): boolean {
    if (symbol.kind !== "data-item") return false;
    const { key, name, owner, start, end, file, detail } = symbol;
    const tail = `.${name.toUpperCase()}`;
    const shortKey = key.endsWith(tail) ? this.texts.at(key.slice(0, -tail.length)) : key;
    const ownerRow = owner === undefined ? undefined : this.rows.get(owner);
    const shortOwner = ownerRow ?? (owner === undefined ? OWNERLESS : -1 - this.texts.at(owner));
    const place = file === undefined ? -1 : this.texts.at(file);
    const named = detail && Object.entries(detail).filter(([, value]) => value !== undefined);
    const shape = named ? this.shapes.at(named.map(([property]) => property).join()) : -1;
    this.rows.set(key, this.items.length);
    this.items.push([
      at,
      shortKey,
      name,
      shortOwner,
      start,
      end,
      place,
      shape,
      ...(named ? named.map(([, value]) => value) : []),
    ]);
    return true;
  }

  text(flow: DataFlow | undefined): string {
    if (!flow && this.items.length === 0) return "";
    const used = flow?.items.map((item) => this.used(item));
    const data: DataText = {
      texts: this.texts.list,
      shapes: this.shapes.list.map((shape) => (shape === "" ? [] : shape.split(","))),
      items: this.items,
      ...(flow && used && { flow: { ...flow, items: used } }),
    };
    return JSON.stringify(data);
  }

  private used({ name, key, file, line }: UsedItem): UsedRow {
    const row = key === undefined ? undefined : this.rows.get(key);
    const item = row === undefined ? undefined : this.items[row];
    if (row !== undefined && item && item[2] === name && item[4] === line && item[6] === -1 && file === this.path)
      return row;
    return [name, key ?? 0, this.texts.at(file), line];
  }
}

const OWNERLESS = -1_000_000_000;

/** @param data  empty to leave the data items and the data flow out */
export function readFacts(core: string, data: string): FileFacts {
  const facts = JSON.parse(core) as FileFacts;
  if (data === "") return facts;
  const { texts, shapes, items, flow } = JSON.parse(data) as DataText;
  const read: SymbolFact[] = [];
  for (const row of items) {
    const [, key, name, owner, start, end, file, shape] = row;
    const ownerKey = owner >= 0 ? read[owner]?.key : owner === OWNERLESS ? undefined : texts[-1 - owner];
    read.push({
      key: typeof key === "string" ? key : `${texts[key]}.${name.toUpperCase()}`,
      kind: "data-item",
      name,
      ...(ownerKey !== undefined && { owner: ownerKey }),
      ...(file >= 0 && { file: texts[file] as string }),
      start,
      end,
      ...(shape >= 0 && { detail: detailOf(shapes[shape] ?? [], row) }),
    });
  }
  const symbols = merged(facts.symbols, read, items);
  if (!flow) return { ...facts, symbols };
  const used = flow.items.map((row): UsedItem => {
    if (typeof row !== "number") {
      const [name, key, file, line] = row;
      return { name, ...(key !== 0 && { key }), file: texts[file] as string, line };
    }
    const { name, key, start } = read[row] as SymbolFact;
    return { name, key, file: facts.path, line: start };
  });
  return { ...facts, symbols, dataFlow: { ...flow, items: used } };
}

const DETAILS_FROM = 8;

function detailOf(names: readonly string[], row: ItemRow): Record<string, unknown> {
  const detail: Record<string, unknown> = {};
  names.forEach((name, index) => {
    detail[name] = row[DETAILS_FROM + index];
  });
  return detail;
}

/** The items put back to where they stood among the other symbols. */
function merged(others: readonly SymbolFact[], items: readonly SymbolFact[], rows: readonly ItemRow[]): SymbolFact[] {
  const symbols: SymbolFact[] = [];
  let next = 0;
  items.forEach((item, index) => {
    const at = rows[index]?.[0] ?? 0;
    while (symbols.length < at && next < others.length) symbols.push(others[next++] as SymbolFact);
    symbols.push(item);
  });
  while (next < others.length) symbols.push(others[next++] as SymbolFact);
  return symbols;
}
