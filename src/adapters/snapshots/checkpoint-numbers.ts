import { LineTail } from "../line-tail.ts";
import { checkpointFile, parseFact } from "./checkpoint-log.ts";
import { restoreUnderWay } from "./restore-journal.ts";

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

  next(): number {
    for (const line of this.#tail.added()) this.#last = Math.max(this.#last, parseFact(line)?.id ?? 0);
    const restored = restoreUnderWay(this.#folder);
    return Math.max(this.#last, restored?.checkpointFile === this.#file ? restored.checkpoint.id : 0) + 1;
  }
}
