import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync, type Stats } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import type { PathChange } from "../../core/undo.ts";
import type { BlobStore } from "./blob-store.ts";
import { CACHE_TAG, isLeftOut } from "./left-out.ts";
import { Tree } from "./tree.ts";

export interface ScanLimits {
  readonly entriesMax: number;
  /** Larger files are noticed, and their content is not kept. */
  readonly fileBytesMax: number;
  /** Contents newly stored by one scan. */
  readonly newBytesMax: number;
}

export const SCAN_LIMITS: ScanLimits = {
  entriesMax: 100_000,
  fileBytesMax: 20 * 1024 * 1024,
  newBytesMax: 1024 * 1024 * 1024,
};

export type Scan =
  | {
      readonly kind: "tree";
      readonly tree: Tree;
      readonly changes: readonly PathChange[];
      /** Equal to the last tree down to the time stamps. */
      readonly isSame: boolean;
    }
  | { readonly kind: "too-much"; readonly why: string };

export interface ScanRequest {
  /** Absolute and real. */
  readonly root: string;
  /** Absolute paths that are not entered: Waymark's own state. */
  readonly excluded: readonly string[];
  readonly last: Tree | undefined;
  readonly store: BlobStore;
  readonly limits: ScanLimits;
}

/** Time stamps younger than this may stay the same at the next write: clocks of file systems tick in steps. */
const RACY_MS = 60;
/** How long the walk keeps other work waiting. */
const SLICE_MS = 40;

/**
 * The tree as it is now. Only files whose stamps differ from the last tree's are read, and their contents are put into
 * the store. `changes` are the differences to the last tree, in the order of the walk, with what vanished last.
 */
export async function scanTree(request: ScanRequest): Promise<Scan> {
  const { root, last, limits } = request;
  const walk = new TreeWalk(request);
  const device = lstatSync(root).dev;
  const folders: string[] = [""];
  let sliceStart = performance.now();
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const below of walk.folder(folder, device)) folders.push(below);
    if (walk.tree.length > limits.entriesMax)
      return { kind: "too-much", why: `the folder has more than ${limits.entriesMax.toLocaleString("en")} files` };
    if (walk.newBytes > limits.newBytesMax)
      return {
        kind: "too-much",
        why: `more than ${Math.round(limits.newBytesMax / 2 ** 20)} MB of it were not kept before`,
      };
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise(setImmediate);
    sliceStart = performance.now();
  }
  const changes = last ? walk.changes() : [];
  const isSame = last !== undefined && changes.length === 0 && !walk.hasRead;
  return { kind: "tree", tree: walk.tree, changes, isSame };
}

class TreeWalk {
  readonly tree = new Tree();
  newBytes = 0;
  /** Whether any time stamp differed from the last tree's. */
  hasRead = false;
  readonly #request: ScanRequest;
  readonly #changed: PathChange[] = [];
  readonly #seen: Uint8Array;
  #expected = 0;

  constructor(request: ScanRequest) {
    this.#request = request;
    this.#seen = new Uint8Array(request.last?.length ?? 0);
  }

  /** Adds what is in a folder. @returns the folders to enter */
  folder(folder: string, device: number): readonly string[] {
    const { root, excluded } = this.#request;
    const prefix = folder === "" ? "" : `${folder}/`;
    const below: string[] = [];
    for (const name of namesIn(`${root}/${folder}`)) {
      const path = prefix + name;
      const absolute = `${root}/${path}`;
      const stat = lstatSync(absolute, { throwIfNoEntry: false });
      if (stat === undefined || excluded.includes(absolute)) continue;
      if (!stat.isDirectory()) this.#leaf(path, absolute, stat);
      else if (isLeftOut(name) || stat.dev !== device || isTaggedCache(absolute)) this.#leftOut(path, stat);
      else {
        this.#row(path, folderFacts(stat));
        below.push(path);
      }
    }
    return below.reverse();
  }

  changes(): readonly PathChange[] {
    const { last } = this.#request;
    const gone: PathChange[] = [];
    for (let row = 0; row < this.#seen.length; row++)
      if (this.#seen[row] === 0 && last) gone.push({ path: last.paths[row] ?? "", before: last.stateOf(row), after: null });
    return [...this.#changed, ...gone];
  }

  #leaf(path: string, absolute: string, stat: Stats): void {
    const { last } = this.#request;
    const row = this.#lastRow(path);
    if (row >= 0 && last?.hasFacts(row, stat)) {
      const target = last.targets.get(path);
      if (target !== undefined) this.tree.targets.set(path, target);
      this.tree.add(path, stat, last.hashOf(row));
      return;
    }
    this.hasRead = true;
    if (stat.isSymbolicLink()) this.tree.targets.set(path, targetOf(absolute));
    const hash = stat.isFile() ? this.#store(absolute, stat) : undefined;
    this.tree.add(path, stat, hash);
    this.#compare(path, row);
    if (Date.now() - Math.max(stat.ctimeMs, stat.mtimeMs) < RACY_MS) this.tree.distrust(this.tree.length - 1);
  }

  #leftOut(path: string, stat: Stats): void {
    this.tree.addLeftOut(path, folderFacts(stat));
    this.#compare(path, this.#lastRow(path));
  }

  #row(path: string, facts: ReturnType<typeof folderFacts>): void {
    this.tree.add(path, facts);
    this.#compare(path, this.#lastRow(path));
  }

  #lastRow(path: string): number {
    const row = this.#request.last?.find(path, this.#expected) ?? -1;
    if (row < 0) return row;
    this.#expected = row + 1;
    this.#seen[row] = 1;
    return row;
  }

  #compare(path: string, row: number): void {
    const { last } = this.#request;
    if (last === undefined) return;
    const newest = this.tree.length - 1;
    if (row >= 0 && this.tree.isSameAs(newest, last, row)) return;
    this.#changed.push({ path, before: row < 0 ? null : last.stateOf(row), after: this.tree.stateOf(newest) });
  }

  #store(absolute: string, stat: Stats): Uint8Array | undefined {
    const { limits, store } = this.#request;
    if (stat.size > limits.fileBytesMax) return undefined;
    const bytes = readRegular(absolute);
    if (bytes === undefined) return undefined;
    const hash = store.put(bytes);
    if (!store.isOld(hash)) this.newBytes += bytes.length;
    return Buffer.from(hash, "hex");
  }
}

/** Of a folder only the permissions count: its stamps change with everything in it. */
function folderFacts(stat: Stats): { size: number; mtimeMs: number; ctimeMs: number; ino: number; mode: number } {
  return { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, mode: stat.mode };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Gone meanwhile, or closed to us: what cannot be listed cannot be kept.
    if (errorCode(error) !== undefined) return [];
    throw error;
  }
}

function isTaggedCache(folder: string): boolean {
  return lstatSync(`${folder}/${CACHE_TAG}`, { throwIfNoEntry: false }) !== undefined;
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch (error) {
    if (errorCode(error) !== undefined) return "";
    throw error;
  }
}

/** The content of a regular file that is no link; nothing when it cannot be read. */
export function readRegular(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  } finally {
    closeSync(file);
  }
}
