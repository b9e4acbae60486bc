// One prompt from spawn to exit, beside the least Node program that holds the same conversation.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main, type Peer, type Run, runOnce, type Scenario } from "./headless-run.ts";
import { type Measurement, median } from "./measurement.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const TURN_ROUNDS = 3;
const node = process.execPath;

type Runs = Record<Peer, readonly Run[]>;

/** The figures of the table in the project's first issue, as ratios to the floor of the same run. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  try {
    await compare(folder, { model: "text:3" }, 1); // warms the caches
    const hello = await compare(folder, { model: "text:3" }, ROUNDS);
    return [
      ...start(hello, (await runOnce(folder, "waymark", { model: "text:3", isCounted: true })).counts?.children),
      ...(await turns(folder)),
      ...(await tokens(folder, hello)),
      ...end(hello),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(hello: Runs, children = Number.NaN): readonly Measurement[] {
  const firstRequestMs = (run: Run): number => run.firstRequestMs;
  return [
    { name: "spawn to first request", value: median(hello.waymark.map(firstRequestMs)), unit: "ms" },
    { name: "spawn to first request / floor", value: ratio(hello, firstRequestMs), unit: "x", target: "<= 1.6" },
    {
      name: "processor time of one answer / floor",
      value: ratio(hello, (run) => run.cpuSeconds),
      unit: "x",
      target: "<= 1.6",
    },
    { name: "child processes of an answer without tools", value: children, unit: "", target: "<= 0" },
    {
      name: "first request",
      value: median(hello.waymark.map((run) => run.firstRequestBytes)) / 1000,
      unit: "kB",
      target: "<= 9",
    },
  ];
}

/**
 * Turns that read and turns that run a command. What durability costs is taken off: as often as a turn waits for the disk
 * (counted in a run of its own: twice around a command, for what is about to happen and for what it came to, and not at
 * all around a read), times what one such wait takes here.
 */
async function turns(folder: string): Promise<readonly Measurement[]> {
  const sync = syncMs(folder);
  const reads = await compare(folder, { model: "turns:100:read" }, TURN_ROUNDS);
  const long = await compare(folder, { model: "turns:100:read", fileBytes: 10_000 }, TURN_ROUNDS);
  const unconfined = ["--sandbox", "off"];
  const shells = await compare(folder, { model: "turns:20:shell", args: unconfined }, TURN_ROUNDS);
  const confined = await compare(folder, { model: "turns:20:shell" }, TURN_ROUNDS);
  const readSyncs = await syncsATurn(folder, { model: "turns:20:read" });
  const shellSyncs = await syncsATurn(folder, { model: "turns:20:shell", args: unconfined });
  const read = turnMs(reads.waymark) - readSyncs * sync;
  const shell = (runs: Runs): number => turnMs(runs.waymark) - shellSyncs * sync;
  const bubblewrap = bubblewrapMs();
  return [
    { name: "fdatasync of one session line on this disk", value: sync, unit: "ms" },
    { name: "fdatasyncs of a read turn", value: readSyncs, unit: "" },
    { name: "fdatasyncs of a shell turn", value: shellSyncs, unit: "" },
    { name: "read turn", value: turnMs(reads.waymark), unit: "ms" },
    {
      name: "read turn without fdatasyncs, minus floor",
      value: read - turnMs(reads.floor),
      unit: "ms",
      target: "<= 2",
    },
    {
      name: "read turn, last ten / turns 11-20",
      value: turnMs(reads.waymark, 90, 100) / turnMs(reads.waymark, 10, 20),
      unit: "x",
      target: "<= 1.3",
    },
    {
      name: "read turn at 1.3 MB of history / floor",
      value: turnMs(long.waymark, 90, 100) / turnMs(long.floor, 90, 100),
      unit: "x",
      target: "<= 1.3",
    },
    { name: "shell turn", value: turnMs(shells.waymark), unit: "ms" },
    {
      name: "shell turn without sandbox and fdatasyncs / floor",
      value: shell(shells) / turnMs(shells.floor),
      unit: "x",
      target: "<= 1.5",
    },
    { name: "shell turn in the sandbox", value: turnMs(confined.waymark), unit: "ms" },
    ...(bubblewrap === undefined
      ? []
      : [
          { name: "bubblewrap alone, with the same namespaces", value: bubblewrap, unit: "ms" },
          {
            name: "shell turn in the sandbox / floor and bubblewrap",
            value: shell(confined) / (turnMs(confined.floor) + bubblewrap),
            unit: "x",
            target: "<= 1.5",
          },
        ]),
    {
      name: "memory after 100 turns / floor",
      value: ratio(reads, (run) => run.peakMegabytes),
      unit: "x",
      target: "<= 1.4",
    },
  ];
}

async function tokens(folder: string, hello: Runs): Promise<readonly Measurement[]> {
  const count = 20_000;
  const long = await compare(folder, { model: `text:${count}` }, TURN_ROUNDS);
  const seconds = (runs: readonly Run[]): number => median(runs.map((run) => run.cpuSeconds));
  const perToken = (peer: Peer): number => ((seconds(long[peer]) - seconds(hello[peer])) / count) * 1e6;
  return [
    { name: "processor time of a streamed token", value: perToken("waymark"), unit: "µs" },
    {
      name: "processor time of a streamed token / floor",
      value: perToken("waymark") / perToken("floor"),
      unit: "x",
      target: "<= 1.5",
    },
  ];
}

function end(hello: Runs): readonly Measurement[] {
  return [
    {
      name: "memory after one answer / floor",
      value: ratio(hello, (run) => run.peakMegabytes),
      unit: "x",
      target: "<= 1.4",
    },
    { name: "end of answer to exit / floor", value: ratio(hello, (run) => run.endToExitMs), unit: "x", target: "<= 2" },
    { name: "--version / node -e 0", value: versionRatio(), unit: "x", target: "<= 1.15" },
  ];
}

/** The two in turn, so that a drift of the machine hits both. */
async function compare(folder: string, scenario: Scenario, rounds: number): Promise<Runs> {
  const runs: Record<Peer, Run[]> = { floor: [], waymark: [] };
  for (let round = 0; round < rounds; round++)
    for (const peer of ["floor", "waymark"] as const) runs[peer].push(await runOnce(folder, peer, scenario));
  return runs;
}

const ratio = (runs: Runs, value: (run: Run) => number): number =>
  median(runs.waymark.map(value)) / median(runs.floor.map(value));

const turnMs = (runs: readonly Run[], from = 0, to = 100): number =>
  median(runs.flatMap((run) => run.turnsMs.slice(from, to)));

/** How often a turn waits for the disk: what a run with turns does more than one without. */
async function syncsATurn(folder: string, scenario: Scenario): Promise<number> {
  const [, count = ""] = scenario.model.split(":");
  const without = await runOnce(folder, "waymark", { ...scenario, model: "text:3", isCounted: true });
  const runWith = await runOnce(folder, "waymark", { ...scenario, isCounted: true });
  return ((runWith.counts?.fdatasync ?? Number.NaN) - (without.counts?.fdatasync ?? Number.NaN)) / Number(count);
}

function timeOf(program: string, args: readonly string[]): number {
  const started = performance.now();
  const { status } = spawnSync(program, args, { stdio: "ignore" });
  return status === 0 ? performance.now() - started : Number.NaN;
}

function versionRatio(): number {
  return median(Array.from({ length: 15 }, () => timeOf(node, [main, "--version"]) / timeOf(node, ["-e", "0"])));
}

/** What durability costs here: the same write with and without waiting for the disk. */
function syncMs(folder: string): number {
  const script = `const fs=require("fs");const f=fs.openSync(process.argv[1],"a");const t=[];for(let i=0;i<50;i++){fs.writeSync(f,"x".repeat(500));const s=performance.now();fs.fdatasyncSync(f);t.push(performance.now()-s)}t.sort((a,b)=>a-b);console.log(t[25])`;
  return Number(spawnSync(node, ["-e", script, join(folder, "sync")], { encoding: "utf8" }).stdout);
}

/** What bubblewrap takes for a program that does nothing, over that program by itself; undefined where there is none. */
function bubblewrapMs(): number | undefined {
  const namespaces = "--unshare-pid --unshare-ipc --unshare-uts --unshare-user --disable-userns --unshare-net".split(
    " ",
  );
  const view = "--die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --tmpfs /run".split(" ");
  const took = Array.from(
    { length: 15 },
    () => timeOf("bwrap", [...namespaces, ...view, "true"]) - timeOf("true", []),
  ).filter((ms) => !Number.isNaN(ms));
  return took.length === 0 ? undefined : median(took);
}
