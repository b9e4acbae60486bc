import type { Queue as BullQueue, Job } from "bullmq";
import type { Redis } from "ioredis";
import type { BullKeys } from "./own-keys.ts";

/** What BullMQ multiplies a time with, so that jobs of the same millisecond stay in order. */
const SCORE_PER_MS = 0x1000;
const PROMOTED_AT_ONCE = 100;

/** The time of the server since 1970, which is the same for all who use it. */
async function serverMs(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

/** Where a job says when it may be leased. */
export const DUE = "dueMs";

/** How long a job that says so has to wait yet; whose clock is ahead is given it by BullMQ before. */
export async function waitLeft(dueMs: string | null, redis: Redis): Promise<number> {
  return dueMs === null ? 0 : Math.max(0, Number(dueMs) - (await serverMs(redis)));
}

/** Puts a job back that may not be leased before so many milliseconds are over, by the server's clock. */
export async function waitFor(
  job: Job,
  inMs: number,
  { token, redis, keys }: { readonly token: string; readonly redis: Redis; readonly keys: BullKeys },
): Promise<void> {
  const dueMs = (await serverMs(redis)) + inMs;
  await redis.hset(keys.job(job.id ?? ""), DUE, dueMs);
  await job.moveToDelayed(dueMs, token);
  // BullMQ takes no time that is past by our clock, which may be ahead.
  if (Date.now() > dueMs) await redis.zadd(keys.delayed, "XX", dueMs * SCORE_PER_MS, job.id ?? "");
}

/**
 * Lets what has waited long enough be leased. BullMQ goes by the clock of whoever looks: where that is behind the server's, or was set back,
 * nobody would come for it.
 */
export async function endWaits(redis: Redis, queue: BullQueue, keys: BullKeys): Promise<void> {
  const due = ((await serverMs(redis)) + 1) * SCORE_PER_MS - 1;
  const jobIds = await redis.zrangebyscore(keys.delayed, 0, due, "LIMIT", 0, PROMOTED_AT_ONCE);
  for (const jobId of jobIds) {
    const job = await queue.getJob(jobId);
    await job?.promote().catch((error: unknown) => {
      // Somebody else did, or took it out.
      if (!(error instanceof Error) || !/not in the delayed|Missing key/.test(error.message)) throw error;
    });
  }
}
