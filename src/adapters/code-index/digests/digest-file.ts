import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { FileDigest } from "../../../engines/citadel/queries/business/digest-shape.ts";
import type { FileEntry } from "../entry.ts";
import { FAST } from "../packs/block.ts";

/** Where a digest lies: the facts it was made from, the file, its first byte there and the bytes of each part. */
export type DigestRow = readonly [facts: string, file: string, at: number, told: number, own: number, rules: number];

/** The facts of an entry, by their place: written once, never changed. */
export const factsOf = ({ pack, offset, place }: FileEntry): string => `${pack}:${offset}:${place}`;

const DATA = ".digest";
const ROWS = ".digests";
const APPEND_BYTES = 1024 * 1024;

/** Appends digests to a file of its own, and where they lie to one beside it, which is what counts. */
export class DigestWriter {
  private readonly name: string;
  private readonly data: number;
  private readonly rows: number;
  private length = 0;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private waitingRows: DigestRow[] = [];

  /** @param name  of files that do not exist yet */
  constructor(folder: string, name: string) {
    this.name = `${name}${DATA}`;
    this.data = openSync(join(folder, this.name), "wx", 0o600);
    this.rows = openSync(join(folder, `${name}${ROWS}`), "wx", 0o600);
  }

  /** @param isLasting  whether the digest may be found again; one of a text that has changed since may not */
  add(facts: string, digest: FileDigest, { isLasting }: { readonly isLasting: boolean }): DigestRow {
    const at = this.length;
    const hasTold = Object.keys(digest.told).length > 0;
    const told = hasTold ? this.append(digest.told) : 0;
    const row: DigestRow = [facts, this.name, at, told, this.append(digest.own), this.append(digest.rules)];
    if (isLasting) this.waitingRows.push(row);
    if (this.waitingBytes > APPEND_BYTES) this.flush();
    return row;
  }

  private append(part: unknown): number {
    const bytes = zstdCompressSync(JSON.stringify(part), FAST);
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.length += bytes.length;
    return bytes.length;
  }

  flush(): void {
    if (this.waiting.length > 0) writeAll(this.data, Buffer.concat(this.waiting));
    const rows = this.waitingRows.map((row) => `${JSON.stringify(row)}\n`);
    if (rows.length > 0) writeAll(this.rows, Buffer.from(rows.join("")));
    this.waiting = [];
    this.waitingBytes = 0;
    this.waitingRows = [];
  }

  close(): void {
    this.flush();
    closeSync(this.data);
    closeSync(this.rows);
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
}

/** The digests that were kept below a folder. */
export class DigestReader {
  private readonly folder: string;
  private readonly rows = new Map<string, DigestRow>();
  private readonly descriptors = new Map<string, number>();

  constructor(folder: string) {
    this.folder = folder;
    for (const name of readdirSync(folder)) if (name.endsWith(ROWS)) this.load(name);
  }

  private load(name: string): void {
    const text = readFileSync(join(this.folder, name), "utf8");
    const data = name.slice(0, -ROWS.length) + DATA;
    const size = statSync(join(this.folder, data), { throwIfNoEntry: false })?.size ?? 0;
    // Behind the last line end stands what a process that was killed left of a row.
    for (const line of text.slice(0, text.lastIndexOf("\n") + 1).split("\n")) {
      const row = rowOf(line);
      if (row && row[2] + row[3] + row[4] + row[5] <= size) this.take([row]);
    }
  }

  take(rows: readonly DigestRow[]): void {
    for (const row of rows) this.rows.set(row[0], row);
  }

  has(facts: string): boolean {
    return this.rows.has(facts);
  }

  /** Its parts are read when they are asked for. @throws when they were taken away meanwhile */
  read(facts: string): FileDigest | undefined {
    const row = this.rows.get(facts);
    if (!row) return undefined;
    return new KeptDigest(row, (from, length) => this.part(row, from, length));
  }

  private part([, file]: DigestRow, from: number, length: number): unknown {
    let descriptor = this.descriptors.get(file);
    if (descriptor === undefined) {
      descriptor = openSync(join(this.folder, file), "r");
      this.descriptors.set(file, descriptor);
    }
    const bytes = Buffer.allocUnsafe(length);
    readSync(descriptor, bytes, 0, length, from);
    return JSON.parse(zstdDecompressSync(bytes).toString("utf8"));
  }

  close(): void {
    for (const descriptor of this.descriptors.values()) closeSync(descriptor);
    this.descriptors.clear();
  }
}

function rowOf(line: string): DigestRow | undefined {
  try {
    return JSON.parse(line) as DigestRow;
  } catch {
    return undefined;
  }
}

/** Reads each part once, when it is asked for; what is told of others is asked only once. */
class KeptDigest implements FileDigest {
  private readonly row: DigestRow;
  private readonly part: (from: number, length: number) => unknown;
  private ownPart: FileDigest["own"] | undefined;
  private rulesPart: FileDigest["rules"] | undefined;

  constructor(row: DigestRow, part: (from: number, length: number) => unknown) {
    this.row = row;
    this.part = part;
  }

  get told(): FileDigest["told"] {
    const [, , at, told] = this.row;
    return told === 0 ? {} : (this.part(at, told) as FileDigest["told"]);
  }

  get own(): FileDigest["own"] {
    const [, , at, told, own] = this.row;
    this.ownPart ??= this.part(at + told, own) as FileDigest["own"];
    return this.ownPart;
  }

  get rules(): FileDigest["rules"] {
    const [, , at, told, own, rules] = this.row;
    this.rulesPart ??= this.part(at + told + own, rules) as FileDigest["rules"];
    return this.rulesPart;
  }
}
