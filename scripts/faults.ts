// `npm run faults [-- NAME …] [--quick] [--kills N] [--workers N] [--cases DIR]`: puts the fault matrix to the built program.
// NAME is a group (provider, process, disk, tool, network, kills), an id of the matrix, or a part of a fault's title.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { runProject } from "./run-project.ts";

const KILLS = "1000";
const KILLS_QUICK = "40";
/** Small disks are mounted in a mount namespace of this run's own where there are such, so that none is ever left behind. */
const OWN_MOUNTS = ["unshare", "-m", "--propagation", "private"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    kills: { type: "string" },
    workers: { type: "string", default: "2" },
    cases: { type: "string" },
  },
});
const [unshare = "", ...namespace] = OWN_MOUNTS;
const hasOwnMounts = spawnSync(unshare, [...namespace, "true"], { stdio: "ignore" }).status === 0;
process.exitCode = runProject(
  "faults",
  {
    WAYMARK_FAULTS: JSON.stringify(positionals),
    WAYMARK_KILLS: values.kills ?? process.env["WAYMARK_KILLS"] ?? (values.quick ? KILLS_QUICK : KILLS),
    WAYMARK_FAULT_WORKERS: values.workers,
    ...(values.cases !== undefined && { WAYMARK_CASES: values.cases }),
  },
  hasOwnMounts ? OWN_MOUNTS : [],
);
