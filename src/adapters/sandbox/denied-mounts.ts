import { dirname } from "node:path";
import { isInside } from "../inside.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { pathsBelow } from "./reading-profile.ts";

/** Whether a rule of the person forbids to read a path, or to change it; absolute. Absent: there is no such rule. */
export interface DeniedPaths {
  readonly reads: ((path: string) => boolean) | undefined;
  readonly writes: ((path: string) => boolean) | undefined;
}

/** What of the folders that are worked in rules close to commands too. */
export interface DeniedMounts {
  /** Looks empty. */
  readonly hidden: readonly HiddenPath[];
  /** Can be read, not changed. */
  readonly readOnly: readonly string[];
  /** Folders above those: each is mounted onto itself, because a mount cannot be renamed. */
  readonly above: readonly string[];
}

export const NOTHING_DENIED: DeniedMounts = { hidden: [], readOnly: [], above: [] };

/** What lies there now of what rules deny, as far as a look for files of secrets goes. */
export function deniedMounts(roots: readonly string[], denied: DeniedPaths | undefined): DeniedMounts {
  if (denied === undefined) return NOTHING_DENIED;
  const { reads, writes } = denied;
  const hidden = reads ? pathsBelow(roots, reads) : [];
  const readOnly = (writes ? pathsBelow(roots, writes) : [])
    .map(({ path }) => path)
    .filter((path) => !hidden.some((one) => isInside(path, one.path)));
  const above = new Set<string>();
  for (const path of [...hidden.map((one) => one.path), ...readOnly])
    for (let folder = dirname(path); isBelowRoot(folder, roots); folder = dirname(folder)) above.add(folder);
  return { hidden, readOnly, above: [...above].sort((one, other) => one.length - other.length) };
}

const isBelowRoot = (folder: string, roots: readonly string[]): boolean =>
  !roots.includes(folder) && roots.some((root) => isInside(folder, root));
