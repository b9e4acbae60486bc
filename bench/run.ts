// `npm run bench [-- NAME …]`: every room's figures, each with its target. Ratios are taken against a floor in the same run.
import { globSync } from "node:fs";
import { cpus } from "node:os";
import { basename } from "node:path";
import { keepsTarget, type Measurement } from "./measurement.ts";

const wanted = process.argv.slice(2);
const rooms = globSync("bench/*-bench.ts").sort();
console.log(`Node ${process.versions.node}, ${cpus().length} processors (${cpus()[0]?.model ?? "unknown"})`);

let missed = 0;
for (const file of rooms) {
  const name = basename(file, "-bench.ts");
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const module = (await import(`./${basename(file)}`)) as { readonly bench: () => Promise<readonly Measurement[]> };
  console.log(`\n${name}`);
  for (const measurement of await module.bench()) {
    const kept = keepsTarget(measurement);
    if (kept === false) missed++;
    const mark = kept === undefined ? "    " : kept ? "ok  " : "MISS";
    const value = measurement.value.toLocaleString("en", { maximumFractionDigits: 2 });
    console.log(
      `  ${mark}  ${measurement.name.padEnd(64)} ${`${value} ${measurement.unit}`.padStart(16)}  ${measurement.target ?? ""}`,
    );
  }
}
console.log(missed === 0 ? "\nEvery target is kept." : `\n${missed} targets are missed.`);
