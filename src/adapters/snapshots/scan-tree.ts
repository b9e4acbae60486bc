import { lstatSync, type Stats } from "node:fs";
import { basename } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { withPauses } from "../../base/in-turns.ts";
import type { PathChange } from "../../core/undo.ts";
import { nativePath } from "../../engines/paths/file-names.ts";
import { linkTarget, namesUpTo } from "../folder-entries.ts";
import { openFileAt, PathMoved } from "../pinned-folder.ts";
import { plainBytes } from "../read-plain-file.ts";
import type { BlobStore } from "./blob-store.ts";
import { CACHE_TAG, isLeftOut, isUnderWay } from "./left-out.ts";
import { LEFT_OUT_SIZE, type StatFacts, Tree } from "./tree.ts";

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
const LEAVES_AT_ONCE = 100;

/**
 * The tree as it is now. Only files whose stamps differ from the last tree's are read, and their contents are put into
 * the store. `changes` are the differences to the last tree, in the order of the walk, with what vanished last.
 */
export async function scanTree(request: ScanRequest): Promise<Scan> {
  const { limits, last } = request;
  const walk = new TreeWalk(request);
  const folders: FoundFolder[] = [{ path: "", stat: lstatSync(request.root) }];
  let sliceStart = performance.now();
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entries of walk.enter(folder, folders)) {
      if (entries > limits.entriesMax)
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
  }
  const { tree, isSame } = walk.end();
  return { kind: "tree", tree, changes: last && !isSame ? walk.changes() : [], isSame };
}

interface FoundFolder {
  readonly path: string;
  readonly stat: Stats;
}

class TreeWalk {
  newBytes = 0;
  readonly #request: ScanRequest;
  readonly #last: Tree;
  readonly #device: number;
  readonly #changed: PathChange[] = [];
  /** Rows of the last tree that are still there; all below `#same` are. */
  readonly #seen: Uint8Array;
  /** How many rows from the first on are as they were: while that goes on, no new tree is built. */
  #same = 0;
  #tree: Tree | undefined;
  #expected = 0;

  constructor(request: ScanRequest) {
    this.#request = request;
    this.#last = request.last ?? new Tree();
    this.#seen = new Uint8Array(this.#last.length);
    this.#device = lstatSync(request.root).dev;
    if (request.last === undefined) this.#tree = new Tree();
  }

  get length(): number {
    return this.#tree?.length ?? this.#same;
  }

  /**
   * Adds a folder and the files in it; the folders in it are pushed, to be entered later.
   * @returns again and again, so that other work may have a turn: how many entries there are, those not yet looked at among them
   */
  *enter({ path: folder, stat: folderStat }: FoundFolder, folders: FoundFolder[]): Generator<number> {
    const { root } = this.#request;
    const isTop = folder === "";
    const absoluteFolder = isTop ? root : `${root}/${folder}`;
    const isForeign = folderStat.dev !== this.#device;
    const listed = isForeign || isLeftOut(basename(folder)) ? undefined : yield* this.#names(absoluteFolder);
    const names = isTop || !listed?.includes(CACHE_TAG) ? listed : undefined;
    if (!isTop) this.#add(folder, names ? folderFacts(folderStat) : leftOutFacts(folderStat));
    yield this.length + (names?.length ?? 0);
    if (!names) return;
    const found: FoundFolder[] = [];
    const prefix = isTop ? "" : `${folder}/`;
    for (let at = 0; at < names.length; at += LEAVES_AT_ONCE) {
      found.push(...this.#leaves(names.slice(at, at + LEAVES_AT_ONCE), absoluteFolder, prefix));
      yield this.length;
    }
    // The last pushed is entered first: reversed, they are walked in the order they were found.
    for (const one of found.reverse()) folders.push(one);
  }

  /** No more than count: where there are others, all is too much. */
  #names(folder: string): Generator<number, readonly string[]> {
    return withPauses(namesUpTo(folder, this.#request.limits.entriesMax), () => this.length);
  }

  /** Adds those names of a folder that are files. @returns the folders among them */
  #leaves(names: readonly string[], absoluteFolder: string, prefix: string): FoundFolder[] {
    const found: FoundFolder[] = [];
    for (const name of names) {
      const absolute = `${absoluteFolder}/${name}`;
      const stat = statOrNone(absolute);
      if (stat === undefined || isUnderWay(basename(absolute)) || this.#request.excluded.includes(absolute)) continue;
      if (stat.isDirectory()) found.push({ path: prefix + name, stat });
      else this.#leaf(prefix + name, absolute, stat);
    }
    return found;
  }

  end(): { readonly tree: Tree; readonly isSame: boolean } {
    const isSame = this.#tree === undefined && this.#same === this.#last.length;
    return { tree: isSame ? this.#last : this.#build(), isSame };
  }

  changes(): readonly PathChange[] {
    const gone: PathChange[] = [];
    for (let row = this.#same; row < this.#seen.length; row++)
      if (this.#seen[row] === 0)
        gone.push({ path: this.#last.paths[row] ?? "", before: this.#last.stateOf(row), after: null });
    return [...this.#changed, ...gone];
  }

  #leaf(path: string, absolute: string, stat: Stats): void {
    const row = this.#lastRow(path);
    if (row >= 0 && this.#last.hasFacts(row, stat)) return this.#keep(row, path, stat);
    const tree = this.#build();
    if (stat.isSymbolicLink()) tree.targets.set(path, targetOf(absolute));
    tree.add(path, stat, stat.isFile() ? this.#store(absolute, stat) : undefined);
    this.#compare(path, row);
    if (Date.now() - Math.max(stat.ctimeMs, stat.mtimeMs) < RACY_MS) tree.distrust(tree.length - 1);
  }

  #add(path: string, facts: StatFacts): void {
    const row = this.#lastRow(path);
    if (row >= 0 && this.#last.hasFacts(row, facts)) return this.#keep(row, path, facts);
    this.#build().add(path, facts);
    this.#compare(path, row);
  }

  #keep(row: number, path: string, facts: StatFacts): void {
    if (this.#tree === undefined && row === this.#same) {
      this.#same++;
      return;
    }
    const tree = this.#build();
    const target = this.#last.targets.get(path);
    if (target !== undefined) tree.targets.set(path, target);
    tree.add(path, facts, this.#last.hashOf(row));
  }

  #build(): Tree {
    this.#tree ??= this.#last.firstRows(this.#same);
    return this.#tree;
  }

  #lastRow(path: string): number {
    const row = this.#last.find(path, this.#expected);
    if (row < 0) return row;
    this.#expected = row + 1;
    this.#seen[row] = 1;
    return row;
  }

  #compare(path: string, row: number): void {
    const tree = this.#build();
    if (this.#request.last === undefined) return;
    const newest = tree.length - 1;
    if (row >= 0 && tree.isSameAs(newest, this.#last, row)) return;
    this.#changed.push({ path, before: row < 0 ? null : this.#last.stateOf(row), after: tree.stateOf(newest) });
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
function folderFacts(stat: Stats): StatFacts {
  return { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, mode: stat.mode };
}

function leftOutFacts(stat: Stats): StatFacts {
  return { ...folderFacts(stat), size: LEFT_OUT_SIZE };
}

/** @returns nothing for what is gone meanwhile, or closed to us */
function statOrNone(path: string): Stats | undefined {
  try {
    return lstatSync(nativePath(path), { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function targetOf(link: string): string {
  try {
    return linkTarget(link);
  } catch (error) {
    if (errorCode(error) !== undefined) return "";
    throw error;
  }
}

/** The content of a regular file that lies there; nothing where it cannot be read, or a link on the way leads elsewhere by now. */
export function readRegular(path: string): Buffer | undefined {
  try {
    const read = plainBytes(() => openFileAt(path), Number.POSITIVE_INFINITY);
    return read.kind === "bytes" ? read.bytes : undefined;
  } catch (error) {
    if (error instanceof PathMoved) return undefined;
    throw error;
  }
}
