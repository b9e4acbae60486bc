import { hash } from "node:crypto";
import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative } from "node:path";
import type { Steps } from "../../base/steps.ts";
import type { Confinement } from "../../core/ports/processes.ts";
import { gitPlaces } from "../git-folder.ts";
import { type GitIndex, indexForCovered, indexIn, openedRepositories } from "../git-repositories.ts";
import { isBelowAnother, isInside, realOr } from "../inside.ts";
import { mayHoldSecret } from "../secret-files.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { inFewPlaces, type LookBelow, lookBelowAll } from "./meant-below.ts";

/** Top folders of programs, their libraries and their settings. */
const SYSTEM =
  "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /nix /gnu /snap /System /Library /private/etc /Applications".split(
    " ",
  );
/** So many names take about a second, for each command that only reads. */
const ENTRIES_MAX = 200_000;

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

/** Files and folders below the roots that may hold secrets, as far as a command that reads so does without them; those that are too many for that as whole folders. */
export function* secretFiles(
  roots: readonly string[],
  confinement: Pick<Confinement, "reads">,
): Steps<readonly HiddenPath[]> {
  return inFewPlaces(yield* eachSecretFile(roots, confinement), roots);
}

/** The same, each by itself. */
export function* eachSecretFile(roots: readonly string[], { reads }: Pick<Confinement, "reads">): Steps<LookBelow> {
  if (reads === "machine") return { all: [], others: new Map() };
  // What is covered looks changed: git would say so of what it tracks, which it shows from its objects anyway.
  const isSpared = reads === "repository" ? isTrackedByGit : (): boolean => false;
  const isMeant: typeof mayHoldSecret = (path, kind) => mayHoldSecret(path, kind) && !isSpared(path, kind);
  return yield* lookBelowAll(roots, isMeant, ENTRIES_MAX);
}

/** Whether git compares a file with what it keeps, or anything in a folder, by the index of the repository that it lies in. */
function isTrackedByGit(path: string, kind: "file" | "folder"): boolean {
  const [place] = gitPlaces(dirname(path));
  const index = place && indexIn(place.gitFolder);
  if (place === undefined || index?.kind !== "read") return false;
  const name = relative(place.top, path);
  if (index.files.named(name) !== undefined) return true;
  return isBelowNamed(name, index) || (kind === "folder" && index.files.areBelow(name));
}

/** A sparse index names folders for all that is in them. */
function isBelowNamed(name: string, { files, isPart }: Extract<GitIndex, { kind: "read" }>): boolean {
  if (!isPart) return false;
  for (let folder = dirname(name); folder !== "."; folder = dirname(folder))
    if (files.named(`${folder}/`) !== undefined) return true;
  return false;
}

interface CoveredView {
  readonly roots: readonly string[];
  readonly keep: (name: string, content: Uint8Array) => string;
  /** Folders of which a command sees others. */
  readonly temporary: readonly string[];
}

/** Bubblewrap's options by which git takes files that look empty for what they are: else it would tell each of them as changed. */
export function coveredIndexes(
  { writes }: Confinement,
  hidden: readonly HiddenPath[],
  { roots, keep, temporary }: CoveredView,
): readonly string[] {
  if (writes === "workspace" || hidden.length === 0) return [];
  const covered = new Set(hidden.map(({ path }) => path));
  const isCovered = (path: string): boolean => covered.has(path) || isBelowAnother(path, covered);
  const isSeen = (path: string): boolean =>
    roots.some((root) => isInside(path, root)) || !temporary.some((folder) => isInside(path, folder));
  return roots.flatMap((root) =>
    openedRepositories(root).repositories.flatMap((place) => {
      const index = join(realOr(place.gitFolder), "index");
      const made = isSeen(index) && isFile(index) ? indexForCovered(place, isCovered) : undefined;
      return made === undefined ? [] : ["--ro-bind-try", keep(`index-${hash("sha256", made)}`, made), index];
    }),
  );
}

/** No link, which a mount would follow. */
const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
