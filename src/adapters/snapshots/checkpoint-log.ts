import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Checkpoint } from "../../core/undo.ts";
import { namesIfThere, textIfThere } from "../folder-entries.ts";
import { makeFolder } from "../make-folder.ts";
import { isAlive, type ProcessIdentity, thisProcess } from "../process-identity.ts";
import type { Moment } from "./moment.ts";

const LOG_ENDING = ".jsonl";

/** On disk before a call runs: what was there before is kept from here on. */
export interface CheckpointBegin extends Moment {
  readonly type: "begin";
  readonly id: number;
  readonly title: string;
  /** The whole tree was kept, as the one of this id; else exactly these paths. */
  readonly treeId?: string;
  /** Other folders that a command was looked at in; what it did there is known only by the process that ran it. */
  readonly added?: readonly string[];
  readonly before?: readonly Pick<Checkpoint["changes"][number], "path" | "before">[];
  readonly owner: ProcessIdentity;
}

interface CheckpointEnd extends Checkpoint {
  readonly type: "end";
  /** Of one without a begin: an undo, whose files were put back between here and `at`. */
  readonly began?: Moment;
}

/** A checkpoint with what its record tells of how it was found. */
export interface RecordedCheckpoint extends Checkpoint {
  /** `at` is its end. */
  readonly began: Moment;
  /** Its paths were named before: nobody else's changes can be among them. */
  readonly isExact: boolean;
}

export interface CheckpointHistory {
  /** Oldest first. */
  readonly checkpoints: readonly RecordedCheckpoint[];
  /** Begun and not ended: under way, or cut by a crash. */
  readonly open: readonly CheckpointBegin[];
}

/** One file a session, one line a fact; a line that a crash cut is skipped. */
export function readCheckpoints(path: string): CheckpointHistory {
  const checkpoints: RecordedCheckpoint[] = [];
  const open = new Map<number, CheckpointBegin>();
  for (const line of textIfThere(path).split("\n")) {
    const fact = parseFact(line);
    if (fact === undefined) continue;
    if (fact.type === "begin") open.set(fact.id, fact);
    else {
      const { type: _, began = fact, ...checkpoint } = fact;
      const begin = open.get(fact.id);
      checkpoints.push({ ...checkpoint, began: begin ?? began, isExact: begin?.treeId === undefined });
      open.delete(fact.id);
    }
  }
  checkpoints.sort((one, other) => one.id - other.id);
  return { checkpoints, open: [...open.values()] };
}

/** What a process keeps fresh as long as it works on a session; others do not tidy up meanwhile. */
export const userFile = (folder: string, { pid, startTime }: ProcessIdentity, sessionId: string): string =>
  join(folder, "users", `${pid}-${startTime}-${sessionId}.json`);

/** Whether the call is still under way. */
export const isCallUnderWay = ({ owner }: CheckpointBegin, folder: string, sessionId: string): boolean =>
  isAlive(owner, userFile(folder, owner, sessionId));

export function appendBegin(path: string, begin: Omit<CheckpointBegin, "type" | "owner">): void {
  append(path, { type: "begin", ...begin, owner: thisProcess() });
}

export function appendCheckpoint(path: string, checkpoint: Checkpoint & { readonly began?: Moment }): void {
  append(path, { type: "end", ...checkpoint });
}

export function checkpointFile(folder: string, sessionId: string): string {
  return join(folder, `${sessionId}${LOG_ENDING}`);
}

/** Ids of the sessions that have a log of checkpoints, in no order. */
export function sessionsWithLogs(folder: string): readonly string[] {
  return namesIfThere(folder)
    .filter((name) => name.endsWith(LOG_ENDING))
    .map((name) => name.slice(0, -LOG_ENDING.length));
}

/** The same, the one written last first, but none whose log another process takes away meanwhile. */
export const sessionsWithCheckpoints = (folder: string): readonly string[] => datedLogs(folder).map(({ id }) => id);

/** The same, with when each was written last. */
export function datedLogs(folder: string): readonly { readonly id: string; readonly modifiedMs: number }[] {
  return sessionsWithLogs(folder)
    .flatMap((id) => {
      const stats = statSync(checkpointFile(folder, id), { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ id, modifiedMs: stats.mtimeMs }];
    })
    .sort((one, other) => other.modifiedMs - one.modifiedMs);
}

/** Begins with a line end of its own, so that it is never glued to a line that a crash cut. */
function append(path: string, fact: CheckpointBegin | CheckpointEnd): void {
  makeFolder(join(path, ".."), { mode: 0o700 });
  const file = openSync(path, "a", 0o600);
  try {
    const bytes = Buffer.from(`\n${JSON.stringify(fact)}\n`, "utf8");
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @returns nothing of a line that a crash cut */
export function parseFact(line: string): CheckpointBegin | CheckpointEnd | undefined {
  if (line === "") return undefined;
  try {
    const value = JSON.parse(line) as Partial<CheckpointBegin | CheckpointEnd> | null;
    if (typeof value?.id !== "number" || typeof value.title !== "string") return undefined;
    if (value.type === "begin") return value as CheckpointBegin;
    return value.type === "end" && Array.isArray(value.changes) ? (value as CheckpointEnd) : undefined;
  } catch {
    return undefined;
  }
}
