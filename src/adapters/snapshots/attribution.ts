import { type Checkpoint, isSameState, type PathChange } from "../../core/undo.ts";
import {
  type CheckpointBegin,
  checkpointFile,
  isCallUnderWay,
  type RecordedCheckpoint,
  readCheckpoints,
  sessionsWithCheckpoints,
} from "./checkpoint-log.ts";
import { isBefore, momentNow } from "./moment.ts";
import { restoreUnderWay } from "./restore-journal.ts";

/**
 * A command is known by what differs after it, and others may work in the folder meanwhile. What a file tool or an undo says to
 * have changed is theirs; what another command may have changed just as well belongs to neither, and is taken back only by force.
 * @param all  of every session of the folder
 */
export function ownChanges(checkpoint: SessionCheckpoint, all: readonly SessionCheckpoint[]): readonly PathChange[] {
  // Nobody knows when the process ended: what was done by hand since is not told from what the call did.
  const doubt = checkpoint.interrupted === true ? ({ perhapsBy: "person" } as const) : {};
  if (checkpoint.isExact) return checkpoint.changes.map((change) => ({ ...change, ...doubt }));
  const meanwhile = all.filter((other) => !isSame(other, checkpoint) && overlap(checkpoint, other));
  const exact = meanwhile.filter(({ isExact }) => isExact).sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const scanned = meanwhile.filter(({ isExact }) => !isExact);
  return checkpoint.changes.flatMap((change) => {
    const own = withoutExact(change, exact);
    if (own === undefined) return [];
    const isShared =
      scanned.some(({ changes }) => changes.some(({ path }) => path === change.path)) ||
      meanwhile.some(({ mayChange }) => mayChange?.(change.path));
    return [{ ...own, ...(isShared ? ({ perhapsBy: "command" } as const) : doubt) }];
  });
}

/** What is left of a change when those are taken out that others are known to have made; undefined when nothing is. */
function withoutExact(change: PathChange, exact: readonly Checkpoint[]): PathChange | undefined {
  const others = exact.flatMap(({ changes }) => changes.filter(({ path }) => path === change.path));
  const [first] = others;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return change;
  const own = isSameState(last.after, change.after)
    ? { ...change, after: first.before }
    : { ...change, before: last.after };
  return isSameState(own.before, own.after) ? undefined : own;
}

/** A checkpoint, and the session it belongs to. */
export interface SessionCheckpoint extends RecordedCheckpoint {
  readonly session: string;
  /** Of a call that is still under way: whether it may have changed a path. */
  readonly mayChange?: (path: string) => boolean;
}

/** What falls together counts as at once, but in one session, whose calls that write follow each other. */
function overlap(one: SessionCheckpoint, other: SessionCheckpoint): boolean {
  if (one.session === other.session) return isBefore(one.began, other) && isBefore(other.began, one);
  return !isBefore(other, one.began) && !isBefore(one, other.began);
}

const isSame = (one: SessionCheckpoint, other: SessionCheckpoint): boolean =>
  one.session === other.session && one.id === other.id;

/** What every session of a working folder has kept, calls under way among it. */
export function allCheckpoints(folder: string): readonly SessionCheckpoint[] {
  // Looked at first: one that ends meanwhile is in the log of its session by then.
  const restored = restoreUnderWay(folder);
  return sessionsWithCheckpoints(folder).flatMap((session) => {
    const file = checkpointFile(folder, session);
    const { checkpoints, open } = readCheckpoints(file);
    const underWay = open.filter((begin) => isCallUnderWay(begin, folder, session)).map(asUnderWay);
    const isNoted = checkpoints.some(({ began }) => began.at === restored?.checkpoint.at);
    const restoring = restored?.checkpointFile === file && !isNoted ? [asRestoring(restored.checkpoint)] : [];
    return [...checkpoints, ...restoring, ...underWay].map((checkpoint) => ({ ...checkpoint, session }));
  });
}

/** Its paths are named before the first is put back. */
const asRestoring = (checkpoint: Checkpoint): RecordedCheckpoint => ({
  ...{ ...checkpoint, ...momentNow() },
  began: checkpoint,
  isExact: true,
});

function asUnderWay({ id, title, at, steady, before }: CheckpointBegin): Omit<SessionCheckpoint, "session"> {
  const paths = before?.map(({ path }) => path);
  return {
    ...{ id, title, changes: [], isExact: before !== undefined, ...momentNow() },
    began: { at, ...(steady === undefined ? {} : { steady }) },
    mayChange: (path) => paths?.includes(path) ?? true,
  };
}
