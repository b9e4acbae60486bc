import { type Dirent, existsSync, readlinkSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative } from "node:path";
import type { Steps } from "../../base/steps.ts";
import type { Confinement } from "../../core/ports/processes.ts";
import { meantEntriesIn } from "../folder-entries.ts";
import { gitPlaces } from "../git-folder.ts";
import { indexIn } from "../git-repositories.ts";
import { isInside } from "../inside.ts";
import { mayHoldSecret } from "../secret-files.ts";
import type { HiddenPath } from "./hidden-paths.ts";

/** Top folders of programs, their libraries and their settings. */
const SYSTEM =
  "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /nix /gnu /snap /System /Library /private/etc /Applications".split(
    " ",
  );
const ENTRIES_MAX = 50_000;
const SECRETS_MAX = 500;
/** Holds what others made, or git's own. */
const PASSED = new Set(["node_modules", ".git"]);

/** Links at the top of the file system, such as `/bin` to `usr/bin`. */
export function systemLinks(): readonly { readonly path: string; readonly target: string }[] {
  return SYSTEM.flatMap((path) => {
    try {
      return [{ path, target: readlinkSync(path) }];
    } catch {
      return [];
    }
  });
}

/** Where toolchains keep programs and what was fetched for them: a variable names it, or it lies in the home. */
const TOOLCHAINS: readonly (readonly [variable: string, inHome: string])[] = [
  ["RUSTUP_HOME", ".rustup"],
  ["CARGO_HOME", ".cargo"],
  ["GOMODCACHE", "go/pkg/mod"],
  ["GRADLE_USER_HOME", ".gradle"],
  ["", ".m2/repository"],
  ["NVM_DIR", ".nvm"],
  ["PYENV_ROOT", ".pyenv"],
];

/** Real folders that a program which only reads may read beside the working folder: the system's, those on the PATH, and those of toolchains. */
export function readableOfSystem(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const system = SYSTEM.filter((path) => existsSync(path) && realpathSync(path) === path);
  const found = new Set(system);
  const home = environment["HOME"];
  const onPath = (environment["PATH"] ?? "").split(delimiter).filter((entry) => isAbsolute(entry) && existsSync(entry));
  const toolchains = TOOLCHAINS.map(([variable, inHome]) => environment[variable] ?? join(home ?? "/", inHome));
  const folders = [
    ...onPath.map((entry) => withItsLibraries(realpathSync(entry), home)),
    ...toolchains.filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder)),
  ].filter((folder) => home === undefined || !isInside(home, folder));
  for (const folder of folders) {
    if (folder !== "/" && ![...found].some((other) => isInside(folder, other))) found.add(folder);
  }
  return [...found];
}

/** `…/node/v24/bin` is of little use without the `lib` beside it; what is beside `~/bin` is all of the home. */
function withItsLibraries(folder: string, home: string | undefined): string {
  const parent = dirname(folder);
  const isShared = parent === home || parent === "/" || basename(parent) === ".local" || dirname(parent) === "/";
  return /^(?:bin|sbin|shims|libexec)$/.test(basename(folder)) && !isShared ? parent : folder;
}

/** Files and folders below the roots whose name says that they hold secrets, as far as a command that reads so does without them. */
export function* secretFiles(
  roots: readonly string[],
  { reads }: Pick<Confinement, "reads">,
): Steps<readonly HiddenPath[]> {
  if (reads === "machine") return [];
  // What is covered looks changed: git would say so of what it tracks, which it shows from its objects anyway.
  const isSpared = reads === "repository" ? isTrackedByGit : (): boolean => false;
  const isMeant: typeof mayHoldSecret = (path, kind) => mayHoldSecret(path, kind) && !isSpared(path, kind);
  const { found } = yield* lookBelow(roots, isMeant, { entriesMax: ENTRIES_MAX, foundMax: SECRETS_MAX });
  return found;
}

/** Whether git compares a file with what it keeps, or anything in a folder, by the index of the repository that it lies in. */
function isTrackedByGit(path: string, kind: "file" | "folder"): boolean {
  const [place] = gitPlaces(dirname(path));
  const index = place && indexIn(place.gitFolder);
  if (place === undefined || index?.kind !== "read") return false;
  const name = relative(place.top, path);
  if (index.files.has(name)) return true;
  const names = [...index.files.keys()];
  // A sparse index names folders for all that is in them.
  const isCounted = index.isPart && names.some((one) => one.endsWith("/") && name.startsWith(one));
  return isCounted || (kind === "folder" && names.some((one) => one.startsWith(`${name}/`)));
}

export interface LookBelow {
  /** Files and folders that are meant, the nearest first; what lies in one that is meant is not listed besides. */
  readonly found: readonly HiddenPath[];
  /** Folders that the look did not come to. */
  readonly unseen: readonly string[];
}

/** A look at all that lies below the roots, as far as it may go. */
export function* lookBelow(
  roots: readonly string[],
  isMeant: (path: string, kind: HiddenPath["kind"]) => boolean,
  { entriesMax, foundMax }: { readonly entriesMax: number; readonly foundMax: number },
): Steps<LookBelow> {
  const found: HiddenPath[] = [];
  let seen = 0;
  for (let level = roots.filter((root) => root !== "/"); level.length > 0; ) {
    const next: string[] = [];
    for (const [index, folder] of level.entries()) {
      if (seen > entriesMax || found.length > foundMax) return { found, unseen: [...level.slice(index), ...next] };
      // What a folder gives are plain names: nothing has to be made plain when they are put behind it.
      const pathOf = ({ name }: Dirent): string => `${folder}/${name}`;
      const isKept = (entry: Dirent): boolean => entry.isDirectory() || isMeant(pathOf(entry), "file");
      const kept = yield* meantEntriesIn(folder, isKept);
      seen += kept.seen;
      yield;
      for (const entry of kept.meant) sortInto(pathOf(entry), entry, { found, next, isMeant });
    }
    level = next;
  }
  return { found, unseen: [] };
}

interface Sorting {
  readonly found: HiddenPath[];
  readonly next: string[];
  readonly isMeant: (path: string, kind: HiddenPath["kind"]) => boolean;
}

function sortInto(path: string, entry: Dirent, { found, next, isMeant }: Sorting): void {
  if (entry.isSymbolicLink()) return;
  const kind = entry.isDirectory() ? "folder" : "file";
  if (isMeant(path, kind)) found.push({ path, kind });
  else if (kind === "folder" && !PASSED.has(entry.name)) next.push(path);
}
