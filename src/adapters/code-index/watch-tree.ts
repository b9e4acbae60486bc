import { type FSWatcher, statfsSync, watch } from "node:fs";
import { resolve } from "node:path";

/** More changes than this are looked for, not waited for: the kernel's queue holds some thousands. */
const CHANGES_MAX = 1000;
/** Kinds of file systems whose changes all come from this kernel, by the numbers of statfs(2). */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x01021994, // tmpfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
]);

/**
 * Tells which files of some folders changed since it was asked last. Linux queues a change before the call that makes it
 * returns, so that whoever asks afterwards hears of it.
 */
export class TreeWatch {
  private readonly root: string;
  private readonly watchers = new Map<string, FSWatcher>();
  private changed = new Set<string>();
  private hasFailed = false;

  constructor(root: string) {
    this.root = root;
  }

  /** Whether the root lies where changes are heard of. */
  static isPossible(root: string): boolean {
    try {
      return process.platform === "linux" && LOCAL.has(statfsSync(root).type);
    } catch {
      return false;
    }
  }

  /**
   * @param folders  relative to the root or absolute, with a slash at the end; empty for the root
   * @returns        whether all of them were being watched before
   */
  cover(folders: readonly string[]): boolean {
    let isCovered = true;
    const wanted = new Set(folders);
    for (const [folder, watcher] of this.watchers)
      if (!wanted.has(folder)) {
        watcher.close();
        this.watchers.delete(folder);
      }
    for (const folder of folders) {
      if (this.hasFailed) return false;
      if (this.watchers.has(folder)) continue;
      isCovered = false;
      this.add(folder);
    }
    return isCovered && !this.hasFailed;
  }

  private add(folder: string): void {
    try {
      const watcher = watch(resolve(this.root, folder), { persistent: false }, (_event, name) =>
        this.changed.add(name === null ? folder : `${folder}${name}`),
      );
      watcher.on("error", () => this.fail());
      this.watchers.set(folder, watcher);
    } catch {
      // No more watches are to be had: everything is looked at, as before.
      this.fail();
    }
  }

  private fail(): void {
    this.hasFailed = true;
    this.close();
  }

  /** Paths that may have changed since the last call; undefined when everything must be looked at. */
  async changes(): Promise<ReadonlySet<string> | undefined> {
    // Events are handed on between two turns of the loop.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
    const { changed } = this;
    this.changed = new Set();
    return this.hasFailed || changed.size > CHANGES_MAX ? undefined : changed;
  }

  close(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }
}
