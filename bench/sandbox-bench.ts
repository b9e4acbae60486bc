import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createProcesses } from "../src/adapters/processes/processes.ts";
import { availableEngines } from "../src/adapters/sandbox/engines.ts";
import { createSandbox } from "../src/adapters/sandbox/sandbox.ts";
import { selfTest, TIER_PROMISES } from "../src/adapters/sandbox/self-test.ts";
import type { Processes } from "../src/core/ports/processes.ts";
import { type Measurement, median } from "./measurement.ts";

const ROUNDS = 60;

/** What confinement costs: one command bare, by our processes without a sandbox, and in it; in turn, so that load hits all. */
export async function bench(): Promise<readonly Measurement[]> {
  const { engines, why: missing } = availableEngines({ environment: process.env, roots: [] });
  if (engines.length === 0) {
    console.log(`  skipped: ${missing}`);
    return [];
  }
  const cache = join(homedir(), ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "waymark-bench-"));
  const root = join(folder, "work");
  mkdirSync(join(root, ".git", "hooks"), { recursive: true });
  const options = {
    roots: [root],
    home: homedir(),
    environment: process.env,
    own: [],
    cacheFolder: join(folder, "cache"),
  };
  const sandbox = createSandbox(options);
  const lesser = createSandbox({ ...options, tiers: ["landlock"] });
  const make = (use: object): Processes =>
    createProcesses({
      root,
      environment: process.env,
      openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
      ...use,
    });
  const plain = make({});
  const confined = make({ sandbox: { sandbox, writes: "workspace", isDemanded: true } });
  const underLandlock = make({ sandbox: { sandbox: lesser, writes: "workspace", isDemanded: false } });
  try {
    const proofStartMs = performance.now();
    const { tier, why } = await sandbox.state();
    const proofMs = performance.now() - proofStartMs;
    if (tier === "none") {
      console.log(`  skipped: ${why}`);
      return [];
    }
    const { signal } = new AbortController();
    const run = async (processes: Processes): Promise<void> => {
      await processes.run({ command: "true", timeoutMs: 10_000 }, signal);
    };
    const hasLandlock = (await lesser.state()).tier === "landlock";
    const [bareMs = 0, plainMs = 0, confinedMs = 0, landlockMs = 0] = await alternately([
      () => bare(root),
      () => run(plain),
      () => run(confined),
      ...(hasLandlock ? [() => run(underLandlock)] : []),
    ]);
    const unconfinedProblem = await selfTest({
      confine: (start) => start,
      folder: join(folder, "cache"),
      promises: TIER_PROMISES.bubblewrap,
    });
    return [
      { name: "bash -c true, bare spawn", value: bareMs, unit: "ms" },
      { name: "a command without a sandbox", value: plainMs, unit: "ms" },
      { name: `a command in ${tier}`, value: confinedMs, unit: "ms" },
      ...(hasLandlock ? [{ name: "a command in landlock", value: landlockMs, unit: "ms" }] : []),
      { name: "sandboxed spawn / bare spawn", value: confinedMs / bareMs, unit: "ratio", target: "<= 6" },
      { name: "self-test, once for a kernel and a version", value: proofMs, unit: "ms" },
      {
        name: "what the self-test finds without a sandbox",
        value: unconfinedProblem?.split(", ").length ?? 0,
        unit: "holes",
        target: ">= 6",
      },
    ];
  } finally {
    await plain.close();
    await confined.close();
    await underLandlock.close();
    sandbox.close();
    lesser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function bare(cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/bash", ["--noprofile", "--norc", "-c", "true"], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.resume();
    child.stderr.resume();
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}

/** Medians in milliseconds, in the order given; the first rounds only warm up. */
async function alternately(tasks: readonly (() => Promise<void>)[]): Promise<readonly number[]> {
  const times: number[][] = tasks.map(() => []);
  for (let round = -3; round < ROUNDS; round++) {
    for (const [index, task] of tasks.entries()) {
      const start = performance.now();
      await task();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}
