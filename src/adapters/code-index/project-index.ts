import { resolve } from "node:path";
import type { EstateFile } from "../../engines/citadel/graph/build-graph.ts";
import { extensionOf } from "../../engines/citadel/languages/extensions.ts";
import type { DigestSource } from "../../engines/citadel/queries/business/digest-source.ts";
import { makeFolder } from "../make-folder.ts";
import { type BuildProgress, FileBuilds } from "./build-files.ts";
import type { BuildPlace } from "./build-place.ts";
import { buildWithCopied } from "./copied-paths.ts";
import { DigestStore } from "./digests/digest-store.ts";
import { type FileEntry, placeOf, plainEntry, stemOf } from "./entry.ts";
import { FactsCache, type ListsWanted } from "./facts-cache.ts";
import { type IndexPlace, indexFolder } from "./index-place.ts";
import { type ListedFile, type Listing, TICK_MS } from "./list-files.ts";
import { Catalogue } from "./packs/catalogue.ts";
import { PackReader } from "./packs/pack.ts";
import { ProjectFiles } from "./project-files.ts";
import { readSource } from "./source-text.ts";

export interface SyncOptions {
  readonly signal: AbortSignal;
  readonly progress?: (progress: BuildProgress) => void;
}

export interface SyncReport {
  /** Files that were read and parsed now, because they came or changed. */
  readonly parsed: number;
  /** Those of them that worker threads parsed; 0 when there was too little to start any. */
  readonly parsedByWorkers: number;
  readonly gone: number;
}

/** Files of one answer that are looked at once more. */
const CHECKED_MAX = 1000;
/** More replaced entries than this are no longer put into what was made from the old ones. */
const REPLACED_MAX = 200;

interface Changes {
  readonly stale: ListedFile[];
  readonly gone: string[];
}

/** Trees are made of a megabyte in a second; workers are there in a third of that. */
const WORKERS_FROM_BYTES = 4 * 1024 * 1024;

/** The facts of all files below a root, on disk, in step with the files each time `sync` is called. */
export class ProjectIndex {
  /** Changes with every change of an entry. */
  generation = 0;
  /** The entries that were replaced by the last change of `generation`; undefined when files came or went. */
  replaced: readonly FileEntry[] | undefined;
  private readonly place: IndexPlace;
  private readonly folder: string;
  private readonly catalogue: Catalogue;
  private readonly files: ProjectFiles;
  private readonly packs: PackReader;
  private readonly facts: FactsCache;
  private readonly digestStore: DigestStore;
  private readonly builds = new FileBuilds();
  private sources: readonly FileEntry[] | undefined;
  private buildPlace: BuildPlace | undefined;

  constructor(place: IndexPlace) {
    this.place = place;
    const { root, addedRoots = [], deny = [] } = place;
    const added = addedRoots.filter((folder) => folder !== root && !folder.startsWith(`${root}/`));
    this.folder = indexFolder(place.cacheFolder, root, [...added, ...deny]);
    makeFolder(this.folder, { mode: 0o700 });
    this.files = new ProjectFiles({ ...place, addedRoots: added }, this.folder);
    const { libraries = [], encoding = "" } = place;
    const key = { root, libraries, encoding, addedRoots: added, deny };
    this.catalogue = new Catalogue(this.folder, key);
    this.packs = new PackReader(this.folder);
    this.facts = new FactsCache(this.packs, ({ path }) => this.catalogue.append([], [path]));
    this.digestStore = new DigestStore(place, this.folder);
  }

  get listing(): Listing {
    return this.files.listing;
  }

  /** The files that a language took, in the order of their paths. */
  entries(): readonly FileEntry[] {
    const { entries } = this.catalogue;
    this.sources ??= [...entries.keys()].sort().flatMap((path) => {
      const entry = entries.get(path);
      return entry === undefined || entry.language === "" ? [] : entry;
    });
    return this.sources;
  }

  /** Whether the files of some entries are as the last `sync` found them; if not, the next one looks at all. */
  areAsTold(entries: readonly FileEntry[]): boolean {
    return entries.length > CHECKED_MAX || this.files.areAsTold(entries.map((entry) => entry.path));
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
    const { listing, changed } = await this.files.look();
    const { stale, gone } = changed ? this.changesOf(changed) : this.changes(listing.files);
    if (stale.length === 0 && gone.length === 0) {
      this.tidy();
      return { parsed: 0, parsedByWorkers: 0, gone: 0 };
    }
    this.catalogue.append([], gone);
    const fresh: FileEntry[] = [];
    const place = this.placeOf(listing);
    let parsedByWorkers = 0;
    try {
      parsedByWorkers = await buildWithCopied(this.catalogue.entries, stale, listing.files, (files, copied) =>
        this.builds.build({ ...place, copied }, files, {
          signal: options.signal,
          workersFromBytes: this.place.workersFromBytes ?? WORKERS_FROM_BYTES,
          workerHeapMb: this.place.workerHeapMb,
          take: (entries) => {
            fresh.push(...entries);
            this.catalogue.append(entries);
          },
          progress: (progress) => options.progress?.(progress),
        }),
      );
    } finally {
      this.changed(changed && gone.length === 0 ? fresh : undefined);
    }
    this.tidy();
    return { parsed: stale.length, parsedByWorkers, gone: gone.length };
  }

  private tidy(): void {
    if (!this.catalogue.compact()) return;
    this.catalogue.dropUnusedPacks(Date.now());
    this.changed(undefined);
  }

  /** @param replaced  entries of files that had one before; undefined when others came or went */
  private changed(replaced: readonly FileEntry[] | undefined): void {
    this.generation += 1;
    this.replaced = undefined;
    const { sources } = this;
    this.sources = undefined;
    if (!replaced || !sources || replaced.length > REPLACED_MAX) return;
    const own = [...sources];
    for (const entry of replaced) {
      const at = placeOf(own, entry.path);
      // A file that a language now takes, or no longer.
      if (at < 0 || entry.language === "") return;
      own[at] = entry;
    }
    this.sources = own;
    this.replaced = replaced;
  }

  /** The same lists for the same files, so that what is made from them can be kept. */
  private placeOf({ files }: Listing): BuildPlace {
    const { root, libraries = [], encoding } = this.place;
    const known = this.buildPlace;
    if (known && files.length === known.paths.length && files.every((file, at) => file.path === known.paths[at]))
      return known;
    const paths = files.map((file) => file.path);
    const found = extensionsOf(paths);
    const isSame = known?.extensions.join() === found.join();
    const extensions = known && isSame ? known.extensions : found;
    this.buildPlace = { root, folder: this.folder, paths, extensions, libraries, encoding, copied: [] };
    return this.buildPlace;
  }

  private changes(files: readonly ListedFile[]): Changes {
    const { entries } = this.catalogue;
    const known: ListedFile[] = [];
    const come: ListedFile[] = [];
    for (const file of files) (entries.has(file.path) ? known : come).push(file);
    const stale = new Map(come.map((file) => [file.path, file]));
    const gone = known.length === entries.size ? [] : this.goneFrom(known);
    this.addStale(known, stale);
    if (stale.size + gone.length > 0 && entries.size > 0) {
      const listed = new Map(files.map((file) => [file.path, file]));
      const moved = new Set([...gone, ...come.map(({ path }) => path)].map(stemOf));
      this.addUsers(stale, moved, (path) => listed.get(path));
    }
    return { stale: [...stale.values()], gone };
  }

  private goneFrom(known: readonly ListedFile[]): string[] {
    const there = new Set(known.map(({ path }) => path));
    return [...this.catalogue.entries.keys()].filter((path) => !there.has(path));
  }

  /** The changes when nothing but the times or bytes of some known files can have changed. */
  private changesOf(files: readonly ListedFile[]): Changes {
    const stale = new Map<string, ListedFile>();
    this.addStale(files, stale);
    if (stale.size > 0) this.addUsers(stale, new Set(), (path) => this.files.file(path));
    return { stale: [...stale.values()], gone: [] };
  }

  private addStale(files: readonly ListedFile[], stale: Map<string, ListedFile>): void {
    const touched: FileEntry[] = [];
    for (const file of files) {
      const entry = this.catalogue.entries.get(file.path);
      if (entry && isSame(entry, file)) continue;
      if (entry && this.hasSameBytes(entry)) {
        const { sizeBytes, modifiedMs, changedMs } = file;
        touched.push({ ...plainEntry(entry), sizeBytes, modifiedMs, changedMs, readMs: Date.now() });
      } else stale.set(file.path, file);
    }
    this.catalogue.append(touched);
  }

  /** Files whose members changed, and files that asked for a name under which a file came or went. */
  private addUsers(
    stale: Map<string, ListedFile>,
    moved: ReadonlySet<string>,
    listed: (path: string) => ListedFile | undefined,
  ): void {
    const changed = new Set(stale.keys());
    const isMoved = moved.size > 0;
    for (const entry of this.catalogue.entries.values()) {
      const isUser = entry.members.some((member) => changed.has(member));
      if (!isUser && !(isMoved && entry.asked.some((stem) => moved.has(stem)))) continue;
      const file = listed(entry.path);
      if (file && !stale.has(entry.path)) stale.set(entry.path, file);
    }
  }

  private hasSameBytes(entry: FileEntry): boolean {
    if (entry.sha256 === "") return false;
    return readSource(resolve(this.place.root, entry.path), this.place.encoding).sha256 === entry.sha256;
  }

  /** The facts of some files; those whose facts are lost are left out and parsed again by the next `sync`. */
  load(entries: readonly FileEntry[], wanted: ListsWanted): EstateFile[] {
    return [...this.facts.all(entries, wanted)];
  }

  /** As `load` of all files, or of all that have data, one after the other, and none of them kept. */
  readAll(wanted: ListsWanted): Iterable<EstateFile> {
    const entries = this.entries();
    return this.facts.passing(wanted.withData ? entries.filter(({ dataLength }) => dataLength > 0) : entries, wanted);
  }

  /** What some files say of business data; made now where it was never asked for. */
  digests(entries: readonly FileEntry[], signal: AbortSignal): Promise<DigestSource> {
    const forget = (lost: readonly FileEntry[]): void =>
      this.catalogue.append(
        [],
        lost.map(({ path }) => path),
      );
    return this.digestStore.source(entries, { all: this.entries(), forget }, signal);
  }

  /** The text of a file as it is now; undefined when it cannot be read. */
  textOf(path: string): string | undefined {
    const source = readSource(resolve(this.place.root, path), this.place.encoding);
    return source.kind === "text" ? source.text : undefined;
  }

  close(): void {
    this.files.close();
    this.builds.close();
    this.packs.close();
    this.digestStore.close();
  }
}

/** The extensions that occur, so that only the languages needed are loaded. */
const extensionsOf = (paths: readonly string[]): string[] => [...new Set(paths.map(extensionOf))];

function isSame(entry: FileEntry, file: ListedFile): boolean {
  return (
    entry.sizeBytes === file.sizeBytes &&
    entry.modifiedMs === file.modifiedMs &&
    entry.changedMs === file.changedMs &&
    entry.changedMs < entry.readMs - TICK_MS
  );
}
