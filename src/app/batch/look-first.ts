import { phrase, type Words } from "../../base/phrase.ts";
import { openOf } from "../../core/batch/progress.ts";
import type { Json } from "../../core/ports/queue.ts";
import { systemClock } from "../system-clock.ts";
import { RENEWED } from "./answer-item.ts";
import type { KnownBatch } from "./batch-store.ts";
import type { ReadyBatch } from "./begin-batch.ts";
import type { FillOptions } from "./fill-batch.ts";
import { describedAs } from "./kept-description.ts";
import type { BatchEnd } from "./run-batch.ts";

/** Between two looks at whether a person has looked. */
const LOOK_MS = 1_000;

interface LookFirst extends FillOptions {
  readonly sample: number;
  /** Called with the batch before anything is worked on. */
  onBatch(batch: KnownBatch): void;
  /** Works on what is queued until nothing is open. */
  work(batch: KnownBatch): Promise<BatchEnd>;
}

/**
 * Works on a sample, waits until a person says of it that the rest may follow, then works on the rest. What they correct meanwhile is
 * done anew. That they said so is kept with the recipe: a run that is killed after it does not wait again, a changed recipe does.
 */
export async function lookFirst(ready: ReadyBatch, options: LookFirst): Promise<BatchEnd> {
  const sampled = await ready.fill(options);
  options.onBatch(sampled);
  const isAll = sampled.listed <= options.sample;
  const early = isAll ? await options.work(sampled) : await workUntilSeen(sampled, options);
  if (early !== undefined) return early;
  const { sample: _, ...all } = options;
  return options.work(await ready.fill(all));
}

/** @returns undefined once a person has looked; else how it ended before */
async function workUntilSeen(batch: KnownBatch, options: LookFirst): Promise<BatchEnd | undefined> {
  let isTold = false;
  for (let over = await earlyEnd(batch, options); over !== "seen"; over = await earlyEnd(batch, options)) {
    if (typeof over === "object") return over;
    const end = over === "open" || !isTold ? await options.work(batch) : undefined;
    if (end !== undefined && end.kind !== "drained") return end;
    if (end !== undefined && !isTold) options.onNotice(readyLine(batch.name, options.sample));
    isTold = true;
    await systemClock.sleep(LOOK_MS, options.signal);
  }
  return undefined;
}

/** @returns `open` where somebody has put an item back, `idle` where all there is to do is to wait */
async function earlyEnd(batch: KnownBatch, { signal }: LookFirst): Promise<BatchEnd | "seen" | "open" | "idle"> {
  const standing = await standingOf(batch);
  if (standing === "seen") return "seen";
  const counts = await batch.queue.counts();
  if (standing === "renewed") return { kind: "stuck", why: RENEWED, counts };
  if (signal.aborted) return { kind: "cancelled", counts };
  return openOf(counts) > 0 ? "open" : "idle";
}

const readyLine = (name: string, count: number): Words =>
  phrase`${count} of ${name} are ready to be looked at: \`waymark batch results ${name}\` or \`waymark view\`; \`waymark batch correct\` mends one, \`waymark batch proceed ${name}\` lets the rest follow.`;

async function standingOf({ name, queue, description }: KnownBatch): Promise<"seen" | "waits" | "renewed"> {
  const { recipeHash, proceeds } = describedAs(name, await queue.description());
  if (recipeHash !== description.recipeHash) return "renewed";
  return proceeds === recipeHash ? "seen" : "waits";
}

/** Lets the rest of a batch follow its sample. @returns that in a line */
export async function proceedBatch({ name, queue }: KnownBatch): Promise<Words> {
  const description = describedAs(
    name,
    await queue.describe((former) => {
      const known = describedAs(name, former);
      return { ...known, proceeds: known.recipeHash } as unknown as Json;
    }),
  );
  return phrase`The rest of ${name} may follow: a run that waits goes on by itself, otherwise \`waymark batch run ${description.file}\` works on it.`;
}
