import type { Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { entriesIn } from "../../folder-entries.ts";
import { isInside } from "../../inside.ts";
import { identityOf, statOf } from "../kept.ts";
import type { ProtectedLook } from "../protected-look.ts";
import type { Difference } from "./differences.ts";
import type { PutBack } from "./put-back.ts";

/** When something ran that was cut off from its look. */
export interface Window {
  readonly beganMs: number;
  readonly endedMs: number;
}

interface Looked {
  readonly roots: readonly string[];
  readonly before: ProtectedLook;
}

/** The system's clock for files ticks so slowly at most. */
const TICK_MS = 50;
const INSIDE_MAX = 10_000;

/**
 * Takes back what was changed in that time alone, by what the system notes of each file and no program can set: whoever came after keeps
 * what they made, and of a folder that is new the rest goes.
 * @param also  takes what went out of folders that stay
 */
export function sparingLater(
  putBack: PutBack,
  { beganMs, endedMs, ...looked }: Window & Looked,
  also: Difference[],
): PutBack {
  const takeWithin = (folder: string): void => {
    for (const one of changedWithin(folder, { beganMs, endedMs }))
      if (["back", "gone"].includes(putBack(one, undefined))) also.push([one, undefined]);
  };
  return (path, was) => {
    const isThere = statOf(path) !== undefined;
    const folders = unknownFolders(path, looked);
    // What was taken away was so when its folder was written last.
    const own = isThere ? path : dirname(path);
    const outer = folders.filter((folder) => !isOfGit(folder));
    if (newestMs([own, ...outer]) <= endedMs)
      return newestMs([own, ...folders]) < beganMs - TICK_MS ? "later" : putBack(path, was);
    if (isThere && was === undefined) takeWithin(path);
    return "later";
  };
}

/** What of a folder was changed in that time, as far from the top as others changed what is around it. */
function changedWithin(folder: string, window: Window): readonly string[] {
  const found: string[] = [];
  const folders = [folder];
  for (const path of belowEach(folders).take(INSIDE_MAX)) {
    const stat = statOf(path);
    if (stat === undefined) continue;
    if (isWithin(stat, window)) found.push(path);
    else if (stat.isDirectory() && stat.ctimeMs > window.endedMs) folders.push(path);
  }
  return found;
}

/** What lies in each, also in those that are added meanwhile. */
function* belowEach(folders: readonly string[]): Generator<string> {
  for (const folder of folders) for (const { name } of entriesIn(folder)) yield join(folder, name);
}

const isWithin = ({ ctimeMs }: Stats, { beganMs, endedMs }: Window): boolean =>
  ctimeMs >= beganMs - TICK_MS && ctimeMs <= endedMs;

/** Folders on the way that were not there. */
function unknownFolders(path: string, looked: Looked): readonly string[] {
  const folder = dirname(path);
  return isKnown(folder, looked) ? [] : [folder, ...unknownFolders(folder, looked)];
}

function isKnown(folder: string, { roots, before }: Looked): boolean {
  if (roots.includes(folder) || !roots.some((root) => isInside(folder, root))) return true;
  if (before.entries.has(folder) || before.repositories.holds(folder)) return true;
  const stat = statOf(folder);
  return stat !== undefined && before.folders.get(folder) === identityOf(stat);
}

/** Git writes in these all the time: that says nothing of what else is in them. */
const isOfGit = (folder: string): boolean => /\/\.git(?:\/|$)/.test(folder) || basename(folder) === "hooks";

const newestMs = (paths: readonly string[]): number => Math.max(0, ...paths.map((path) => statOf(path)?.ctimeMs ?? 0));
