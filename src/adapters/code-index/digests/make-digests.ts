import { resolve } from "node:path";
import { digestOf } from "../../../engines/citadel/queries/business/file-digest.ts";
import type { Encoding } from "../../../engines/text/encoding.ts";
import type { FileEntry } from "../entry.ts";
import { PackReader } from "../packs/pack.ts";
import { readSource } from "../source-text.ts";
import { type DigestRow, DigestWriter, factsOf } from "./digest-file.ts";

/** Where digests are made; plain data, so that workers can be sent it. */
export interface DigestPlace {
  readonly root: string;
  /** Where packs lie and digests go. */
  readonly folder: string;
  /** Name of the files that are written, without their ending. */
  readonly name: string;
  readonly encoding: Encoding | undefined;
  /** The hashes of all files, by path. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** All of it now: what is damaged is then known before the digest is begun. */
const WANTED = { withData: true, withJumps: false, withLines: false, isPassing: false };

/** Makes digests of files whose facts lie in packs. */
export class DigestMaker {
  private readonly place: DigestPlace;
  private readonly packs: PackReader;
  private readonly writer: DigestWriter;

  constructor(place: DigestPlace) {
    this.place = place;
    this.packs = new PackReader(place.folder);
    this.writer = new DigestWriter(place.folder, place.name);
  }

  /** @returns where they lie; files whose facts are lost are left out */
  make(entries: readonly FileEntry[]): DigestRow[] {
    const rows = entries.flatMap((entry) => {
      const row = this.row(entry);
      return row ? [row] : [];
    });
    this.writer.flush();
    return rows;
  }

  private row(entry: FileEntry): DigestRow | undefined {
    const facts = this.packs.facts(entry, WANTED, () => {});
    if (!facts) return undefined;
    const texts = new Map<string, string | undefined>();
    let isLasting = true;
    const textOf = (path: string): string | undefined => {
      if (texts.has(path)) return texts.get(path);
      const source = readSource(resolve(this.place.root, path), this.place.encoding);
      isLasting &&= source.sha256 === this.place.hashes.get(path);
      const text = source.kind === "text" ? source.text : undefined;
      texts.set(path, text);
      return text;
    };
    const digest = digestOf(facts, textOf);
    return this.writer.add(factsOf(entry), digest, { isLasting });
  }

  close(): void {
    this.packs.close();
    this.writer.close();
  }
}
