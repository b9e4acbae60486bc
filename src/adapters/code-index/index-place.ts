import { hash } from "node:crypto";
import { join } from "node:path";
import type { Encoding } from "../../engines/text/encoding.ts";

/** Which files an index holds, and where it is kept. */
export interface IndexPlace {
  /** Absolute, real path. */
  readonly root: string;
  /** Waymark's cache folder; the index takes a folder in it. */
  readonly cacheFolder: string;
  /** More folders that belong to the same estate, absolute and real; their files are known by absolute paths. */
  readonly addedRoots?: readonly string[];
  /** Rules that deny paths: what they cover is neither listed nor expanded into anything. */
  readonly deny?: readonly string[];
  /** Folders of copybooks that win over discovered ones, or `NAME=FOLDER` for what `COPY … OF NAME` means. */
  readonly libraries?: readonly string[];
  /** Of all files; detected for each when absent. */
  readonly encoding?: Encoding;
  /** From how many bytes on files are parsed by workers; below, their start costs more than they save. */
  readonly workersFromBytes?: number;
  /** Heap that one worker may take; V8's own limit when absent. */
  readonly workerHeapMb?: number;
  /** How long a look at all files may take before their folders are watched instead; infinite for never. */
  readonly watchFromMs?: number;
}

/** The folder of an index below the cache.
 *  @param more  what else decides which files are in it: an index of more files is never asked in the name of fewer */
export function indexFolder(cacheFolder: string, root: string, more: readonly string[] = []): string {
  const place = more.length === 0 ? root : JSON.stringify([root, ...more]);
  return join(cacheFolder, "code-index", hash("sha256", place).slice(0, 20));
}
