import { hash, randomUUID } from "node:crypto";
import type { Queue as BullQueue, Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import {
  ITEM_STATES,
  type Json,
  type Lease,
  type LeaseTerms,
  type Queue,
  type QueueCounts,
  type QueueItem,
  type Settlement,
} from "../../../core/ports/queue.ts";
import { describe, descriptionOf } from "./bullmq-description.ts";
import { allEntries, type StoredItem, spentIn } from "./bullmq-entries.ts";
import { type BullKeys, bullKeys, COUNT_ENDS, FORGET, NOTE_AGAIN, NOTE_END } from "./own-keys.ts";
import { DUE, endWaits, waitFor, waitLeft } from "./server-clock.ts";

/** Half of them see that a lease ran out, the other half give it to somebody else. */
const LOOKS_A_LEASE = 3;
/** A suspect that cannot be worked on alone yet. */
const ALONE_MS = 200;
const WAIT_MS_MAX = 3_600_000;
const REMOVED_AT_ONCE = 100;

/** What the engine needs of packages that a person installs beside ours. */
export interface BullPackages {
  readonly bullmq: typeof import("bullmq");
  readonly Redis: typeof import("ioredis").Redis;
}

interface BullRequest {
  readonly packages: BullPackages;
  readonly redis: Redis;
  readonly batch: string;
  readonly terms: LeaseTerms;
  guarded<T>(work: () => Promise<T>): Promise<T>;
}

interface Held {
  readonly job: Job<StoredItem>;
  /** It would be dead if this lease were lost. */
  readonly isAlone: boolean;
  /** By the time of this process: what was not renewed by then is another's. */
  untilMs: number;
}

interface Opened extends BullRequest {
  readonly queue: BullQueue<StoredItem>;
  readonly worker: Worker<StoredItem>;
  readonly keys: BullKeys;
  readonly held: Map<string, Held>;
}

/**
 * A queue of BullMQ: a result is what its job returned, which is committed with its state by one script of BullMQ's. What the attempt cost is
 * written down before, and counted after, once, by whoever comes next if not by us.
 */
export async function openBullQueue(request: BullRequest): Promise<Queue> {
  const { packages, redis, batch, terms, guarded } = request;
  const keys = bullKeys(batch);
  const connection = redis as never;
  const queue = new packages.bullmq.Queue<StoredItem>(batch, { connection, prefix: keys.prefix });
  const worker = new packages.bullmq.Worker<StoredItem>(batch, null, {
    connection,
    prefix: keys.prefix,
    autorun: false,
    lockDuration: terms.leaseMs,
    stalledInterval: Math.ceil(terms.leaseMs / LOOKS_A_LEASE),
    maxStalledCount: terms.lostLeasesMax - 1,
  });
  // Told by the command that fails.
  queue.on("error", () => {});
  worker.on("error", () => {});
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  const opened: Opened = { ...request, queue, worker, keys, held: new Map() };
  let isWatching = false;
  return {
    description: () => guarded(() => descriptionOf(redis, keys)),
    describe: (change) => guarded(() => describe(change, redis, keys)),
    put: (items) => guarded(() => put(items, opened)),
    lease: (count) =>
      guarded(async () => {
        // Whoever only looks takes nothing from anybody.
        if (!isWatching) void worker.startStalledCheckTimer();
        isWatching = true;
        return lease(count, opened);
      }),
    heartbeat: ({ token }) => guarded(() => heartbeat(token, opened)),
    settle: (leased, settlement) => guarded(() => settle(leased, settlement, opened)),
    counts: () => guarded(() => counts(opened)),
    begun: (count) =>
      guarded(async () =>
        [
          ...(await redis.lrange(keys.active, 0, count - 1)),
          ...(await redis.zrange(keys.delayed, "0", String(count - 1))),
        ].slice(0, count),
      ),
    entries: (states = ITEM_STATES) => allEntries(redis, keys, new Set(states), guarded),
    retry: (states) => guarded(() => retry(states, opened)),
    cancel: () => guarded(() => cancel(opened)),
    close: async () => {
      await worker.close(true);
      await queue.close();
    },
  };
}

/** The id of a job: of the item and its key, so that another key is another job. */
const jobIdOf = ({ id, key }: Pick<QueueItem, "id" | "key">): string => hash("sha256", `${id}\0${key}`);

async function put(items: readonly QueueItem[], opened: Opened) {
  const { redis, queue, keys } = opened;
  if (items.length === 0) return { added: 0, replaced: 0 };
  const former = await redis.hmget(keys.jobs, ...items.map(({ id }) => id));
  const wanted = items
    .map((item, index) => ({ item, jobId: jobIdOf(item), former: former[index] ?? undefined }))
    .filter(({ jobId, former: known }) => known !== jobId);
  if (wanted.length === 0) return { added: 0, replaced: 0 };
  const replaced = wanted.flatMap(({ former: known }) => known ?? []);
  await removeJobs(replaced, opened);
  await queue.addBulk(
    wanted.map(({ item: { id, key, payload }, jobId }) => ({
      name: "item",
      data: { id, key, payload },
      opts: { jobId },
    })),
  );
  const last = await redis.incrby(keys.sequence, wanted.length);
  await redis.hset(keys.jobs, ...wanted.flatMap(({ item, jobId }) => [item.id, jobId]));
  await redis.zadd(keys.order, ...wanted.flatMap(({ item }, index) => [last - wanted.length + index, item.id]));
  return { added: wanted.length - replaced.length, replaced: replaced.length };
}

/** Also those that somebody works on: the lease goes first. */
async function removeJobs(jobIds: readonly string[], { redis, queue, keys }: Opened): Promise<void> {
  for (let from = 0; from < jobIds.length; from += REMOVED_AT_ONCE) {
    const some = jobIds.slice(from, from + REMOVED_AT_ONCE);
    await redis.del(...some.map(keys.lock));
    await redis.srem(keys.dead, ...some);
    await Promise.all(some.map((jobId) => queue.remove(jobId)));
  }
}

async function lease(count: number, opened: Opened): Promise<readonly Lease[]> {
  const { held } = opened;
  for (const [token, { untilMs }] of held) if (untilMs < performance.now()) held.delete(token);
  if (count <= 0 || [...held.values()].some(({ isAlone }) => isAlone)) return [];
  const one = (): Promise<Lease | undefined> => leaseOne(opened).catch(unlessLost);
  const found = await Promise.all(Array.from({ length: count }, one));
  if (found.every((leased) => leased === undefined)) await endWaits(opened.redis, opened.queue, opened.keys);
  return found.filter((leased) => leased !== undefined);
}

async function leaseOne(opened: Opened): Promise<Lease | undefined> {
  const { worker, held, redis, keys, terms } = opened;
  const token = randomUUID();
  const job = await worker.getNextJob(token, { block: false });
  if (!job?.id) return undefined;
  if (job.deferredFailure) {
    await redis.sadd(keys.dead, job.id);
    const why = `whoever worked on it was not heard of again, ${terms.lostLeasesMax} times`;
    await job.moveToFailed(withoutStack(why, opened), token, false);
    return leaseOne(opened);
  }
  const [carried = null, dueMs = null] = await redis.hmget(keys.job(job.id), "carried", DUE);
  const leftMs = await waitLeft(dueMs, redis);
  const isAlone = job.stalledCounter >= terms.lostLeasesMax - 1;
  // Nothing is awaited between this look and the note of it: others lease beside us.
  if (leftMs > 0 || (isAlone && held.size > 0)) {
    await waitFor(job, Math.max(leftMs, isAlone ? ALONE_MS : 0), { token, redis, keys });
    return undefined;
  }
  held.set(token, { job, isAlone, untilMs: performance.now() + terms.leaseMs });
  const { id, key, payload } = job.data;
  return { id, key, payload, token, ...(carried === null ? {} : { carried: JSON.parse(carried) as Json }) };
}

async function heartbeat(token: string, { held, terms }: Opened): Promise<boolean> {
  const found = held.get(token);
  if (!found || (await found.job.extendLock(token, terms.leaseMs)) !== 1) return false;
  found.untilMs = performance.now() + terms.leaseMs;
  return true;
}

/** A reason is for people; where in our code it was said is not. */
function withoutStack(why: string, { packages }: Opened): Error {
  const error = new packages.bullmq.UnrecoverableError(why);
  error.stack = "";
  return error;
}

async function settle({ token }: Lease, settlement: Settlement, opened: Opened): Promise<boolean> {
  const { held } = opened;
  const found = held.get(token);
  if (!found) return false;
  try {
    if (!(await note(found.job, token, settlement, opened))) return false;
    await move(found.job, token, settlement, opened);
    if (settlement.kind !== "again") await countEnds(opened);
    return true;
  } catch (error) {
    if (isLost(error)) return false;
    throw error;
  } finally {
    held.delete(token);
  }
}

async function move(job: Job<StoredItem>, token: string, settlement: Settlement, opened: Opened): Promise<void> {
  switch (settlement.kind) {
    case "done":
      await job.moveToCompleted({ result: settlement.result } as never, token, false);
      return;
    case "failed":
      await job.moveToFailed(withoutStack(settlement.problem, opened), token, false);
      return;
    case "again":
      await waitFor(job, Math.min(settlement.inMs, WAIT_MS_MAX), { token, ...opened });
  }
}

function unlessLost(error: unknown): undefined {
  if (!isLost(error)) throw error;
}

/** BullMQ's words for a job that somebody else has, or that is gone. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  /Missing lock|Lock mismatch|Missing key|not in the active state|Lock for job/.test(error.message);

/** What is kept of an attempt besides its state. @returns false where the lease was lost */
async function note(job: Job<StoredItem>, token: string, settlement: Settlement, opened: Opened): Promise<boolean> {
  const { redis, keys } = opened;
  const { costUsd, inputTokens, outputTokens, replies } = settlement.spent;
  const came = [costUsd, inputTokens, outputTokens, replies];
  const jobId = job.id ?? "";
  const [lock, place] = [keys.lock(jobId), keys.job(jobId)];
  if (settlement.kind !== "again")
    return (await redis.eval(NOTE_END, 3, lock, place, keys.uncounted, token, jobId, ...came)) === 1;
  const carried = settlement.carried === undefined ? "" : JSON.stringify(settlement.carried);
  return (await redis.eval(NOTE_AGAIN, 3, lock, place, keys.spent, token, carried, settlement.problem, ...came)) === 1;
}

const countEnds = ({ redis, keys }: Opened): Promise<unknown> =>
  redis.eval(COUNT_ENDS, 2, keys.uncounted, keys.spent, keys.job(""));

async function counts(opened: Opened): Promise<QueueCounts> {
  const { queue, redis, keys } = opened;
  // What somebody ended who was killed before it was counted.
  await countEnds(opened);
  const [found, dead, spent] = await Promise.all([
    queue.getJobCounts("wait", "prioritized", "delayed", "active", "completed", "failed"),
    redis.scard(keys.dead),
    redis.hgetall(keys.spent),
  ]);
  const of = (...names: readonly string[]): number => names.reduce((sum, name) => sum + (found[name] ?? 0), 0);
  return {
    states: {
      queued: of("wait", "prioritized", "delayed"),
      leased: of("active"),
      done: of("completed"),
      failed: of("failed") - dead,
      dead,
    },
    spent: spentIn(spent),
  };
}

async function retry(states: readonly ("failed" | "dead")[], opened: Opened): Promise<number> {
  const { redis, keys, queue, guarded } = opened;
  let count = 0;
  for await (const entry of allEntries(redis, keys, new Set(states), guarded)) {
    const jobId = jobIdOf(entry);
    const job = await queue.getJob(jobId);
    if (!job) continue;
    await redis.eval(FORGET, 2, keys.job(jobId), keys.dead, jobId);
    await job.retry("failed");
    count++;
  }
  return count;
}

async function cancel(opened: Opened): Promise<number> {
  const { redis, keys, guarded } = opened;
  const gone: QueueItem[] = [];
  for await (const entry of allEntries(redis, keys, new Set(["queued", "leased"]), guarded)) gone.push(entry);
  await removeJobs(gone.map(jobIdOf), opened);
  for (let from = 0; from < gone.length; from += REMOVED_AT_ONCE) {
    const ids = gone.slice(from, from + REMOVED_AT_ONCE).map(({ id }) => id);
    await redis
      .multi()
      .hdel(keys.jobs, ...ids)
      .zrem(keys.order, ...ids)
      .exec();
  }
  return gone.length;
}
