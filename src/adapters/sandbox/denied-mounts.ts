import { dirname } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { isInside } from "../inside.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { type LookBelow, lookBelow } from "./reading-profile.ts";

/** Names that are looked at for each command; a hundred thousand take about a second. */
const ENTRIES_MAX = 100_000;
/** Of more than so many in one folder the folder is meant. */
const IN_FOLDER_MAX = 100;
/** Each is a mount, and takes as long as there are others. */
const MOUNTS_MAX = 500;

/** Whether a rule of the person forbids to read a path, or to change it; absolute. Absent: there is no such rule. */
export interface DeniedPaths {
  readonly reads: ((path: string) => boolean) | undefined;
  readonly writes: ((path: string) => boolean) | undefined;
}

/** What of the folders that are worked in rules close to commands too. */
export interface DeniedMounts {
  /** Cannot be opened. To look empty would be worse: git would take what is missing for deleted, and commit that. */
  readonly hidden: readonly HiddenPath[];
  /** Can be read, not changed. */
  readonly readOnly: readonly string[];
  /** Folders above those: each is mounted onto itself, because a mount cannot be renamed. */
  readonly above: readonly string[];
}

export const NOTHING_DENIED: DeniedMounts = { hidden: [], readOnly: [], above: [] };

/** What lies there now of what rules deny. */
export function* deniedMounts(roots: readonly string[], denied: DeniedPaths | undefined): Steps<DeniedMounts> {
  if (denied === undefined) return NOTHING_DENIED;
  const { reads, writes } = denied;
  const hidden = (reads ? yield* closedBelow(roots, reads) : []).map((one) => ({ ...one, isClosed: true }));
  const readOnly = (writes ? yield* closedBelow(roots, writes) : [])
    .map(({ path }) => path)
    .filter((path) => !hidden.some((one) => isInside(path, one.path)));
  return { hidden, readOnly, above: foldersAround([...hidden.map((one) => one.path), ...readOnly], roots) };
}

/** The folders of the roots in which some paths lie, the outermost first. */
export function foldersAround(paths: readonly string[], roots: readonly string[]): readonly string[] {
  const around = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); isBelowRoot(folder, roots); folder = dirname(folder)) around.add(folder);
  return [...around].sort((one, other) => one.length - other.length);
}

/**
 * What of the roots is meant, and what the look did not come to. Where that is more than can be covered one by one, the folders around it are
 * closed as a whole: names that a command makes by the thousand leave nothing of it open.
 */
function* closedBelow(roots: readonly string[], isMeant: (path: string) => boolean): Steps<readonly HiddenPath[]> {
  const limits = { entriesMax: ENTRIES_MAX, foundMax: ENTRIES_MAX };
  // Each by itself: what one is filled with leaves nothing of another open.
  const looks: LookBelow[] = [];
  for (const root of roots) looks.push(yield* lookBelow([root], isMeant, limits));
  const found = looks.flatMap((look) => look.found);
  const crowds = new Map<string, number>();
  for (const { path } of found) crowds.set(dirname(path), (crowds.get(dirname(path)) ?? 0) + 1);
  const isCrowded = (folder: string): boolean => (crowds.get(folder) ?? 0) > IN_FOLDER_MAX;
  let all = once([
    ...found.map((one) => (isCrowded(dirname(one.path)) ? around(one, roots) : one)),
    ...looks.flatMap(({ unseen }) => unseen).map((path): HiddenPath => ({ path, kind: "folder" })),
  ]);
  while (all.length > MOUNTS_MAX) {
    // What lies in the roots themselves stays: those cannot be closed.
    const movable = all.filter((one) => around(one, roots) !== one);
    if (movable.length === 0) break;
    const deepest = movable.reduce((depth, one) => Math.max(depth, depthOf(one)), 0);
    all = once(all.map((one) => (depthOf(one) === deepest ? around(one, roots) : one)));
  }
  return all;
}

/** The folder that it lies in, unless that is one that is worked in. */
function around(one: HiddenPath, roots: readonly string[]): HiddenPath {
  const folder = dirname(one.path);
  return isBelowRoot(folder, roots) ? { path: folder, kind: "folder" } : one;
}

const depthOf = ({ path }: HiddenPath): number => path.split("/").length;

const once = (all: readonly HiddenPath[]): readonly HiddenPath[] => [
  ...new Map(all.map((one) => [one.path, one])).values(),
];

const isBelowRoot = (folder: string, roots: readonly string[]): boolean =>
  !roots.includes(folder) && roots.some((root) => isInside(folder, root));
