import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { FileFacts } from "../../../engines/citadel/model.ts";
import type { FileEntry } from "../entry.ts";
import type { ParsedFile } from "../parse-file.ts";
import { readFacts, writeFacts } from "./facts-text.ts";
import { type FileNames, NAME_LISTS, namesOf } from "./names.ts";

/** Facts as text end to end in one file, those of data compressed, their names as numbers in another beside it. Written once, never changed. */
export class PackWriter {
  private readonly name: string;
  private readonly facts: Appender;
  private readonly names: Appender;

  /** @param name  of a pack that does not exist yet */
  constructor(folder: string, name: string) {
    this.name = name;
    this.facts = new Appender(join(folder, name));
    this.names = new Appender(join(folder, namesFile(name)));
  }

  /** Takes the facts; the entry may only be told to anyone after `flush`. */
  add(parsed: ParsedFile): FileEntry {
    const { facts, trouble, ...file } = parsed;
    const head = { ...file, ...(trouble === undefined ? {} : { trouble }) };
    if (!facts) return { ...head, ...NO_FACTS };
    const { language, lines, parse, members } = facts;
    const { core, data } = writeFacts(facts);
    const offset = this.facts.length;
    const coreLength = this.facts.text(core);
    const dataLength = data === "" ? 0 : this.facts.bytes(zstdCompressSync(data, FAST));
    const names = this.addNames(namesOf(facts));
    const runs = facts.references.some((reference) => reference.kind === "executes");
    const isCopiedCode = facts.symbols[0]?.kind === "copybook" && facts.symbols.some(({ kind }) => CODE.has(kind));
    const where = { pack: this.name, offset, length: coreLength + dataLength, dataLength, names };
    return { ...head, language, lines, parse, members, runs, isCopiedCode, ...where };
  }

  private addNames(names: FileNames): number[] {
    const at = this.names.length >> 2;
    for (const list of NAME_LISTS) this.names.bytes(new Uint8Array(names[list].buffer));
    return [at, ...NAME_LISTS.map((list) => names[list].length)];
  }

  flush(): void {
    this.facts.flush();
    this.names.flush();
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
  length: 0,
  dataLength: 0,
  names: [],
} as const;

/** Data items and their uses repeat themselves: a seventh of their bytes for a tenth of the time that a line takes. */
export const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const APPEND_BYTES = 1024 * 1024;
/** UTF-8 of a UTF-16 unit takes three bytes at most. */
const BYTES_PER_UNIT = 3;

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

  /** @returns the bytes that the text takes */
  text(text: string): number {
    this.reserve(text.length * BYTES_PER_UNIT);
    const written = this.buffer.write(text, this.used, "utf8");
    this.used += written;
    this.length += written;
    return written;
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

/** Reads facts and names of packs; keeps the packs open and all names in memory. */
export class PackReader {
  private readonly folder: string;
  private readonly descriptors = new Map<string, number>();
  private readonly names = new Map<string, Uint32Array>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * @param withData  also the data items and the data flow
   * @returns         undefined when the pack is gone or damaged: the file must be parsed again
   */
  facts(entry: FileEntry, withData: boolean): FileFacts | undefined {
    try {
      const core = entry.length - entry.dataLength;
      const wanted = withData ? entry.length : core;
      const bytes = Buffer.allocUnsafe(wanted);
      if (readSync(this.descriptor(entry.pack), bytes, 0, wanted, entry.offset) !== wanted) return undefined;
      const data = wanted > core ? zstdDecompressSync(bytes.subarray(core)).toString("utf8") : "";
      const facts = readFacts(bytes.toString("utf8", 0, core), data);
      return facts.path === entry.path ? facts : undefined;
    } catch {
      return undefined;
    }
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
  }
}

/** The bytes as words where they lie; small ones share a buffer, in which they may begin at any place. */
function wordsOf({ buffer, byteOffset, length }: Buffer): Uint32Array {
  const whole = length & ~3;
  if (byteOffset % 4 === 0) return new Uint32Array(buffer, byteOffset, whole / 4);
  return new Uint32Array(buffer.slice(byteOffset, byteOffset + whole));
}
