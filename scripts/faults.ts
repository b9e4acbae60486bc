// `npm run faults [-- --quick] [-- NAME …] [--cases DIR]`: puts the fault matrix to the built program and counts runs and losses.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Fault } from "./faults/fault.ts";
import { KILL_FAULTS } from "./faults/kill-faults.ts";
import { PROCESS_FAULTS } from "./faults/process-faults.ts";
import { PROVIDER_FAULTS } from "./faults/provider-faults.ts";
import { TOOL_FAULTS } from "./faults/tool-faults.ts";

const args = process.argv.slice(2);
const isQuick = args.includes("--quick");
const casesAt = args.indexOf("--cases");
const wanted = args.filter((arg, index) => !arg.startsWith("-") && (casesAt === -1 || index !== casesAt + 1));
if (isQuick) process.env["WAYMARK_FAULTS_QUICK"] = "1";

const GROUPS: Readonly<Record<string, readonly Fault[]>> = {
  provider: PROVIDER_FAULTS,
  process: PROCESS_FAULTS,
  tool: TOOL_FAULTS,
  kills: KILL_FAULTS,
};

let runs = 0;
let losses = 0;
let failed = 0;
let skipped = 0;
const tried = new Set<string>();
for (const [group, faults] of Object.entries(GROUPS)) {
  const chosen = faults.filter(
    ({ id, name }) =>
      wanted.length === 0 || wanted.some((word) => word === group || word === id || name.includes(word)),
  );
  if (chosen.length > 0) console.log(`\n${group}`);
  for (const fault of chosen) await put(fault);
}
console.log(`\n${runs} runs, ${losses} losses, ${failed} broken promises, ${skipped} skipped.`);
reportCoverage();
process.exit(failed + losses === 0 ? 0 : 1);

async function put(fault: Fault): Promise<void> {
  const label = `${fault.id}  ${fault.name.padEnd(64)}`;
  const reason = fault.skipped?.();
  if (reason !== undefined) {
    skipped++;
    console.log(`  skip  ${label} ${reason}`);
    return;
  }
  tried.add(fault.id);
  const started = performance.now();
  try {
    const result = await fault.run();
    runs += result.runs;
    losses += result.losses;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `  ok    ${label} ${result.runs} runs, ${result.losses} losses, ${seconds} s${result.note ? ` (${result.note})` : ""}`,
    );
  } catch (error) {
    runs++;
    failed++;
    console.log(`  FAIL  ${label} ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Where the matrix itself is at hand: which of its faults were not tried here. */
function reportCoverage(): void {
  const candidates = casesAt === -1 ? ["../shared/cases", "../../shared/cases"] : [args[casesAt + 1] ?? ""];
  const file = candidates.map((folder) => resolve(folder, "security/faults.json")).find((path) => existsSync(path));
  if (file === undefined || wanted.length > 0) return;
  const matrix = JSON.parse(readFileSync(file, "utf8")) as { id: string; name: string }[];
  const missing = matrix.filter(({ id }) => !tried.has(id));
  console.log(`${matrix.length - missing.length} of ${matrix.length} faults of the matrix were tried. Not tried here:`);
  for (const { id, name } of missing) console.log(`  ${id}  ${name}`);
}
