import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openQueueStore } from "../src/adapters/queues/index.ts";
import { systemClock } from "../src/app/system-clock.ts";
import { workQueue } from "../src/core/batch/work-queue.ts";
import { missing } from "../test/optional-programs.ts";
import { startRedis } from "../test/redis-server.ts";
import { chaos } from "./batch-chaos.ts";
import { type Counts, LANES, numbers, pause, scene, startModel } from "./batch-scene.ts";
import type { Measurement } from "./measurement.ts";

/**
 * `BATCH_ITEMS`, `BATCH_CHAOS_ITEMS` and `BATCH_SCALE_ITEMS` make it shorter where the machine has other work; `BATCH_ENGINES` (SQLite,
 * Redis) and `BATCH_PARTS` (overhead, chaos, scaling) name what alone is to be measured, `BATCH_FAULTS` how many requests of a hundred go wrong.
 */
const ITEMS = Number(process.env["BATCH_ITEMS"] ?? 100_000);
const SCALE_ITEMS = Number(process.env["BATCH_SCALE_ITEMS"] ?? 1_200);
const PUT_ITEMS = 500;

/** What the queue itself takes, and what is left of a batch after faults and kills. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-batch-"));
  const isOn = (name: string, wanted = ""): boolean => wanted === "" || wanted.split(",").includes(name);
  const engine = (name: string): boolean => isOn(name, process.env["BATCH_ENGINES"]);
  const part = (name: string): boolean => isOn(name, process.env["BATCH_PARTS"]);
  const redis = missing("redis-server") || !engine("Redis") ? undefined : await startRedis();
  const measured: Measurement[] = [];
  try {
    if (engine("SQLite") && part("overhead")) measured.push(...(await overhead("SQLite", join(folder, "queues"))));
    if (engine("SQLite") && part("chaos")) measured.push(...(await chaos("SQLite", folder)));
    if (redis && part("overhead")) measured.push(...(await overhead("Redis", redis.address)));
    if (redis && part("chaos")) measured.push(...(await chaos("Redis", folder, redis)));
    if (redis && part("scaling")) measured.push(...(await scaling(folder, redis.address)));
    return measured;
  } finally {
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Without what is let go of already: how much of that lies about is V8's affair, and at this pace it is a lot. */
function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Work that takes no time: what is left is the queue's. */
async function overhead(engine: string, location: string): Promise<Measurement[]> {
  const store = await openQueueStore(location);
  try {
    const queue = await store.open("overhead");
    const begunMs = performance.now();
    for (let from = 0; from < ITEMS; from += PUT_ITEMS)
      await queue.put(
        Array.from({ length: Math.min(PUT_ITEMS, ITEMS - from) }, (_, index) => {
          const n = from + index;
          return { id: `item-${n}`, key: `key-${n}`, payload: { n } };
        }),
      );
    const spent = { costUsd: 0.001, inputTokens: 3, outputTokens: 2, replies: 1 };
    let settled = 0;
    let [early, most] = [0, 0];
    await workQueue({
      queue,
      work: async ({ id }) => {
        settled++;
        if (settled === Math.ceil(ITEMS / 10)) early = heldBytes();
        if (settled % Math.ceil(ITEMS / 10) === 0) most = Math.max(most, heldBytes());
        return { kind: "done", result: id, spent };
      },
      clock: systemClock,
      signal: new AbortController().signal,
      widthMax: 64,
    });
    const seconds = (performance.now() - begunMs) / 1000;
    const { states, spent: total } = await queue.counts();
    let results = 0;
    for await (const { id, result } of queue.entries(["done"])) if (result === id) results++;
    return [
      {
        name: `${engine}: items put and done, work of no time`,
        value: ITEMS / seconds,
        unit: "items/s",
        target: ">= 1500",
      },
      {
        name: `${engine}: results of ${ITEMS}`,
        value: results - ITEMS + (states.done - ITEMS),
        unit: "too many",
        target: "<= 0",
      },
      { name: `${engine}: results missing`, value: ITEMS - results, unit: "items", target: "<= 0" },
      {
        name: `${engine}: tokens that do not add up`,
        value: Math.abs(total.inputTokens - 3 * ITEMS),
        unit: "tokens",
        target: "<= 0",
      },
      {
        name: `${engine}: most memory that is held / that after a tenth`,
        value: most / early,
        unit: "ratio",
        target: "<= 1.5",
      },
    ];
  } finally {
    await store.close();
  }
}

/** One worker and four of them over one Redis, a model that takes its time; and what they said of the time left. */
async function scaling(folder: string, address: string): Promise<Measurement[]> {
  const model = await startModel(400, 0);
  const off: number[] = [];
  const took = async (workers: number): Promise<number> => {
    const name = `scale-${workers}`;
    const { cwd, start, run } = scene(folder, name, model, {
      items: { jsonl: "items.jsonl" },
      ...LANES,
      concurrency: 6,
    });
    numbers(cwd, SCALE_ITEMS);
    const queue = ["--queue", address];
    const begunMs = performance.now();
    const first = run("run", "job.json", ...queue);
    await pause(1_500);
    const others = Array.from({ length: workers - 1 }, () => once(start("worker", name, ...queue), "exit"));
    const said: { atMs: number; secondsLeft: number; share: number }[] = [];
    const watch = start("watch", name, "--json", ...queue);
    createInterface({ input: watch.stdout as NonNullable<typeof watch.stdout> }).on("line", (line) => {
      const { seconds_left, states } = JSON.parse(line) as Counts & { seconds_left: number | null };
      if (seconds_left !== null)
        said.push({ atMs: performance.now(), secondsLeft: seconds_left, share: (states["done"] ?? 0) / SCALE_ITEMS });
    });
    await Promise.all([first, ...others]);
    const endMs = performance.now();
    if (watch.exitCode === null) watch.kill();
    for (const { atMs, secondsLeft, share } of said)
      if (share > 0.2 && share < 0.8) off.push(Math.abs(secondsLeft / ((endMs - atMs) / 1000) - 1));
    return (endMs - begunMs) / 1000;
  };
  try {
    const [one, four] = [await took(1), await took(4)];
    const worst = off.toSorted((left, right) => left - right)[Math.floor(off.length * 0.9)] ?? 1;
    return [
      {
        name: `four workers over one Redis, ${SCALE_ITEMS} items`,
        value: one / four,
        unit: "times one",
        target: ">= 3",
      },
      { name: "time left, nine looks of ten are off by at most", value: worst * 100, unit: "%", target: "<= 20" },
    ];
  } finally {
    model.close();
  }
}
