import type { EstateFile } from "../../engines/citadel/graph/build-graph.ts";
import type { FileEntry } from "./entry.ts";
import type { PackReader } from "./packs/pack.ts";

interface KeptFile {
  readonly entry: FileEntry;
  readonly file: EstateFile;
  readonly hasData: boolean;
}

/** How many times its bytes on disk compressed data takes. */
const DATA_UNPACKED = 6;
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** The facts of files that were read last, for the next question. */
export class FactsCache {
  private readonly packs: PackReader;
  private readonly kept = new Map<string, KeptFile>();
  private keptBytes = 0;

  constructor(packs: PackReader) {
    this.packs = packs;
  }

  /** @returns undefined when they are lost */
  of(entry: FileEntry, withData: boolean): EstateFile | undefined {
    const known = this.kept.get(entry.path);
    if (known?.entry === entry && (known.hasData || !withData)) return known.file;
    const file = this.read(entry, withData);
    if (!file) return undefined;
    const core = entry.length - entry.dataLength;
    const bytes = withData ? core + entry.dataLength * DATA_UNPACKED : core;
    if (this.keptBytes + bytes > KEPT_BYTES_MAX) {
      this.kept.clear();
      this.keptBytes = 0;
    }
    this.kept.set(entry.path, { entry, file, hasData: withData || entry.dataLength === 0 });
    this.keptBytes += bytes;
    return file;
  }

  /** The same, not kept. */
  read(entry: FileEntry, withData: boolean): EstateFile | undefined {
    const facts = this.packs.facts(entry, withData);
    return facts && { facts, sha256: entry.sha256 };
  }
}
