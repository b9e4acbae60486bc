// One prompt from spawn to exit, beside the least Node program that holds the same conversation.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { type Measurement, median } from "./measurement.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const FILE_BYTES = 1_000;
const node = process.execPath;
const main = resolve("dist/main.js");
const floor = resolve("bench/floor.mjs");

interface Turn {
  readonly arrivedMs: number;
  readonly sentMs: number;
  readonly bytes: number;
}

interface Run {
  readonly firstRequestMs: number;
  readonly firstRequestBytes: number;
  /** From an answer's end to the next request, one a turn. */
  readonly turnsMs: readonly number[];
  readonly endToExitMs: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

type Peer = "floor" | "waymark";

/** The figures of the table in the project's first issue, as ratios to the floor of the same run. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  try {
    mkdirSync(join(folder, "work"));
    for (let index = 0; index < 100; index++)
      writeFileSync(join(folder, "work", `file-${index}.txt`), "x".repeat(FILE_BYTES));
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<readonly Measurement[]> {
  await compare(folder, "text:3", 1); // warms the caches
  const hello = await compare(folder, "text:3", ROUNDS);
  const reads = await compare(folder, "turns:100:read", 3);
  const shells = await compare(folder, "turns:20:shell", 3);
  const tokens = await compare(folder, "text:20000", 3);
  const ratio = (runs: Record<Peer, readonly Run[]>, value: (run: Run) => number): number =>
    median(runs.waymark.map(value)) / median(runs.floor.map(value));
  const perToken = (peer: Peer): number =>
    (median(tokens[peer].map((run) => run.cpuSeconds)) - median(hello[peer].map((run) => run.cpuSeconds))) * 50;
  const turn = (runs: readonly Run[], from: number, to: number): number =>
    median(runs.flatMap((run) => run.turnsMs.slice(from, to)));
  const version = versionRatio();
  return [
    { name: "spawn to first request", value: median(hello.waymark.map((run) => run.firstRequestMs)), unit: "ms" },
    {
      name: "spawn to first request / floor",
      value: ratio(hello, (run) => run.firstRequestMs),
      unit: "x",
      target: "<= 1.5",
    },
    {
      name: "processor time of one answer / floor",
      value: ratio(hello, (run) => run.cpuSeconds),
      unit: "x",
      target: "<= 1.6",
    },
    {
      name: "read turn minus floor",
      value: turn(reads.waymark, 0, 100) - turn(reads.floor, 0, 100),
      unit: "ms",
      target: "<= 2",
    },
    {
      name: "read turn, last ten / turns 11-20",
      value: turn(reads.waymark, 90, 100) / turn(reads.waymark, 10, 20),
      unit: "x",
      target: "<= 1.3",
    },
    {
      name: "shell turn / floor",
      value: turn(shells.waymark, 0, 20) / turn(shells.floor, 0, 20),
      unit: "x",
      target: "<= 1.5",
    },
    { name: "fdatasync of one session line on this disk", value: syncMs(folder), unit: "ms" },
    { name: "processor time of a streamed token", value: perToken("waymark"), unit: "µs" },
    {
      name: "processor time of a streamed token / floor",
      value: perToken("waymark") / perToken("floor"),
      unit: "x",
      target: "<= 1.5",
    },
    {
      name: "memory after one answer / floor",
      value: ratio(hello, (run) => run.peakMegabytes),
      unit: "x",
      target: "<= 1.4",
    },
    {
      name: "memory after 100 turns / floor",
      value: ratio(reads, (run) => run.peakMegabytes),
      unit: "x",
      target: "<= 1.4",
    },
    { name: "end of answer to exit / floor", value: ratio(hello, (run) => run.endToExitMs), unit: "x", target: "<= 2" },
    { name: "--version / node -e 0", value: version, unit: "x", target: "<= 1.15" },
    {
      name: "first request",
      value: median(hello.waymark.map((run) => run.firstRequestBytes)) / 1000,
      unit: "kB",
      target: "<= 9",
    },
  ];
}

/** The two in turn, so that a drift of the machine hits both. */
async function compare(folder: string, scenario: string, rounds: number): Promise<Record<Peer, readonly Run[]>> {
  const runs: Record<Peer, Run[]> = { floor: [], waymark: [] };
  for (let round = 0; round < rounds; round++)
    for (const peer of ["floor", "waymark"] as const) runs[peer].push(await runOnce(folder, peer, scenario));
  return runs;
}

async function runOnce(folder: string, peer: Peer, scenario: string): Promise<Run> {
  const server = spawn(node, [resolve("bench/loopback-model.ts"), scenario], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const { port } = JSON.parse((await lines.next()).value as string) as { port: number };
  const url = `http://127.0.0.1:${port}/v1`;
  const environment = {
    PATH: process.env["PATH"],
    HOME: folder,
    WAYMARK_HOME: join(folder, "home"),
    BASE_URL: url,
    OPENAI_COMPATIBLE_BASE_URL: url,
  };
  const timed = ["-f", "%U %S %M", "-o", join(folder, "time")];
  const args =
    peer === "floor" ? [floor, "go"] : [main, "-p", "go", "-m", "openai-compatible/mock", "--allowedTools", "shell"];
  const startMs = performance.timeOrigin + performance.now();
  const child = spawn("/usr/bin/time", [...timed, node, ...args], {
    cwd: join(folder, "work"),
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  const code = await exitOf(child);
  const endMs = performance.timeOrigin + performance.now();
  server.kill("SIGTERM");
  if (code !== 0) throw new Error(`${peer} ended with ${code} in ${scenario}: ${errors}`);
  const turns: Turn[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) turns.push(JSON.parse(next.value) as Turn);
  const [user = 0, system = 0, kilobytes = 0] = readFileSync(join(folder, "time"), "utf8")
    .trim()
    .split(/\s+/)
    .map(Number);
  return {
    firstRequestMs: (turns[0]?.arrivedMs ?? Number.NaN) - startMs,
    firstRequestBytes: turns[0]?.bytes ?? Number.NaN,
    turnsMs: turns.slice(1).map((turn, index) => turn.arrivedMs - (turns[index]?.sentMs ?? Number.NaN)),
    endToExitMs: endMs - (turns.at(-1)?.sentMs ?? Number.NaN),
    cpuSeconds: user + system,
    peakMegabytes: kilobytes / 1024,
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolvePromise) => child.once("close", resolvePromise));
}

function versionRatio(): number {
  const time = (args: readonly string[]): number => {
    const started = performance.now();
    spawnSync(node, args, { stdio: "ignore" });
    return performance.now() - started;
  };
  const pairs = Array.from({ length: 15 }, () => time([main, "--version"]) / time(["-e", "0"]));
  return median(pairs);
}

/** What durability costs here: the same write with and without waiting for the disk. */
function syncMs(folder: string): number {
  const script = `const fs=require("fs");const f=fs.openSync(process.argv[1],"a");const t=[];for(let i=0;i<50;i++){fs.writeSync(f,"x".repeat(500));const s=performance.now();fs.fdatasyncSync(f);t.push(performance.now()-s)}t.sort((a,b)=>a-b);console.log(t[25])`;
  return Number(spawnSync(node, ["-e", script, join(folder, "sync")], { encoding: "utf8" }).stdout);
}
