import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { startRedis } from "../test/redis-server.ts";
import { type Counts, type Entry, LANES, numbers, pause, scene, startModel } from "./batch-scene.ts";
import { type Measurement, median } from "./measurement.ts";

const CHAOS_ITEMS = Number(process.env["BATCH_CHAOS_ITEMS"] ?? 100_000);
const FAULTS_PERCENT = Number(process.env["BATCH_FAULTS"] ?? 20);
const KILLS = 6;
const LOOK_MS = 1_000;

/** Two workers, one of which is killed again and again while the batch goes on; the server too, where there is one. */
export async function chaos(
  engine: string,
  folder: string,
  redis?: Awaited<ReturnType<typeof startRedis>>,
): Promise<Measurement[]> {
  const model = await startModel(10, FAULTS_PERCENT);
  const name = `chaos-${engine}`;
  const scenery = scene(folder, name, model, {
    items: { jsonl: "items.jsonl" },
    ...LANES,
    concurrency: 24,
  });
  const { cwd, start, run } = scenery;
  numbers(cwd, CHAOS_ITEMS);
  const queue = redis ? ["--queue", redis.address] : [];
  try {
    const begunMs = performance.now();
    const coordinator = start("run", "job.json", "--json", ...queue);
    const said = scenery.said(coordinator);
    const memory = watchMemory(coordinator);
    let told: ReturnType<typeof watchTimeLeft> | undefined;
    const share = async (): Promise<number> => ((await model.seen())["whole"] ?? 0) / CHAOS_ITEMS;
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill === 0) while ((await share()) === 0 && isAlive(coordinator)) await pause(200);
      told ??= watchTimeLeft(start("watch", name, "--json", ...queue));
      const worker = start("worker", name, ...queue);
      while ((await share()) < (kill + 1) / (KILLS + 2) && isAlive(coordinator)) await pause(200);
      const end = once(worker, "exit");
      const wasAlive = isAlive(worker);
      worker.kill("SIGKILL");
      if (wasAlive) await end;
      if (redis && kill === Math.floor(KILLS / 2)) {
        await redis.kill();
        await pause(500);
        await redis.start();
      }
    }
    // Who comes back after each kill does so after the last one, too: a pace with one worker less is another.
    start("worker", name, ...queue);
    const counts = JSON.parse(await said) as Counts;
    const endMs = performance.now();
    const seconds = (endMs - begunMs) / 1000;
    const results = new Map<string, number>();
    let wrong = 0;
    let tokens = 0;
    for (const line of (await run("results", name, ...queue)).trim().split("\n")) {
      const entry = JSON.parse(line) as Entry;
      results.set(entry.id, (results.get(entry.id) ?? 0) + 1);
      if (entry.state !== "done" || entry.answer !== `n${entry.id.slice(1)}`) wrong++;
      tokens += entry.usage.input_tokens;
    }
    const seen = await model.seen();
    console.log(`  ${engine} chaos: ${JSON.stringify(seen)}; ${JSON.stringify(counts.states)}`);
    const ended = counts.usage.input_tokens;
    return [
      {
        name: `${engine}: ${CHAOS_ITEMS} items with faults, ${KILLS} kills${redis ? " and one of Redis" : ""}`,
        value: CHAOS_ITEMS / seconds,
        unit: "items/s",
      },
      {
        name: `${engine}: most memory of the coordinator / that after a tenth`,
        value: memory(),
        unit: "ratio",
        target: "<= 1.5",
      },
      {
        name: `${engine}: time left as told, off from what it took (median of the middle)`,
        value: 100 * (told?.(endMs) ?? Number.NaN),
        unit: "%",
        target: "<= 20",
      },
      {
        name: `${engine}: keys without exactly one right result`,
        value: CHAOS_ITEMS - results.size + wrong,
        unit: "keys",
        target: "<= 0",
      },
      {
        name: `${engine}: tokens of the batch less those of its items`,
        value: Math.abs(ended - tokens),
        unit: "tokens",
        target: "<= 0",
      },
      {
        name: `${engine}: whole answers that a kill threw away`,
        value: (seen["whole"] ?? 0) - counts.replies,
        unit: "answers",
      },
    ];
  } finally {
    model.close();
  }
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** From when to when the time that is left is asked after: shares of the items. */
const MIDDLE = [0.1, 0.9] as const;

/** @returns given the end, by which share of the time that was left what `watch` told was off, as a median */
function watchTimeLeft(watcher: ChildProcess): (endMs: number) => number {
  const told: { readonly atMs: number; readonly leftMs: number }[] = [];
  if (watcher.stdout !== null)
    createInterface({ input: watcher.stdout }).on("line", (line) => {
      const { states, seconds_left: left } = JSON.parse(line) as Counts & { readonly seconds_left: number | null };
      const share = (states["done"] ?? 0) / CHAOS_ITEMS;
      if (left !== null && share >= MIDDLE[0] && share <= MIDDLE[1])
        told.push({ atMs: performance.now(), leftMs: left * 1000 });
    });
  return (endMs) => median(told.map(({ atMs, leftMs }) => Math.abs(leftMs / (endMs - atMs) - 1)));
}

/** @returns what its most was to what it had after a tenth of the looks, which by then were one a second since its start */
function watchMemory(child: ChildProcess): () => number {
  const pages: number[] = [];
  const timer = setInterval(() => {
    try {
      pages.push(Number(readFileSync(`/proc/${child.pid}/statm`, "utf8").split(" ")[1]));
    } catch {
      // It has ended, or there is no such place on this system.
      clearInterval(timer);
    }
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    const early = pages[Math.floor(pages.length / 10)];
    return early === undefined ? Number.NaN : Math.max(...pages) / early;
  };
}
