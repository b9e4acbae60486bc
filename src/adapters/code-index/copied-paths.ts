import type { FileEntry } from "./entry.ts";

/** Names that say copybook by themselves. */
const COPYBOOK_NAME = /\.(?:cpy|copy|cpb|copybook)$/i;
/** Languages of files that copy, and of those that are copied: none when their names tell nothing. */
const MAY_BE_COPIED: ReadonlySet<string> = new Set(["", "cobol", "copybook"]);

/** Paths of what COBOL programs copy that have no copybook's name: they are copybooks all the same. */
export function copiedPaths(entries: ReadonlyMap<string, FileEntry>): Set<string> {
  const copied = new Set<string>();
  for (const { language, members } of entries.values()) {
    if (!MAY_BE_COPIED.has(language)) continue;
    for (const path of members)
      if (!COPYBOOK_NAME.test(path) && MAY_BE_COPIED.has(entries.get(path)?.language ?? "")) copied.add(path);
  }
  return copied;
}
