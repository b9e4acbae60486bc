import { hash as digest, randomBytes } from "node:crypto";
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { namesIfThere } from "../folder-entries.ts";
import { makeFolder } from "../make-folder.ts";
import { readWhole, writeWhole } from "../whole-file.ts";

/** Where a content lies. */
interface Place {
  readonly pack: string;
  readonly offset: number;
  readonly length: number;
}

/** The pack that this process appends to. */
interface OpenPack {
  readonly name: string;
  readonly data: number;
  readonly index: number;
  sizeBytes: number;
}

/** One record of an index: 32 bytes of hash, then offset and length as little-endian doubles. */
const RECORD_BYTES = 48;
const BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Contents by their SHA-256, each kept once, appended to packs: one file operation for many small contents. A pack
 * belongs to the process that began it, so that several may store at the same time. An index says what of its pack is
 * whole: it is written after the pack is on disk, so a crash leaves only bytes that nobody refers to.
 */
export class BlobStore {
  readonly #folder: string;
  #places: Map<string, Place> | undefined;
  #pack: OpenPack | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #records: Buffer[] = [];
  /** Contents that wait in memory. */
  readonly #pending = new Map<string, Uint8Array>();
  /** Hashes put since the last flush. */
  readonly #fresh = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns the hash; the content is safe from a crash only after `flush` */
  put(bytes: Uint8Array): string {
    const hash = digest("sha256", bytes, "hex");
    if (this.#known().has(hash)) return hash;
    const pack = this.#openPack();
    const offset = pack.sizeBytes + this.#waitingBytes;
    const record = Buffer.alloc(RECORD_BYTES);
    record.write(hash, 0, "hex");
    record.writeDoubleLE(offset, 32);
    record.writeDoubleLE(bytes.length, 40);
    this.#records.push(record);
    this.#waiting.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    this.#waitingBytes += bytes.length;
    this.#pending.set(hash, bytes);
    this.#fresh.add(hash);
    this.#known().set(hash, { pack: pack.name, offset, length: bytes.length });
    if (this.#waitingBytes >= BUFFER_BYTES) this.#writeOut();
    return hash;
  }

  /** Whether a content was on disk before the last flush. */
  isOld(hash: string): boolean {
    return !this.#fresh.has(hash);
  }

  has(hash: string): boolean {
    return this.#known().has(hash);
  }

  /** @throws when the content is not there or damaged */
  read(hash: string): Buffer {
    const pending = this.#pending.get(hash);
    if (pending) return Buffer.from(pending);
    const place = this.#known().get(hash);
    if (!place) throw new Error(`the content ${hash} is not in the store`);
    const file = openSync(join(this.#folder, `${place.pack}.pack`), "r");
    try {
      const bytes = readWhole(file, place.length, place.offset);
      if (digest("sha256", bytes, "hex") !== hash) throw new Error(`the content ${hash} is damaged in the store`);
      return bytes;
    } finally {
      closeSync(file);
    }
  }

  /** Brings all that was put to the disk. */
  flush(): void {
    if (this.#records.length === 0) return;
    this.#writeOut();
    const pack = this.#openPack();
    fdatasyncSync(pack.data);
    const records = Buffer.concat(this.#records);
    writeWhole(pack.index, records);
    fdatasyncSync(pack.index);
    this.#records = [];
    this.#fresh.clear();
  }

  /** Forgets what was put since the last flush, as after a full disk. */
  discard(): void {
    for (const hash of this.#fresh) this.#known().delete(hash);
    this.#fresh.clear();
    this.#records = [];
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#pending.clear();
    const pack = this.#pack;
    if (pack === undefined) return;
    closeSync(pack.data);
    closeSync(pack.index);
    this.#pack = undefined;
  }

  close(): void {
    this.discard();
  }

  /** Hands the packs over to another folder: contents first, so that no index is there without them. */
  moveInto(folder: string): void {
    for (const name of packNames(this.#folder))
      for (const end of ["pack", "index"])
        renameSync(join(this.#folder, `${name}.${end}`), join(folder, `${name}.${end}`));
  }

  #writeOut(): void {
    const pack = this.#openPack();
    const bytes = Buffer.concat(this.#waiting);
    try {
      writeWhole(pack.data, bytes);
    } catch (error) {
      ftruncateSync(pack.data, pack.sizeBytes);
      throw error;
    }
    pack.sizeBytes += bytes.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#pending.clear();
  }

  #openPack(): OpenPack {
    if (this.#pack) return this.#pack;
    makeFolder(this.#folder, { mode: 0o700 });
    const name = `${process.pid}-${randomBytes(6).toString("hex")}`;
    const data = openSync(join(this.#folder, `${name}.pack`), "wx", 0o600);
    const index = openSync(join(this.#folder, `${name}.index`), "wx", 0o600);
    this.#pack = { name, data, index, sizeBytes: 0 };
    return this.#pack;
  }

  #known(): Map<string, Place> {
    if (this.#places) return this.#places;
    const places = new Map<string, Place>();
    for (const name of packNames(this.#folder)) {
      const records = readFileSync(join(this.#folder, `${name}.index`));
      const packBytes = statSync(join(this.#folder, `${name}.pack`), { throwIfNoEntry: false })?.size ?? 0;
      for (let at = 0; at + RECORD_BYTES <= records.length; at += RECORD_BYTES) {
        const offset = records.readDoubleLE(at + 32);
        const length = records.readDoubleLE(at + 40);
        if (offset + length <= packBytes)
          places.set(records.toString("hex", at, at + 32), { pack: name, offset, length });
      }
    }
    this.#places = places;
    return places;
  }
}

/** The packs of a store folder. */
export function packNames(folder: string): readonly string[] {
  return namesIfThere(folder)
    .filter((name) => name.endsWith(".index"))
    .map((name) => name.slice(0, -".index".length));
}
