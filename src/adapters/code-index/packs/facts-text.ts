import type {
  DataFlow,
  EdgeKind,
  FileFacts,
  ReferenceFact,
  SymbolFact,
  UsedItem,
} from "../../../engines/citadel/model.ts";
import type { FactsPieces, FactsText } from "./fact-parts.ts";

/**
 * Data items one after the other in one list: place among the symbols, key, name, owner, start, end, file, shape of the
 * details, their values. Keys repeat each other and the names: a key is the number of what stands before `.NAME`, an owner
 * that of its item (or of a text, below zero). A shape is the number of a list of the names of details.
 */
type ItemCells = readonly unknown[];
/** A used item: the number of the item, or what it is when it is declared elsewhere. */
type UsedRow = number | readonly [name: string, key: string | 0, file: number, line: number];

interface DataText {
  readonly texts: readonly string[];
  readonly shapes: readonly (readonly string[])[];
  readonly items: ItemCells;
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

/** Where a reference begins and ends and what it may lead to, which many have in common, as numbers of texts; its text is a line. */
type ReferenceRow = Omit<ReferenceFact, "from" | "to" | "targets"> & {
  readonly from: number;
  readonly to?: number;
  readonly targets: number;
};

interface UsesText {
  readonly references: readonly ReferenceRow[];
  readonly texts: readonly string[];
}

/** Where control goes inside a program: half of all references, and of no matter to what programs do with each other and to data. */
const JUMPS: ReadonlySet<EdgeKind> = new Set<EdgeKind>(["performs", "goto", "falls-through"]);

interface JumpsText extends UsesText {
  /** Their places among all references. */
  readonly places: readonly number[];
}

/** What most questions want of a file, without what it defines and uses. */
export type FactsHead = Omit<FileFacts, "symbols" | "references" | "dataFlow">;

export function writeFacts(facts: FileFacts): FactsPieces {
  const { symbols, references, dataFlow, ...head } = facts;
  const writer = new DataWriter(facts.path);
  const others = symbols.filter((symbol, at) => !writer.take(symbol, at));
  const uses = references.filter(({ kind }) => !JUMPS.has(kind));
  const places = references.flatMap(({ kind }, at) => (JUMPS.has(kind) ? [at] : []));
  const jumps = places.map((at) => references[at] as ReferenceFact);
  return {
    head: [JSON.stringify(head)],
    symbols: others.length === 0 ? [] : listPieces(others, (symbol) => symbol),
    jumps: usesPieces(jumps, places),
    uses: usesPieces(uses),
    lines: references.length === 0 ? [] : listPieces(references, ({ text }) => text),
    data: writer.pieces(dataFlow),
  };
}

const PIECE_ROWS = 2_000;

/** A list as JSON. */
function* listPieces<Item>(list: readonly Item[], rowOf: (item: Item) => unknown): Generator<string> {
  yield "[";
  for (let at = 0; at < list.length; at += PIECE_ROWS) {
    const rows = JSON.stringify(list.slice(at, at + PIECE_ROWS).map(rowOf)).slice(1, -1);
    yield at === 0 ? rows : `,${rows}`;
  }
  yield "]";
}

/** @param places  only jumps have them */
function* usesPieces(references: readonly ReferenceFact[], places?: JumpsText["places"]): Generator<string> {
  if (references.length === 0) return;
  const texts = new Texts();
  yield '{"references":';
  yield* listPieces(references, (reference): ReferenceRow => {
    const { from, to, targets, ...others } = reference;
    const known = { from: texts.at(from), ...(to !== undefined && { to: texts.at(to) }) };
    return { ...others, text: "", ...known, targets: texts.at(targets.join()) };
  });
  yield ',"texts":';
  yield* listPieces(texts.list, (text) => text);
  if (places) yield `,"places":${JSON.stringify(places)}`;
  yield "}";
}

/** The references of a file. @param wanted  the texts of these parts; an empty one is left out */
export function readReferences(wanted: Pick<FactsText, "uses" | "jumps" | "lines">): readonly ReferenceFact[] {
  const uses = wanted.uses === "" ? [] : readUses(JSON.parse(wanted.uses) as UsesText);
  const references = wanted.jumps === "" ? uses : withJumps(uses, JSON.parse(wanted.jumps) as JumpsText);
  if (wanted.lines === "") return references as unknown as FileFacts["references"];
  const lines = JSON.parse(wanted.lines) as readonly string[];
  for (const [at, row] of references.entries()) row["text"] = lines[at];
  return references as unknown as FileFacts["references"];
}

/** A reference while it is made. */
type Row = Record<string, unknown>;

function readUses({ texts, references }: UsesText): Row[] {
  const lists: (readonly string[])[] = [];
  const listAt = (place: number): readonly string[] =>
    (lists[place] ??= (texts[place] ?? "").split(",").filter((kind) => kind !== ""));
  const rows = references as unknown as Row[];
  // In place: an estate has millions of them.
  for (const row of rows) {
    row["from"] = texts[row["from"] as number];
    if (row["to"] !== undefined) row["to"] = texts[row["to"] as number];
    row["targets"] = listAt(row["targets"] as number);
  }
  return rows;
}

function withJumps(uses: readonly Row[], text: JumpsText): Row[] {
  const jumps = readUses(text);
  const all = new Array<Row>(uses.length + jumps.length);
  for (const [number, at] of text.places.entries()) all[at] = jumps[number] as Row;
  let at = 0;
  for (const use of uses) {
    while (all[at] !== undefined) at += 1;
    all[at] = use;
  }
  return all;
}

class DataWriter {
  private readonly path: string;
  private readonly texts = new Texts();
  private readonly shapes = new Texts();
  private readonly cells: unknown[] = [];
  private readonly rows = new Map<string, number>();
  /** The symbols of the rows. */
  private readonly items: SymbolFact[] = [];

  constructor(path: string) {
    this.path = path;
  }

  /** @returns whether the symbol is a data item and was taken */
  take(symbol: SymbolFact, at: number): boolean {
    if (symbol.kind !== "data-item") return false;
    const { key, name, owner, start, end, file, detail } = symbol;
    const { cells } = this;
    const before = key.length - name.length - 1;
    const isShort = before > 0 && key.charCodeAt(before) === DOT && key.endsWith(name.toUpperCase());
    const ownerRow = owner === undefined ? OWNERLESS : (this.rows.get(owner) ?? -1 - this.texts.at(owner));
    cells.push(at, isShort ? this.texts.at(key.slice(0, before)) : key, name, ownerRow);
    cells.push(start, end, file === undefined ? -1 : this.texts.at(file));
    this.rows.set(key, this.items.length);
    this.items.push(symbol);
    const shapeAt = cells.push(-1) - 1;
    if (!detail) return true;
    let shape = "";
    for (const property in detail) {
      if (detail[property] === undefined) continue;
      shape = shape === "" ? property : `${shape},${property}`;
      cells.push(detail[property]);
    }
    cells[shapeAt] = this.shapes.at(shape);
    return true;
  }

  *pieces(flow: DataFlow | undefined): Generator<string> {
    if (!flow && this.items.length === 0) return;
    const used = flow?.items.map((item) => this.used(item));
    const others: Omit<DataText, "items"> = {
      texts: this.texts.list,
      shapes: this.shapes.list.map((shape) => (shape === "" ? [] : shape.split(","))),
      ...(flow && used && { flow: { ...flow, items: used } }),
    };
    yield `${JSON.stringify(others).slice(0, -1)},"items":`;
    yield* listPieces(this.cells, (cell) => cell);
    yield "}";
  }

  private used({ name, key, file, line }: UsedItem): UsedRow {
    const row = key === undefined ? undefined : this.rows.get(key);
    const item = row === undefined ? undefined : this.items[row];
    const isOwn = item?.name === name && item.start === line && item.file === undefined && file === this.path;
    return isOwn && row !== undefined ? row : [name, key ?? 0, this.texts.at(file), line];
  }
}

const DOT = 0x2e;
const OWNERLESS = -1_000_000_000;

/** Without its data items. */
export const readOtherSymbols = (symbols: string): readonly SymbolFact[] =>
  symbols === "" ? [] : (JSON.parse(symbols) as readonly SymbolFact[]);

/** What a file says of data, and its data items among its other symbols. */
export function readData(
  path: string,
  data: string,
  others: readonly SymbolFact[],
): Pick<FileFacts, "symbols" | "dataFlow"> {
  if (data === "") return { symbols: others };
  const text = JSON.parse(data) as DataText;
  const { symbols, items } = readSymbols(text, others);
  const { flow, texts } = text;
  if (!flow) return { symbols };
  const used = flow.items.map((row): UsedItem => {
    if (typeof row !== "number") {
      const [name, key, file, line] = row;
      return { name, ...(key !== 0 && { key }), file: texts[file] as string, line };
    }
    const { name, key, start } = items[row] as SymbolFact;
    return { name, key, file: path, line: start };
  });
  return { symbols, dataFlow: { ...flow, items: used } };
}

/** The data items of the cells, and all symbols with the items back at their places among the others. */
function readSymbols({ texts, shapes, items: cells }: DataText, others: readonly SymbolFact[]) {
  const symbols: SymbolFact[] = [];
  const items: SymbolFact[] = [];
  let other = 0;
  for (let cell = 0; cell < cells.length; ) {
    const fixed = cells.slice(cell, cell + FIXED_CELLS) as FixedCells;
    const [at, , , , , , , shape] = fixed;
    while (symbols.length < at && other < others.length) symbols.push(others[other++] as SymbolFact);
    cell += FIXED_CELLS;
    const detail =
      shape >= 0 ? Object.fromEntries((shapes[shape] ?? []).map((title) => [title, cells[cell++]])) : undefined;
    const item = readItem(fixed, detail, texts, items);
    items.push(item);
    symbols.push(item);
  }
  for (; other < others.length; other += 1) symbols.push(others[other] as SymbolFact);
  return { symbols, items };
}

function readItem(
  [, key, name, owner, start, end, file]: FixedCells,
  detail: SymbolFact["detail"],
  texts: readonly string[],
  items: readonly SymbolFact[],
): SymbolFact {
  const ownerKey = owner >= 0 ? items[owner]?.key : owner === OWNERLESS ? undefined : texts[-1 - owner];
  return {
    key: typeof key === "string" ? key : `${texts[key]}.${name.toUpperCase()}`,
    kind: "data-item",
    name,
    ...(ownerKey !== undefined && { owner: ownerKey }),
    ...(file >= 0 && { file: texts[file] as string }),
    start,
    end,
    ...(detail && { detail }),
  };
}

const FIXED_CELLS = 8;
type FixedCells = [
  at: number,
  key: number | string,
  name: string,
  owner: number,
  start: number,
  end: number,
  file: number,
  shape: number,
];
