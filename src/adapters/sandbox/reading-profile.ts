import { hash } from "node:crypto";
import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative } from "node:path";
import type { Steps } from "../../base/steps.ts";
import type { Confinement } from "../../core/ports/processes.ts";
import { entriesIn, namesIn, stampOf, statIfThere } from "../folder-entries.ts";
import { gitPlaces } from "../git-folder.ts";
import { type GitIndex, indexForCovered, indexIn, openedRepositories } from "../git-repositories.ts";
import { isBelowAnother, isInside, realOr } from "../inside.ts";
import { mayHoldSecret } from "../secret-files.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { inFewPlaces, type LookBelow, lookBelowAll } from "./meant-below.ts";

/** Folders of programs, their libraries and their settings, and what is known of the packages that they came with. */
const SYSTEM =
  "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /nix /gnu /snap /System /Library /private/etc /Applications /var/lib/dpkg /var/lib/apt /var/lib/rpm /var/lib/pacman".split(
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
  ["RBENV_ROOT", ".rbenv"],
  ["NODENV_ROOT", ".nodenv"],
  ["ASDF_DATA_DIR", ".asdf"],
  ["VOLTA_HOME", ".volta"],
  ["SDKMAN_DIR", ".sdkman"],
  ["BUN_INSTALL", ".bun"],
];

type Environment = Readonly<Record<string, string | undefined>>;

/** Real places that a program which only reads may read beside the working folder: the system's, those on the PATH, and those of toolchains. */
export const readableOfSystem = (environment: Environment): readonly string[] => [
  ...ofSystem(environment),
  ...programPlaces(environment),
];

function ofSystem(environment: Environment): readonly string[] {
  const system = SYSTEM.filter((path) => existsSync(path) && realpathSync(path) === path);
  const home = environment["HOME"];
  const toolchains = TOOLCHAINS.map(([variable, inHome]) => environment[variable] ?? join(home ?? "/", inHome))
    .filter((folder) => existsSync(folder))
    .map((folder) => realpathSync(folder));
  return outermost([...system, ...toolchains.filter((folder) => mayBeOpened(folder, home))]);
}

/** What is opened of folders that are somebody's own, because programs on the PATH lie there. */
function programPlaces(environment: Environment): readonly string[] {
  const home = environment["HOME"];
  const known = ofSystem(environment);
  const isKnown = (folder: string): boolean => known.some((other) => isInside(folder, other));
  const onPath = (environment["PATH"] ?? "").split(delimiter).filter((entry) => isAbsolute(entry) && existsSync(entry));
  const places = onPath
    .map((entry) => realpathSync(entry))
    .flatMap((folder) => (isKnown(folder) ? [] : withItsLibraries(folder, home)));
  return outermost(places.filter((place) => mayBeOpened(place, home) && !isKnown(place)));
}

const mayBeOpened = (place: string, home: string | undefined): boolean =>
  place !== "/" && (home === undefined || !isInside(home, place));

const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && isInside(path, other)));

const PROGRAMS = /^(?:s?bin|shims|libexec)$/;
/** What programs find beside the folder that they lie in, whatever they are. */
const BESIDE = /^(?:s?bin|lib(?:32|64|x32|exec)?|share|include|node_modules|pyvenv\.cfg)$/;
/** What those of a toolchain find there besides, by what says that it is one: a name, or how one in a folder begins, where a project may have that folder. */
const LAYOUTS: readonly (readonly [mark: string, beside: RegExp])[] = [
  ["conda-meta", /^(?:conda-meta|condabin|envs|etc|pkgs|ssl|compiler_compat|[\w.]+-conda[\w.-]*)$/],
  ["Cellar", /^(?:Caskroom|Cellar|Frameworks|etc|opt)$/],
  ["jmods/java.base", /^(?:conf|jmods|legal|release)$/],
  ["go.env", /^(?:VERSION|go\.env|misc|pkg|src)$/],
  ["boot/plexus-classworlds", /^(?:boot|conf)$/],
  ["init.d", /^init\.d$/],
  ["jars/spark-core", /^(?:conf|jars|python|R)$/],
  ["shims", /^(?:installs|plugins|shims|versions?)$/],
];
const LINKS_MAX = 200;

/** `…/node/v24/bin` is of little use without the `lib` beside it; what else is there is the person's own. */
function withItsLibraries(folder: string, home: string | undefined): readonly string[] {
  const parent = dirname(folder);
  const isShared = parent === home || parent === "/" || basename(parent) === ".local" || dirname(parent) === "/";
  if (!PROGRAMS.test(basename(folder)) || isShared) return [folder];
  const linked = linksOf(folder).filter((path) => isInside(path, parent));
  const others = new Set(linked.map((path) => dirname(path)).filter((at) => at !== folder));
  const whole = [...others].filter((at) => PROGRAMS.test(basename(at)));
  const files = linked.filter((path) => !whole.includes(dirname(path)));
  return [folder, ...files, ...[folder, ...whole].flatMap((at) => [at, ...librariesIn(dirname(at))])];
}

function librariesIn(folder: string): readonly string[] {
  const names = namesIn(folder);
  const isMarked = ([name = "", begins]: readonly string[]): boolean =>
    names.includes(name) && (begins === undefined || namesIn(join(folder, name)).some((one) => one.startsWith(begins)));
  const layouts = LAYOUTS.filter(([mark]) => isMarked(mark.split("/"))).map(([, beside]) => beside);
  return names
    .filter((name) => [BESIDE, ...layouts].some((beside) => beside.test(name)))
    .map((name) => join(folder, name))
    .filter((path) => realOr(path) === path);
}

const linksOf = (folder: string): readonly string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isSymbolicLink())
    .slice(0, LINKS_MAX)
    .map(({ name }) => realOr(join(folder, name)));

/** How a command reads, and by which variables programs are found. */
export interface Reading extends Pick<Confinement, "reads"> {
  readonly environment?: Environment;
}

/** Files and folders below the roots that may hold secrets, as far as a command that reads so does without them; those that are too many for that as whole folders. */
export function* secretFiles(roots: readonly string[], reading: Reading): Steps<readonly HiddenPath[]> {
  return [...inFewPlaces(yield* eachSecretFile(roots, reading), roots), ...(yield* secretsAmongPrograms(reading))];
}

/** The same, each by itself. */
export function* eachSecretFile(roots: readonly string[], { reads }: Pick<Confinement, "reads">): Steps<LookBelow> {
  if (reads === "machine") return { all: [], others: new Map() };
  // What is covered looks changed: git would say so of what it tracks, which it shows from its objects anyway.
  const isSpared = reads === "repository" ? isTrackedByGit : (): boolean => false;
  const isMeant: typeof mayHoldSecret = (path, kind) => mayHoldSecret(path, kind) && !isSpared(path, kind);
  return yield* lookBelowAll(roots, isMeant, ENTRIES_MAX);
}

/** What was found in such a place, and the state that it was in. */
const among = new Map<string, { readonly stamp: string; readonly found: readonly HiddenPath[] }>();
/** Of one such place, the nearest first. Behind so many names come libraries: what was fetched with them is nobody's secret, and closed unseen no program would start. */
const AMONG_MAX = 10_000;
const AMONG_FOUND_MAX = 50;

/** Secrets beside programs, where these lie in folders of somebody's own. No command writes there: each place is looked through when it has changed. */
export function* secretsAmongPrograms({ reads, environment = {} }: Reading): Steps<readonly HiddenPath[]> {
  if (reads !== "workspace") return [];
  const all: HiddenPath[] = [];
  for (const place of programPlaces(environment)) {
    const stat = statIfThere(place);
    if (stat?.isDirectory() !== true) continue;
    const stamp = stampOf(stat);
    let known = among.get(place);
    if (known?.stamp !== stamp) {
      const look = yield* lookBelowAll([place], mayHoldSecret, AMONG_MAX);
      known = { stamp, found: look.all.filter(({ isClosed }) => !isClosed).slice(0, AMONG_FOUND_MAX) };
      among.set(place, known);
    }
    all.push(...known.found.filter(({ path }) => existsSync(path)));
  }
  return all;
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

/** What lies over indexes so that git takes files that look empty for what they are: else it would tell each of them as changed. */
export function coveredIndexes(
  { writes }: Confinement,
  hidden: readonly HiddenPath[],
  { roots, keep, temporary }: CoveredView,
): readonly { readonly path: string; readonly copy: string }[] {
  if (writes === "workspace" || hidden.length === 0) return [];
  const covered = new Set(hidden.map(({ path }) => path));
  const isCovered = (path: string): boolean => covered.has(path) || isBelowAnother(path, covered);
  const isSeen = (path: string): boolean =>
    roots.some((root) => isInside(path, root)) || !temporary.some((folder) => isInside(path, folder));
  return roots.flatMap((root) =>
    openedRepositories(root).repositories.flatMap((place) => {
      const index = join(realOr(place.gitFolder), "index");
      const made = isSeen(index) && isFile(index) ? indexForCovered(place, isCovered) : undefined;
      return made === undefined ? [] : [{ path: index, copy: keep(`index-${hash("sha256", made)}`, made) }];
    }),
  );
}

/** No link, which a mount would follow. */
const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
