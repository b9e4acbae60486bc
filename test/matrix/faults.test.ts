// `npm run faults`: the fault matrix put to the built program.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playTable, type Trial, wordsOf } from "../play-table.ts";
import { casesFolder } from "./cases-folder.ts";
import { DISK_FAULTS } from "./faults/disk-faults.ts";
import type { Fault, FaultSettings } from "./faults/fault.ts";
import { KILL_FAULTS } from "./faults/kill-faults.ts";
import { NETWORK_FAULTS } from "./faults/network-faults.ts";
import { PROCESS_FAULTS } from "./faults/process-faults.ts";
import { PROVIDER_FAULTS } from "./faults/provider-faults.ts";
import { TOOL_FAULTS } from "./faults/tool-faults.ts";

const KILLS_QUICK = 40;
const settings: FaultSettings = {
  kills: Number(process.env["WAYMARK_KILLS"] ?? KILLS_QUICK),
  workers: Number(process.env["WAYMARK_FAULT_WORKERS"] ?? 2),
};

const GROUPS: Readonly<Record<string, readonly Fault[]>> = {
  provider: PROVIDER_FAULTS,
  network: NETWORK_FAULTS,
  process: PROCESS_FAULTS,
  disk: DISK_FAULTS,
  tool: TOOL_FAULTS,
  kills: KILL_FAULTS,
};
/** Names of groups, ids of the matrix, or parts of a title; all faults without. */
const wanted = wordsOf("WAYMARK_FAULTS");
const tried = new Set<string>();
const count = { runs: 0, losses: 0 };

const isWanted = (group: string, { id, title }: Fault): boolean =>
  wanted.length === 0 || wanted.some((word) => word === group || word === id || title.includes(word));

function trialOf(fault: Fault): Trial {
  const { id, title } = fault;
  return {
    ...{ id, title },
    skipped() {
      tried.add(id);
      return fault.skipped?.();
    },
    async run() {
      const { runs, losses, note } = await fault.run(settings);
      count.runs += runs;
      count.losses += losses;
      console.log(`${id}  ${title}: ${runs} runs, ${losses} losses${note ? ` (${note})` : ""}`);
      expect(losses, "acknowledged events that were lost").toBe(0);
    },
  };
}

const groups = Object.entries(GROUPS)
  .map(([name, faults]) => ({ name, trials: faults.filter((fault) => isWanted(name, fault)).map(trialOf) }))
  .filter(({ trials }) => trials.length > 0);
if (groups.length === 0) throw new Error(`No fault is called ${wanted.join(", ")}; groups are ${Object.keys(GROUPS)}.`);
playTable(groups);

const matrix = resolve(casesFolder() ?? "", "security/faults.json");
test.runIf(wanted.length === 0 && existsSync(matrix))(
  "each fault of the matrix was tried, or skipped for a reason",
  () => {
    const all = JSON.parse(readFileSync(matrix, "utf8")) as readonly { readonly id: string; readonly name: string }[];
    expect(all.filter(({ id }) => !tried.has(id))).toEqual([]);
  },
);

afterAll(() => console.log(`${count.runs} runs, ${count.losses} losses`));
