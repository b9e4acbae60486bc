import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EstateFile } from "../../engines/citadel/graph/build-graph.ts";
import type { Encoding } from "../../engines/text/encoding.ts";
import { type BuildProgress, buildFiles, extensionsOf } from "./build-files.ts";
import { Catalogue } from "./catalogue.ts";
import { denials } from "./denied-paths.ts";
import { type FileEntry, stemOf } from "./entry.ts";
import { FileLister, type ListedFile, type Listing } from "./list-files.ts";
import { PackReader } from "./pack.ts";
import { readSource } from "./source-text.ts";

export interface IndexPlace {
  /** Absolute, real path. */
  readonly root: string;
  /** Waymark's cache folder; the index takes a folder in it. */
  readonly cacheFolder: string;
  /** More folders that belong to the same estate, absolute and real; their files are known by absolute paths. */
  readonly addedRoots?: readonly string[];
  /** Rules that deny paths: what they cover is neither listed nor expanded into anything. */
  readonly deny?: readonly string[];
  /** Folders of copybooks that win over discovered ones, or `NAME=FOLDER` for what `COPY … OF NAME` means. */
  readonly libraries?: readonly string[];
  /** Of all files; detected for each when absent. */
  readonly encoding?: Encoding;
  /** From how many bytes on files are parsed by workers; below, their start costs more than they save. */
  readonly workersFromBytes?: number;
}

export interface SyncOptions {
  readonly signal: AbortSignal;
  readonly progress?: (progress: BuildProgress) => void;
}

export interface SyncReport {
  readonly parsed: number;
  readonly gone: number;
}

interface KeptFile {
  readonly entry: FileEntry;
  readonly file: EstateFile;
  readonly hasData: boolean;
}

/** Files that changed within this time before they were read may have changed again in the same tick of the clock. */
const TICK_MS = 20;
const WORKERS_FROM_BYTES = 24 * 1024 * 1024;
const FACTS_KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** The facts of all files below a root, on disk, in step with the files each time `sync` is called. */
export class ProjectIndex {
  /** Changes with every change of an entry. */
  generation = 0;
  listing: Listing = { files: [], troubles: [], deniedCount: 0 };
  private readonly place: IndexPlace;
  private readonly folder: string;
  private readonly catalogue: Catalogue;
  private readonly listers: readonly FileLister[];
  private readonly packs: PackReader;
  private readonly kept = new Map<string, KeptFile>();
  private keptBytes = 0;
  private sources: readonly FileEntry[] | undefined;

  constructor(place: IndexPlace) {
    this.place = place;
    const { root, addedRoots = [], deny = [] } = place;
    const added = addedRoots.filter((folder) => folder !== root && !folder.startsWith(`${root}/`));
    this.listers = [
      new FileLister(root, { isDenied: denials(root, deny) }),
      ...added.map((folder) => new FileLister(folder, { prefix: `${folder}/`, isDenied: denials(folder, deny) })),
    ];
    this.folder = indexFolder(place.cacheFolder, root, [...added, ...deny]);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const { libraries = [], encoding = "" } = place;
    const key = { root, libraries, encoding, addedRoots: added, deny };
    this.catalogue = new Catalogue(this.folder, key);
    this.packs = new PackReader(this.folder);
  }

  /** The files that a language took, in the order of their paths. */
  entries(): readonly FileEntry[] {
    this.sources ??= [...this.catalogue.entries.values()]
      .filter((entry) => entry.language !== "")
      .sort((left, right) => (left.path < right.path ? -1 : 1));
    return this.sources;
  }

  entry(path: string): FileEntry | undefined {
    return this.catalogue.entries.get(path);
  }

  /** The names of the pack that an entry's lie in. */
  namesIn(entry: FileEntry): Uint32Array {
    return this.packs.namesIn(entry);
  }

  /**
   * Looks at every file and parses what changed, and what a change of a member reaches.
   * @throws the signal's reason; what was parsed until then is kept
   */
  async sync(options: SyncOptions): Promise<SyncReport> {
    this.listing = this.list();
    const { stale, gone } = this.changes();
    if (stale.length === 0 && gone.length === 0) return { parsed: 0, gone: 0 };
    this.catalogue.append([], gone);
    this.changed();
    const paths = this.listing.files.map((file) => file.path);
    const { root, libraries = [], encoding } = this.place;
    const place = { root, folder: this.folder, paths, extensions: extensionsOf(paths), libraries, encoding };
    await buildFiles(place, stale, {
      signal: options.signal,
      workersFromBytes: this.place.workersFromBytes ?? WORKERS_FROM_BYTES,
      take: (entries) => this.catalogue.append(entries),
      progress: (progress) => options.progress?.(progress),
    });
    this.changed();
    if (this.catalogue.isWorthCompacting) {
      this.catalogue.rewrite();
      this.catalogue.dropUnusedPacks(Date.now());
    }
    return { parsed: stale.length, gone: gone.length };
  }

  private list(): Listing {
    const lists = this.listers.map((lister) => lister.list());
    return {
      files: lists.flatMap((listing) => listing.files),
      troubles: lists.flatMap((listing) => listing.troubles),
      deniedCount: lists.reduce((sum, listing) => sum + listing.deniedCount, 0),
    };
  }

  private changed(): void {
    this.generation += 1;
    this.sources = undefined;
  }

  private changes(): { stale: ListedFile[]; gone: string[] } {
    const { entries } = this.catalogue;
    const listed = new Map(this.listing.files.map((file) => [file.path, file]));
    const gone = [...entries.keys()].filter((path) => !listed.has(path));
    const stale = new Map<string, ListedFile>();
    const moved = new Set(gone.map(stemOf));
    const touched: FileEntry[] = [];
    for (const file of this.listing.files) {
      const entry = entries.get(file.path);
      if (!entry) moved.add(stemOf(file.path));
      else if (isSame(entry, file)) continue;
      else if (this.hasSameBytes(entry)) {
        const { sizeBytes, modifiedMs, changedMs } = file;
        touched.push({ ...entry, sizeBytes, modifiedMs, changedMs, readMs: Date.now() });
        continue;
      }
      stale.set(file.path, file);
    }
    this.catalogue.append(touched);
    if (stale.size + gone.length > 0 && entries.size > 0) this.addUsers(stale, moved, listed);
    return { stale: [...stale.values()], gone };
  }

  /** Files whose members changed, and files that asked for a name under which a file came or went. */
  private addUsers(
    stale: Map<string, ListedFile>,
    moved: ReadonlySet<string>,
    listed: ReadonlyMap<string, ListedFile>,
  ): void {
    const changed = new Set(stale.keys());
    for (const entry of this.catalogue.entries.values()) {
      const file = listed.get(entry.path);
      if (!file || stale.has(entry.path)) continue;
      if (entry.members.some((member) => changed.has(member)) || entry.asked.some((stem) => moved.has(stem)))
        stale.set(entry.path, file);
    }
  }

  private hasSameBytes(entry: FileEntry): boolean {
    if (entry.sha256 === "") return false;
    return readSource(resolve(this.place.root, entry.path), this.place.encoding).sha256 === entry.sha256;
  }

  /**
   * The facts of some files; those whose facts are lost are left out and parsed again by the next `sync`.
   * @param withData  whether data items and data flow are wanted; else they may be missing
   */
  load(entries: readonly FileEntry[], withData: boolean): EstateFile[] {
    const files: EstateFile[] = [];
    for (const entry of entries) {
      const file = this.loadOne(entry, withData);
      if (file) files.push(file);
      else this.catalogue.append([], [entry.path]);
    }
    return files;
  }

  private loadOne(entry: FileEntry, withData: boolean): EstateFile | undefined {
    const kept = this.kept.get(entry.path);
    if (kept?.entry === entry && (kept.hasData || !withData)) return kept.file;
    const facts = this.packs.facts(entry, withData);
    if (!facts) return undefined;
    const file = { facts, sha256: entry.sha256 };
    const bytes = withData ? entry.length : entry.length - entry.dataLength;
    if (this.keptBytes + bytes > FACTS_KEPT_BYTES_MAX) {
      this.kept.clear();
      this.keptBytes = 0;
    }
    this.kept.set(entry.path, { entry, file, hasData: withData || entry.dataLength === 0 });
    this.keptBytes += bytes;
    return file;
  }

  /** The text of a file as it is now; undefined when it cannot be read. */
  textOf(path: string): string | undefined {
    const source = readSource(resolve(this.place.root, path), this.place.encoding);
    return source.kind === "text" ? source.text : undefined;
  }

  close(): void {
    this.packs.close();
  }
}

/** @param more  what else decides which files are in it: an index of more files is never asked in the name of fewer */
export function indexFolder(cacheFolder: string, root: string, more: readonly string[] = []): string {
  const place = more.length === 0 ? root : JSON.stringify([root, ...more]);
  return join(cacheFolder, "code-index", createHash("sha256").update(place).digest("hex").slice(0, 20));
}

function isSame(entry: FileEntry, file: ListedFile): boolean {
  return (
    entry.sizeBytes === file.sizeBytes &&
    entry.modifiedMs === file.modifiedMs &&
    entry.changedMs === file.changedMs &&
    entry.changedMs < entry.readMs - TICK_MS
  );
}
