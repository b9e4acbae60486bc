import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileState, isSameState } from "../../core/undo.ts";
import { faithfulBytes, faithfulName } from "../../engines/paths/file-names.ts";

const COLUMNS = 5;
const HASH_BYTES = 32;
const NO_HASH = Buffer.alloc(HASH_BYTES);
const FORMAT = 1;
const TYPE_BITS = 0o170000;
const FOLDER = 0o040000;
const FILE = 0o100000;
const LINK = 0o120000;
/** The size that marks a folder whose content is left out. */
export const LEFT_OUT_SIZE = -1;

/** Of a stat what tells a changed file from an unchanged one, as git's index does. */
export interface StatFacts {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly mode: number;
}

/**
 * Everything below a folder at one moment, in columns: ten thousand files load and compare in a few milliseconds.
 * Rows are in the order of the walk; a folder comes before what is in it.
 */
export class Tree {
  readonly paths: string[] = [];
  readonly targets = new Map<string, string>();
  /** Tells this moment from others, so that an interrupted call finds the state before it. */
  readonly id: string;
  #numbers = new Float64Array(1024 * COLUMNS);
  #hashes: Buffer = Buffer.alloc(1024 * HASH_BYTES);
  #index: Map<string, number> | undefined;

  constructor(id = randomBytes(8).toString("hex")) {
    this.id = id;
  }

  get length(): number {
    return this.paths.length;
  }

  /** @param hash  of a regular file whose content is kept */
  add(path: string, facts: StatFacts, hash: Uint8Array = NO_HASH): void {
    const row = this.paths.push(path) - 1;
    if ((row + 1) * COLUMNS > this.#numbers.length) this.#grow();
    const at = row * COLUMNS;
    this.#numbers[at] = facts.size;
    this.#numbers[at + 1] = facts.mtimeMs;
    this.#numbers[at + 2] = facts.ctimeMs;
    this.#numbers[at + 3] = facts.ino;
    this.#numbers[at + 4] = facts.mode;
    this.#hashes.set(hash, row * HASH_BYTES);
  }

  /** The beginning of this tree as a new one. */
  firstRows(count: number): Tree {
    const tree = new Tree();
    for (let row = 0; row < count; row++) {
      const path = this.paths[row] ?? "";
      tree.paths.push(path);
      const target = this.targets.get(path);
      if (target !== undefined) tree.targets.set(path, target);
    }
    while (count * COLUMNS > tree.#numbers.length) tree.#grow();
    tree.#numbers.set(this.#numbers.subarray(0, count * COLUMNS));
    tree.#hashes.set(this.#hashes.subarray(0, count * HASH_BYTES));
    return tree;
  }

  hashOf(row: number): Uint8Array {
    return this.#hashes.subarray(row * HASH_BYTES, (row + 1) * HASH_BYTES);
  }

  /** The row of a path, found at once when the walk goes as the last one did. */
  find(path: string, guess: number): number {
    if (this.paths[guess] === path) return guess;
    this.#index ??= new Map(this.paths.map((each, row) => [each, row]));
    return this.#index.get(path) ?? -1;
  }

  hasFacts(row: number, facts: StatFacts): boolean {
    const at = row * COLUMNS;
    const numbers = this.#numbers;
    return (
      numbers[at] === facts.size &&
      numbers[at + 1] === facts.mtimeMs &&
      numbers[at + 2] === facts.ctimeMs &&
      numbers[at + 3] === facts.ino &&
      numbers[at + 4] === facts.mode
    );
  }

  /** Whether two rows say the same of content and permissions; stamps only hint at it. */
  isSameAs(row: number, other: Tree, otherRow: number): boolean {
    return isSameState(this.stateOf(row), other.stateOf(otherRow));
  }

  /** A time stamp no file has, so that the file is read again next time: it changed too lately to trust its stamps. */
  distrust(row: number): void {
    this.#numbers[row * COLUMNS + 2] = 0;
  }

  stateOf(row: number): FileState {
    const at = row * COLUMNS;
    const [size = 0, mtimeMs = 0, , ino = 0, mode = 0] = this.#numbers.subarray(at, at + COLUMNS);
    const path = this.paths[row] ?? "";
    const permissions = mode & 0o7777;
    const type = mode & TYPE_BITS;
    if (type === FOLDER)
      return size === LEFT_OUT_SIZE
        ? { kind: "uncovered", why: "a folder that tools can make again is left out", mark: "left-out" }
        : { kind: "folder", mode: permissions };
    if (type === LINK) return { kind: "link", target: this.targets.get(path) ?? "" };
    const hash = this.hashOf(row);
    const mark = `${size}-${mtimeMs}-${ino}`;
    if (type !== FILE) return { kind: "uncovered", why: "a pipe, socket or device", mark };
    if (NO_HASH.equals(hash)) return { kind: "uncovered", why: "too large or not readable", mark };
    return { kind: "file", mode: permissions, hash: Buffer.from(hash).toString("hex"), sizeBytes: size };
  }

  save(path: string): void {
    const header = JSON.stringify({ format: FORMAT, id: this.id, rows: this.length, targets: [...this.targets] });
    const names = faithfulBytes(this.paths.join("\0"));
    const head = Buffer.from(`${header}\n${names.length}\n`, "utf8");
    const numbers = Buffer.from(this.#numbers.buffer, 0, this.length * COLUMNS * 8);
    const hashes = this.#hashes.subarray(0, this.length * HASH_BYTES);
    const temporary = `${path}.${this.id}`;
    try {
      writeFileSync(temporary, Buffer.concat([head, names, numbers, hashes]), { mode: 0o600 });
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** @returns the tree that was saved; nothing when there is none or it cannot be used */
  static load(path: string): Tree | undefined {
    try {
      return Tree.#parse(readFileSync(path));
    } catch {
      // It only saves time: without it every file is read once more.
      return undefined;
    }
  }

  static #parse(bytes: Buffer): Tree | undefined {
    const headerEnd = bytes.indexOf(10);
    const lengthEnd = bytes.indexOf(10, headerEnd + 1);
    const header = JSON.parse(bytes.toString("utf8", 0, headerEnd)) as {
      format: number;
      id: string;
      rows: number;
      targets: [string, string][];
    };
    const namesBytes = Number(bytes.toString("utf8", headerEnd + 1, lengthEnd));
    const numbersAt = lengthEnd + 1 + namesBytes;
    const hashesAt = numbersAt + header.rows * COLUMNS * 8;
    if (header.format !== FORMAT || bytes.length !== hashesAt + header.rows * HASH_BYTES) return undefined;
    const tree = new Tree(header.id);
    const names = faithfulName(bytes.subarray(lengthEnd + 1, numbersAt)).split("\0");
    if (header.rows > 0) for (const name of names) tree.paths.push(name);
    if (tree.length !== header.rows) return undefined;
    for (const [path, target] of header.targets) tree.targets.set(path, target);
    // Copied, because a view of doubles must begin at a multiple of eight bytes.
    tree.#numbers = new Float64Array(
      bytes.buffer.slice(bytes.byteOffset + numbersAt, bytes.byteOffset + hashesAt) as ArrayBuffer,
    );
    tree.#hashes = bytes.subarray(hashesAt);
    return tree;
  }

  #grow(): void {
    const numbers = new Float64Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    const hashes = Buffer.alloc((numbers.length / COLUMNS) * HASH_BYTES);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
  }
}
