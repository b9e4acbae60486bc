import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { missing } from "../../../test/optional-programs.ts";
import { startRedis, type TestRedis } from "../../../test/redis-server.ts";
import {
  LEASE_TERMS,
  type Lease,
  NOTHING_SPENT,
  type Queue,
  type QueueStore,
  type Settlement,
} from "../../core/ports/queue.ts";
import { thisProcess } from "../process-identity.ts";
import { openQueueStore } from "./index.ts";

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "waymark-queue-"));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true });
});

let redis: TestRedis | undefined;
afterAll(() => redis?.stop());

/** What each engine is given to keep its queues; undefined where it cannot be tried here. */
const ENGINES: readonly { readonly name: string; readonly location: () => Promise<string | undefined> }[] = [
  { name: "sqlite", location: async () => folder() },
  {
    name: "bullmq",
    location: async () => {
      if (missing("redis-server")) return undefined;
      redis = await startRedis();
      return redis.address;
    },
  },
];

/** Short to wait for, long enough for a busy machine to settle what it was just given. */
const QUICK = { leaseMs: 1000, lostLeasesMax: 3 };
const spent = { costUsd: 0.25, inputTokens: 10, outputTokens: 5, replies: 1 };
const done = (result: string): Settlement => ({ kind: "done", result, spent });
const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `i${index}`, key: `k${index}`, payload: { n: index } }));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (const { name, location } of ENGINES) {
  const place = await location();
  describe.skipIf(place === undefined)(name, () => {
    const stores: QueueStore[] = [];
    let batches = 0;
    const fresh = async (terms = LEASE_TERMS): Promise<{ queue: Queue; again: () => Promise<Queue> }> => {
      const batch = `b${++batches}`;
      const again = async (): Promise<Queue> => {
        const store = await openQueueStore(place ?? "", terms);
        stores.push(store);
        return store.open(batch);
      };
      return { queue: await again(), again };
    };
    /** What may be leased now, or within seconds, as a stalled lease is found a little later than it ran out. */
    const leaseSoon = async (queue: Queue): Promise<Lease> => {
      for (let tries = 0; tries < 500; tries++) {
        const [lease] = await queue.lease(1);
        if (lease) return lease;
        await pause(20);
      }
      throw new Error("nothing became free");
    };
    const all = async (queue: Queue) => Array.fromAsync(queue.entries());
    afterEach(async () => {
      for (const store of stores.splice(0)) await store.close();
    });

    test("what several say of a batch at once is all said, and what throws says nothing", async () => {
      const { again } = await fresh();
      const said = (former: unknown): readonly number[] => (former as readonly number[] | undefined) ?? [];
      const speakers = await Promise.all(Array.from({ length: 8 }, again));
      await Promise.all(speakers.map((speaker, at) => speaker.describe((former) => [...said(former), at])));
      const [one] = speakers;
      expect(said(await one?.description()).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      await expect(
        one?.describe(() => {
          throw new Error("not so");
        }),
      ).rejects.toThrow("not so");
      expect(await one?.describe((former) => said(former).length)).toBe(8);
    });

    test("what is at work or waits for another attempt is begun, by a name that stays", async () => {
      const { queue } = await fresh();
      await queue.put(items(9));
      expect(await queue.begun(10)).toEqual([]);
      const [first, second, third] = await queue.lease(3);
      const begun = await queue.begun(10);
      expect(new Set(begun).size).toBe(3);
      await queue.settle(first!, { kind: "again", inMs: 60_000, problem: "busy", spent: NOTHING_SPENT });
      expect((await queue.begun(10)).toSorted()).toEqual(begun.toSorted());
      expect(await queue.begun(2)).toHaveLength(2);
      await queue.settle(second!, done("r"));
      await queue.settle(third!, { kind: "failed", problem: "no", spent: NOTHING_SPENT });
      const left = await queue.begun(10);
      expect(left).toHaveLength(1);
      expect(begun).toContain(left[0]);
    });

    // BullMQ puts what waited behind what is there.
    test.skipIf(name !== "sqlite")("what waited for another attempt has every fourth turn", async () => {
      const { queue } = await fresh();
      await queue.put(items(60));
      const failed = await queue.lease(20);
      for (const lease of failed)
        await queue.settle(lease, { kind: "again", inMs: 1, problem: "busy", spent: NOTHING_SPENT });
      await pause(50);
      const next: string[] = [];
      for (let turn = 0; turn < 20; turn++) next.push(...(await queue.lease(1)).map(({ id }) => id));
      expect(next.filter((id) => failed.some((lease) => lease.id === id))).toHaveLength(5);
      // As many as there are once nothing else is left.
      expect(await queue.lease(60)).toHaveLength(40);
    });

    test("an item that is put twice is one item, and keeps its result", async () => {
      const { queue, again } = await fresh();
      expect(await queue.put(items(2))).toEqual({ added: 2, replaced: 0 });
      const [lease] = await queue.lease(1);
      expect(lease).toMatchObject({ id: "i0", key: "k0", payload: { n: 0 } });
      expect(await queue.settle(lease!, done("r"))).toBe(true);
      const other = await again();
      expect(await other.put(items(3))).toEqual({ added: 1, replaced: 0 });
      expect((await all(other)).map(({ id, state, result }) => [id, state, result])).toEqual([
        ["i0", "done", "r"],
        ["i1", "queued", undefined],
        ["i2", "queued", undefined],
      ]);
    });

    test("another key under the same id starts anew, and the former lease is lost", async () => {
      const { queue } = await fresh();
      await queue.put(items(2));
      const [first, second] = await queue.lease(2);
      await queue.settle(first!, done("old"));
      const changed = items(2).map((item) => ({ ...item, key: `${item.key}'` }));
      expect(await queue.put(changed)).toEqual({ added: 0, replaced: 2 });
      expect(await queue.settle(second!, done("late"))).toBe(false);
      expect(await queue.heartbeat(second!)).toBe(false);
      expect((await all(queue)).map(({ key, state }) => [key, state])).toEqual([
        ["k0'", "queued"],
        ["k1'", "queued"],
      ]);
      expect((await queue.counts()).spent).toEqual(spent);
    });

    test("what one holds nobody else is given, and it is settled once", async () => {
      const { queue, again } = await fresh();
      const other = await again();
      await queue.put(items(3));
      const here = await queue.lease(2);
      const there = await other.lease(5);
      expect([...here, ...there].map(({ id }) => id).sort()).toEqual(["i0", "i1", "i2"]);
      expect(await queue.settle(here[0]!, done("a"))).toBe(true);
      expect(await queue.settle(here[0]!, done("b"))).toBe(false);
      expect((await queue.counts()).states).toEqual({ queued: 0, leased: 2, done: 1, failed: 0, dead: 0 });
    });

    test("a lease without a heartbeat is lost, one with it is kept", async () => {
      const { queue, again } = await fresh(QUICK);
      const other = await again();
      await queue.put(items(2));
      const [kept, lost] = await queue.lease(2);
      const beats = setInterval(() => void queue.heartbeat(kept!), 40);
      const second = await leaseSoon(other);
      expect(second.id).toBe(lost!.id);
      expect(await queue.settle(lost!, done("late"))).toBe(false);
      expect(await other.settle(second, done("second"))).toBe(true);
      clearInterval(beats);
      expect(await queue.settle(kept!, done("kept"))).toBe(true);
      expect((await all(queue)).map(({ result }) => result).sort()).toEqual(["kept", "second"]);
    });

    test("an item whose leases are lost again and again is dead until somebody retries it", async () => {
      const { queue } = await fresh(QUICK);
      await queue.put(items(1));
      for (let lost = 0; lost < QUICK.lostLeasesMax; lost++) await leaseSoon(queue);
      for (let tries = 0; tries < 500 && (await queue.counts()).states.dead === 0; tries++) {
        expect(await queue.lease(1)).toEqual([]);
        await pause(20);
      }
      expect(await all(queue)).toMatchObject([
        { state: "dead", problem: expect.stringContaining("not heard of again") },
      ]);
      expect(await queue.retry(["failed", "dead"])).toBe(1);
      expect(await queue.settle(await leaseSoon(queue), done("r"))).toBe(true);
    });

    test("what was lost along with an item that ends its workers is done all the same", async () => {
      const { queue } = await fresh(QUICK);
      await queue.put(items(5));
      const ended: string[] = [];
      for (let tries = 0; tries < 400; tries++) {
        const leases = await queue.lease(5);
        // A process that leases the third one dies with all that it holds.
        if (leases.some(({ id }) => id === "i2")) await pause(QUICK.leaseMs * 2);
        else for (const lease of leases) if (await queue.settle(lease, done("r"))) ended.push(lease.id);
        const { states } = await queue.counts();
        if (states.queued + states.leased === 0) break;
        if (leases.length === 0) await pause(20);
      }
      expect(ended.toSorted()).toEqual(["i0", "i1", "i3", "i4"]);
      expect((await Array.fromAsync(queue.entries(["dead"]))).map(({ id }) => id)).toEqual(["i2"]);
    });

    test("what is to be done again waits, and carries what was left for it", async () => {
      const { queue } = await fresh();
      await queue.put(items(2));
      const [first, second] = await queue.lease(2);
      await queue.settle(first!, { kind: "again", inMs: 300_000, problem: "429", carried: { tries: 1 }, spent });
      await queue.settle(second!, { kind: "again", inMs: 0, problem: "503", carried: { tries: 2 }, spent });
      const lease = await leaseSoon(queue);
      expect(lease).toMatchObject({ id: "i1", carried: { tries: 2 } });
      expect(await queue.lease(1)).toEqual([]);
      expect(await all(queue)).toMatchObject([
        { id: "i0", state: "queued", problem: "429" },
        { id: "i1", state: "leased" },
      ]);
      expect((await queue.counts()).states).toMatchObject({ queued: 1, leased: 1 });
    });

    test.each([-1, 1])("a clock that is set by %i hours moves no wait", async (hours) => {
      const { queue } = await fresh();
      await queue.put(items(1));
      const [first] = await queue.lease(1);
      const rightNow = Date.now;
      const clock = vi.spyOn(Date, "now").mockImplementation(() => rightNow() + hours * 3_600_000);
      try {
        await queue.settle(first!, { kind: "again", inMs: 50, problem: "503", spent });
        if (hours > 0) clock.mockRestore();
        expect(await leaseSoon(queue)).toMatchObject({ id: "i0" });
      } finally {
        clock.mockRestore();
      }
    });

    test.skipIf(name === "sqlite")("whose clock is ahead of the server's leases nothing early", async () => {
      const { queue, again } = await fresh();
      await queue.put(items(2));
      const [first] = await queue.lease(1);
      await queue.settle(first!, { kind: "again", inMs: 120_000, problem: "429", spent });
      const rightNow = Date.now;
      const clock = vi.spyOn(Date, "now").mockImplementation(() => rightNow() + 3_600_000);
      try {
        const ahead = await again();
        const [other] = await ahead.lease(1);
        const taken = other ?? (await leaseSoon(ahead));
        expect(taken.id).toBe("i1");
        expect(await ahead.settle(taken, { kind: "again", inMs: 0, problem: "503", spent })).toBe(true);
        // It is met again and again, and put back each time; what is due is given out all the same.
        expect((await leaseSoon(ahead)).id).toBe("i1");
        expect((await queue.counts()).states).toMatchObject({ queued: 1, leased: 1 });
      } finally {
        clock.mockRestore();
      }
    });

    test("what was spent adds up over all attempts, also of what failed and of what is taken out", async () => {
      const { queue } = await fresh();
      await queue.put(items(3));
      const [first, second, third] = await queue.lease(3);
      await queue.settle(first!, { kind: "again", inMs: 0, problem: "x", spent });
      await queue.settle(second!, { kind: "failed", problem: "no", spent });
      await queue.settle(third!, { kind: "again", inMs: 60_000, problem: "x", spent });
      await queue.settle(await leaseSoon(queue), done("r"));
      expect(await queue.cancel()).toBe(1);
      expect(await queue.counts()).toEqual({
        states: { queued: 0, leased: 0, done: 1, failed: 1, dead: 0 },
        spent: { costUsd: 1, inputTokens: 40, outputTokens: 20, replies: 4 },
      });
      expect((await all(queue)).map(({ id, spent }) => [id, spent.costUsd])).toEqual([
        ["i0", 0.5],
        ["i1", 0.25],
      ]);
    });

    test("a cancelled item's lease is lost, and putting it again starts it anew", async () => {
      const { queue } = await fresh();
      await queue.put(items(2));
      const [lease] = await queue.lease(1);
      expect(await queue.cancel()).toBe(2);
      expect(await queue.settle(lease!, done("late"))).toBe(false);
      expect(await all(queue)).toEqual([]);
      expect(await queue.put(items(2))).toEqual({ added: 2, replaced: 0 });
      expect(await queue.lease(5)).toHaveLength(2);
    });

    test("entries come in order, all of them, by state", async () => {
      const { queue } = await fresh();
      await queue.put(items(1300));
      const leases = await queue.lease(3);
      await queue.settle(leases[1]!, { kind: "failed", problem: "no", spent: NOTHING_SPENT });
      expect((await all(queue)).map(({ id }) => id)).toEqual(items(1300).map(({ id }) => id));
      expect((await Array.fromAsync(queue.entries(["failed"]))).map(({ id }) => id)).toEqual(["i1"]);
    });

    test("its description is there for whoever opens it", async () => {
      const { queue, again } = await fresh();
      expect(await queue.description()).toBeUndefined();
      await queue.describe(() => ({ name: "x", nested: [1, null, "ü"] }));
      expect(await (await again()).description()).toEqual({ name: "x", nested: [1, null, "ü"] });
    });

    test("a store names its batches, and each has items of its own", async () => {
      const { queue } = await fresh();
      const { queue: other } = await fresh();
      await queue.put(items(1));
      expect((await other.counts()).states.queued).toBe(0);
      const store = await openQueueStore(place ?? "");
      stores.push(store);
      expect(await store.batches()).toEqual(expect.arrayContaining([`b${batches - 1}`, `b${batches}`]));
    });

    test("processes that are killed at any moment leave one result for every item", async () => {
      const { queue } = await fresh({ leaseMs: 1000, lostLeasesMax: 1000 });
      const count = 400;
      await queue.put(items(count));
      const start = () =>
        spawn(
          process.execPath,
          [join(import.meta.dirname, "../../../test/queue-worker.ts"), place ?? "", `b${batches}`],
          {
            stdio: ["ignore", "inherit", "inherit"],
          },
        );
      const ends: Promise<unknown>[] = [];
      for (let killed = 0; killed < 4; killed++) {
        const worker = start();
        const end = once(worker, "exit");
        await pause(250 + 90 * killed);
        worker.kill("SIGKILL");
        await end;
      }
      for (let left = 0; left < 2; left++) ends.push(once(start(), "exit"));
      expect((await Promise.all(ends)).map((end) => (end as [number])[0])).toEqual([0, 0]);
      const { states, spent: total } = await queue.counts();
      expect(states).toEqual({ queued: 0, leased: 0, done: count, failed: 0, dead: 0 });
      expect(total.replies).toBe(count);
      expect(new Set((await all(queue)).map(({ result }) => result)).size).toBe(count);
    });
  });
}

test("a file that is no queue is named, in one line", async () => {
  const place = folder();
  writeFileSync(join(place, "b.sqlite"), "not a database, but long enough to be looked at as one ".repeat(40));
  const store = await openQueueStore(place);
  await expect(store.open("b")).rejects.toMatchObject({ name: "QueueFault", kind: "damaged" });
});

test("a file of a newer version is named, and left as it is", async () => {
  const place = folder();
  const store = await openQueueStore(place);
  await store.open("b");
  await store.close();
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(place, "b.sqlite"));
  database.exec("PRAGMA user_version = 99");
  database.close();
  await expect((await openQueueStore(place)).open("b")).rejects.toMatchObject({
    kind: "damaged",
    message: expect.stringContaining("of a newer version of Waymark (99, known are 1)"),
  });
});

test("a file that is removed while it is in use is told, and nothing is settled into nowhere", async () => {
  const place = folder();
  const store = await openQueueStore(place);
  const queue = await store.open("b");
  await queue.put(items(1));
  const [lease] = await queue.lease(1);
  rmSync(join(place, "b.sqlite"));
  await expect(queue.settle(lease!, done("r"))).rejects.toMatchObject({ kind: "gone" });
  await expect(queue.counts()).rejects.toMatchObject({ kind: "gone" });
  await store.close();
});

test("what a dead process holds is given back at once, what one of another container holds when its lease runs out", async () => {
  const place = folder();
  const store = await openQueueStore(place);
  const queue = await store.open("b");
  await queue.put(items(2));
  await queue.lease(2);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(place, "b.sqlite"));
  const dead = { ...thisProcess(), pid: 2 ** 22 + 1 };
  for (const [id, holder] of [
    ["i0", dead],
    ["i1", { ...dead, namespace: "pid:[1]" }],
  ] as const)
    database.prepare("UPDATE items SET holder = ? WHERE id = ?").run(JSON.stringify(holder), id);
  database.close();
  await pause(600);
  expect((await queue.lease(2)).map(({ id }) => id)).toEqual(["i0"]);
  await store.close();
});

test("tables of other columns are named as no queue", async () => {
  const place = folder();
  const store = await openQueueStore(place);
  await store.open("b");
  await store.close();
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(place, "b.sqlite"));
  database.exec("ALTER TABLE items DROP COLUMN holder");
  database.close();
  await expect((await openQueueStore(place)).open("b")).rejects.toMatchObject({ kind: "damaged" });
});

test("a folder that cannot be made is named, in one line", async () => {
  const place = folder();
  writeFileSync(join(place, "file"), "");
  const store = await openQueueStore(join(place, "file", "below"));
  await expect(store.open("b")).rejects.toMatchObject({ name: "QueueFault", kind: "gone" });
});
