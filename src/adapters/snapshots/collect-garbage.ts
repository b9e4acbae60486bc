import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileState } from "../../core/undo.ts";
import { namesIfThere, textIfThere } from "../folder-entries.ts";
import { isAlive, isThisProcess, parseIdentity } from "../process-identity.ts";
import { BlobStore, packNames } from "./blob-store.ts";
import { checkpointFile, datedLogs, readCheckpoints, sessionsWithCheckpoints } from "./checkpoint-log.ts";
import { hasUnfinishedRestore } from "./restore-journal.ts";
import { Tree } from "./tree.ts";

export interface KeepLimits {
  /** All contents of one working folder. */
  readonly bytesMax: number;
  readonly ageMsMax: number;
}

export const KEEP_LIMITS: KeepLimits = { bytesMax: 2 * 1024 ** 3, ageMsMax: 30 * 24 * 3600 * 1000 };

const PACKS_MAX = 32;

/** Bytes of all packs. */
export function storedBytes(folder: string): number {
  const contents = join(folder, "contents");
  return packNames(contents).reduce((sum, name) => sum + packBytes(contents, name), 0);
}

/**
 * Forgets sessions older than the limit, then the oldest until the rest fits, and drops what nobody refers to any more.
 * Does nothing while another process uses the folder, or an undo is under way or was cut: it needs what it puts back.
 * @param options.keep  the session that must stay
 */
export function collectGarbage(folder: string, options: { readonly keep: string; readonly limits: KeepLimits }): void {
  if (othersAtWork(folder) || hasUnfinishedRestore(folder)) return;
  const { keep, limits } = options;
  const contents = join(folder, "contents");
  const total = storedBytes(folder);
  const oldestFirst = datedLogs(folder).toReversed();
  let isThinned = false;
  for (const { id, modifiedMs } of oldestFirst) {
    const ageMs = Date.now() - modifiedMs;
    if (id === keep || (ageMs <= limits.ageMsMax && total <= limits.bytesMax)) continue;
    rmSync(checkpointFile(folder, id), { force: true });
    isThinned = true;
    if (ageMs <= limits.ageMsMax) break;
  }
  if (!isThinned && packNames(contents).length <= PACKS_MAX && total <= limits.bytesMax) return;
  repack(contents, referenced(folder));
}

/** Whether another living process has the folder in use; marks of dead ones are swept away. */
function othersAtWork(folder: string): boolean {
  const users = join(folder, "users");
  let isUsed = false;
  for (const name of namesIfThere(users)) {
    const path = join(users, name);
    const identity = parseIdentity(textIfThere(path));
    if (identity && isThisProcess(identity)) continue;
    if (identity && isAlive(identity, path)) isUsed = true;
    else rmSync(path, { force: true });
  }
  return isUsed;
}

function referenced(folder: string): ReadonlySet<string> {
  const hashes = new Set<string>();
  const add = (state: FileState | null): void => {
    if (state?.kind === "file") hashes.add(state.hash);
  };
  for (const id of sessionsWithCheckpoints(folder)) {
    const { checkpoints, open } = readCheckpoints(checkpointFile(folder, id));
    for (const { changes } of checkpoints)
      for (const { before, after } of changes) {
        add(before);
        add(after);
      }
    for (const { before } of open) for (const entry of before ?? []) add(entry.before);
  }
  const tree = Tree.load(join(folder, "tree"));
  if (tree) for (let row = 0; row < tree.length; row++) add(tree.stateOf(row));
  return hashes;
}

function repack(contents: string, hashes: ReadonlySet<string>): void {
  const old = packNames(contents);
  const source = new BlobStore(contents);
  const target = new BlobStore(join(contents, "new"));
  for (const hash of hashes) if (source.has(hash)) target.put(source.read(hash));
  target.flush();
  target.close();
  target.moveInto(contents);
  for (const name of old)
    for (const end of ["index", "pack"]) rmSync(join(contents, `${name}.${end}`), { force: true });
  rmSync(join(contents, "new"), { recursive: true, force: true });
}

function packBytes(contents: string, name: string): number {
  return statSync(join(contents, `${name}.pack`), { throwIfNoEntry: false })?.size ?? 0;
}
