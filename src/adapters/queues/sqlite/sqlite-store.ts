import { readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../../base/error-text.ts";
import type { LeaseTerms, Queue, QueueStore } from "../../../core/ports/queue.ts";
import { openSqliteQueue } from "./sqlite-queue.ts";

const ENDING = ".sqlite";

/** A folder with one file for each batch. */
export function sqliteStore(folder: string, terms: LeaseTerms): QueueStore {
  const open: Queue[] = [];
  return {
    batches: async () =>
      entriesOf(folder)
        .filter((name) => name.endsWith(ENDING))
        .map((name) => name.slice(0, -ENDING.length))
        .sort(),
    open: async (batch) => {
      const queue = await openSqliteQueue(join(folder, batch + ENDING), terms);
      open.push(queue);
      return queue;
    },
    close: async () => {
      for (const queue of open.splice(0)) await queue.close();
    },
  };
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
