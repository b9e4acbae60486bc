import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { openQueueStore } from "../src/adapters/queues/index.ts";
import { systemClock } from "../src/app/system-clock.ts";
import { workQueue } from "../src/core/batch/work-queue.ts";
import { missing } from "../test/optional-programs.ts";
import { startRedis } from "../test/redis-server.ts";
import type { Measurement } from "./measurement.ts";

/** `BATCH_ITEMS` and `BATCH_CHAOS_ITEMS` make it shorter where the machine has other work. */
const ITEMS = Number(process.env["BATCH_ITEMS"] ?? 100_000);
const CHAOS_ITEMS = Number(process.env["BATCH_CHAOS_ITEMS"] ?? 100_000);
const SCALE_ITEMS = Number(process.env["BATCH_SCALE_ITEMS"] ?? 1_200);
const PUT_ITEMS = 500;
const KILLS = 6;
const MAIN = resolve(import.meta.dirname, "../dist/main.js");

/** What the queue itself takes, and what is left of a batch after faults and kills. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-batch-"));
  const redis = missing("redis-server") ? undefined : await startRedis();
  try {
    const measured = [...(await overhead("SQLite", join(folder, "queues"))), ...(await chaos("SQLite", folder))];
    if (!redis) return measured;
    return [
      ...measured,
      ...(await overhead("Redis", redis.address)),
      ...(await chaos("Redis", folder, redis)),
      ...(await scaling(folder, redis.address)),
    ];
  } finally {
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
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
        if (settled === Math.ceil(ITEMS / 10)) early = process.memoryUsage().rss;
        if (settled % 1000 === 0) most = Math.max(most, process.memoryUsage().rss);
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
      { name: `${engine}: most memory / that after a tenth`, value: most / early, unit: "ratio", target: "<= 1.5" },
    ];
  } finally {
    await store.close();
  }
}

interface Model {
  readonly url: string;
  seen(): Promise<Readonly<Record<string, number>>>;
  close(): void;
}

async function startModel(latencyMs: number, faultsPercent: number): Promise<Model> {
  const script = join(import.meta.dirname, "chaos-model.ts");
  const child = spawn(process.execPath, [script, `${latencyMs}`, `${faultsPercent}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = `http://127.0.0.1:${line}`;
  return {
    url,
    seen: async () => (await (await fetch(`${url}/seen`)).json()) as Record<string, number>,
    close: () => void child.kill(),
  };
}

interface Scene {
  readonly cwd: string;
  start(...words: string[]): ChildProcess;
  /** Its standard output, when it has ended. */
  run(...words: string[]): Promise<string>;
}

function scene(folder: string, name: string, model: Model, job: object): Scene {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "job.json"), JSON.stringify({ name, recipe: { prompt: "Number {{n}}." }, ...job }));
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    WAYMARK_HOME: join(folder, "home"),
    OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
    WAYMARK_FIRST_BYTE_TIMEOUT: "3",
    WAYMARK_STALL_TIMEOUT: "3",
  };
  const start = (...words: string[]): ChildProcess =>
    spawn(process.execPath, [MAIN, "batch", ...words], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const run = async (...words: string[]): Promise<string> => {
    const child = start(...words);
    let text = "";
    child.stdout?.on("data", (piece: Buffer) => {
      text += piece.toString("utf8");
    });
    await once(child, "close");
    return text;
  };
  return { cwd, start, run };
}

function numbers(cwd: string, count: number): object {
  const lines = Array.from({ length: count }, (_, n) => JSON.stringify({ id: `i${n}`, n }));
  writeFileSync(join(cwd, "items.jsonl"), `${lines.join("\n")}\n`);
  return { jsonl: "items.jsonl" };
}

const LANES = { lanes: [{ model: "openai-compatible/chaos" }], limits: { attempts: 20 } };

/** Two workers, one of which is killed again and again; the server too, where there is one. */
async function chaos(
  engine: string,
  folder: string,
  redis?: Awaited<ReturnType<typeof startRedis>>,
): Promise<Measurement[]> {
  const model = await startModel(10, 20);
  const name = `chaos-${engine}`;
  const { cwd, start, run } = scene(folder, name, model, {
    items: { jsonl: "items.jsonl" },
    ...LANES,
    concurrency: 24,
  });
  numbers(cwd, CHAOS_ITEMS);
  const queue = redis ? ["--queue", redis.address] : [];
  try {
    const begunMs = performance.now();
    const coordinator = run("run", "job.json", "--json", ...queue);
    await pause(3_000);
    for (let kill = 0; kill < KILLS; kill++) {
      const worker = start("worker", name, ...queue);
      await pause(1_500 + 300 * kill);
      const end = once(worker, "exit");
      if (worker.exitCode === null) worker.kill("SIGKILL");
      if (worker.exitCode === null && worker.signalCode === null) await end;
      if (redis && kill === Math.floor(KILLS / 2)) {
        await redis.kill();
        await pause(500);
        await redis.start();
      }
    }
    const counts = JSON.parse(await coordinator) as Counts;
    const seconds = (performance.now() - begunMs) / 1000;
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

interface Counts {
  readonly states: Readonly<Record<string, number>>;
  readonly usage: { readonly input_tokens: number };
  readonly replies: number;
}

interface Entry {
  readonly id: string;
  readonly state: string;
  readonly answer?: unknown;
  readonly usage: { readonly input_tokens: number };
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

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
