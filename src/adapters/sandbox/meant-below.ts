import type { Dirent } from "node:fs";
import { dirname } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { meantEntriesIn } from "../folder-entries.ts";
import { isInside } from "../inside.ts";
import type { HiddenPath } from "./hidden-paths.ts";

/** Each is a mount, and takes as long as there are others. */
const MOUNTS_MAX = 500;
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
 * What of the roots is meant, and what the look did not come to. Where that is more than can be covered one by one, the folders around it are
 * meant as a whole: names that a command makes by the thousand, or a repository brings, leave nothing of it open.
 */
export function* meantBelow(
  roots: readonly string[],
  isMeant: IsMeant,
  { entriesMax, inFolderMax = MOUNTS_MAX }: LookLimits,
): Steps<readonly HiddenPath[]> {
  // Each by itself: what one is filled with leaves nothing of another open.
  const looks: LookBelow[] = [];
  for (const root of roots) if (root !== "/") looks.push(yield* lookBelow(root, isMeant, entriesMax));
  const found = looks.flatMap((look) => look.found);
  const crowds = new Map<string, number>();
  for (const { path } of found) crowds.set(dirname(path), (crowds.get(dirname(path)) ?? 0) + 1);
  const isCrowded = (folder: string): boolean => (crowds.get(folder) ?? 0) > inFolderMax;
  let all = once([
    ...found.map((one) => (isCrowded(dirname(one.path)) ? around(one, roots) : one)),
    ...looks.flatMap(({ unseen }) => unseen).map(asWhole),
  ]);
  for (let next = inFewer(all, roots); next !== all; next = inFewer(all, roots)) all = next;
  return all;
}

/** The same in fewer places, where those that lie in folders are too many: in the folders that hold most of them, or else in those around the deepest. */
function inFewer(all: readonly HiddenPath[], roots: readonly string[]): readonly HiddenPath[] {
  // What lies in the roots themselves stays: those cannot be closed.
  const movable = all.filter(({ path }) => isBelowRoot(dirname(path), roots));
  let left = movable.length;
  if (left <= MOUNTS_MAX) return all;
  const closed = new Set<string>();
  for (const [folder, held] of [...Map.groupBy(movable, ({ path }) => dirname(path))].sort(byCrowd)) {
    if (held.length === 1 || left <= MOUNTS_MAX) break;
    closed.add(folder);
    left -= held.length - 1;
  }
  const deepest = movable.reduce((depth, one) => Math.max(depth, depthOf(one)), 0);
  const isMoved = (one: HiddenPath): boolean =>
    closed.size > 0 ? closed.has(dirname(one.path)) : depthOf(one) === deepest;
  return once(all.map((one) => (isMoved(one) ? around(one, roots) : one)));
}

type Crowd = readonly [folder: string, held: readonly HiddenPath[]];
const byCrowd = ([, one]: Crowd, [, other]: Crowd): number => other.length - one.length;

/** It cannot be opened: to look empty would be untrue of the rest that is in it. */
const asWhole = (path: string): HiddenPath => ({ path, kind: "folder", isClosed: true });

/** The folder that it lies in, unless that is one that is worked in. */
function around(one: HiddenPath, roots: readonly string[]): HiddenPath {
  const folder = dirname(one.path);
  return isBelowRoot(folder, roots) ? asWhole(folder) : one;
}

const depthOf = ({ path }: HiddenPath): number => path.split("/").length;

const once = (all: readonly HiddenPath[]): readonly HiddenPath[] => [
  ...new Map(all.map((one) => [one.path, one])).values(),
];

export const isBelowRoot = (folder: string, roots: readonly string[]): boolean =>
  !roots.includes(folder) && roots.some((root) => isInside(folder, root));

interface LookBelow {
  /** Files and folders that are meant, the nearest first; what lies in one that is meant is not listed besides. */
  readonly found: readonly HiddenPath[];
  /** Folders that the look did not come to. */
  readonly unseen: readonly string[];
}

/** A look at all that lies below a folder, as far as it may go. */
function* lookBelow(root: string, isMeant: IsMeant, entriesMax: number): Steps<LookBelow> {
  const found: HiddenPath[] = [];
  let seen = 0;
  for (let level = [root]; level.length > 0; ) {
    const next: string[] = [];
    for (const [index, folder] of level.entries()) {
      if (seen > entriesMax) return { found, unseen: [...level.slice(index), ...next] };
      // What a folder gives are plain names: nothing has to be made plain when they are put behind it.
      const pathOf = ({ name }: Dirent): string => `${folder}/${name}`;
      const isKept = (entry: Dirent): boolean => entry.isDirectory() || isMeant(pathOf(entry), "file");
      const kept = yield* meantEntriesIn(folder, isKept);
      seen += kept.seen;
      yield;
      for (const entry of kept.meant) sortInto(pathOf(entry), entry, { found, next, isMeant });
    }
    level = next;
  }
  return { found, unseen: [] };
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
