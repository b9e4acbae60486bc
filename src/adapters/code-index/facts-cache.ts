import type { EstateFile } from "../../engines/citadel/graph/build-graph.ts";
import type { FileEntry } from "./entry.ts";
import type { FactsWanted } from "./packs/kept-facts.ts";
import type { PackReader } from "./packs/pack.ts";

/** What an answer can do without; facts that are kept do without data at most. */
export type ListsWanted = Omit<FactsWanted, "isPassing">;

/** All but data. */
export const CODE: ListsWanted = { withData: false, withJumps: true, withLines: true };
export const CODE_AND_DATA: ListsWanted = { ...CODE, withData: true };

interface KeptFile {
  readonly entry: FileEntry;
  readonly file: EstateFile;
  readonly hasData: boolean;
  /** The same without its data, made when it was asked for. */
  code?: EstateFile;
}

const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** The facts of files that were read last, for the next question. */
export class FactsCache {
  private readonly packs: PackReader;
  private readonly lost: (entry: FileEntry) => void;
  private readonly kept = new Map<string, KeptFile>();
  private keptBytes = 0;

  /** @param lost  is told of entries whose facts are lost */
  constructor(packs: PackReader, lost: (entry: FileEntry) => void) {
    this.packs = packs;
    this.lost = lost;
  }

  /** The facts of some files, kept when there is room for them; those that are lost are left out. */
  *all(entries: readonly FileEntry[], wanted: ListsWanted): Generator<EstateFile> {
    const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry, wanted), 0);
    if (bytes > KEPT_BYTES_MAX) return yield* this.passing(entries, wanted);
    for (const entry of entries) {
      const file = this.of(entry, wanted);
      if (file) yield file;
    }
  }

  /** The same, not kept: each list is made when it is asked for. */
  *passing(entries: Iterable<FileEntry>, wanted: ListsWanted): Generator<EstateFile> {
    for (const entry of entries) {
      const file = this.read(entry, { ...wanted, isPassing: true });
      if (file) yield file;
    }
  }

  private of(entry: FileEntry, wanted: ListsWanted): EstateFile | undefined {
    const known = this.kept.get(entry.path);
    if (known?.entry === entry && (known.hasData || !wanted.withData)) return asWanted(known, wanted);
    const file = this.read(entry, { ...CODE, withData: wanted.withData, isPassing: false });
    if (!file) return undefined;
    const bytes = bytesOf(entry, wanted);
    if (this.keptBytes + bytes > KEPT_BYTES_MAX) {
      this.kept.clear();
      this.keptBytes = 0;
    }
    this.kept.set(entry.path, { entry, file, hasData: wanted.withData || entry.dataLength === 0 });
    this.keptBytes += bytes;
    return file;
  }

  private read(entry: FileEntry, wanted: FactsWanted): EstateFile | undefined {
    const lost = (): void => this.lost(entry);
    const facts = this.packs.facts(entry, wanted, lost);
    if (!facts) lost();
    return facts && { facts, sha256: entry.sha256 };
  }
}

/** What is told of a file depends on what is asked now, not on what was asked of it before. */
function asWanted(kept: KeptFile, { withData }: ListsWanted): EstateFile {
  if (withData || !kept.hasData || kept.entry.dataLength === 0) return kept.file;
  kept.code ??= withoutData(kept.file);
  return kept.code;
}

function withoutData({ facts, sha256 }: EstateFile): EstateFile {
  const { path, language, lines, parse, problems, members, scope, patterns, references } = facts;
  const symbols = facts.symbols.filter(({ kind }) => kind !== "data-item");
  return { facts: { path, language, lines, parse, problems, members, scope, patterns, references, symbols }, sha256 };
}

const bytesOf = ({ length, dataLength }: FileEntry, { withData }: ListsWanted): number =>
  withData ? length : length - dataLength;
