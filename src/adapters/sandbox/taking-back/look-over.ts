import { dirname } from "node:path";
import { atOnce, type Steps } from "../../../base/steps.ts";
import { stampOf } from "../../folder-entries.ts";
import { givenIn } from "../../given-file.ts";
import { isInside } from "../../inside.ts";
import { ProtectedLook } from "../protected-look.ts";

export interface LookedAt {
  readonly roots: readonly string[];
  /** Git folders outside of the roots, which are open to commands in part. */
  readonly repositories: readonly string[];
  /** What a person had named in the roots for a process that is no more. */
  readonly given?: readonly string[];
}

export function* lookOver({ roots, repositories, given = [] }: LookedAt, look: ProtectedLook): Steps<ProtectedLook> {
  try {
    for (const folder of repositories) yield* look.walkGitFolder(folder);
    for (const root of roots) if (root !== "/") yield* look.walk(root);
    for (const path of new Set([...given, ...givenIn(roots).map((one) => one.path)])) lookAtGiven(path, roots, look);
    yield* look.catchUp();
    return look;
  } finally {
    look.close();
  }
}

/** A folder on the way may have become a link since: that is what is taken back, and nothing of where it leads. */
function lookAtGiven(path: string, roots: readonly string[], look: ProtectedLook): void {
  for (let at = dirname(path); roots.some((root) => root !== at && isInside(at, root)); at = dirname(at)) {
    const stat = look.stat(at);
    if (!stat?.isSymbolicLink()) continue;
    look.entries.set(at, { kind: "link", mode: stat.mode & 0o7777, stamp: stampOf(stat), target: look.linkTarget(at) });
  }
  look.keep(path);
}

export function lookAtOwn(own: readonly string[], roots: readonly string[]): ProtectedLook {
  const look = new ProtectedLook(roots);
  for (const path of own) look.keep(path, 2);
  atOnce(look.catchUp());
  look.close();
  // An empty folder allows nothing; this very process may make it.
  for (const [path, { kind }] of look.entries) if (kind === "folder") look.entries.delete(path);
  return look;
}

/** What may be passed over is no less when it cannot be asked again. */
export function notesNow(notes: () => readonly string[], otherwise: readonly string[]): readonly string[] {
  try {
    return notes();
  } catch {
    return otherwise;
  }
}
