import type { Redis } from "ioredis";
import { errorCode, errorText } from "../../../base/error-text.ts";
import { type LeaseTerms, type Queue, QueueFault, type QueueStore } from "../../../core/ports/queue.ts";
import { isInstalled } from "../../program-folders.ts";
import { type BullPackages, openBullQueue } from "./bullmq-queue.ts";
import { BATCHES } from "./own-keys.ts";

/** A server that was there once is waited for about so many seconds; one that was never there is not. */
const RECONNECTS_MAX = 30;
const FIRST_CONNECTS_MAX = 2;
const RECONNECT_MS = 1_000;
/** One that is connected and says nothing, or that a network swallows, is given up a while after one that is gone. */
const ANSWER_MS = (RECONNECTS_MAX + 10) * RECONNECT_MS;

/** Queues of BullMQ on a Redis server. @throws {QueueFault} */
export async function bullStore(address: string, terms: LeaseTerms): Promise<QueueStore> {
  const packages = await loadPackages();
  const place = shownAddress(address);
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw faultOf(error, place);
    }
  };
  const redis = await guarded(() => connected(packages, address));
  const open: Queue[] = [];
  return {
    batches: () => guarded(async () => (await redis.smembers(BATCHES)).toSorted()),
    open: (batch) =>
      guarded(async () => {
        await redis.sadd(BATCHES, batch);
        const queue = await openBullQueue({ packages, redis, batch, terms, guarded });
        open.push(queue);
        return queue;
      }),
    close: async () => {
      for (const queue of open.splice(0)) await queue.close();
      redis.disconnect();
    },
  };
}

async function loadPackages(): Promise<BullPackages> {
  if (!(isInstalled("bullmq") && isInstalled("ioredis")))
    throw new QueueFault(
      "damaged",
      "A queue on Redis needs two packages that are not here; `npm install --global bullmq ioredis` beside Waymark brings them.",
    );
  return { bullmq: await import("bullmq"), Redis: (await import("ioredis")).Redis };
}

/** @throws when nobody answers there */
async function connected({ Redis: Client }: BullPackages, address: string): Promise<Redis> {
  let wasReady = false;
  const redis = new Client(address, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    commandTimeout: ANSWER_MS,
    retryStrategy: (times) => (times > (wasReady ? RECONNECTS_MAX : FIRST_CONNECTS_MAX) ? null : RECONNECT_MS),
  });
  // What is wrong is told by the command that fails; without a listener each attempt would be printed.
  let last: unknown;
  redis.on("error", (error) => {
    last = error;
  });
  redis.once("ready", () => {
    wasReady = true;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw last ?? error;
  }
  return redis;
}

/** Without the password that may be in it. */
function shownAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? "the queue's address" : `${url.protocol}//${url.host}${url.pathname}`;
}

function faultOf(error: unknown, place: string): unknown {
  if (error instanceof QueueFault || !(error instanceof Error)) return error;
  const text = errorText(error);
  if (/\bOOM\b|MISCONF|No space left/i.test(text))
    return new QueueFault(
      "full",
      `${place} takes no more (${text}); free some room there and run it again, nothing is lost.`,
      { cause: error },
    );
  if (/WRONGPASS|NOAUTH|NOPERM/.test(text))
    return new QueueFault("damaged", `${place} refuses us (${text}); put user and password into the address.`, {
      cause: error,
    });
  if (/WRONGTYPE|Redis version/.test(text))
    return new QueueFault("damaged", `${place} cannot hold a queue of ours (${text}); name another database of it.`, {
      cause: error,
    });
  const code = errorCode(error) ?? "";
  if (
    /^E[A-Z]+$/.test(code) ||
    /Connection is closed|connect|timed out|Stream isn't writeable|READONLY|LOADING/i.test(text)
  )
    return new QueueFault(
      "gone",
      `${place} cannot be reached (${code || text}); start it and run it again, nothing is lost.`,
      { cause: error },
    );
  return error;
}
