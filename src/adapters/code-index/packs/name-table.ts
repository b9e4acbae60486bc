import type { FileEntry } from "../entry.ts";

/** What a look through the names of all files found. */
export interface Found {
  /** Files that define or use one of the names. */
  readonly files: Set<number>;
  /** Files that define one. */
  readonly definers: Set<number>;
  /** Hashes of what the uses belong to. */
  readonly users: Set<number>;
}

const FILTER_BITS = 16;
const FILTER_MASK = 2 ** FILTER_BITS - 1;

/** A set of hashes that says no to most others by one look into a table. */
export class HashSet {
  readonly hashes: ReadonlySet<number>;
  /** Not zero at the last bits of each; those who look through millions ask it themselves: a cold process has not compiled `has` yet. */
  readonly filter = new Uint8Array(FILTER_MASK + 1);

  constructor(hashes: Iterable<number>) {
    this.hashes = new Set(hashes);
    for (const hash of this.hashes) this.filter[hash & FILTER_MASK] = 1;
  }

  has(hash: number): boolean {
    return this.filter[hash & FILTER_MASK] === 1 && this.hashes.has(hash);
  }
}

/** The name lists of all files, looked through from end to end. */
export class NameTable {
  private readonly entries: readonly FileEntry[];
  private readonly wordsOf: (entry: FileEntry) => Uint32Array;
  private readonly words: Uint32Array[] = [];
  /** For each file where its lists begin: locals, globals, roots, groups, uses, end. */
  private readonly bounds: Int32Array;

  /** @param entries  read again by `renew` */
  constructor(entries: readonly FileEntry[], wordsOf: (entry: FileEntry) => Uint32Array) {
    this.entries = entries;
    this.wordsOf = wordsOf;
    this.bounds = new Int32Array(entries.length * BOUNDS);
    for (let index = 0; index < entries.length; index += 1) this.renew(index);
  }

  /** Takes the names of a file from its entry. */
  renew(index: number): void {
    const entry = this.entries[index] as FileEntry;
    const { names } = entry;
    const words = this.wordsOf(entry);
    this.words[index] = words;
    let at = names[0] ?? 0;
    let size = 0;
    for (let list = 0; list < names.length; list += 1) size += names[list] as number;
    const isWhole = size <= words.length;
    for (let list = 0; list < BOUNDS; list += 1) {
      this.bounds[index * BOUNDS + list] = isWhole ? at : 0;
      at += names[list + 1] ?? 0;
    }
  }

  /** The files that define or use something that has one of these kinds and names. */
  look(wanted: HashSet): Found {
    const found: Found = { files: new Set(), definers: new Set(), users: new Set() };
    const { bounds } = this;
    const { filter } = wanted;
    for (let index = 0; index < this.entries.length; index += 1) {
      const words = this.words[index] as Uint32Array;
      const base = index * BOUNDS;
      const rootsAt = bounds[base + ROOTS] as number;
      for (let at = bounds[base + GLOBALS] as number; at < rootsAt; at += 1)
        if (filter[(words[at] as number) & FILTER_MASK] !== 0 && wanted.has(words[at] as number)) {
          found.definers.add(index);
          found.files.add(index);
          break;
        }
      const end = bounds[base + END] as number;
      for (let at = bounds[base + USES] as number; at < end; at += 2)
        if (filter[(words[at] as number) & FILTER_MASK] !== 0 && wanted.has(words[at] as number)) {
          found.files.add(index);
          this.group(words, bounds[base + GROUPS] as number, words[at + 1] as number, found.users);
        }
    }
    return found;
  }

  private group(words: Uint32Array, groupsAt: number, group: number, sink: Set<number>): void {
    const at = groupsAt + group;
    const size = words[at] as number;
    for (let next = at + 1; next <= at + size; next += 1) sink.add(words[next] as number);
  }

  /** The files that define one of the names. */
  definers(wanted: HashSet): number[] {
    const files: number[] = [];
    const { filter } = wanted;
    for (let index = 0; index < this.entries.length; index += 1) {
      const words = this.words[index] as Uint32Array;
      const end = this.bounds[index * BOUNDS + ROOTS] as number;
      for (let at = this.bounds[index * BOUNDS + GLOBALS] as number; at < end; at += 1)
        if (filter[(words[at] as number) & FILTER_MASK] !== 0 && wanted.has(words[at] as number)) {
          files.push(index);
          break;
        }
    }
    return files;
  }

  /** The files that have something of their own of this name. */
  withLocal(hash: number): Set<number> {
    const files = new Set<number>();
    for (let index = 0; index < this.entries.length; index += 1) {
      const words = this.words[index] as Uint32Array;
      const end = this.bounds[index * BOUNDS + GLOBALS] as number;
      for (let at = this.bounds[index * BOUNDS] as number; at < end; at += 1)
        if (words[at] === hash) {
          files.add(index);
          break;
        }
    }
    return files;
  }

  /** Kinds and names that a file defines. */
  globals(index: number): Uint32Array {
    return this.list(index, GLOBALS);
  }

  roots(index: number): Uint32Array {
    return this.list(index, ROOTS);
  }

  /** Hashes that a file uses. */
  uses(index: number): number[] {
    const pairs = this.list(index, USES);
    const hashes: number[] = [];
    for (let at = 0; at < pairs.length; at += 2) hashes.push(pairs[at] as number);
    return hashes;
  }

  private list(index: number, list: number): Uint32Array {
    const base = index * BOUNDS + list;
    return (this.words[index] as Uint32Array).subarray(this.bounds[base], this.bounds[base + 1]);
  }
}

const GLOBALS = 1;
const ROOTS = 2;
const GROUPS = 3;
const USES = 4;
const END = 5;
const BOUNDS = 6;
