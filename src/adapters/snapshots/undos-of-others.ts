import { resolve } from "node:path";
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
  /** Undos of the session that this process itself makes, and tells of; they may be added later. */
  readonly own: ReadonlySet<number>;
}

/** Undos that other processes make in a working folder, out of the logs of checkpoints; of each log only what was added is read. */
export class UndosOfOthers {
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
   * What was undone since the last time: of the session's own changes all, of others' what the session has seen.
   * @param seenPaths  absolute ones; asked for only where others have undone something
   * @returns paths as checkpoints have them, sorted
   */
  take(seenPaths: () => ReadonlySet<string>): readonly string[] {
    const { root } = this.#watch;
    // First, for it tells what the session has changed.
    const own = this.#takeOwn();
    const others = this.#otherSessions()
      .flatMap((id) => this.#added(id))
      .flatMap(({ undoes, changes }) => (undoes === undefined ? [] : changes.map(({ path }) => path)));
    const known = others.length === 0 ? this.#changed : this.#changed.union(seenPaths());
    return [...new Set([...own, ...others.filter((path) => known.has(resolve(root, path)))])].sort();
  }

  #takeOwn(): readonly string[] {
    const { sessionId, root, own } = this.#watch;
    const paths: string[] = [];
    for (const { id, undoes, changes } of this.#added(sessionId)) {
      if (undoes === undefined) for (const { path } of changes) this.#changed.add(resolve(root, path));
      else if (id > this.#knownId) {
        this.#knownId = id;
        if (!own.has(id)) paths.push(...changes.map(({ path }) => path));
      }
    }
    return paths;
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
