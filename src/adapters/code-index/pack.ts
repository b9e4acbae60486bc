import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { FileFacts } from "../../engines/citadel/model.ts";
import type { FileEntry } from "./entry.ts";
import { type FileNames, namesOf } from "./names.ts";
import type { ParsedFile } from "./parse-file.ts";

/** Facts as JSON end to end in one file, their names as numbers in another beside it. Written once, never changed. */
export class PackWriter {
  private readonly name: string;
  private readonly facts: number;
  private readonly names: number;
  private offset = 0;
  private nameWords = 0;

  /** @param name  of a pack that does not exist yet */
  constructor(folder: string, name: string) {
    this.name = name;
    this.facts = openSync(join(folder, name), "wx", 0o600);
    this.names = openSync(join(folder, namesFile(name)), "wx", 0o600);
  }

  /** Writes the facts; only then may the entry be told to anyone. */
  add(parsed: ParsedFile): FileEntry {
    const { facts, trouble, ...file } = parsed;
    if (!facts)
      return {
        ...file,
        ...(trouble === undefined ? {} : { trouble }),
        ...{
          language: "",
          lines: 0,
          parse: "full",
          members: [],
          runs: false,
          pack: "",
          offset: 0,
          length: 0,
          names: [0, 0, 0, 0],
        },
      };
    const { language, lines, parse, members } = facts;
    const bytes = Buffer.from(JSON.stringify(facts), "utf8");
    const offset = this.offset;
    writeWhole(this.facts, bytes);
    this.offset += bytes.length;
    const names = this.addNames(namesOf(facts));
    const runs = facts.references.some((reference) => reference.kind === "executes");
    const where = { pack: this.name, offset, length: bytes.length, names };
    return { ...file, ...(trouble === undefined ? {} : { trouble }), language, lines, parse, members, runs, ...where };
  }

  private addNames({ globals, defines, uses }: FileNames): FileEntry["names"] {
    const words = new Uint32Array(globals.length + defines.length + uses.length);
    words.set(globals);
    words.set(defines, globals.length);
    words.set(uses, globals.length + defines.length);
    writeWhole(this.names, new Uint8Array(words.buffer));
    const at = this.nameWords;
    this.nameWords += words.length;
    return [at, globals.length, defines.length, uses.length];
  }

  close(): void {
    closeSync(this.facts);
    closeSync(this.names);
  }
}

const namesFile = (pack: string): string => `${pack}.names`;

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Reads facts and names of packs; keeps the packs open and all names in memory. */
export class PackReader {
  private readonly folder: string;
  private readonly descriptors = new Map<string, number>();
  private readonly names = new Map<string, Uint32Array>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns undefined when the pack is gone or damaged: the file must be parsed again */
  facts(entry: FileEntry): FileFacts | undefined {
    try {
      const bytes = Buffer.allocUnsafe(entry.length);
      if (readSync(this.descriptor(entry.pack), bytes, 0, entry.length, entry.offset) !== entry.length)
        return undefined;
      const facts = JSON.parse(bytes.toString("utf8")) as FileFacts;
      return facts.path === entry.path ? facts : undefined;
    } catch {
      return undefined;
    }
  }

  namesOf(entry: FileEntry): FileNames {
    const [at, globals, defines, uses] = entry.names;
    const words = this.words(entry.pack, at + globals + defines + uses);
    return {
      globals: words.subarray(at, at + globals),
      defines: words.subarray(at + globals, at + globals + defines),
      uses: words.subarray(at + globals + defines, at + globals + defines + uses),
    };
  }

  private words(pack: string, wanted: number): Uint32Array {
    const known = this.names.get(pack);
    if (known && known.length >= wanted) return known;
    let words = new Uint32Array();
    try {
      const bytes = readFileSync(join(this.folder, namesFile(pack)));
      words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
    } catch {
      // A lost file of names reads as no names; the facts' own check finds the loss of a pack.
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
