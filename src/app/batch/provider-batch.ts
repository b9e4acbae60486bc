import { openBatches } from "../../adapters/models/batches/index.ts";
import { costOf } from "../../adapters/models/services/catalogue.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { hashOf, type ItemPayload } from "../../core/batch/item.ts";
import { lanesOf, planOf } from "../../core/batch/job.ts";
import type { Reply } from "../../core/batch/lane.ts";
import { type Attempt, type WorkEnd, workQueue } from "../../core/batch/work-queue.ts";
import { type BatchAnswer, BatchFault, type BatchService } from "../../core/ports/batches.ts";
import type { ModelRequest } from "../../core/ports/model.ts";
import {
  type Json,
  NOTHING_SPENT,
  type Queue,
  type QueueEntry,
  type QueueItem,
  type QueueStore,
} from "../../core/ports/queue.ts";
import type { Usage } from "../../core/protocol/usage.ts";
import { reachedChoice } from "../models/choose-model.ts";
import { catalogueFor } from "../models/model-catalogue.ts";
import type { House } from "../open-house.ts";
import { systemClock } from "../system-clock.ts";
import { fieldsOf } from "./answer-item.ts";
import { type KnownBatch, SUBMITTED } from "./batch-store.ts";
import { attemptOf, laneRequests, type ModelLane } from "./lane-models.ts";
import { ownLimits, settleTerms } from "./own-terms.ts";
import { type BatchEnd, type BatchRun, workOnBatch } from "./run-batch.ts";

/** Items that are handed in together: far below what services take (50,000 requests and 200 MB at OpenAI, 100,000 and 256 MB at Anthropic). */
const ITEMS_TOGETHER = 500;
const SUBMISSIONS_AT_ONCE = 4;
const LOOK_MS_FIRST = 1_000;
const LOOK_MS_MAX = 60_000;
/** What is not answered at once is half as dear. */
const PRICE_SHARE = 0.5;

/** Items that went to the service together. */
interface Submission {
  readonly items: readonly QueueItem[];
}

/** How far a submission came. */
interface Handed {
  /** What the service calls it. */
  readonly name: string;
  readonly looks: number;
}

type ProviderEnd =
  | { readonly kind: "answered"; given(itemId: string): Reply | undefined }
  | Exclude<WorkEnd, { readonly kind: "drained" }>;

/** First all is answered by the service, then each answer is judged; what it left out is asked now. @throws {UserError} */
export async function workInServiceBatches(
  house: House,
  batch: KnownBatch,
  store: QueueStore,
  run: BatchRun,
): Promise<BatchEnd> {
  const own = Object.keys(ownLimits(house));
  if (own.includes("cost") || own.includes("tokens"))
    throw new UserError(
      phrase`--provider-batch hands all in at once, so your maxCost and maxTokens cannot hold; set them to 0 for it, or leave it out.`,
      EXIT.badInput,
    );
  await settleTerms(house, batch.description, run);
  const end = await askInBatches(house, batch, store, run);
  if (end.kind === "answered") return workOnBatch(house, batch, run, end.given);
  return { ...end, counts: await batch.queue.counts() };
}

/**
 * Hands the open items of a batch to the batch service of its first model, at half the price, and waits until all are answered. What was
 * handed in lies in a queue of its own, so that a later process goes on waiting, whenever it comes.
 * @throws {UserError} where the service has none
 */
async function askInBatches(house: House, batch: KnownBatch, store: QueueStore, run: BatchRun): Promise<ProviderEnd> {
  const submissions = await store.open(batch.name.slice(0, 64 - SUBMITTED.length) + SUBMITTED);
  const hand = await handler(house, batch);
  const added = await submit(batch.queue, submissions);
  const { states } = await submissions.counts();
  if (states.queued + states.leased > 0)
    run.onNotice(
      `${added} item${added === 1 ? "" : "s"} handed in now, ${states.queued + states.leased} submissions wait for their answers, which may take a day; stop it whenever you like, the same command goes on waiting.`,
    );
  const end = await workQueue({
    queue: submissions,
    work: hand,
    clock: systemClock,
    signal: run.signal,
    widthMax: SUBMISSIONS_AT_ONCE,
  });
  if (end.kind !== "drained") return end;
  return { kind: "answered", given: await answersIn(submissions) };
}

/** Puts what is open and was never handed in as it is now. @returns how many items */
async function submit(queue: Queue, submissions: Queue): Promise<number> {
  const known = new Set<string>();
  for await (const { payload } of submissions.entries()) for (const { key } of itemsOf(payload)) known.add(key);
  let items: QueueItem[] = [];
  let count = 0;
  const put = async (): Promise<void> => {
    if (items.length === 0) return;
    const id = await hashOf(items.map(({ key }) => key));
    await submissions.put([{ id, key: id, payload: { items } as unknown as Json }]);
    count += items.length;
    items = [];
  };
  for await (const { id, key, payload } of queue.entries(["queued", "leased"])) {
    if (known.has(key)) continue;
    items.push({ id, key, payload });
    if (items.length >= ITEMS_TOGETHER) await put();
  }
  await put();
  return count;
}

const itemsOf = (payload: Json): readonly QueueItem[] => (payload as unknown as Submission).items;

/** What a submission needs next: to be handed in, to be looked at, or to be read. */
async function handler(house: House, { description }: KnownBatch) {
  const { job } = description;
  const lanes = lanesOf(job) as readonly ModelLane[];
  const [lane] = lanes;
  if (lane === undefined || !("model" in lane) || planOf(job) !== undefined)
    throw new UserError(
      phrase`--provider-batch asks the first lane, which is no model with a prompt; begin the job's lanes with one.`,
      EXIT.badInput,
    );
  const { settings } = house;
  const service = await openBatches(reachedChoice(lane.model, settings), settings.environment);
  if (service === undefined)
    throw new UserError(
      phrase`${lane.model} has no batch service that is known here; leave --provider-batch out.`,
      EXIT.usage,
    );
  const { workspace } = (await house.looseTools()).ports;
  await house.redaction.ready();
  const requestFor = laneRequests(house, description);
  const priced = (await catalogueFor(settings.environment))(lane.model);
  const price = (usage: Usage): number => (priced === undefined ? 0 : costOf(priced, usage) * PRICE_SHARE);
  const request = async ({ payload }: QueueItem): Promise<ModelRequest | undefined> => {
    const fields = await fieldsOf(payload as unknown as ItemPayload, { job, lanes, workspace });
    // What cannot be asked is told when the item itself is worked on.
    return typeof fields === "string" ? undefined : requestFor(lane, fields);
  };
  return async (
    item: { readonly id: string; readonly payload: Json; readonly carried?: Json },
    signal: AbortSignal,
  ) => {
    try {
      const handed = item.carried as unknown as Handed | undefined;
      if (handed !== undefined) return await look(service, handed, price, signal);
      return await handIn(service, item, request, signal);
    } catch (error) {
      if (!(error instanceof BatchFault)) throw error;
      const attempt = attemptOf(error.failure, NOTHING_SPENT);
      return attempt.kind === "unfit" || attempt.kind === "answer"
        ? ({ kind: "stop", problem: error.message, failure: error.failure, spent: NOTHING_SPENT } as const)
        : attempt;
    }
  };
}

async function handIn(
  service: BatchService,
  { id, payload }: { readonly id: string; readonly payload: Json },
  request: (item: QueueItem) => Promise<ModelRequest | undefined>,
  signal: AbortSignal,
): Promise<Attempt> {
  const found = await service.find(id, signal);
  if (found !== undefined) return wait({ name: found, looks: 0 });
  const requests = [];
  for (const item of itemsOf(payload)) {
    const asked = await request(item);
    if (asked !== undefined) requests.push({ id: item.key, request: asked });
  }
  if (requests.length === 0) return { kind: "done", result: {}, spent: NOTHING_SPENT };
  return wait({ name: await service.submit(requests, id, signal), looks: 0 });
}

function wait(handed: Handed): Attempt {
  const inMs = Math.min(LOOK_MS_FIRST * 2 ** handed.looks, LOOK_MS_MAX);
  return { kind: "escalate", problem: "it is not answered yet", carried: { ...handed }, inMs, spent: NOTHING_SPENT };
}

async function look(
  service: BatchService,
  { name, looks }: Handed,
  price: (usage: Usage) => number,
  signal: AbortSignal,
): Promise<Attempt> {
  const state = await service.look(name, signal);
  if (state.kind === "working") return wait({ name, looks: looks + 1 });
  const answers: Record<string, Json> = {};
  for await (const answer of service.answers(name, signal)) {
    const reply = replyOf(answer, price);
    if (reply !== undefined) answers[answer.id] = reply as unknown as Json;
  }
  // What it cost is counted with the items.
  return { kind: "done", result: answers, spent: NOTHING_SPENT };
}

/** Undefined where the service gave none: the model is asked once more, by itself. */
function replyOf(answer: BatchAnswer, price: (usage: Usage) => number): Reply | undefined {
  if (answer.kind === "failed") return undefined;
  const { content, end, usage } = answer;
  return { type: "end", content, end, usage, costUsd: price(usage) };
}

/** By the ids of items: an answer to an item as it was then is none to what it is now. */
async function answersIn(submissions: Queue): Promise<(itemId: string) => Reply | undefined> {
  const replies = new Map<string, Reply>();
  for await (const { payload, result } of submissions.entries(["done"]) as AsyncIterable<QueueEntry>)
    for (const { id, key } of itemsOf(payload)) {
      const reply = (result as Readonly<Record<string, unknown>> | undefined)?.[key];
      if (reply === undefined) replies.delete(id);
      else replies.set(id, reply as Reply);
    }
  return (itemId) => replies.get(itemId);
}
