import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const node = process.execPath;
export const main = resolve("dist/main.js");
const floor = resolve("bench/floor.mjs");

interface Turn {
  readonly arrivedMs: number;
  readonly sentMs: number;
  readonly bytes: number;
}

/** What one run came to, seen from outside of it. */
export interface Run {
  readonly firstRequestMs: number;
  readonly firstRequestBytes: number;
  /** From an answer's end to the next request, one a turn. */
  readonly turnsMs: readonly number[];
  readonly endToExitMs: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  /** Only where they were asked for. */
  readonly counts?: { readonly fdatasync: number; readonly children: number };
}

export type Peer = "floor" | "waymark";

export interface Scenario {
  /** What the loopback model does; see there. */
  readonly model: string;
  /** Of each file that is read; 1 KB by default. */
  readonly fileBytes?: number;
  /** More arguments for Waymark. */
  readonly args?: readonly string[];
  /** Counts what is asked of the system, which takes time of its own. */
  readonly isCounted?: boolean;
}

/** One prompt of one peer from spawn to exit, below `folder`. @throws when it fails */
export async function runOnce(folder: string, peer: Peer, scenario: Scenario): Promise<Run> {
  const server = spawn(node, [resolve("bench/loopback-model.ts"), scenario.model], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const { port } = JSON.parse((await lines.next()).value as string) as { port: number };
  const { program, environment } = commandOf(folder, peer, scenario, `http://127.0.0.1:${port}/v1`);
  const timed = ["-f", "%U %S %M", "-o", join(folder, "time")];
  const startMs = performance.timeOrigin + performance.now();
  const child = spawn("/usr/bin/time", [...timed, node, ...program], {
    cwd: workFolder(folder, scenario.fileBytes),
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  const code = await exitOf(child);
  const endMs = performance.timeOrigin + performance.now();
  server.kill("SIGTERM");
  if (code !== 0) throw new Error(`${peer} ended with ${code} in ${scenario.model}: ${errors}`);
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
    ...(scenario.isCounted ? { counts: JSON.parse(readFileSync(join(folder, "counts"), "utf8")) } : {}),
  };
}

function commandOf(folder: string, peer: Peer, { args = [], isCounted }: Scenario, url: string) {
  const environment = {
    PATH: process.env["PATH"],
    HOME: folder,
    WAYMARK_HOME: join(folder, "home"),
    BASE_URL: url,
    OPENAI_COMPATIBLE_BASE_URL: url,
    WAYMARK_BENCH_COUNTS: join(folder, "counts"),
  };
  const waymark = [main, "-p", "go", "-m", "openai-compatible/mock", "--allowedTools", "shell", ...args];
  const counter = isCounted ? ["--import", resolve("bench/count-calls.mjs")] : [];
  return { program: [...counter, ...(peer === "floor" ? [floor, "go"] : waymark)], environment };
}

/** A folder of a hundred files of that size; made when it is not there yet. */
function workFolder(folder: string, fileBytes = 1_000): string {
  const path = join(folder, `work-${fileBytes}`);
  if (mkdirSync(path, { recursive: true }) !== undefined)
    for (let index = 0; index < 100; index++) writeFileSync(join(path, `file-${index}.txt`), `${"x".repeat(99)}\n`.repeat(fileBytes / 100));
  return path;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolvePromise) => child.once("close", resolvePromise));
}
