import { createHash } from "node:crypto";
import { fstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { atOnce, type Steps } from "../base/steps.ts";
import {
  type IndexFile,
  type KeptFile,
  type KeptFiles,
  readIndex,
} from "../engines/shell/meaning/git-index/git-index.ts";
import { indexPassingOver } from "../engines/shell/meaning/git-index/git-index-copy.ts";
import { isAtRest, lookBehind, stampOf, statIfThere } from "./folder-entries.ts";
import { type GitPlace, gitPlaceAt, gitPlaces, unknownPlace } from "./git-folder.ts";
import { liesAt } from "./pinned-folder.ts";
import { openPlain, plainBytes } from "./read-plain-file.ts";

/** A repository that git opens by itself, and the real folders that those around it keep. */
export interface OpenedRepository extends GitPlace {
  readonly around: readonly string[];
}

export interface OpenedRepositories {
  readonly repositories: readonly OpenedRepository[];
  /** Why more of them may be opened, which are not known. */
  readonly unknown?: string;
  /** The index files because of which that is so. */
  readonly unread: readonly string[];
}

const REPOSITORIES_MAX = 200;
/** Git goes by names from folder to folder, and no system takes much more than this at once: behind so long a path names could not be looked at. */
export const PLACE_BYTES_MAX = 3_500;

/**
 * Every repository that a git command which only reads opens in a folder: where git may find one from there, and those whose places are kept in
 * the index of one of them. Into these it goes with their own configuration, whether a `.gitmodules` names them or not.
 */
export const openedRepositories = (folder: string): OpenedRepositories => atOnce(openRepositories(folder));

export function* openRepositories(folder: string, read = readIndexIn): Steps<OpenedRepositories> {
  const repositories: OpenedRepository[] = [...gitPlaces(folder)].map((place) => ({ ...place, around: [] }));
  const unread: string[] = [];
  let unknown: string | undefined;
  for (const repository of repositories) {
    const index = yield* read(repository.gitFolder);
    const path = join(repository.gitFolder, "index");
    const place = unknownPlace(repository);
    if (place !== undefined) unknown ??= `${place} (unreadable)`;
    const named = namedBy(index, repository);
    const why =
      whyUnread(index) ??
      named.unknown ??
      (repositories.length + named.places.length > REPOSITORIES_MAX
        ? `names more than ${REPOSITORIES_MAX} repositories`
        : undefined);
    if (why !== undefined) {
      unknown ??= `${path} ${why}`;
      unread.push(path);
    }
    repositories.push(...named.places.slice(0, REPOSITORIES_MAX));
    if (repositories.length > REPOSITORIES_MAX) break;
  }
  return { repositories, unread, ...(unknown === undefined ? {} : { unknown }) };
}

function whyUnread(index: GitIndex): string | undefined {
  if (index.kind === "unread") return "cannot be read";
  // What stands in the folders that it leaves out may be repositories.
  return index.kind === "read" && index.isPart ? "names a part of the files" : undefined;
}

interface Named {
  readonly places: readonly OpenedRepository[];
  /** What is to be said of the index where a place cannot be looked at. */
  readonly unknown?: string;
}

/** Without one of its own a folder is no repository, and git does not look above it for one. */
function namedBy(index: GitIndex, { top, around }: OpenedRepository): Named {
  const places: OpenedRepository[] = [];
  let unknown: string | undefined;
  for (const path of index.kind === "read" ? index.repositories.slice(0, REPOSITORIES_MAX + 1) : []) {
    const inner = join(top, path);
    const there = lookBehind(join(inner, ".git")).kind;
    if (there === "nothing") continue;
    if (there === "unknown" || Buffer.byteLength(inner) > PLACE_BYTES_MAX) {
      unknown ??= "names a place that cannot be looked at";
      continue;
    }
    const place = gitPlaceAt(inner);
    if (place !== undefined) places.push({ ...place, around: [...around, top] });
  }
  return { places, ...(unknown === undefined ? {} : { unknown }) };
}

/** What the index of a repository says. */
export type GitIndex =
  | { readonly kind: "none" }
  /** It is there, and what it names is not known. */
  | { readonly kind: "unread"; readonly path: string }
  | {
      readonly kind: "read";
      readonly files: KeptFiles;
      /** Git finds it by a link: what it says counts, and is told to nobody. */
      readonly isLed: boolean;
      /** It names only a part of the files itself. */
      readonly isPart: boolean;
      /** Places of other repositories, from the top of the working tree. */
      readonly repositories: readonly string[];
      /** All of a smaller one, to be put back. */
      readonly bytes?: Buffer;
    };

/** A larger index is not read: what it names is not known then. */
const INDEX_BYTES_MAX = 100_000_000;
const BYTES_KEPT_MAX = 16_000_000;
/** Of SHA-1 and SHA-256. */
const HASH_BYTES = [20, 32];
/** Indexes that are kept in mind: that of a repository, and those of some within it. */
const KEPT_MAX = 8;

/** All names in them together. */
const KEPT_FILES_MAX = 1_000_000;

interface Kept {
  readonly stamp: string;
  readonly index: GitIndex;
}

const kept = new Map<string, Kept>();

/** The index of a git folder, read anew only when it may have changed: nothing is started for that. */
export const indexIn = (gitFolder: string): GitIndex => atOnce(readIndexIn(gitFolder));

export function* readIndexIn(gitFolder: string): Steps<GitIndex> {
  const path = join(gitFolder, "index");
  const stat = statIfThere(path);
  const known = kept.get(path);
  if (stat !== undefined && known?.stamp === stampOf(stat)) return known.index;
  kept.delete(path);
  let read: Stats | undefined;
  let isLed = false;
  const file = plainBytes(
    () => openPlain(path),
    INDEX_BYTES_MAX,
    (open) => {
      read = fstatSync(open);
      isLed = !liesAt(open, path);
    },
  );
  // A folder in its place is no index that git could read, either.
  if (file.kind === "missing" && read === undefined) return { kind: "none" };
  const index: GitIndex =
    file.kind === "bytes" ? yield* indexOf(file.bytes, { path, isLed }) : { kind: "unread", path };
  if (read !== undefined && isAtRest(read)) kept.set(path, { stamp: stampOf(read), index });
  const files = [...kept.values()].map((one) => (one.index.kind === "read" ? one.index.files.count : 0));
  let filesCount = files.reduce((sum, count) => sum + count, 0);
  for (const [at, oldest] of [...kept.keys()].entries()) {
    if (kept.size <= KEPT_MAX && (filesCount <= KEPT_FILES_MAX || kept.size === 1)) break;
    kept.delete(oldest);
    filesCount -= files[at] ?? 0;
  }
  return index;
}

/** The format of a repository says which of the two it is; the wrong one reads as no index, unless somebody made it read as both. */
function* indexOf(bytes: Buffer, { path, isLed }: { readonly path: string; readonly isLed: boolean }): Steps<GitIndex> {
  const all: IndexFile[] = [];
  for (const hashBytes of HASH_BYTES) {
    const one = yield* readIndex(bytes, hashBytes);
    if (one !== undefined) all.push(one);
  }
  const [read, other] = all;
  if (read === undefined || other !== undefined || read.isSplit) return { kind: "unread", path };
  return {
    kind: "read",
    files: read.files,
    isLed,
    isPart: read.isPart,
    repositories: [...read.files.repositories()],
    ...(!isLed && bytes.length <= BYTES_KEPT_MAX && { bytes }),
  };
}

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
    index.files.paths().filter((name) => {
      const path = join(top, name);
      const kept = isCovered(path) ? index.files.named(name) : undefined;
      return kept !== undefined && isAsKept(path, kept);
    }),
  );
  if (passed.size === 0) return undefined;
  const bytes = index.bytes ?? bytesOf(join(gitFolder, "index"));
  if (bytes === undefined) return undefined;
  for (const hashBytes of HASH_BYTES) {
    const made = indexPassingOver(bytes, hashBytes, (path) => passed.has(path));
    const sum = createHash(hashBytes === 20 ? "sha1" : "sha256");
    if (made !== undefined) return Buffer.concat([made, sum.update(made).digest()]);
  }
  return undefined;
}

function bytesOf(path: string): Buffer | undefined {
  const file = plainBytes(() => openPlain(path), INDEX_BYTES_MAX);
  return file.kind === "bytes" ? file.bytes : undefined;
}
