import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { FileFacts } from "../../../engines/citadel/model.ts";
import { readWhole } from "../../whole-file.ts";
import type { FileEntry } from "../entry.ts";
import type { ParsedFile } from "../parse-file.ts";
import { Block, BlockWriter } from "./block.ts";
import { PARTS, type Part } from "./fact-parts.ts";
import { type FactsHead, writeFacts } from "./facts-text.ts";
import { type FactsWanted, KeptFacts } from "./kept-facts.ts";
import { type FileNames, NAME_LISTS, namesOf } from "./names.ts";

/** Raw bytes of facts that are packed together. */
const BLOCK_BYTES = 256 * 1024;

/** The facts of files in blocks, their names as numbers in another file beside it. Written once, never changed. */
export class PackWriter {
  private readonly name: string;
  private readonly facts: Appender;
  private readonly names: Appender;
  private readonly block = new BlockWriter();
  /** Entries of files in the block that is not written yet. */
  private waiting: FileEntry[] = [];
  private written: FileEntry[] = [];

  /** @param name  of a pack that does not exist yet */
  constructor(folder: string, name: string) {
    this.name = name;
    this.facts = new Appender(join(folder, name));
    this.names = new Appender(join(folder, namesFile(name)));
  }

  /** Takes the facts; `flush` gives the entry. */
  add(parsed: ParsedFile): void {
    const { facts, trouble, ...file } = parsed;
    const head = { ...file, ...(trouble === undefined ? {} : { trouble }) };
    if (!facts) {
      this.waiting.push({ ...head, ...NO_FACTS });
      return;
    }
    const { language, lines, parse, members } = facts;
    const { place, bytes } = this.block.add(writeFacts(facts));
    const length = PARTS.reduce((sum, part) => sum + bytes[part], 0);
    const names = this.addNames(namesOf(facts));
    const runs = facts.references.some((reference) => reference.kind === "executes");
    const isCopiedCode = facts.symbols[0]?.kind === "copybook" && facts.symbols.some(({ kind }) => CODE.has(kind));
    const where = { pack: this.name, offset: 0, blockBytes: 0, place, length, dataLength: bytes.data, names };
    this.waiting.push({ ...head, language, lines, parse, members, runs, isCopiedCode, ...where });
    if (this.block.sizeBytes >= BLOCK_BYTES) this.writeBlock();
  }

  private writeBlock(): void {
    const offset = this.facts.length;
    const blockBytes = this.block.sizeBytes === 0 ? 0 : this.facts.bytes(this.block.take());
    for (const entry of this.waiting) this.written.push(entry.pack === "" ? entry : { ...entry, offset, blockBytes });
    this.waiting = [];
  }

  private addNames(names: FileNames): number[] {
    const at = this.names.length >> 2;
    for (const list of NAME_LISTS) this.names.bytes(new Uint8Array(names[list].buffer));
    return [at, ...NAME_LISTS.map((list) => names[list].length)];
  }

  /** @returns the entries of what was added since the last time; their facts are in the files */
  flush(): FileEntry[] {
    this.writeBlock();
    this.facts.flush();
    this.names.flush();
    const { written } = this;
    this.written = [];
    return written;
  }

  close(): void {
    this.facts.close();
    this.names.close();
  }
}

const CODE: ReadonlySet<string> = new Set(["paragraph", "section", "entry"]);
const NO_FACTS = {
  language: "",
  lines: 0,
  parse: "full",
  members: [],
  runs: false,
  isCopiedCode: false,
  pack: "",
  offset: 0,
  blockBytes: 0,
  place: 0,
  length: 0,
  dataLength: 0,
  names: [],
} as const;

const APPEND_BYTES = 1024 * 1024;
/** Appends to a file in large pieces. */
class Appender {
  /** Bytes appended, written or not. */
  length = 0;
  private readonly descriptor: number;
  private buffer = Buffer.allocUnsafe(APPEND_BYTES);
  private used = 0;

  constructor(path: string) {
    this.descriptor = openSync(path, "wx", 0o600);
  }

  /** @returns how many they are */
  bytes(bytes: Uint8Array): number {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
    this.length += bytes.length;
    return bytes.length;
  }

  private reserve(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    this.flush();
    if (bytes > this.buffer.length) this.buffer = Buffer.allocUnsafe(bytes);
  }

  flush(): void {
    for (let at = 0; at < this.used; ) at += writeSync(this.descriptor, this.buffer, at, this.used - at);
    this.used = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.descriptor);
  }
}

const namesFile = (pack: string): string => `${pack}.names`;

/** Blocks that were read last: files that lie beside each other are asked for one after the other. */
const BLOCKS_MAX = 16;

/** Reads facts and names of packs; keeps the packs open, the last blocks and all names in memory. */
export class PackReader {
  private readonly folder: string;
  private readonly descriptors = new Map<string, number>();
  private readonly names = new Map<string, Uint32Array>();
  private readonly blocks = new Map<string, Block>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * @param lost  is told before it is thrown that a part of passing facts, made only now, turns out to be damaged
   * @returns     undefined when the pack is gone or damaged: the file must be parsed again
   */
  facts(entry: FileEntry, wanted: FactsWanted, lost: () => void): FileFacts | undefined {
    try {
      const head = JSON.parse(this.block(entry).text(entry.place, "head")) as FactsHead;
      if (head.path !== entry.path) return undefined;
      return new KeptFacts(head, (part) => this.partOf(entry, part, lost), wanted).complete();
    } catch {
      return undefined;
    }
  }

  private partOf(entry: FileEntry, part: Part, lost: () => void): string {
    try {
      return this.block(entry).text(entry.place, part);
    } catch (error) {
      lost();
      const message = `What the index kept of ${entry.path} is damaged; ask again, and the file is read anew.`;
      throw new UserError(message, EXIT.transient, { cause: error });
    }
  }

  private block({ pack, offset, blockBytes }: FileEntry): Block {
    const key = `${pack}:${offset}`;
    let block = this.blocks.get(key);
    if (!block) {
      block = new Block(readWhole(this.descriptor(pack), blockBytes, offset));
      if (this.blocks.size >= BLOCKS_MAX) this.blocks.delete(this.blocks.keys().next().value as string);
      this.blocks.set(key, block);
    }
    return block;
  }

  /** The names of all files of a pack; `entry.names` says where those of one lie. A lost file reads as no names. */
  namesIn(entry: FileEntry): Uint32Array {
    const { names, pack } = entry;
    let wanted = 0;
    for (let list = 0; list < names.length; list += 1) wanted += names[list] as number;
    const known = this.names.get(pack);
    if (known && known.length >= wanted) return known;
    let words: Uint32Array = new Uint32Array();
    try {
      words = wordsOf(readFileSync(join(this.folder, namesFile(pack))));
    } catch {
      // The facts' own check finds the loss of a pack.
    }
    this.names.set(pack, words);
    return words;
  }

  private descriptor(pack: string): number {
    let descriptor = this.descriptors.get(pack);
    if (descriptor === undefined) {
      descriptor = openSync(join(this.folder, pack), "r");
      this.descriptors.set(pack, descriptor);
    }
    return descriptor;
  }

  close(): void {
    for (const descriptor of this.descriptors.values()) closeSync(descriptor);
    this.descriptors.clear();
    this.names.clear();
    this.blocks.clear();
  }
}

/** The bytes as words where they lie; small ones share a buffer, in which they may begin at any place. */
function wordsOf({ buffer, byteOffset, length }: Buffer): Uint32Array {
  const whole = length & ~3;
  if (byteOffset % 4 === 0) return new Uint32Array(buffer, byteOffset, whole / 4);
  return new Uint32Array(buffer.slice(byteOffset, byteOffset + whole));
}
