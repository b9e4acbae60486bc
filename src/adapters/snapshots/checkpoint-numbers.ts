import { pause, type Taken, takeFile } from "../exclusive-file.ts";
import { LineTail } from "../line-tail.ts";
import { makeFolder } from "../make-folder.ts";
import { checkpointFile, parseFact } from "./checkpoint-log.ts";
import { restoreUnderWay } from "./restore-journal.ts";

const TRIES_MAX = 20;
const BETWEEN_TRIES_MS = 5;

/**
 * Numbers for the checkpoints of a session, drawn where one is noted: an undo in another process counts on in the same log. Of the log
 * only what came since the last one is read.
 */
export class CheckpointNumbers {
  readonly #folder: string;
  readonly #file: string;
  readonly #tail: LineTail;
  #last = 0;

  constructor(folder: string, sessionId: string) {
    this.#folder = folder;
    this.#file = checkpointFile(folder, sessionId);
    this.#tail = new LineTail(this.#file);
  }

  /** What is noted under the next number. Nobody else draws one until that is on disk. */
  drawn<Result>(note: (id: number) => Result): Result {
    const turn = this.#turn();
    try {
      return note(this.#next());
    } finally {
      if (turn.kind === "taken") turn.release();
    }
  }

  /** Who holds it writes a line; one that was stopped in the middle of that holds nobody up. */
  #turn(): Taken {
    makeFolder(this.#folder, { mode: 0o700 });
    for (let tries = 1; ; tries++) {
      const turn = takeFile(`${this.#file}.lock`);
      if (turn.kind === "taken" || tries === TRIES_MAX) return turn;
      pause(BETWEEN_TRIES_MS);
    }
  }

  #next(): number {
    for (const line of this.#tail.added()) this.#last = Math.max(this.#last, parseFact(line)?.id ?? 0);
    const restored = restoreUnderWay(this.#folder);
    return Math.max(this.#last, restored?.checkpointFile === this.#file ? restored.checkpoint.id : 0) + 1;
  }
}
