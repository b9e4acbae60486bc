// Loaded into a benchmarked run with --import: counts what durability and commands ask of the system, and notes it at the end.
import { writeFileSync } from "node:fs";

const fs = process.getBuiltinModule("node:fs");
const children = process.getBuiltinModule("node:child_process");
const counts = { fdatasync: 0, children: 0 };

function counting(module, name, key) {
  const original = module[name];
  module[name] = (...parameters) => {
    counts[key]++;
    return original(...parameters);
  };
}

counting(fs, "fdatasyncSync", "fdatasync");
for (const name of ["spawn", "spawnSync", "execFile", "execFileSync", "fork"]) counting(children, name, "children");
process.on("exit", () => writeFileSync(process.env.WAYMARK_BENCH_COUNTS, JSON.stringify(counts)));
