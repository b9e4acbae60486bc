import { resolve } from "node:path";
import { denials } from "./denied-paths.ts";
import { INDEX_SCHEMA } from "./entry.ts";
import type { IndexPlace } from "./index-place.ts";
import { FileLister, type ListedFile, type Listing, listedFile } from "./list-files.ts";
import { FolderBook, folderBookPath } from "./packs/folder-book.ts";
import { TreeWatch } from "./watch-tree.ts";

/** However well the folders are watched, everything is looked at again after this time. */
const TRUST_MS = 15_000;
/** Looks that take longer than this are worth watching the folders for. */
const LONG_LOOK_MS = 30;

export interface Look {
  readonly listing: Listing;
  /** The only files that can have changed since the last look; undefined when any may have. */
  readonly changed: readonly ListedFile[] | undefined;
}

/**
 * The files below a root as they are now. Where looking at all of them takes long, their folders are watched from the
 * second look on, and only what changed is looked at.
 */
export class ProjectFiles {
  listing: Listing = { files: [], folders: [], troubles: [], deniedCount: 0 };
  private readonly root: string;
  private readonly listers: readonly FileLister[];
  private readonly watchFromMs: number;
  private watch: TreeWatch | undefined;
  private isWatched = false;
  private lookMs = 0;
  private lookedAtMs = Number.NEGATIVE_INFINITY;
  /** When the listing was last in step, by a look or by being told what changed. */
  private toldAtMs = this.lookedAtMs;
  /** Where each file stands in the listing. */
  private places: Map<string, number> | undefined;

  /** @param folder  of the index, where what the folders hold is kept for the next process */
  constructor({ root, addedRoots = [], deny = [], watchFromMs = LONG_LOOK_MS }: IndexPlace, folder: string) {
    this.root = root;
    this.listers = [root, ...addedRoots].map((place, at) => {
      const book = new FolderBook(folderBookPath(folder, at), JSON.stringify([INDEX_SCHEMA, place, deny]));
      return new FileLister(place, { prefix: at === 0 ? "" : `${place}/`, isDenied: denials(place, deny, root), book });
    });
    const canWatch = watchFromMs < Number.POSITIVE_INFINITY && addedRoots.length === 0 && TreeWatch.isPossible(root);
    this.watchFromMs = canWatch ? watchFromMs : Number.POSITIVE_INFINITY;
  }

  async look(): Promise<Look> {
    const changed = await this.heardOf();
    if (changed) return { listing: this.listing, changed };
    if (this.lookMs > this.watchFromMs) this.watch ??= new TreeWatch(this.root);
    // Watched before it is looked at, so that no change falls in between.
    this.watch?.cover(this.listing.folders);
    const startMs = performance.now();
    this.listing = this.list();
    this.places = undefined;
    this.lookedAtMs = performance.now();
    this.toldAtMs = this.lookedAtMs;
    this.lookMs = this.lookedAtMs - startMs;
    this.isWatched = this.watch?.cover(this.listing.folders) ?? false;
    return { listing: this.listing, changed: undefined };
  }

  private list(): Listing {
    const lists = this.listers.map((lister) => lister.list());
    return {
      files: lists.flatMap((listing) => listing.files),
      folders: lists.flatMap((listing) => listing.folders),
      troubles: lists.flatMap((listing) => listing.troubles),
      deniedCount: lists.reduce((sum, listing) => sum + listing.deniedCount, 0),
    };
  }

  /** What the watched folders tell, when that is enough: known files with other bytes. */
  private async heardOf(): Promise<readonly ListedFile[] | undefined> {
    const paths = await this.watch?.changes();
    if (!paths || !this.isWatched || performance.now() - this.lookedAtMs > TRUST_MS) return undefined;
    const changed: ListedFile[] = [];
    for (const path of paths) {
      if (!this.file(path)) return undefined;
      try {
        changed.push(listedFile(resolve(this.root, path), path));
      } catch {
        return undefined;
      }
    }
    if (changed.length > 0) this.replace(changed);
    this.toldAtMs = performance.now();
    return changed;
  }

  /**
   * Looks at some files themselves after a look that only asked what changed.
   * @returns  whether they are as they were; if not, everything is looked at the next time
   */
  areAsTold(paths: readonly string[]): boolean {
    if (this.lookedAtMs === this.toldAtMs) return true;
    const areSame = paths.every((path) => {
      const known = this.file(path);
      try {
        const now = listedFile(resolve(this.root, path), path);
        return now.sizeBytes === known?.sizeBytes && now.changedMs === known.changedMs;
      } catch {
        return false;
      }
    });
    if (!areSame) this.isWatched = false;
    return areSame;
  }

  /** A file as it was looked at last. */
  file(path: string): ListedFile | undefined {
    this.places ??= new Map(this.listing.files.map((file, place) => [file.path, place]));
    return this.listing.files[this.places.get(path) ?? -1];
  }

  private replace(changed: readonly ListedFile[]): void {
    const files = [...this.listing.files];
    for (const file of changed) files[this.places?.get(file.path) as number] = file;
    this.listing = { ...this.listing, files };
  }

  close(): void {
    this.watch?.close();
  }
}
