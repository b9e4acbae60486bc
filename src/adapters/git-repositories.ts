import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type IndexFile, type KeptFile, readIndex } from "../engines/shell/meaning/git-index/git-index.ts";
import { indexPassingOver } from "../engines/shell/meaning/git-index/git-index-copy.ts";
import { statIfThere } from "./folder-entries.ts";
import { type GitPlace, gitPlaceAt, gitPlaces, unknownPlace } from "./git-folder.ts";

/** A repository that git opens by itself, and the real folders that those around it keep. */
export interface OpenedRepository extends GitPlace {
  readonly around: readonly string[];
}

export interface OpenedRepositories {
  readonly repositories: readonly OpenedRepository[];
  /** Why more of them may be opened, which are not known. */
  readonly unknown?: string;
}

const REPOSITORIES_MAX = 200;

/**
 * Every repository that a git command which only reads opens in a folder: where git may find one from there, and those whose places are kept in
 * the index of one of them. Into these it goes with their own configuration, whether a `.gitmodules` names them or not.
 */
export function openedRepositories(folder: string): OpenedRepositories {
  const repositories: OpenedRepository[] = [...gitPlaces(folder)].map((place) => ({ ...place, around: [] }));
  let unknown: string | undefined;
  for (const repository of repositories) {
    const index = indexIn(repository.gitFolder);
    // What stands in the folders that it leaves out may be repositories.
    if (index.kind === "read" && index.isPart)
      unknown ??= `${join(repository.gitFolder, "index")} names a part of the files`;
    const place = unknownPlace(repository);
    if (place !== undefined) unknown ??= `${place} (unreadable)`;
    if (index.kind === "unread") unknown ??= `${index.path} cannot be read`;
    repositories.push(...namedBy(index, repository));
    if (repositories.length > REPOSITORIES_MAX)
      return { repositories, unknown: `more than ${REPOSITORIES_MAX} repositories` };
  }
  return { repositories, ...(unknown === undefined ? {} : { unknown }) };
}

/** Without one of its own a folder is no repository, and git does not look above it for one. */
function namedBy(index: GitIndex, { top, around }: OpenedRepository): readonly OpenedRepository[] {
  const places = index.kind === "read" ? index.repositories.slice(0, REPOSITORIES_MAX + 1) : [];
  return places.flatMap((path) => {
    const inner = join(top, path);
    const place = statIfThere(join(inner, ".git")) === undefined ? undefined : gitPlaceAt(inner);
    return place === undefined ? [] : [{ ...place, around: [...around, top] }];
  });
}

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

/** Whether a file of a working tree seems to be the one that git last saw. */
export function isAsKept(path: string, { sizeBytes, mtimeSeconds }: KeptFile): boolean {
  const stat = statIfThere(path);
  return stat !== undefined && stat.size % 2 ** 32 === sizeBytes && Math.floor(stat.mtimeMs / 1000) === mtimeSeconds;
}

/**
 * The index of a repository for whoever sees some of its files otherwise than they are: for those, where they are as git last saw them, git takes
 * its own word.
 * @returns undefined where it names none of them, or cannot be read
 */
export function indexForCovered(
  { top, gitFolder }: GitPlace,
  isCovered: (path: string) => boolean,
): Buffer | undefined {
  const index = indexIn(gitFolder);
  if (index.kind !== "read" || index.isPart) return undefined;
  const passed = new Set(
    [...index.files].flatMap(([name, kept]) => {
      const path = join(top, name);
      return isCovered(path) && isAsKept(path, kept) ? [name] : [];
    }),
  );
  if (passed.size === 0) return undefined;
  const bytes = readFileSync(join(gitFolder, "index"));
  for (const hashBytes of HASH_BYTES) {
    const made = indexPassingOver(bytes, hashBytes, (path) => passed.has(path));
    const sum = createHash(hashBytes === 20 ? "sha1" : "sha256");
    if (made !== undefined) return Buffer.concat([made, sum.update(made).digest()]);
  }
  return undefined;
}
