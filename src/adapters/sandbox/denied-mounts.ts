import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { meantEntriesIn } from "../folder-entries.ts";
import { isInside, realOr } from "../inside.ts";
import { withKeptElsewhere } from "../linked-files.ts";
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
  /** Cannot be opened, whoever runs. To look empty would be worse: git would take what is missing for deleted, and commit that. */
  readonly hidden: readonly HiddenPath[];
  /** Can be read, not changed. */
  readonly readOnly: readonly string[];
  /** Folders above those: each is mounted onto itself, because a mount cannot be renamed. */
  readonly above: readonly string[];
}

export const NOTHING_DENIED: DeniedMounts = { hidden: [], readOnly: [], above: [] };

/**
 * What lies there now of what rules deny.
 * @param about.byFiles  no mode closes a folder to whoever runs: each file in it is closed, and names can be told
 */
export function* deniedMounts(
  roots: readonly string[],
  denied: DeniedPaths | undefined,
  { byFiles = false }: { readonly byFiles?: boolean } = {},
): Steps<DeniedMounts> {
  if (denied === undefined) return NOTHING_DENIED;
  const { reads, writes } = denied;
  const closed = (reads ? yield* meantBelow(roots, reads, LIMITS) : []).map((one) => ({ ...one, isClosed: true }));
  const readOnly = (writes ? yield* meantBelow(roots, writes, LIMITS) : [])
    .map(({ path }) => path)
    .filter((path) => !closed.some((one) => isInside(path, one.path)));
  const above = foldersAround([...closed.map((one) => one.path), ...readOnly], roots);
  if (!byFiles) return { hidden: closed, readOnly, above };
  const folders = closed.flatMap(({ path, kind }) => (kind === "folder" ? [path] : []));
  const files = [...closed.filter(({ kind }) => kind === "file"), ...(yield* filesBelow(folders))];
  return { hidden: files, readOnly: [...readOnly, ...folders], above };
}

/** So many are more than can be covered, and refused. */
const FILES_MAX = 2_000;

function* filesBelow(tops: readonly string[]): Steps<readonly HiddenPath[]> {
  const files: HiddenPath[] = [];
  const folders = [...tops];
  for (const folder of folders) {
    const { meant } = yield* meantEntriesIn(folder, (entry) => !entry.isSymbolicLink());
    for (const entry of meant) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else files.push({ path, kind: "file", isClosed: true });
    }
    if (files.length > FILES_MAX) break;
    yield;
  }
  return files;
}

/** The folders of the roots in which some paths lie, the outermost first. */
export function foldersAround(paths: readonly string[], roots: readonly string[]): readonly string[] {
  const around = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); isBelowRoot(folder, roots); folder = dirname(folder)) around.add(folder);
  return [...around].sort((one, other) => one.length - other.length);
}

/** Who could rename a folder above one of ours would have its name free, and what is made by it acts at the next start. */
export function pinnedAround(
  { own, ownElsewhere = [] }: { readonly own: readonly string[]; readonly ownElsewhere?: readonly string[] },
  roots: readonly string[],
  denied: DeniedMounts,
): DeniedMounts {
  const ours = withKeptElsewhere([...own, ...ownElsewhere]).map(realOr);
  const above = [...denied.above, ...foldersAround(ours, roots)];
  return { ...denied, above: above.filter((folder) => existsSync(folder)) };
}
