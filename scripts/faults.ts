// `npm run faults [-- NAME …] [--quick] [--kills N] [--workers N] [--cases DIR]`: puts the fault matrix to the built program.
// NAME is a group (provider, process, disk, tool, network, kills), an id of the matrix, or a part of a fault's name.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DISK_FAULTS } from "./faults/disk-faults.ts";
import type { Fault, FaultSettings } from "./faults/fault.ts";
import { KILL_FAULTS } from "./faults/kill-faults.ts";
import { NETWORK_FAULTS } from "./faults/network-faults.ts";
import { PROCESS_FAULTS } from "./faults/process-faults.ts";
import { PROVIDER_FAULTS } from "./faults/provider-faults.ts";
import { TOOL_FAULTS } from "./faults/tool-faults.ts";

inOwnMounts();

const KILLS = 1000;
const KILLS_QUICK = 40;
const WORKERS = 2;

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    kills: { type: "string" },
    workers: { type: "string" },
    cases: { type: "string" },
  },
});
const settings: FaultSettings = {
  kills: Number(values.kills ?? process.env["WAYMARK_KILLS"] ?? (values.quick ? KILLS_QUICK : KILLS)),
  workers: Number(values.workers ?? WORKERS),
};

const GROUPS: Readonly<Record<string, readonly Fault[]>> = {
  provider: PROVIDER_FAULTS,
  network: NETWORK_FAULTS,
  process: PROCESS_FAULTS,
  disk: DISK_FAULTS,
  tool: TOOL_FAULTS,
  kills: KILL_FAULTS,
};

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  runs: number;
  losses: number;
}

const emptyTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0, runs: 0, losses: 0 });
const tallies = new Map<string, Tally>();
/** The worst that happened to each fault of the matrix: one of several tries may be skipped, none may fail. */
const outcomes = new Map<string, "passed" | "failed" | "skipped">();
const failures: string[] = [];

for (const [group, faults] of Object.entries(GROUPS)) {
  const chosen = faults.filter(
    ({ id, name }) =>
      wanted.length === 0 || wanted.some((word) => word === group || word === id || name.includes(word)),
  );
  if (chosen.length === 0) continue;
  console.log(`\n${group}`);
  const tally = emptyTally();
  tallies.set(group, tally);
  for (const fault of chosen) await put(fault, tally);
}
printTable();
const isWhole = printCoverage();
const hasBroken = failures.length > 0 || [...tallies.values()].some(({ losses }) => losses > 0);
process.exit(hasBroken || !isWhole ? 1 : 0);

/** Small disks are mounted in a mount namespace of this run's own where there are such, so that none is ever left behind. */
function inOwnMounts(): void {
  const isInside = process.env["WAYMARK_FAULTS_MOUNTS"] !== undefined;
  const namespace = ["-m", "--propagation", "private"];
  if (isInside || spawnSync("unshare", [...namespace, "true"], { stdio: "ignore" }).status !== 0) return;
  const { status } = spawnSync("unshare", [...namespace, process.execPath, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, WAYMARK_FAULTS_MOUNTS: "own" },
  });
  process.exit(status ?? 1);
}

async function put(fault: Fault, tally: Tally): Promise<void> {
  const label = `${fault.id}  ${fault.name.padEnd(64)}`;
  const reason = fault.skipped?.();
  if (reason !== undefined) {
    tally.skipped++;
    if (!outcomes.has(fault.id)) outcomes.set(fault.id, "skipped");
    console.log(`  skip  ${label} skipped: ${reason}`);
    return;
  }
  const started = performance.now();
  try {
    const { runs, losses, note } = await fault.run(settings);
    tally.runs += runs;
    tally.losses += losses;
    tally.passed++;
    if (outcomes.get(fault.id) !== "failed") outcomes.set(fault.id, "passed");
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ok    ${label} ${runs} runs, ${losses} losses, ${seconds} s${note ? ` (${note})` : ""}`);
  } catch (error) {
    tally.runs++;
    tally.failed++;
    outcomes.set(fault.id, "failed");
    const why = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim();
    failures.push(`${fault.id}  ${fault.name}: ${why}`);
    console.log(`  FAIL  ${label} ${why}`);
  }
}

function printTable(): void {
  const total = emptyTally();
  console.log("\ngroup       passed  failed  skipped     runs   losses");
  for (const [group, tally] of tallies) {
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    console.log(row(group, tally));
  }
  console.log(row("all", total));
  for (const failure of failures) console.log(`broken: ${failure}`);
}

function row(name: string, { passed, failed, skipped, runs, losses }: Tally): string {
  const cells = [
    [passed, 8],
    [failed, 8],
    [skipped, 9],
    [runs, 9],
    [losses, 9],
  ] as const;
  return name.padEnd(10) + cells.map(([value, width]) => String(value).padStart(width)).join("");
}

/** Where the matrix itself is at hand: what became of each of its faults. @returns whether each was tried or skipped with a reason */
function printCoverage(): boolean {
  const candidates = values.cases === undefined ? ["../shared/cases", "../../shared/cases"] : [values.cases];
  const file = candidates.map((folder) => resolve(folder, "security/faults.json")).find((path) => existsSync(path));
  if (file === undefined || wanted.length > 0) return true;
  const matrix = JSON.parse(readFileSync(file, "utf8")) as { id: string; name: string }[];
  const count = (outcome: string): number => matrix.filter(({ id }) => outcomes.get(id) === outcome).length;
  const missing = matrix.filter(({ id }) => !outcomes.has(id));
  console.log(
    `\nmatrix: ${matrix.length} faults, ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped, ${missing.length} not tried`,
  );
  for (const { id, name } of missing) console.log(`not tried: ${id}  ${name}`);
  return missing.length === 0;
}
