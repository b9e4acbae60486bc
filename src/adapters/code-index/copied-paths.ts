import type { FileEntry } from "./entry.ts";
import type { ListedFile } from "./list-files.ts";

/** Names that say copybook by themselves. */
const COPYBOOK_NAME = /\.(?:cpy|copy|cpb|copybook)$/i;
/** Languages of files that copy, and of those that are copied: none when their names tell nothing. */
const MAY_BE_COPIED: ReadonlySet<string> = new Set(["", "cobol", "copybook"]);

/** Paths of what COBOL programs copy that have no copybook's name: they are copybooks all the same. */
function copiedPaths(entries: ReadonlyMap<string, FileEntry>): Set<string> {
  const copied = new Set<string>();
  for (const { language, members } of entries.values()) {
    if (!MAY_BE_COPIED.has(language)) continue;
    for (const path of members)
      if (!COPYBOOK_NAME.test(path) && MAY_BE_COPIED.has(entries.get(path)?.language ?? "")) copied.add(path);
  }
  return copied;
}

/**
 * Builds what changed, then what its programs copy: only they tell that a file without a telling name is a copybook.
 * @param entries  kept up to date by `build`
 * @returns        the sum of what `build` returns
 */
export async function buildWithCopied(
  entries: ReadonlyMap<string, FileEntry>,
  stale: readonly ListedFile[],
  listed: readonly ListedFile[],
  build: (files: readonly ListedFile[], copied: readonly string[]) => Promise<number>,
): Promise<number> {
  const before = copiedPaths(entries);
  const built = await build(stale, [...before]);
  const copied = copiedPaths(entries);
  const late = listed.filter(({ path }) => copied.has(path) && !before.has(path));
  return late.length === 0 ? built : built + (await build(late, [...copied]));
}
