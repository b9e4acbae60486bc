import type { Dirent } from "node:fs";
import { dirname } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { meantEntriesIn } from "../folder-entries.ts";
import { isBelowAnother, isInside } from "../inside.ts";
import type { HiddenPath } from "./hidden-paths.ts";

/** Each is a mount, and takes as long as there are others. */
export const MOUNTS_MAX = 500;
/** Holds what others made, or git's own. */
const PASSED = new Set(["node_modules", ".git"]);

type IsMeant = (path: string, kind: HiddenPath["kind"]) => boolean;

export interface LookLimits {
  /** Names that are looked at in a root. */
  readonly entriesMax: number;
  /** Of more than so many in one folder the folder is meant; absent: as long as each can be covered it is. */
  readonly inFolderMax?: number;
}

/**
 * What of the roots is meant, and what the look did not come to. Where that is more than can be covered one by one, folders around it are
 * meant as a whole: names that a command makes by the thousand, or a repository brings, leave nothing of it open.
 */
export function* meantBelow(
  roots: readonly string[],
  isMeant: IsMeant,
  { entriesMax, inFolderMax = MOUNTS_MAX }: LookLimits,
): Steps<readonly HiddenPath[]> {
  return inFewPlaces(yield* lookBelowAll(roots, isMeant, entriesMax), roots, inFolderMax);
}

/** Each root by itself: what one is filled with leaves nothing of another open. */
export function* lookBelowAll(roots: readonly string[], isMeant: IsMeant, entriesMax: number): Steps<LookBelow> {
  const all: HiddenPath[] = [];
  const others = new Map<string, number>();
  for (const root of roots) {
    if (root === "/") continue;
    const look = yield* lookBelow(root, isMeant, entriesMax);
    all.push(...look.all);
    for (const [folder, count] of look.others) others.set(folder, count);
  }
  return { all: once(all), others };
}

/**
 * The same in places that can be covered, where it lies in folders: those are closed whose closing takes the fewest other names along, so that they
 * lie as deep as that does. What lies in the roots themselves stays: those cannot be closed.
 */
export function inFewPlaces(
  { all, others }: LookBelow,
  roots: readonly string[],
  inFolderMax = MOUNTS_MAX,
): readonly HiddenPath[] {
  const tops = new Set(roots);
  const held = new Map<string, number>();
  const crowds = new Map<string, number>();
  for (const { path } of all) {
    for (const folder of foldersAbove(path, tops)) held.set(folder, (held.get(folder) ?? 0) + 1);
    crowds.set(dirname(path), (crowds.get(dirname(path)) ?? 0) + 1);
  }
  let left = all.filter(({ path }) => !tops.has(dirname(path))).length;
  const closed = new Set<string>();
  const close = (folder: string): void => {
    const less = (held.get(folder) ?? 1) - 1;
    if (less === 0 || isBelowAnother(folder, closed)) return;
    for (const one of [folder, ...foldersAbove(folder, tops)]) held.set(one, (held.get(one) ?? 0) - less);
    closed.add(folder);
    left -= less;
  };
  for (const [folder, count] of crowds) if (count > inFolderMax && held.has(folder)) close(folder);
  if (left > MOUNTS_MAX) {
    const takenAlong = othersBelow(others, tops);
    const lost = (folder: string): number => takenAlong.get(folder) ?? 0;
    const inOrder = [...held].sort(([one, many], [other, more]) => lost(one) - lost(other) || more - many);
    for (const [folder] of inOrder) if (left > MOUNTS_MAX) close(folder);
  }
  const open = all.filter(({ path }) => !isBelowAnother(path, closed));
  return once([...open, ...[...closed].filter((folder) => !isBelowAnother(folder, closed)).map(asWhole)]);
}

/** Names that are not meant, in each folder with all below it. */
function othersBelow(others: LookBelow["others"], tops: ReadonlySet<string>): ReadonlyMap<string, number> {
  const below = new Map<string, number>();
  for (const [inner, count] of others)
    for (const folder of [inner, ...foldersAbove(inner, tops)]) below.set(folder, (below.get(folder) ?? 0) + count);
  return below;
}

/** From the nearest on, without the root that it lies in. */
function foldersAbove(path: string, tops: ReadonlySet<string>): readonly string[] {
  const above: string[] = [];
  for (let folder = dirname(path); !tops.has(folder) && folder !== dirname(folder); folder = dirname(folder))
    above.push(folder);
  return above;
}

/** It cannot be opened: to look empty would be untrue of the rest that is in it. */
const asWhole = (path: string): HiddenPath => ({ path, kind: "folder", isClosed: true });

const once = (all: readonly HiddenPath[]): readonly HiddenPath[] => [
  ...new Map(all.map((one) => [one.path, one])).values(),
];

export const isBelowRoot = (folder: string, roots: readonly string[]): boolean =>
  !roots.includes(folder) && roots.some((root) => isInside(folder, root));

export interface LookBelow {
  /** Files and folders that are meant, the nearest first, and folders that the look did not come to; what lies in one that is meant is not listed besides. */
  readonly all: readonly HiddenPath[];
  /** How many names a folder holds that are not. */
  readonly others: ReadonlyMap<string, number>;
}

/** A look at all that lies below a folder, as far as it may go. */
function* lookBelow(root: string, isMeant: IsMeant, entriesMax: number): Steps<LookBelow> {
  const found: HiddenPath[] = [];
  const others = new Map<string, number>();
  let seen = 0;
  for (let level = [root]; level.length > 0; ) {
    const next: string[] = [];
    for (const [index, folder] of level.entries()) {
      if (seen > entriesMax) return { all: [...found, ...[...level.slice(index), ...next].map(asWhole)], others };
      // What a folder gives are plain names: nothing has to be made plain when they are put behind it.
      const pathOf = ({ name }: Dirent): string => `${folder}/${name}`;
      const isKept = (entry: Dirent): boolean => entry.isDirectory() || isMeant(pathOf(entry), "file");
      const kept = yield* meantEntriesIn(folder, isKept);
      seen += kept.seen;
      yield;
      const before = found.length;
      for (const entry of kept.meant) sortInto(pathOf(entry), entry, { found, next, isMeant });
      others.set(folder, kept.seen - (found.length - before));
    }
    level = next;
  }
  return { all: found, others };
}

interface Sorting {
  readonly found: HiddenPath[];
  readonly next: string[];
  readonly isMeant: IsMeant;
}

function sortInto(path: string, entry: Dirent, { found, next, isMeant }: Sorting): void {
  if (entry.isSymbolicLink()) return;
  const kind = entry.isDirectory() ? "folder" : "file";
  if (isMeant(path, kind)) found.push({ path, kind });
  else if (kind === "folder" && !PASSED.has(entry.name)) next.push(path);
}
