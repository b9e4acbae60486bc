import { resolve } from "node:path";
import { isSameState, type PathChange } from "../../core/undo.ts";
import { LineTail } from "../line-tail.ts";
import { checkpointFile, parseFact, sessionsWithLogs } from "./checkpoint-log.ts";

/** Where undos are looked for, and from when on. */
export interface UndoWatch {
  /** The snapshot folder of the working folder. */
  readonly folder: string;
  /** Absolute and real. */
  readonly root: string;
  readonly sessionId: string;
  /** The last undo of the session that it knows of. */
  readonly knownId: number;
  /** Whether what other sessions have undone so far counts, too. */
  readonly fromStart: boolean;
}

/** Undos in a working folder, whoever makes them, out of the logs of checkpoints; of each log only what was added is read. */
export class UndosMade {
  readonly #watch: UndoWatch;
  readonly #logs = new Map<string, LineTail>();
  /** Absolute paths that the session's calls have changed. */
  readonly #changed = new Set<string>();
  #knownId: number;

  constructor(watch: UndoWatch) {
    this.#watch = watch;
    this.#knownId = watch.knownId;
    if (watch.fromStart) return;
    for (const id of this.#otherSessions()) this.#log(id).skip();
  }

  /** The last undo of the session that was taken. */
  get knownId(): number {
    return this.#knownId;
  }

  /**
   * What is otherwise by undos since the last time: of the session's own changes all, of others' what the session has seen. What an
   * undo took back and the next brought back is as it was.
   * @param seenPaths  absolute ones; asked for only where others have undone something
   * @returns paths as checkpoints have them, sorted
   */
  take(seenPaths: () => ReadonlySet<string>): readonly string[] {
    const { root } = this.#watch;
    // First, for it tells what the session has changed.
    const own = this.#takeOwn();
    const others = this.#otherSessions().flatMap((id) =>
      leftChanged(this.#added(id).flatMap(({ undoes, changes }) => (undoes ? changes : []))),
    );
    const known = others.length === 0 ? this.#changed : this.#changed.union(seenPaths());
    return [...new Set([...own, ...others.filter((path) => known.has(resolve(root, path)))])].sort();
  }

  #takeOwn(): readonly string[] {
    const { sessionId, root } = this.#watch;
    const undone: PathChange[] = [];
    for (const { id, undoes, changes } of this.#added(sessionId)) {
      if (undoes === undefined) for (const { path } of changes) this.#changed.add(resolve(root, path));
      else if (id > this.#knownId) {
        this.#knownId = id;
        undone.push(...changes);
      }
    }
    return leftChanged(undone);
  }

  #otherSessions(): readonly string[] {
    return sessionsWithLogs(this.#watch.folder).filter((id) => id !== this.#watch.sessionId);
  }

  #log(id: string): LineTail {
    const log = this.#logs.get(id) ?? new LineTail(checkpointFile(this.#watch.folder, id));
    this.#logs.set(id, log);
    return log;
  }

  /** Ends of calls and undos. A log that another process forgets meanwhile has none. */
  #added(id: string) {
    return this.#log(id)
      .added()
      .flatMap((line) => {
        const fact = parseFact(line);
        return fact?.type === "end" ? [fact] : [];
      });
  }
}

/** Paths that the last of these changes, the oldest first, has left in another state than the first has found them in. */
function leftChanged(changes: readonly PathChange[]): readonly string[] {
  const found = new Map<string, PathChange>();
  for (const change of changes)
    found.set(change.path, { ...change, before: (found.get(change.path) ?? change).before });
  return [...found.values()].flatMap(({ path, before, after }) => (isSameState(before, after) ? [] : path));
}
