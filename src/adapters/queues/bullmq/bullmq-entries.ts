import type { Redis } from "ioredis";
import {
  type ItemState,
  type Json,
  NOTHING_SPENT,
  type QueueEntry,
  type QueueItem,
  type Spent,
} from "../../../core/ports/queue.ts";
import type { BullKeys } from "./own-keys.ts";

/** What a job holds. */
export interface StoredItem extends QueueItem {
  readonly payload: Json;
}

const PAGE_ENTRIES = 500;

type Fields = Readonly<Record<string, string>>;

/** Every item that has a job, page by page, in the order in which they were put. */
export async function* allEntries(
  redis: Redis,
  keys: BullKeys,
  states: ReadonlySet<ItemState>,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncGenerator<QueueEntry> {
  let after = "-inf";
  for (;;) {
    const found = await guarded(() =>
      redis.zrangebyscore(keys.order, after, "+inf", "WITHSCORES", "LIMIT", 0, PAGE_ENTRIES),
    );
    const ids = found.filter((_, index) => index % 2 === 0);
    if (ids.length === 0) return;
    after = `(${found.at(-1)}`;
    for (const entry of await guarded(() => entriesOf(ids, redis, keys))) if (states.has(entry.state)) yield entry;
    if (ids.length < PAGE_ENTRIES) return;
  }
}

async function entriesOf(ids: readonly string[], redis: Redis, keys: BullKeys): Promise<readonly QueueEntry[]> {
  const jobIds = (await redis.hmget(keys.jobs, ...ids)).filter((jobId) => jobId !== null);
  const pipeline = redis.pipeline();
  for (const jobId of jobIds) pipeline.hgetall(keys.job(jobId)).exists(keys.lock(jobId)).sismember(keys.dead, jobId);
  const answers = (await pipeline.exec()) ?? [];
  return jobIds.flatMap((_, index) => {
    const [fields, isLocked, isDead] = [0, 1, 2].map((part) => answerOf(answers[3 * index + part]));
    const entry = entryOf(fields as Fields, isLocked === 1, isDead === 1);
    return entry === undefined ? [] : [entry];
  });
}

function answerOf(answer: readonly [error: Error | null, result: unknown] | undefined): unknown {
  if (answer?.[0]) throw answer[0];
  return answer?.[1];
}

/** The fields of a job as BullMQ 6 names them, and ours; undefined for one that is gone. */
function entryOf(fields: Fields, isLocked: boolean, isDead: boolean): QueueEntry | undefined {
  const { data, returnvalue, failedReason, finishedOn, ats, problem } = fields;
  if (data === undefined) return undefined;
  const { id, key, payload } = JSON.parse(data) as StoredItem;
  const state = stateOf({
    isFinished: finishedOn !== undefined,
    hasFailed: failedReason !== undefined,
    isDead,
    isLocked,
  });
  const why = state === "failed" || state === "dead" ? failedReason : problem;
  return {
    id,
    key,
    payload,
    state,
    leases: Number(ats ?? 0),
    spent: spentIn(fields),
    ...(state === "done" && returnvalue !== undefined
      ? { result: (JSON.parse(returnvalue) as { readonly result: Json }).result }
      : {}),
    ...(why === undefined || state === "done" ? {} : { problem: why }),
  };
}

function stateOf(facts: {
  readonly isFinished: boolean;
  readonly hasFailed: boolean;
  readonly isDead: boolean;
  readonly isLocked: boolean;
}): ItemState {
  if (facts.isFinished && !facts.hasFailed) return "done";
  if (facts.isFinished) return facts.isDead ? "dead" : "failed";
  return facts.isLocked ? "leased" : "queued";
}

export function spentIn(fields: Fields): Spent {
  const names = Object.keys(NOTHING_SPENT) as (keyof Spent)[];
  return Object.fromEntries(names.map((name) => [name, Number(fields[name] ?? 0)])) as unknown as Spent;
}
