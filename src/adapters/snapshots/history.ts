import { rmSync } from "node:fs";
import { join } from "node:path";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import {
  type Checkpoint,
  type FileState,
  isSameState,
  type PathChange,
  type RestoreProblem,
  type RestoreStep,
} from "../../core/undo.ts";
import { takeFile } from "../exclusive-file.ts";
import { allCheckpoints, ownChanges } from "./attribution.ts";
import { BlobStore } from "./blob-store.ts";
import {
  appendCheckpoint,
  type CheckpointBegin,
  checkpointFile,
  isCallUnderWay,
  readCheckpoints,
} from "./checkpoint-log.ts";
import { CheckpointNumbers } from "./checkpoint-numbers.ts";
import { stateAt } from "./path-state.ts";
import { finishRestore, restore } from "./restore.ts";
import { hasUnfinishedRestore } from "./restore-journal.ts";
import { SCAN_LIMITS, scanTree } from "./scan-tree.ts";
import { Tree } from "./tree.ts";

export interface HistoryPlace {
  /** Absolute and real. */
  readonly root: string;
  readonly folder: string;
  readonly excluded: readonly string[];
  /** Told before files are put back. */
  readonly restoring?: (steps: readonly RestoreStep[]) => void;
}

/** What was kept of one session of a working folder, and the way back. */
export class SessionHistory {
  readonly #place: HistoryPlace;
  readonly #file: string;
  readonly #store: BlobStore;

  readonly #session: string;

  constructor(place: HistoryPlace, sessionId: string) {
    this.#place = place;
    this.#session = sessionId;
    this.#file = checkpointFile(place.folder, sessionId);
    this.#store = new BlobStore(join(place.folder, "contents"));
  }

  /** Oldest first. A call that a crash cut is closed first: what differs from before it counts as its work. */
  async checkpoints(): Promise<readonly Checkpoint[]> {
    for (const begin of readCheckpoints(this.#file).open)
      if (!isCallUnderWay(begin, this.#place.folder, this.#session))
        appendCheckpoint(this.#file, await this.#closeInterrupted(begin));
    this.#store.flush();
    const { checkpoints } = readCheckpoints(this.#file);
    const all = allCheckpoints(this.#place.folder);
    return checkpoints.map(({ began, isExact, steady, ...checkpoint }) => ({
      ...checkpoint,
      changes: ownChanges({ ...checkpoint, ...(steady && { steady }), began, isExact, session: this.#session }, all),
    }));
  }

  /** What stands now at every path that the checkpoints name. */
  currentStates(checkpoints: readonly Checkpoint[]): ReadonlyMap<string, FileState | null> {
    const states = new Map<string, FileState | null>();
    for (const { changes } of checkpoints)
      for (const { path } of changes) if (!states.has(path)) states.set(path, stateAt(this.#place.root, path));
    return states;
  }

  /** Puts files back and notes it as a checkpoint, which can be undone in turn. @throws {UserError} while another one does so */
  restore(
    steps: Parameters<typeof restore>[0]["steps"],
    what: { readonly title: string; readonly undoes: readonly number[] },
  ): { readonly id: number; readonly problems: readonly RestoreProblem[] } {
    const { root, folder, restoring } = this.#place;
    restoring?.(steps);
    const done = alone(folder, () => {
      const numbers = new CheckpointNumbers(folder, this.#session);
      return restore({ root, folder, store: this.#store, steps, checkpointFile: this.#file, numbers, what });
    });
    if (done !== undefined) return done;
    throw new UserError(phrase`Another undo works in this folder at the moment; run this one again.`, EXIT.failed);
  }

  /** The content of a file state; nothing for other states and contents that were not kept. */
  contentOf(state: FileState | null): Buffer | undefined {
    return state?.kind === "file" && this.#store.has(state.hash) ? this.#store.read(state.hash) : undefined;
  }

  close(): void {
    this.#store.close();
  }

  async #closeInterrupted(begin: CheckpointBegin): Promise<Checkpoint> {
    const { id, at, steady, title } = begin;
    const checkpoint = { id, at, ...(steady && { steady }), title, interrupted: true };
    if (begin.before) return { ...checkpoint, changes: this.#changesSince(begin.before) };
    const { root, folder, excluded } = this.#place;
    const last = Tree.load(join(folder, "tree"));
    if (last === undefined || last.id !== begin.treeId)
      return { ...checkpoint, changes: [], notCovered: "The state before it was not kept." };
    const scan = await scanTree({ root, excluded, last, store: this.#store, limits: SCAN_LIMITS });
    if (scan.kind === "too-much") return { ...checkpoint, changes: [], notCovered: `${scan.why}.` };
    const { added = [] } = begin;
    return {
      ...checkpoint,
      changes: scan.changes,
      ...(added.length > 0 && { notCovered: `What it changed in ${added.join(", ")} is not known.` }),
    };
  }

  #changesSince(before: NonNullable<CheckpointBegin["before"]>): readonly PathChange[] {
    return before.flatMap(({ path, before: was }) => {
      const after = stateAt(this.#place.root, path, this.#store);
      return isSameState(was, after) ? [] : [{ path, before: was, after }];
    });
  }
}

/** Whether a crash cut an undo in that folder. */
export const hasUnfinishedUndo = hasUnfinishedRestore;

/** Carries an undo that a crash cut to its end. Cheap when there is none. @returns nothing where another process does or did it */
export function finishUndo(folder: string): readonly RestoreProblem[] | undefined {
  if (!hasUnfinishedRestore(folder)) return undefined;
  const store = new BlobStore(join(folder, "contents"));
  try {
    // The one that held the lock may have been at its end.
    return alone(folder, () => (hasUnfinishedRestore(folder) ? finishRestore(folder, store) : undefined));
  } finally {
    store.close();
  }
}

/** Runs what nobody else may do in that folder meanwhile. @returns undefined when somebody else does it */
function alone<Value>(folder: string, run: () => Value): Value | undefined {
  const taken = takeFile(join(folder, "restore.lock"));
  if (taken.kind !== "taken") return undefined;
  try {
    return run();
  } finally {
    taken.release();
  }
}

/** Forgets what a session kept. */
export function forgetCheckpoints(folder: string, sessionId: string): void {
  rmSync(checkpointFile(folder, sessionId), { force: true });
}
