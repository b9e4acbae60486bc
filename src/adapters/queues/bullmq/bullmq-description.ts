import type { Redis } from "ioredis";
import { type Json, QueueFault } from "../../../core/ports/queue.ts";
import { type BullKeys, DESCRIBE } from "./own-keys.ts";

const TRIES_MAX = 10_000;

export async function descriptionOf(redis: Redis, keys: BullKeys): Promise<Json | undefined> {
  return parsed(await redis.get(keys.description));
}

/** Each time another was faster it has got its word in: so many at once there are not. */
export async function describe(
  change: (former: Json | undefined) => Json,
  redis: Redis,
  keys: BullKeys,
): Promise<Json> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const former = await redis.get(keys.description);
    const description = change(parsed(former));
    if ((await redis.eval(DESCRIBE, 1, keys.description, former ?? "", JSON.stringify(description))) === 1)
      return description;
  }
  throw new QueueFault("gone", "What the batch is changes again and again; run it again later.");
}

const parsed = (text: string | null): Json | undefined => (text === null ? undefined : (JSON.parse(text) as Json));
