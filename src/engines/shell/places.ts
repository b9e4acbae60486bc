import { createReach, isGlob } from "../../base/glob.ts";
import { foldPath, isProtectedPath } from "../paths/protected-names.ts";
import { ENDLESS, OF_SYSTEM, STREAMS, SYSTEM_FACTS, temporaryTop } from "../paths/system-paths.ts";
import { isNested, isWithin, normalizePath, rootsOf, throughProc } from "../paths/worked-folders.ts";
import { isNamedSecret, SECRET_SAMPLES, secretPathKind } from "../secrets/secret-path.ts";
import { isAskedOnce } from "./meaning/asked-once.ts";
import {
  climbsFromUnknown,
  ledTo,
  lettersOf,
  namesFoundBy,
  type Operand,
  patternIn,
  writtenIn,
} from "./meant/word-patterns.ts";
import { spend } from "./meant/work.ts";
import type { CommandPolicyOptions, FolderLink, WorkspaceFacts } from "./policy-types.ts";
import { isLiteral, literalWord, type ShellWord } from "./words.ts";

/** Where a path lies, as far as names (and `facts.realPath`) tell.
 *  `root` is the workspace itself, `above` a folder that holds it, the home folder or the system. */
export type Region =
  | "inside"
  | "root"
  | "above"
  | "outside"
  | "scratch"
  | "stream"
  | "facts"
  | "endless"
  | "device"
  | "network"
  | "unknown";

export interface Place {
  /** Normalised and absolute, by its letters; undefined when the word or the folder is not known, or where it leads up from. */
  readonly path: string | undefined;
  /** What a word with a glob means, as an absolute pattern in which letters stay letters. */
  readonly pattern?: string | undefined;
  readonly region: Region;
  readonly isSecret: boolean;
  readonly isProtected: boolean;
  /** The workspace's own `.git`, or everything in the workspace by a bare glob. */
  readonly isPrecious: boolean;
}

/** Folders the command may be in; undefined stands for one that cannot be known. */
export type Folders = readonly (string | undefined)[];

const RANK: readonly Region[] = [
  "stream",
  "facts",
  "inside",
  "root",
  "scratch",
  "endless",
  "outside",
  "device",
  "network",
  "above",
  "unknown",
];

/** The same of a word that is read or gone to: a link stands for where it leads, and never for itself. */
export function readPlaceOf(word: ShellWord, folders: Folders, options: CommandPolicyOptions): Place {
  const isLink =
    isLiteral(word) && folders.some((folder) => linkAt(normalizePath(writtenIn(lettersOf(word), folder)), options));
  const place = placeOf(isLink ? { ...word, text: `${word.text}/.` } : word, folders, options);
  return options.hasReadProfile && isOfSystem(place, options) ? { ...place, region: "facts" } : place;
}

/** Whether a place is one that every sandbox shows. */
export function isOfSystem({ path, region }: Place, { home }: CommandPolicyOptions): boolean {
  if (path === undefined || !/^(?:outside|above)$/.test(region) || !OF_SYSTEM.test(path)) return false;
  return home === undefined || (!isWithin(path, normalizePath(home)) && !isWithin(normalizePath(home), path));
}

/** The worst place a word could mean, over all folders the command may run in. */
export function placeOf(word: ShellWord, folders: Folders, options: CommandPolicyOptions): Place {
  if (!isLiteral(word)) return UNKNOWN_PLACE;
  return folders.map((folder) => placesOfWord(word, folder, options).worst).reduce(worseOf);
}

/** Every place a word could mean: as it is written, where that leads, and each link that a pattern finds. */
export const allPlacesOf = (word: ShellWord, folders: Folders, options: CommandPolicyOptions): readonly Place[] =>
  isLiteral(word) ? folders.flatMap((folder) => placesOfWord(word, folder, options).all) : [];

function worseOf(one: Place, other: Place): Place {
  const { path, pattern, region } = RANK.indexOf(other.region) >= RANK.indexOf(one.region) ? other : one;
  return {
    path,
    pattern,
    region,
    isSecret: one.isSecret || other.isSecret,
    isProtected: one.isProtected || other.isProtected,
    isPrecious: one.isPrecious || other.isPrecious,
  };
}

const UNKNOWN_PLACE: Place = {
  path: undefined,
  region: "unknown",
  isSecret: false,
  isProtected: false,
  isPrecious: false,
};

interface Places {
  readonly worst: Place;
  readonly all: readonly Place[];
}

/** The places of words, for as long as facts are asked once. */
const judged = new WeakMap<object, Map<string, Places>>();

function placesOfWord(word: Operand, folder: string | undefined, options: CommandPolicyOptions): Places {
  const known = knownFor(options);
  const key = `${word.glob}\0${folder}\0${options.makesNoLinks}\0${options.isSandboxed}\0${word.text}`;
  const before = known?.get(key);
  if (before !== undefined) return before;
  const all = spend(8 + (word.text.length >> 6)) ? [UNKNOWN_PLACE] : lookedUp(word, folder, options);
  const places = { all, worst: all.reduce(worseOf) };
  known?.set(key, places);
  return places;
}

function knownFor({ facts }: CommandPolicyOptions): Map<string, Places> | undefined {
  if (facts === undefined || !isAskedOnce(facts)) return undefined;
  const known = judged.get(facts) ?? new Map<string, Places>();
  judged.set(facts, known);
  return known;
}

function lookedUp(word: Operand, folder: string | undefined, options: CommandPolicyOptions): readonly Place[] {
  const text = lettersOf(word);
  const isNamed = !text.startsWith("/") && folder === undefined;
  if (isNamed || climbsFromUnknown(word, folder, options)) {
    const isSecret = isNamedSecret(foldPath(text).join("/"));
    return [{ ...UNKNOWN_PLACE, isSecret, ...(isNamed ? {} : { region: "outside" }) }];
  }
  const written = writtenIn(text, folder);
  const path = respelled(throughProc(normalizePath(written), folder), written, options);
  const pattern = word.glob ? patternIn(word, folder) : undefined;
  const named = judge(path, pattern, options);
  const real = realPathOf(written, pattern, options);
  return [
    named,
    ...(real === undefined || real === path ? [] : [judge(real, pattern, options)]),
    ...ledTo(pattern, options).map((link) => placesOfWord(literalWord(link), undefined, options).worst),
  ];
}

/** By its folder, where it is written by the name of a link to that. The link itself lies where it lies: whoever takes it away changes that. */
function respelled(path: string, written: string, options: CommandPolicyOptions): string {
  const link = linkAt(path, options);
  if (link === undefined || (link.path === path && !/\/\.{0,2}$/.test(written))) return path;
  return link.target + path.slice(link.path.length);
}

/** The link that a path is, or goes through, and that leads to its folder still. One within the folders is a name like any other there. */
function linkAt(path: string, options: CommandPolicyOptions): FolderLink | undefined {
  const { links = [], facts } = options;
  const link = links.find((one) => isWithin(path, one.path));
  if (link === undefined || facts?.realPath?.(link.path) !== link.target) return undefined;
  return rootsOf(options).some((root) => isWithin(link.path, root)) ? undefined : link;
}

/**
 * Where a path leads, as the kernel goes: links before the `..` that stands after them. Of what is not there, or of a glob,
 * the folder that is, with the rest as it is written.
 */
function realPathOf(written: string, pattern: string | undefined, { facts }: CommandPolicyOptions): string | undefined {
  if (facts?.realPath === undefined) return undefined;
  const [names = [], globs = []] = [written, pattern].map((path) =>
    path?.split("/").filter((name) => name !== "" && name !== "."),
  );
  const firstGlob = globs.findIndex(isGlob);
  let missing = (firstGlob < 0 ? names.length : firstGlob) + 1;
  let found: string | undefined;
  // What is not there holds nothing, so that halves are enough; most paths are there whole.
  for (let there = -1, count = missing - 1; missing - there > 1; count = (there + missing) >> 1) {
    const real = facts.realPath(`/${names.slice(0, count).join("/")}`);
    if (real === undefined) missing = count;
    else {
      there = count;
      found = normalizePath(`${real}/${names.slice(count).join("/")}`);
    }
  }
  return found;
}

function judge(path: string, pattern: string | undefined, options: CommandPolicyOptions): Place {
  const { facts } = options;
  // What a pattern finds is what is meant by it; where that is too much, it may be anything.
  const found = pattern === undefined ? [] : namesFoundBy(pattern, facts);
  const names = foldPath(path);
  const isSecret = pattern === undefined ? mayBeSecret(path, names, options) : mayFindSecret(names, { found, facts });
  const roots = rootsOf(options);
  const root = roots.find((one) => one !== "/" && isWithin(path, one));
  const inside = root === undefined ? undefined : path.slice(root.length + 1);
  const isPrecious =
    inside !== undefined && (/^\.git(\/|$)/i.test(inside) || (pattern !== undefined && takesAll(inside)));
  return {
    path,
    pattern,
    region: regionOf(path, roots, options),
    isSecret,
    isProtected: found === undefined || [path, ...found].some((one) => isProtected(one, roots, options)),
    isPrecious,
  };
}

function isProtected(path: string, roots: readonly string[], { home, isKept, facts }: CommandPolicyOptions): boolean {
  const root = roots.find((one) => one !== "/" && isWithin(path, one));
  return (
    isProtectedPath(foldPath(path), home, root?.split("/").length) ||
    [isKept, facts?.isGitPart].some((is) => is?.(path))
  );
}

/** Without somebody who looks at files each may hold what its name promises; of a name that only a forgiving system takes for one nobody looks. */
function mayBeSecret(path: string, names: readonly string[], { facts }: CommandPolicyOptions): boolean {
  const folded = names.join("/");
  const holds = facts?.holdsSecret;
  const isNamed = isNamedSecret(folded);
  if (holds === undefined) return isNamed;
  if (isNamed) return holds(folded === path.toLowerCase() ? path : folded);
  return secretPathKind(path) !== "ordinary" && holds(path);
}

const reachOf = (component: string): ((name: string) => boolean) => createReach(component, { ignoreCase: true });

/** A glob right below the workspace that leaves nothing over or reaches its repository: `*`, `.*`, `[a-z]*`. */
export function takesAll(inside: string): boolean {
  const [first = "", ...rest] = inside.split("/");
  if (!/[*?[]/.test(first)) return false;
  if (/^[.[]/.test(first) && reachOf(first)(".git")) return true;
  return [first, ...rest].every(isOfWildcards);
}

export const isOfWildcards = (name: string): boolean => /^([*?.]|\[[^\]]*\])+$/.test(name);

function regionOf(path: string, roots: readonly string[], options: CommandPolicyOptions): Region {
  if (STREAMS.has(path)) return "stream";
  if (SYSTEM_FACTS.has(path)) return "facts";
  if (ENDLESS.has(path)) return "endless";
  if (/^\/dev\/(tcp|udp)\//.test(path)) return "network";
  if (path.startsWith("/dev/")) return "device";
  if (roots.includes(path)) return "root";
  if (path === "/" || roots.some((root) => isWithin(root, path) && !isNested(root, roots))) return "above";
  if (options.home !== undefined && isWithin(normalizePath(options.home), path)) return "above";
  if (roots.some((root) => isWithin(path, root))) return "inside";
  if (/^\/(home|root|Users|etc|usr|var|bin|sbin|lib|lib64|opt|boot|srv|mnt|media)$/.test(path)) return "above";
  if (/^\/(home|Users)\/[^/]+$/.test(path)) return "above";
  if (temporaryTop(path) !== undefined && !roots.some((root) => temporaryTop(root) === temporaryTop(path)))
    return "scratch";
  if (options.isSandboxed && options.hasOwnTemporary && isOwnTemporary(path, roots, options)) return "scratch";
  // A glob high up may stand for the workspace or the home folder.
  if (/^\/([^/]*[*?[][^/]*)(\/|$)/.test(path) || /^\/(home|Users)\/[^/]*[*?[]/.test(path)) return "above";
  return "outside";
}

/** In the sandbox's own, in which nothing but the session's lies, names that are not told are as good as others. */
const isOwnTemporary = (path: string, roots: readonly string[], { home }: CommandPolicyOptions): boolean =>
  /^(?:\/var)?\/tmp(?:\/|$)/.test(path) &&
  ![...roots, home].some((one) => one !== undefined && /^(?:\/var)?\/tmp\//.test(one));

/** Whether a word names plain files or folders of the workspace: no secret, nothing protected, not the repository. */
export function isPlainInside(word: ShellWord, folders: Folders, options: CommandPolicyOptions): boolean {
  const { region, isSecret, isProtected, isPrecious } = placeOf(word, folders, options);
  return (region === "inside" || region === "root") && !isSecret && !isProtected && !isPrecious;
}

/** Of a pattern that finds something that counts; else whatever it might find. */
function mayFindSecret(
  names: readonly string[],
  { found, facts }: { readonly found: readonly string[] | undefined; readonly facts: WorkspaceFacts | undefined },
): boolean {
  const holds = facts?.holdsSecret;
  if (found === undefined) return true;
  if (holds !== undefined && found.length > 0) return found.some((one) => holds(one));
  return isNamedSecret(names.join("/")) || names.some(globReachesSecret);
}

/** Whether the shell could expand a component, globs and all, into a secret's name.
 *  A bare `*` is left out: it does not reach dot files, and asking for it would tell nothing. */
function globReachesSecret(component: string): boolean {
  if (/^[*?]+$/.test(component) || !/[*?[]/.test(component)) return false;
  const reaches = createReach(component, { ignoreCase: true });
  return SECRET_SAMPLES.some((name) => (!name.startsWith(".") || /^[.[]/.test(component)) && reaches(name));
}

/** Each name that a word means, as absolute paths: itself by its letters, and what its pattern finds; undefined where they are too many. */
export function pathsNamed(
  word: ShellWord,
  folder: string | undefined,
  options: CommandPolicyOptions,
): readonly string[] | undefined {
  const { path, pattern } = placeOf(word, [folder], options);
  const found = word.glob && isLiteral(word) && (folder !== undefined || word.text.startsWith("/"));
  const names = found ? namesFoundBy(pattern ?? patternIn(word, folder), options.facts) : [];
  return names && [...(path === undefined ? [] : [path]), ...names];
}
