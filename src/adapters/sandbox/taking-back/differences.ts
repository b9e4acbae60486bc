import { dirname } from "node:path";
import type { GitSettingsWrite } from "../../../engines/shell/programs/git/git-settings-written.ts";
import { isThere } from "../../folder-entries.ts";
import { isInside } from "../../inside.ts";
import { HARMLESS, type Kept } from "../kept.ts";
import type { ProtectedLook } from "../protected-look.ts";
import { isAside, TAKEN_BACK } from "./put-back.ts";
import { isUnchanged } from "./unchanged.ts";

export type Difference = readonly [path: string, was: Kept | undefined];

export const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isInside(path, folder));

/** From the outside in; a folder that is new stands for all in it, and what went with its folder is nothing to start. */
export function differences(
  before: ProtectedLook,
  after: ProtectedLook,
  writes?: readonly GitSettingsWrite[],
): readonly Difference[] {
  const found: Difference[] = [];
  const isBelowNew = (path: string): boolean =>
    found.some(([folder, was]) => was === undefined && isInside(path, folder));
  for (const [path, now] of after.entries) {
    if (isAside(path)) continue;
    const was = before.entries.get(path) ?? after.former(path);
    if (!isSame(was, now, { writes, holdsNotes: after.holdNotes.has(path) }) && !isBelowNew(path))
      found.push([path, was]);
  }
  found.push(...goneSince(before, after));
  return found;
}

function goneSince(before: ProtectedLook, after: ProtectedLook): readonly Difference[] {
  const found: Difference[] = [];
  const unknown = [...after.unknown.keys()];
  for (const [path, was] of before.entries) {
    const mayGo = was.isIndex || (was.stamp === HARMLESS && !was.isGitSettings);
    if (after.entries.has(path) || before.recalled.has(path) || mayGo) continue;
    // What cannot be looked at is not gone.
    if (isBelow(path, unknown)) continue;
    if (!path.endsWith(TAKEN_BACK) && isThere(dirname(path))) found.push([path, was]);
  }
  return found;
}

interface Change {
  readonly writes: readonly GitSettingsWrite[] | undefined;
  /** It is a folder that others may have made meanwhile: what else is in it counts by itself. */
  readonly holdsNotes: boolean;
}

const isSame = (was: Kept | undefined, now: Kept, { writes, holdsNotes }: Change): boolean =>
  was === undefined ? now.stamp === HARMLESS || holdsNotes : isUnchanged(was, now, writes);
