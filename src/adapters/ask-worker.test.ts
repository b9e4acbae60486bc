import { expect, test } from "vitest";
import { askWorker } from "./ask-worker.ts";

/** Counts itself in, waits for others to come, and tells the most that were there at once. */
const WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort, workerData } from "node:worker_threads";
const counts = new Int32Array(workerData.shared);
const here = Atomics.add(counts, 0, 1) + 1;
for (let most = Atomics.load(counts, 1); here > most; most = Atomics.load(counts, 1)) Atomics.compareExchange(counts, 1, most, here);
Atomics.wait(counts, 2, 0, 50);
Atomics.sub(counts, 0, 1);
parentPort.postMessage("done");`)}`,
);

test("however many ask at once, two threads work at a time", async () => {
  const shared = new SharedArrayBuffer(12);
  const limits = { timeMs: 60_000, heapMb: 32, signal: new AbortController().signal };
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => askWorker(WORKER, { shared }, limits)));
  expect(outcomes).toEqual(Array.from({ length: 8 }, () => ({ kind: "answer", answer: "done" })));
  expect(new Int32Array(shared)[1]).toBeLessThanOrEqual(2);
});
