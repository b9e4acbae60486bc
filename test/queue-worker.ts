// A process that works on a queue until nothing is left: LOCATION BATCH.
import { openQueueStore } from "../src/adapters/queues/index.ts";

const [location = "", batch = ""] = process.argv.slice(2);
const store = await openQueueStore(location, { leaseMs: 1000, lostLeasesMax: 1000 });
const queue = await store.open(batch);
for (;;) {
  const leases = await queue.lease(5);
  for (const lease of leases) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const spent = { costUsd: 0, inputTokens: 1, outputTokens: 1, replies: 1 };
    await queue.settle(lease, { kind: "done", result: `${lease.id} by ${process.pid}`, spent });
  }
  const { states } = await queue.counts();
  if (states.queued + states.leased === 0) break;
  if (leases.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
await store.close();
