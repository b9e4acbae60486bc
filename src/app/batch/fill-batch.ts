import { phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { queueItem } from "../../core/batch/item.ts";
import { openOf, settledOf } from "../../core/batch/progress.ts";
import type { Json, Queue, QueueItem, QueueStore } from "../../core/ports/queue.ts";
import type { House } from "../open-house.ts";
import type { KnownBatch } from "./batch-store.ts";
import { type BatchDescription, describedJob, type JobFile } from "./job-file.ts";
import { formerDescription } from "./kept-description.ts";
import { type ListedItem, listItems } from "./list-items.ts";
import { Sample } from "./sample.ts";

/** What is put before work begins. */
export interface FillOptions {
  readonly signal: AbortSignal;
  /** What a person should know. */
  onNotice(words: Words): void;
  /** So many of the items only, spread over all of them; the same ones each time. */
  readonly sample?: number | undefined;
  /** Results of another recipe are made anew. */
  readonly renews?: boolean | undefined;
}

export interface FilledBatch extends KnownBatch {
  /** Items of the job, whether or not all of them were put. */
  readonly listed: number;
}

const PUT_ITEMS = 500;

/**
 * Puts the items of a job into its queue: those that are new or changed will be worked on.
 * @throws {UserError} when there is none, or results of another recipe are there and were not given up
 */
export async function fillBatch(
  house: House,
  job: JobFile,
  store: QueueStore,
  options: FillOptions,
): Promise<FilledBatch> {
  const { ports } = await house.looseTools();
  const list = () => listItems(job.job.items, { rooms: house, workspace: ports.workspace, signal: options.signal });
  const listed = list();
  // What cannot be listed leaves no empty batch behind.
  const first = await listed.next();
  const queue = await store.open(job.name);
  const batch = { name: job.name, queue, description: job };
  if (first.done) return { ...batch, listed: 0 };
  const former = formerDescription(job.name, await queue.description());
  const isRenewed = await settleFormer(job, former, queue, options);
  await queue.describe((now) => {
    const { corrections, proceeds } = formerDescription(job.name, now) ?? {};
    const seen = options.sample === undefined ? job.recipeHash : proceeds;
    return describedJob({
      ...job,
      ...(corrections === undefined ? {} : { corrections }),
      ...(seen === undefined ? {} : { proceeds: seen }),
    });
  });
  const { count, replaced } = await putCorrected(withFirst(first.value, listed), list, { job, queue, options });
  if (replaced > 0 && !isRenewed)
    options.onNotice(`${items(replaced)} changed since the last run and ${replaced === 1 ? "is" : "are"} done anew.`);
  const counts = await queue.counts();
  const gone = settledOf(counts) + openOf(counts) - count;
  const filled = { ...batch, listed: count };
  if (options.sample !== undefined || gone <= 0) return filled;
  const known =
    gone === 1
      ? "is no longer among the items; what is known of it stays"
      : "are no longer among the items; what is known of them stays";
  options.onNotice(`${items(gone)} of an earlier run ${known}.`);
  return filled;
}

async function* withFirst(first: ListedItem, rest: AsyncIterable<ListedItem>): AsyncGenerator<ListedItem> {
  yield first;
  yield* rest;
}

const correctionsOf = (description: Json | undefined): BatchDescription["corrections"] =>
  formerDescription("", description)?.corrections;

/** How often items are listed anew because somebody corrects them meanwhile. */
const LISTINGS_MAX = 3;

/** An item that is corrected while the others are put keeps what was said of it: what is there already stays. */
async function putCorrected(
  listed: AsyncIterable<ListedItem>,
  again: () => AsyncIterable<ListedItem>,
  { job, queue, options }: { readonly job: JobFile; readonly queue: Queue; readonly options: FillOptions },
) {
  let corrections = correctionsOf(await queue.description());
  let put = await putAll(listed, { ...job, ...(corrections && { corrections }) }, queue, options.sample);
  for (let listings = 1; listings < LISTINGS_MAX; listings++) {
    const now = correctionsOf(await queue.description());
    if (JSON.stringify(now) === JSON.stringify(corrections)) break;
    corrections = now;
    const { count, replaced } = await putAll(
      again(),
      { ...job, ...(now && { corrections: now }) },
      queue,
      options.sample,
    );
    put = { count, replaced: put.replaced + replaced };
  }
  return put;
}

async function putAll(listed: AsyncIterable<ListedItem>, job: JobFile, queue: Queue, sampleSize: number | undefined) {
  const sample = sampleSize === undefined ? undefined : new Sample(sampleSize);
  const corrections = new Map(Object.entries(job.corrections ?? {}));
  let part: QueueItem[] = [];
  let [count, replaced] = [0, 0];
  const put = async (): Promise<void> => {
    replaced += (await queue.put(part)).replaced;
    part = [];
  };
  for await (const { id, payload } of listed) {
    count++;
    const correction = corrections.get(id);
    const item = await queueItem(id, correction === undefined ? payload : { ...payload, correction }, job.recipeHash);
    if (sample) sample.offer(item);
    else if (part.push(item) >= PUT_ITEMS) await put();
  }
  if (sample) part = sample.chosen();
  await put();
  return { count, replaced };
}

const items = (count: number): string => `${count} item${count === 1 ? "" : "s"}`;

/** A recipe that changed makes other results: a person decides whether the former ones go. @returns whether it has changed */
async function settleFormer(
  job: JobFile,
  former: BatchDescription | undefined,
  queue: Queue,
  { renews, onNotice }: FillOptions,
): Promise<boolean> {
  if (former === undefined || former.recipeHash === job.recipeHash) return false;
  const { states } = await queue.counts();
  const told = `${job.file} asks for something else than when the batch "${job.name}" began (${former.at.slice(0, 16).replace("T", " ")} UTC)`;
  if (states.done > 0 && !renews)
    throw new UserError(
      phrase`${told}, and ${states.done} result${states.done === 1 ? " is" : "s are"} there; --renew makes them anew, another name in the job keeps them.`,
      EXIT.badInput,
    );
  onNotice(`${told}; all its items are done anew.`);
  return true;
}
