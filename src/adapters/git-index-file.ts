import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type IndexFile, type KeptFile, readIndex } from "../engines/shell/meaning/git-index.ts";
import { statIfThere } from "./folder-entries.ts";

/** What the index of a repository says. */
export type GitIndex =
  | { readonly kind: "none" }
  /** It is there, and what it names is not known. */
  | { readonly kind: "unread"; readonly path: string }
  | {
      readonly kind: "read";
      readonly files: ReadonlyMap<string, KeptFile>;
      /** It names only a part of the files itself. */
      readonly isPart: boolean;
      /** Places of other repositories, from the top of the working tree. */
      readonly repositories: readonly string[];
    };

/** A larger index is not read: what it names is not known then. */
const INDEX_BYTES_MAX = 200_000_000;
/** Of SHA-1 and SHA-256. */
const HASH_BYTES = [20, 32];
/** Indexes that are kept in mind: that of a repository, and those of some within it. */
const KEPT_MAX = 8;

interface Kept {
  readonly mtimeMs: number;
  readonly size: number;
  readonly index: GitIndex;
}

const kept = new Map<string, Kept>();

/** The index of a git folder, read anew only when it changed: nothing is started for that. */
export function indexIn(gitFolder: string): GitIndex {
  const path = join(gitFolder, "index");
  const stat = statIfThere(path);
  if (stat === undefined) return { kind: "none" };
  const { mtimeMs, size } = stat;
  const known = kept.get(path);
  if (known?.mtimeMs === mtimeMs && known.size === size) return known.index;
  const bytes = stat.isFile() && size <= INDEX_BYTES_MAX ? readFileSync(path) : undefined;
  // The format of a repository says which of the two it is; the wrong one reads as no index, unless somebody made it read as both.
  const [read, other] = bytes === undefined ? [] : HASH_BYTES.flatMap((hashBytes) => readIndex(bytes, hashBytes) ?? []);
  const index: GitIndex =
    read === undefined || other !== undefined || read.isSplit ? { kind: "unread", path } : indexOf(read);
  kept.delete(path);
  kept.set(path, { mtimeMs, size, index });
  for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest);
  return index;
}

const indexOf = ({ files, isPart }: IndexFile): GitIndex => ({
  kind: "read",
  files: new Map(files.map((one) => [one.path, one])),
  isPart,
  repositories: files.flatMap(({ path, isRepository }) => (isRepository ? [path] : [])),
});
