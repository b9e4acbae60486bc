import type { FileEntry } from "../entry.ts";

/**
 * Entries as columns: a process that asks one question reads those of ten thousand files in milliseconds, and makes of
 * an entry only what it looks at. The bytes are the length of the head, the head as JSON, then the numbers.
 */
interface TableHead {
  readonly count: number;
  /** The paths of the entries in their order, then names that were asked for and other paths. */
  readonly texts: readonly string[];
  readonly kinds: readonly EntryKind[];
  /** By row, of files that could not be read. */
  readonly troubles: readonly (readonly [row: number, trouble: string])[];
  /** How many numbers the lists of all entries have. */
  readonly listed: number;
}

/** What many entries have in common. */
type EntryKind = Pick<FileEntry, "language" | "parse" | "pack" | "runs" | "isCopiedCode"> & {
  readonly isHashed: boolean;
};

const NUMBERS = [
  "sizeBytes",
  "modifiedMs",
  "changedMs",
  "readMs",
  "offset",
  "length",
  "dataLength",
  "lines",
  "blockBytes",
  "place",
] as const;
const COLUMNS = NUMBERS.length;
/** Members, names that were asked for, places of the names. */
const LISTS = 3;
const HASH_BYTES = 32;
const WORD_BYTES = 4;
const NUMBER_BYTES = 8;

export function writeEntries(entries: readonly FileEntry[]): Buffer {
  const texts = new Numbered(entries.map(({ path }) => path));
  const kinds = new Numbered<string>([]);
  const numbers = new Float64Array(entries.length * COLUMNS);
  const kindOf = new Uint32Array(entries.length);
  const bounds = new Uint32Array(entries.length * LISTS + 1);
  const lists: number[] = [];
  const hashes = Buffer.alloc(entries.length * HASH_BYTES);
  const troubles: [number, string][] = [];
  for (const [row, entry] of entries.entries()) {
    for (const [column, name] of NUMBERS.entries()) numbers[row * COLUMNS + column] = entry[name];
    const { language, parse, pack, runs, isCopiedCode, sha256, trouble } = entry;
    const kind: EntryKind = { language, parse, pack, runs, isCopiedCode, isHashed: sha256 !== "" };
    kindOf[row] = kinds.at(JSON.stringify(kind));
    hashes.write(sha256, row * HASH_BYTES, "hex");
    if (trouble !== undefined) troubles.push([row, trouble]);
    const { members, asked, names } = entry;
    for (const [list, found] of [members.map(texts.at), asked.map(texts.at), Array.from(names)].entries()) {
      for (const number of found) lists.push(number);
      bounds[row * LISTS + list + 1] = lists.length;
    }
  }
  const parsedKinds = kinds.list.map((kind) => JSON.parse(kind) as EntryKind);
  const head: TableHead = {
    count: entries.length,
    texts: texts.list,
    kinds: parsedKinds,
    troubles,
    listed: lists.length,
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(NUMBER_BYTES);
  length.writeUInt32LE(text.length);
  const gap = Buffer.alloc(aligned(text.length) - text.length);
  const parts = [numbers, kindOf, bounds, Uint32Array.from(lists)].map(({ buffer }) => new Uint8Array(buffer));
  return Buffer.concat([length, text, gap, ...parts, hashes]);
}

/** @returns undefined when the bytes are not all there */
export function readEntries(bytes: Buffer): FileEntry[] | undefined {
  if (bytes.length < NUMBER_BYTES) return undefined;
  const headLength = bytes.readUInt32LE();
  if (bytes.length < NUMBER_BYTES + headLength) return undefined;
  const head = JSON.parse(bytes.toString("utf8", NUMBER_BYTES, NUMBER_BYTES + headLength)) as TableHead;
  const { count, texts, troubles, listed } = head;
  let at = NUMBER_BYTES + aligned(headLength);
  const take = (size: number): ArrayBuffer => {
    at += size;
    return bytes.buffer.slice(bytes.byteOffset + at - size, bytes.byteOffset + at) as ArrayBuffer;
  };
  const words = count + count * LISTS + 1 + listed;
  if (bytes.length !== at + count * (COLUMNS * NUMBER_BYTES + HASH_BYTES) + words * WORD_BYTES) return undefined;
  const table: Table = {
    head,
    numbers: new Float64Array(take(count * COLUMNS * NUMBER_BYTES)),
    kindOf: new Uint32Array(take(count * WORD_BYTES)),
    bounds: new Uint32Array(take((count * LISTS + 1) * WORD_BYTES)),
    lists: new Uint32Array(take(listed * WORD_BYTES)),
    hashes: Buffer.from(take(count * HASH_BYTES)),
  };
  const troubleOf = new Map(troubles);
  return texts.slice(0, count).map((path, row) => new KeptEntry(table, { row, path, trouble: troubleOf.get(row) }));
}

const aligned = (length: number): number => Math.ceil(length / NUMBER_BYTES) * NUMBER_BYTES;

/** Texts by number, each once. */
class Numbered<Text extends string> {
  readonly list: Text[];
  private readonly known: Map<Text, number>;

  constructor(first: readonly Text[]) {
    this.list = [...first];
    this.known = new Map(first.map((text, at) => [text, at]));
  }

  readonly at = (text: Text): number => {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, this.list.length);
    return this.list.push(text) - 1;
  };
}

interface Table {
  readonly head: TableHead;
  readonly numbers: Float64Array;
  readonly kindOf: Uint32Array;
  /** Where the lists of each entry begin. */
  readonly bounds: Uint32Array;
  readonly lists: Uint32Array;
  readonly hashes: Buffer;
}

/** One row; nothing of it but the path is made before it is asked for. */
class KeptEntry implements FileEntry {
  readonly path: string;
  readonly trouble?: string;
  private readonly table: Table;
  private readonly row: number;

  constructor(table: Table, { row, path, trouble }: { row: number; path: string; trouble: string | undefined }) {
    this.table = table;
    this.row = row;
    this.path = path;
    if (trouble !== undefined) this.trouble = trouble;
  }

  private number(column: number): number {
    return this.table.numbers[this.row * COLUMNS + column] as number;
  }

  private get kind(): EntryKind {
    return this.table.head.kinds[this.table.kindOf[this.row] as number] as EntryKind;
  }

  private list(list: number): Uint32Array {
    const { bounds, lists } = this.table;
    const at = this.row * LISTS + list;
    return lists.subarray(bounds[at], bounds[at + 1]);
  }

  private texts(list: number): string[] {
    return Array.from(this.list(list), (number) => this.table.head.texts[number] as string);
  }

  get sizeBytes(): number {
    return this.number(0);
  }

  get modifiedMs(): number {
    return this.number(1);
  }

  get changedMs(): number {
    return this.number(2);
  }

  get readMs(): number {
    return this.number(3);
  }

  get offset(): number {
    return this.number(4);
  }

  get length(): number {
    return this.number(5);
  }

  get dataLength(): number {
    return this.number(6);
  }

  get lines(): number {
    return this.number(7);
  }

  get blockBytes(): number {
    return this.number(8);
  }

  get place(): number {
    return this.number(9);
  }

  get language(): string {
    return this.kind.language;
  }

  get parse(): FileEntry["parse"] {
    return this.kind.parse;
  }

  get pack(): string {
    return this.kind.pack;
  }

  get runs(): boolean {
    return this.kind.runs;
  }

  get isCopiedCode(): boolean {
    return this.kind.isCopiedCode;
  }

  get sha256(): string {
    if (!this.kind.isHashed) return "";
    return this.table.hashes.toString("hex", this.row * HASH_BYTES, (this.row + 1) * HASH_BYTES);
  }

  get members(): readonly string[] {
    return this.texts(0);
  }

  get asked(): readonly string[] {
    return this.texts(1);
  }

  get names(): ArrayLike<number> {
    return this.list(2);
  }
}
