import { type Dirent, lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createReach, isGlob, unescapeGlob } from "../../base/glob.ts";
import { partsAway } from "../../engines/shell/meant/parted-names.ts";
import type { ReadingWay } from "../../engines/shell/policy-types.ts";
import { entriesIn, firstEntriesIn } from "../folder-entries.ts";
import { isInside, realOr } from "../inside.ts";
import { mayHoldSecret } from "../secret-files.ts";
import { seenAbove, seenBelow } from "./git/seen-names.ts";

const MATCHES_MAX = 5_000;
const ENTRIES_MAX = 100_000;
/** Links may lead to all of a machine. */
const LINKED_ENTRIES_MAX = 20_000;
const TOO_MANY_ENTRIES: readonly Dirent[] = new Array(ENTRIES_MAX + 1);
const PASSED = new Set(["node_modules", ".git"]);

/** Names that are gone through for all of one judgement; more are asked about. */
const LOOKS_MAX = 400_000;

/** One judgement is about one state of the files: a folder is read once for it, whichever words are about it. */
export class Listings {
  private readonly entries = new Map<string, readonly Dirent[]>();
  private readonly secrets = new Map<string, boolean>();
  private left = LOOKS_MAX;

  /** What a folder holds; undefined once too much was looked at. */
  in(folder: string, max = Number.POSITIVE_INFINITY): readonly Dirent[] | undefined {
    let found = this.entries.get(folder);
    if (found === undefined) {
      found = max === Number.POSITIVE_INFINITY ? entriesIn(folder) : firstEntriesIn(folder, max);
      if (found.length < max) this.entries.set(folder, found);
    }
    this.left -= found.length + 1;
    return this.left < 0 ? undefined : found;
  }

  /** The first that a folder holds; more than are ever looked at once too much was. */
  firstIn(folder: string, max: number): readonly Dirent[] {
    return this.in(folder, max) ?? TOO_MANY_ENTRIES;
  }

  mayHoldSecret(path: string, kind: "file" | "folder"): boolean {
    const key = `${kind}${path}`;
    const known = this.secrets.get(key) ?? mayHoldSecret(path, kind);
    this.secrets.set(key, known);
    return known;
  }
}

export interface ReadReach {
  /** What was looked at before for the same judgement. */
  readonly listings: Listings;
  /** Real: where one has come to lead elsewhere, that is outside. */
  readonly roots: readonly string[];
  /** The person's, whose own patterns count everywhere; absolute. */
  readonly home?: string | undefined;
  /** Whether a rule keeps a path from being read unasked; absolute. Absent: there is no such rule. */
  readonly denies?: ((path: string) => boolean) | undefined;
  /** Whether such a rule speaks of folders of that name. */
  readonly namesFolder?: ((name: string) => boolean) | undefined;
}

/**
 * What a command would come to see that reads such a path, by the files that are there: globs expanded, links followed.
 * @param path  absolute; by a way with `glob` a pattern, in which a backslash makes letters of wildcards
 * @returns why it shows more than the plain files of the working folder; undefined when it does not
 */
export function readProblem(path: string, way: ReadingWay, reach: ReadReach): string | undefined {
  const found = way.glob ? expandGlob(path, reach.listings) : [path];
  if (found.length > MATCHES_MAX) return `${path} finds too many files to look at`;
  for (const one of found) {
    const problem = problemOf(one, way, reach);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(path: string, way: ReadingWay, reach: ReadReach): string | undefined {
  if (isNoText(path)) return `${path} has a name that is no text`;
  if (kindOf(path) === undefined) return undefined;
  const real = realOr(path);
  if (!isBelow(real, reach.roots)) return `${path} leads to ${real}, outside the workspace`;
  const obeyed = obeyedAbove(real, way, reach);
  if (obeyed !== undefined) return obeyed;
  if (kindOf(real) !== "folder")
    return !way.namesOnly && reach.listings.mayHoldSecret(real, "file") ? `${path} may hold a secret` : undefined;
  return way.below ? problemBelow(real, way, reach) : undefined;
}

function problemBelow(start: string, way: ReadingWay, reach: ReadReach): string | undefined {
  if (way.deniedOnly && reach.denies === undefined) return undefined;
  let seen = 0;
  // Links may lead in circles.
  const passed = new Set<string>();
  const first = { folder: start, names: seenAbove(start, way, reach.home), by: way };
  for (let level = [first]; level.length > 0; ) {
    const next: (typeof first)[] = [];
    for (const { folder, names: above, by } of level.filter((one) => !passed.has(one.folder))) {
      passed.add(folder);
      const all = reach.listings.firstIn(folder, ENTRIES_MAX + 1 - seen);
      seen += all.length;
      if (seen > ENTRIES_MAX) return `${start} holds too many files to look at`;
      const names = seenBelow(folder, all, way, above);
      const seenHere = all.filter((entry) => way.obeys.includes(entry.name) || names.isSeen(folder, entry));
      for (const entry of seenHere) {
        const problem = entryProblem(join(folder, entry.name), entry, by, reach);
        if (problem !== undefined) return problem;
      }
      const below = seenHere.flatMap((entry) => lookedInto(join(folder, entry.name), entry, by, reach));
      next.push(...below.map((one) => ({ ...one, names })));
    }
    level = next;
  }
  return undefined;
}

/** Patterns of the folders above count as well, up to the working folder. */
function obeyedAbove(path: string, { obeys }: ReadingWay, reach: ReadReach): string | undefined {
  if (obeys.length === 0) return undefined;
  for (let folder = path; isBelow(folder, reach.roots); folder = dirname(folder))
    for (const name of [...obeys, ".git/info/exclude"]) {
      const problem = obeyedProblem(join(folder, name), reach);
      if (problem !== undefined) return problem;
    }
  return undefined;
}

/** What cannot be read as a pattern is shown. */
function obeyedProblem(path: string, { roots }: ReadReach): string | undefined {
  const real = realOr(path);
  if (!isBelow(real, roots)) return `${path} leads to ${real}, outside the workspace`;
  return real !== path && mayHoldSecret(real, "file") ? `${path} may hold a secret` : undefined;
}

/** A folder itself, or the one that a link leads to, and how what lies there counts. */
function lookedInto(path: string, entry: Dirent, way: ReadingWay, { namesFolder }: ReadReach) {
  const { follows, namesOnly } = way;
  if (entry.isDirectory()) {
    // What is said of packages and of git is nobody's secret; where links are followed they lead elsewhere from there, too.
    if (follows || !PASSED.has(entry.name)) return [{ folder: path, by: way }];
    // A rule that names the folder is about what lies there.
    return !namesOnly && namesFolder?.(entry.name) ? [{ folder: path, by: { ...way, deniedOnly: true } }] : [];
  }
  if (!follows || !entry.isSymbolicLink()) return [];
  const real = realOr(path);
  return kindOf(real) === "folder" ? [{ folder: real, by: way }] : [];
}

function entryProblem(path: string, entry: Dirent, way: ReadingWay, reach: ReadReach): string | undefined {
  const { roots, denies } = reach;
  if (isNoText(entry.name) && !entry.isFile()) return `${path} has a name that is no text`;
  if (way.deniedOnly) return denies?.(path) ? `${path} is kept by a rule` : undefined;
  if (entry.isSymbolicLink()) {
    if (way.obeys.includes(entry.name)) return obeyedProblem(path, reach);
    if (!way.follows) return undefined;
    const real = realOr(path);
    if (!isBelow(real, roots)) return `${path} leads to ${real}, outside the workspace`;
    return isWanted(entry.name, way) ? contentProblem(real, kindOf(real) === "folder", way, reach) : undefined;
  }
  return isWanted(entry.name, way) ? contentProblem(path, entry.isDirectory(), way, reach) : undefined;
}

function contentProblem(path: string, isFolder: boolean, { namesOnly }: ReadingWay, { denies, listings }: ReadReach) {
  if (namesOnly) return undefined;
  if (denies?.(path)) return `${path} is kept by a rule`;
  return listings.mayHoldSecret(path, isFolder ? "folder" : "file") ? `${path} may hold a secret` : undefined;
}

function isWanted(name: string, { names }: ReadingWay): boolean {
  return names.length === 0 || names.some((pattern) => createReach(basename(pattern), { ignoreCase: true })(name));
}

/** What a glob finds that leads elsewhere than it is written, as each does behind `..`; the root of all where that is too much to look at. */
export function linksFound(path: string, listings: Listings): readonly string[] {
  const found = expandGlob(path, listings);
  if (found.length > MATCHES_MAX || found.some(isNoText)) return ["/"];
  return isClimbing(path) ? found : found.filter((one) => realOr(one) !== one);
}

/** The links below a folder, and those below the folders where they lead. */
export function linksBelow(start: string): readonly string[] | "too-many" {
  const links: string[] = [];
  const looked = new Set<string>();
  let seen = 0;
  for (const open = [realOr(start)]; open.length > 0; ) {
    const folder = open.pop() ?? "";
    if (looked.has(folder)) continue;
    looked.add(folder);
    const entries = firstEntriesIn(folder, LINKED_ENTRIES_MAX + 1 - seen);
    seen += entries.length;
    if (seen > LINKED_ENTRIES_MAX) return "too-many";
    const here = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
    links.push(...here);
    open.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)));
    open.push(...here.map(realOr).filter((real) => kindOf(real) === "folder"));
  }
  return links;
}

/** The first name below a folder of which pieces between blanks lead elsewhere. */
export function partedBelow(start: string): string | undefined {
  let seen = 0;
  for (const open = [start]; open.length > 0; ) {
    const folder = open.pop() ?? "";
    const entries = firstEntriesIn(folder, ENTRIES_MAX + 1 - seen);
    seen += entries.length;
    if (seen > ENTRIES_MAX) return `${start} holds too many files to look at`;
    const found = entries.find((entry) => partsAway(entry.name, entry.isDirectory()));
    if (found !== undefined) return join(folder, found.name);
    const below = entries.filter((entry) => entry.isDirectory() && entry.name !== ".git");
    open.push(...below.map(({ name }) => join(folder, name)));
  }
  return undefined;
}

/** Bytes that are no text: under what stands for them nothing is found here, and by a shell it is. */
const isNoText = (path: string): boolean => !path.isWellFormed() || path.includes("\ufffd");

/** More than is ever looked at, and each of them what nobody lets pass: an option, outside of the workspace. */
const TOO_MANY: readonly string[] = Array.from({ length: MATCHES_MAX + 1 }, () => "/-");

const isClimbing = (path: string): boolean => path.split("/").includes("..");

/**
 * Component by component, as a shell does it: `*` takes no names with a leading dot, a backslash makes letters of wildcards, and `..` leads up from
 * where a link leads.
 */
export function expandGlob(path: string, listings = new Listings()): readonly string[] {
  let found: readonly string[] = ["/"];
  for (const component of path.split("/").filter(Boolean)) {
    if (component === "..") found = [...new Set(found.map((folder) => dirname(realOr(folder))))];
    else if (!isGlob(component)) found = found.map((folder) => join(folder, unescapeGlob(component)));
    else {
      const reaches = createReach(component);
      const named = found.map((folder) => namedIn(folder, component, reaches, listings));
      if (named.includes(undefined)) return TOO_MANY;
      found = named.flatMap((names) => names ?? []);
    }
    if (found.length > MATCHES_MAX) return found;
  }
  return found;
}

function namedIn(
  folder: string,
  component: string,
  reaches: (name: string) => boolean,
  listings: Listings,
): readonly string[] | undefined {
  return listings
    .in(folder)
    ?.filter(({ name }) => reaches(name) && (component.startsWith(".") || !name.startsWith(".")))
    .map(({ name }) => join(folder, name));
}

/** Undefined also where something on the way is no folder, or may not be looked into. */
function kindOf(path: string): "folder" | "other" | undefined {
  try {
    return lstatSync(path).isDirectory() ? "folder" : "other";
  } catch {
    return undefined;
  }
}

const isBelow = (path: string, roots: readonly string[]): boolean => roots.some((root) => isInside(path, root));
