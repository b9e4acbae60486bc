import { LEASE_TERMS, type LeaseTerms, type QueueStore } from "../../core/ports/queue.ts";

/**
 * Where the queues of batches lie: a folder, or the address of a Redis server (`redis://`, `rediss://`).
 * @throws {QueueFault} where it cannot be used, or a program that it needs is missing
 */
export async function openQueueStore(location: string, terms: LeaseTerms = LEASE_TERMS): Promise<QueueStore> {
  if (/^rediss?:\/\//.test(location)) return (await import("./bullmq/bullmq-store.ts")).bullStore(location, terms);
  const { sqliteStore } = await import("./sqlite/sqlite-store.ts");
  return sqliteStore(location, terms);
}
