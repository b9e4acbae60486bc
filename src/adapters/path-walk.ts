import { type BigIntStats, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, parse, relative, sep } from "node:path";
import type { RuledPlace } from "../engines/paths/path-rules.ts";
import { foldName } from "../engines/paths/protected-names.ts";

const LINKS_MAX = 40;
const COMPONENTS_MAX = 4096;
/** File systems whose entries are doors to processes and devices, not files. */
const DOORS = ["/proc", "/sys", "/dev"];

export type Walk =
  | {
      readonly kind: "found";
      /** Free of links; for `delete` the last component may itself be a link. */
      readonly realPath: string;
      readonly stats: BigIntStats;
    }
  | { readonly kind: "missing"; readonly realPath: string; readonly parentPath: string; readonly isDangling: boolean }
  | { readonly kind: "refused"; readonly reason: string };

export interface WalkOptions {
  /** Where a relative path begins; a real path. */
  readonly start: string;
  /** False leaves a link in the last place alone: a delete removes the link. */
  readonly followsLast: boolean;
  readonly foldsCase: boolean;
}

interface Step {
  readonly name: string;
  readonly isFromLink: boolean;
}

/** Resolves a path as the kernel does, link by link, and says where it ends. Never opens anything, and never throws. */
export function walkPath(path: string, options: WalkOptions): Walk {
  try {
    return walk(path, options);
  } catch (error) {
    // What one look has seen as a link or a folder is something else, or gone, at the next.
    if (isSystemError(error)) return refused("exchanged while it was looked at");
    throw error;
  }
}

function walk(path: string, options: WalkOptions): Walk {
  const { start } = options;
  const isDoorOpen = DOORS.some((door) => isBelow(start, door));
  const place = placeAt(isAbsolute(path) ? parse(path).root : start);
  let steps = stepsOf(path, false);
  let missing: Step[] = [];
  for (let count = 0; steps.length > 0; count++) {
    if (count > COMPONENTS_MAX) return refused("too many components");
    const [step, ...rest] = steps as [Step, ...Step[]];
    steps = rest;
    if (missing.length > 0) {
      missing = afterMissing(missing, step);
      continue;
    }
    if (!place.stats.isDirectory()) return refused("a file where a folder is meant");
    const entry = enter(place, step, { ...options, isLast: steps.length === 0, isDoorOpen });
    if (entry.kind === "refused") return entry;
    if (entry.kind === "missing") missing = [step];
    if (entry.kind === "link") steps = [...entry.steps, ...steps];
  }
  const { path: current, stats } = place;
  if (missing.length === 0) return { kind: "found", realPath: current, stats };
  const realPath = join(current, ...missing.map((step) => step.name));
  return { kind: "missing", realPath, parentPath: current, isDangling: missing.some((step) => step.isFromLink) };
}

interface Place {
  path: string;
  stats: BigIntStats;
  links: number;
}

type Entry =
  | { kind: "moved" }
  | { kind: "missing" }
  | { kind: "link"; steps: Step[] }
  | { kind: "refused"; reason: string };

/** Takes one step; `place` moves unless the entry is missing, refused or a relative link. */
function enter(place: Place, { name }: Step, options: WalkOptions & { isLast: boolean; isDoorOpen: boolean }): Entry {
  if (name === "" || name === ".") return { kind: "moved" };
  if (name === "..") {
    moveTo(place, dirname(place.path));
    return { kind: "moved" };
  }
  const next = join(place.path, options.foldsCase ? entryNamed(place.path, name) : name);
  if (!options.isDoorOpen && DOORS.some((door) => isBelow(next, door)))
    return refused("a door to processes or devices");
  const stats = statsOf(next);
  if (stats === "unreadable") return refused("not accessible");
  if (stats === undefined) return { kind: "missing" };
  if (!stats.isSymbolicLink() || (options.isLast && !options.followsLast)) {
    place.path = next;
    place.stats = stats;
    return { kind: "moved" };
  }
  if (++place.links > LINKS_MAX) return refused("a ring of links");
  const target = readlinkSync(next);
  if (isAbsolute(target)) moveTo(place, parse(target).root);
  return { kind: "link", steps: stepsOf(target, true) };
}

/** Below something missing there are no links: dots can only take back what was named. */
function afterMissing(missing: readonly Step[], step: Step): Step[] {
  if (step.name === "..") return missing.slice(0, -1);
  return step.name === "." || step.name === "" ? [...missing] : [...missing, step];
}

const refused = (reason: string): { kind: "refused"; reason: string } => ({ kind: "refused", reason });

const placeAt = (path: string): Place => ({ path, stats: lstatSync(path, { bigint: true }), links: 0 });

function moveTo(place: Place, path: string): void {
  place.path = path;
  place.stats = lstatSync(path, { bigint: true });
}

/** Whether a real path is the folder or lies below it: by its text, and by device and inode of its ancestors. */
export function isInside(realPath: string, folder: string): boolean {
  if (!isBelow(realPath, folder)) return false;
  const root = statSync(folder, { bigint: true, throwIfNoEntry: false });
  if (root === undefined) return false;
  for (let ancestor = realPath; ; ancestor = dirname(ancestor)) {
    const stats = statsOf(ancestor);
    if (stats !== undefined && stats !== "unreadable" && stats.dev === root.dev && stats.ino === root.ino) return true;
    if (ancestor === dirname(ancestor)) return false;
  }
}

/** The real path of a folder that is given as a root, or undefined when it is none. */
function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** Folders that a path may lie in. */
interface Roots {
  readonly root: string;
  readonly extraRoots?: readonly string[];
  readonly areRootsReal?: boolean;
}

/**
 * The real ones, the workspace first; none without it. Where one root lies in another, whoever works in the outer one can exchange the
 * inner one, or a folder above it, for a link.
 */
export function rootsOf({ root, extraRoots = [], areRootsReal = false }: Roots): readonly string[] {
  const held = (folder: string): string | undefined => {
    const real = realFolder(folder);
    return areRootsReal && real !== folder ? undefined : real;
  };
  const first = held(root);
  return first === undefined ? [] : [first, ...extraRoots.map(held).filter((one) => one !== undefined)];
}

/** A path in the forms in which rules are held against it. @param folder  the root that it lies in */
export function placeIn(absolute: string, folder: string, root: string): RuledPlace {
  const place = { absolute: slashed(absolute), relative: slashed(relative(folder, absolute)) };
  if (folder === root) return place;
  return { ...place, below: basename(folder), fromRoot: slashed(relative(root, absolute)) };
}

/** A path with slashes between its names, whatever the system puts there. */
export const slashed = (path: string): string => (sep === "/" ? path : path.split(sep).join("/"));

export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error;

/** A trailing slash asks for a folder, like a dot does. */
const stepsOf = (path: string, isFromLink: boolean): Step[] =>
  path
    .slice(parse(path).root.length)
    .split(sep === "\\" ? /[\\/]/ : "/")
    .map((name) => ({ name, isFromLink }));

function statsOf(path: string): BigIntStats | "unreadable" | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === "ENOENT" || error.code === "ENOTDIR" ? undefined : "unreadable";
  }
}

function entryNamed(folder: string, name: string): string {
  const stats = statsOf(join(folder, name));
  if (stats !== undefined) return name;
  const folded = foldName(name);
  return readdirSync(folder).find((entry) => foldName(entry) === folded) ?? name;
}
