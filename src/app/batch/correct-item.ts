import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { type ItemPayload, queueItem } from "../../core/batch/item.ts";
import { lanesOf, planOf } from "../../core/batch/job.ts";
import type { Json, Queue, QueueEntry } from "../../core/ports/queue.ts";
import type { KnownBatch } from "./batch-store.ts";
import type { BatchDescription } from "./job-file.ts";
import { describedAs, formerDescription } from "./kept-description.ts";

const CORRECTION_CHARS_MAX = 2_000;
const CORRECTIONS_MAX = 10_000;
/** How often somebody else's words for the same item are put in the place of these. */
const ROUNDS_MAX = 100;

/**
 * Puts an item back into the queue with what a person says is wrong with its answer: who is asked next is told so. It stays said for
 * later runs of the job; another correction takes its place.
 * @returns that in a line
 * @throws {UserError} where the item, the words or the job do not allow it
 */
export async function correctItem({ name, queue }: KnownBatch, id: string, words: string): Promise<string> {
  const correction = words.trim();
  if (correction === "" || correction.length > CORRECTION_CHARS_MAX)
    throw new UserError(phrase`Say what is wrong in 1 to ${CORRECTION_CHARS_MAX} characters.`, EXIT.badInput);
  const entry = await entryOf(id, queue.entries());
  // Made of what stands there now: another correction may be said at the same time.
  const description = describedAs(
    name,
    await queue.describe((former) => {
      const known = describedAs(name, former);
      demandReader(name, known);
      if (entry === undefined)
        throw new UserError(
          phrase`There is no item "${id}" in ${name}; \`waymark batch results ${name}\` lists them.`,
          EXIT.badInput,
        );
      const corrections = { ...known.corrections, [id]: correction };
      if (Object.keys(corrections).length > CORRECTIONS_MAX)
        throw new UserError(
          phrase`${name} has ${CORRECTIONS_MAX} corrections; mend its recipe instead.`,
          EXIT.badInput,
        );
      return { ...known, corrections } as unknown as Json;
    }),
  );
  const replaced = entry === undefined ? 0 : await putCorrected(queue, entry, { description, correction });
  return replaced === 0
    ? `${id} of ${name} was corrected by these words before.`
    : `${id} of ${name} queued again with what you said; \`waymark batch run ${description.file}\` works on it.`;
}

/** Who corrects the same item at once may be put before or after: what is said of it in the end is what is queued. */
async function putCorrected(
  queue: Queue,
  { id, payload }: QueueEntry,
  { description, correction }: { readonly description: BatchDescription; readonly correction: string },
): Promise<number> {
  let replaced = 0;
  let said = correction;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const corrected = { ...(payload as unknown as ItemPayload), correction: said };
    replaced += (await queue.put([await queueItem(id, corrected, description.recipeHash)])).replaced;
    const standing = formerDescription("", await queue.description())?.corrections?.[id] ?? said;
    if (standing === said) break;
    said = standing;
  }
  return replaced;
}

/** Tools and plans are made of fields: none of them reads what a person says. */
function demandReader(name: string, { job }: BatchDescription): void {
  const reads = lanesOf(job).some((lane) => "agent" in lane || ("model" in lane && planOf(job) === undefined));
  if (!reads)
    throw new UserError(
      phrase`No lane of ${name} reads words of a person; change the job and run it with --renew.`,
      EXIT.badInput,
    );
}

async function entryOf(id: string, entries: AsyncIterable<QueueEntry>): Promise<QueueEntry | undefined> {
  for await (const entry of entries) if (entry.id === id) return entry;
  return undefined;
}
