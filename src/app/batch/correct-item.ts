import { EXIT, UserError } from "../../base/user-error.ts";
import { type ItemPayload, queueItem } from "../../core/batch/item.ts";
import { lanesOf, planOf } from "../../core/batch/job.ts";
import type { Json, QueueEntry } from "../../core/ports/queue.ts";
import type { KnownBatch } from "./batch-store.ts";
import type { BatchDescription } from "./job-file.ts";

const CORRECTION_CHARS_MAX = 2_000;
const CORRECTIONS_MAX = 10_000;

/**
 * Puts an item back into the queue with what a person says is wrong with its answer: who is asked next is told so. It stays said for
 * later runs of the job; another correction takes its place.
 * @returns that in a line
 * @throws {UserError} where the item, the words or the job do not allow it
 */
export async function correctItem({ name, queue }: KnownBatch, id: string, words: string): Promise<string> {
  const correction = words.trim();
  if (correction === "" || correction.length > CORRECTION_CHARS_MAX)
    throw new UserError(`Say what is wrong in 1 to ${CORRECTION_CHARS_MAX} characters.`, EXIT.badInput);
  // As it is now: another correction may have been said since the batch was opened.
  const description = (await queue.description()) as unknown as BatchDescription;
  demandReader(name, description);
  const entry = await entryOf(id, queue.entries());
  if (entry === undefined)
    throw new UserError(
      `There is no item "${id}" in ${name}; \`waymark batch results ${name}\` lists them.`,
      EXIT.badInput,
    );
  const corrections = { ...description.corrections, [id]: correction };
  if (Object.keys(corrections).length > CORRECTIONS_MAX)
    throw new UserError(`${name} has ${CORRECTIONS_MAX} corrections; mend its recipe instead.`, EXIT.badInput);
  await queue.describe({ ...description, corrections } as unknown as Json);
  const payload = { ...(entry.payload as unknown as ItemPayload), correction };
  const { replaced } = await queue.put([await queueItem(id, payload, description.recipeHash)]);
  return replaced === 0
    ? `${id} of ${name} was corrected by these words before.`
    : `${id} of ${name} queued again with what you said; \`waymark batch run ${description.file}\` works on it.`;
}

/** Tools and plans are made of fields: none of them reads what a person says. */
function demandReader(name: string, { job }: BatchDescription): void {
  const reads = lanesOf(job).some((lane) => "agent" in lane || ("model" in lane && planOf(job) === undefined));
  if (!reads)
    throw new UserError(
      `No lane of ${name} reads words of a person; change the job and run it with --renew.`,
      EXIT.badInput,
    );
}

async function entryOf(id: string, entries: AsyncIterable<QueueEntry>): Promise<QueueEntry | undefined> {
  for await (const entry of entries) if (entry.id === id) return entry;
  return undefined;
}
