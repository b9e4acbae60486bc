import { dirname } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { isInside } from "../inside.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { isBelowRoot, meantBelow } from "./meant-below.ts";

/** A hundred thousand names take about a second, for each command. */
const LIMITS = { entriesMax: 100_000, inFolderMax: 100 };

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
  const hidden = (reads ? yield* meantBelow(roots, reads, LIMITS) : []).map((one) => ({ ...one, isClosed: true }));
  const readOnly = (writes ? yield* meantBelow(roots, writes, LIMITS) : [])
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
