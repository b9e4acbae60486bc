import { hash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { errorCode } from "../../../base/error-text.ts";
import type { FileChange } from "../../../core/ports/workspace.ts";
import type { RestoreStep } from "../../../core/undo.ts";
import { protectedName } from "../../../engines/paths/protected-names.ts";
import { namesIn } from "../../folder-entries.ts";
import { gitNamedAround, gitNamedAtTop } from "../../git-config.ts";
import { gitPartAt } from "../../git-folder.ts";
import { givenIn } from "../../given-file.ts";
import { isInside } from "../../inside.ts";
import { makeFolder } from "../../make-folder.ts";
import { replaceFile, syncFolder } from "../../whole-file.ts";
import { concerns, notedLooks } from "./look-notes.ts";

/** What is there with leave. */
export type LeftState =
  | { readonly kind: "nothing" }
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly target: string }
  /** `content` in base64, of a small one. */
  | { readonly kind: "file"; readonly sha256: string; readonly content?: string };

/** What became of a path, in whichever session. */
export interface Leave {
  /** Absolute. */
  readonly path: string;
  readonly state: LeftState;
  /**
   * `person`: they agreed to it. `look`: one that began then put it back; what it found there is trusted by those alone that began later, as a
   * command of an earlier one may have made it. `perhaps`: a command made it that nothing confined, or another one that ran beside it.
   * `aside`: what was taken away lies there.
   */
  readonly by: "person" | "look" | "perhaps" | "aside";
  /** By all that is known then it starts nothing: nobody was asked whether it may, and what makes it start something later had no leave. */
  readonly isOrdinary?: true;
  readonly beganMs?: number;
}

const LEAVE = ".leave";
/** As much as a look keeps of a file. */
const CONTENT_BYTES_MAX = 256 * 1024;
const TICK_DIGITS = 20;
/** Nobody's look takes so long to begin. */
const KEPT_MS = 3_600_000;

export const leftFile = (bytes: Uint8Array): LeftState => ({
  kind: "file",
  sha256: hash("sha256", bytes),
  ...(bytes.length <= CONTENT_BYTES_MAX && { content: Buffer.from(bytes).toString("base64") }),
});

/** Those that some look may ask about: by their names, or because others look there at the moment. */
const lookedFor = (leaves: readonly Leave[], folder: string): readonly Leave[] =>
  leaves.flatMap((leave) => {
    if (protectedName(leave.path.split("/")) !== undefined) return [leave];
    const roots = notedLooks(folder).flatMap((one) => (concerns(one, [leave.path]) ? one.note.places : []));
    if (roots.length === 0) return [];
    return [isOrdinary(leave.path, roots) ? { ...leave, isOrdinary: true } : leave];
  });

/** Whether a file tool asks nobody about it. */
function isOrdinary(path: string, roots: readonly string[]): boolean {
  if (roots.some((root) => isInside(path, root) && gitPartAt(path, root) !== undefined)) return false;
  const named = [...gitNamedAtTop(roots), ...gitNamedAround(path, roots), ...givenIn(roots)];
  return !named.some((one) => isInside(path, one.path));
}

/** On the disk before it is done; where that cannot be, it is done all the same. */
export function noteLeave(folder: string, leaves: readonly Leave[]): void {
  if (leaves.length === 0) return;
  const nowMs = Date.now();
  try {
    makeFolder(folder, { mode: 0o700 });
    replaceFile(join(folder, `${nowMs}-${tick()}-${randomBytes(4).toString("hex")}${LEAVE}`), JSON.stringify(leaves));
    syncFolder(folder);
    sweep(folder, nowMs);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

/** Tells apart what processes of one machine note within a millisecond: a clock that they share, in nanoseconds. */
const tick = (): string => String(process.hrtime.bigint()).padStart(TICK_DIGITS, "0");

function sweep(folder: string, nowMs: number): void {
  const oldestMs = Math.min(nowMs - KEPT_MS, ...notedLooks(folder).map(({ note }) => note.beganMs));
  for (const { path, atMs } of leaveFiles(folder)) if (atMs < oldestMs) rmSync(path, { force: true });
}

export const leaveFiles = (folder: string): readonly { readonly path: string; readonly atMs: number }[] =>
  namesIn(folder)
    .filter((name) => name.endsWith(LEAVE))
    .map((name) => ({ path: join(folder, name), atMs: Number.parseInt(name, 10) }))
    .sort((one, other) => one.atMs - other.atMs || (one.path < other.path ? -1 : 1));

/** The same of what is put back as it was. @param cwd  that relative paths begin at */
export function noteRestored(folder: string, cwd: string, steps: readonly RestoreStep[]): void {
  const leaves = steps.flatMap(({ path, to }): readonly Leave[] => {
    if (to?.kind === "uncovered") return [];
    const state: LeftState = to === null ? { kind: "nothing" } : to.kind === "file" ? fileOf(to.hash) : to;
    return [{ path: resolve(cwd, path), state, by: "person" }];
  });
  noteLeave(folder, lookedFor(leaves, folder));
}

const fileOf = (sha256: string): LeftState => ({ kind: "file", sha256 });

/** The same of changes that tools are about to make. @param changes  with real paths */
export function noteChanges(folder: string, changes: readonly FileChange[]): void {
  const leaves = changes.flatMap((change): readonly Leave[] => {
    const to: Leave[] =
      change.kind === "delete"
        ? []
        : [{ path: change.kind === "move" ? change.to : change.path, state: leftFile(change.bytes), by: "person" }];
    const gone = change.kind === "delete" ? [change.path] : change.kind === "move" ? [change.from] : [];
    return [...to, ...gone.map((path): Leave => ({ path, state: { kind: "nothing" }, by: "person" }))];
  });
  noteLeave(folder, lookedFor(leaves, folder));
}
