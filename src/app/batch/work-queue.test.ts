import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openQueueStore } from "../../adapters/queues/index.ts";
import { type Attempt, type QueuedWork, workQueue } from "../../core/batch/work-queue.ts";
import { NOTHING_SPENT, type Queue, type QueueStore } from "../../core/ports/queue.ts";
import type { Clock } from "../../core/ports/session.ts";
import { systemClock } from "../system-clock.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0).reverse()) await end();
});

async function queueOf(count: number): Promise<Queue> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-work-"));
  open.push(() => rmSync(folder, { recursive: true }));
  const store: QueueStore = await openQueueStore(folder);
  open.push(() => store.close());
  const queue = await store.open("b");
  await queue.put(Array.from({ length: count }, (_, n) => ({ id: `i${n}`, key: `k${n}`, payload: n })));
  return queue;
}

const spent = NOTHING_SPENT;
const ok: Attempt = { kind: "done", result: "r", spent };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const working = (queue: Queue, work: QueuedWork["work"], more: Partial<QueuedWork> = {}) =>
  workQueue({ queue, work, clock: systemClock, signal: new AbortController().signal, widthMax: 8, ...more });

/** Time that passes only where somebody waits for it. */
function waitedTime(): Clock {
  let now = 0;
  const sleep = async (ms: number): Promise<void> => {
    now += ms;
    await pause(1);
  };
  return { ...systemClock, now: () => now, sleep };
}

test("never more are at work than may be, and all are done", async () => {
  const queue = await queueOf(200);
  let [now, most] = [0, 0];
  const end = await working(queue, async () => {
    most = Math.max(most, ++now);
    await pause(1);
    now--;
    return ok;
  });
  expect([end.kind, most]).toEqual(["drained", 8]);
  expect((await queue.counts()).states).toMatchObject({ done: 200, queued: 0 });
});

test("what passes by itself is tried again, a few times; what does not is failed at once", async () => {
  const queue = await queueOf(3);
  const tries = new Map<string, number>();
  const clock = { ...systemClock, random: () => 0, sleep: systemClock.sleep };
  const end = await working(
    queue,
    async ({ id }) => {
      const times = (tries.get(id) ?? 0) + 1;
      tries.set(id, times);
      if (id === "i0") return times === 1 ? { kind: "retry", problem: "cut", spent } : ok;
      if (id === "i1") return { kind: "retry", problem: "always cut", spent };
      throw new Error("broken");
    },
    { attemptsMax: 2, clock },
  );
  expect(end).toEqual({ kind: "drained" });
  expect(Object.fromEntries(tries)).toEqual({ i0: 2, i1: 2, i2: 1 });
  const entries = await Array.fromAsync(queue.entries());
  expect(entries.map(({ state, problem }) => [state, problem])).toEqual([
    ["done", undefined],
    ["failed", "always cut"],
    ["failed", "broken"],
  ]);
});

test("while the service wants to be left alone nothing is begun, and no attempt is lost by it", async () => {
  const queue = await queueOf(12);
  const begun: number[] = [];
  let refusals = 0;
  const clock = waitedTime();
  await working(
    queue,
    async () => {
      begun.push(clock.now());
      if (begun.length <= 4) {
        refusals++;
        return { kind: "busy", problem: "429", waitMs: 400, spent };
      }
      return ok;
    },
    { attemptsMax: 1, clock },
  );
  expect([refusals, (await queue.counts()).states.done]).toEqual([4, 12]);
  expect((begun[4] ?? 0) - Math.max(...begun.slice(0, 4))).toBeGreaterThanOrEqual(400);
});

test("a way that leads nowhere is carried to the next", async () => {
  const queue = await queueOf(2);
  await working(queue, async ({ carried }) =>
    carried === undefined
      ? { kind: "escalate", problem: "too hard", carried: { lane: 1 }, spent }
      : { kind: "done", result: carried, spent },
  );
  expect((await Array.fromAsync(queue.entries())).map(({ result }) => result)).toEqual([{ lane: 1 }, { lane: 1 }]);
});

test("cancelled it gives back what is under way, ready for the next", async () => {
  const queue = await queueOf(10);
  const abort = new AbortController();
  const end = working(
    queue,
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        abort.abort();
      }),
    { signal: abort.signal },
  );
  expect(await end).toEqual({ kind: "cancelled" });
  expect((await queue.counts()).states).toMatchObject({ queued: 10, leased: 0 });
  expect(await queue.lease(20)).toHaveLength(10);
});

test("what nobody can work on ends the run and leaves the items", async () => {
  const queue = await queueOf(10);
  const end = await working(queue, async () => ({ kind: "stop", problem: "no key", spent }));
  expect(end).toEqual({ kind: "stuck", why: "no key" });
  expect((await queue.counts()).states.queued).toBe(10);
});

test("a queue that cannot be written ends the run with its fault", async () => {
  const queue = await queueOf(3);
  const full = new Error("no room is left");
  const broken: Queue = { ...queue, settle: () => Promise.reject(full) };
  await expect(working(broken, async () => ok)).rejects.toBe(full);
});

test("no more than so many are begun a minute", async () => {
  const queue = await queueOf(5);
  const begun: number[] = [];
  const clock = waitedTime();
  await working(
    queue,
    async () => {
      begun.push(clock.now());
      return ok;
    },
    { startsPerMinute: 600, clock },
  );
  const gaps = begun.slice(1).map((at, index) => at - (begun[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
});
