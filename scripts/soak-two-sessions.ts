// `node scripts/soak-two-sessions.ts [--minutes N] [--seed N]`: two sessions work in one folder through the built program and are
// killed at random, a plan beside them; what must never be is looked for all the time, from outside.
import { parseArgs } from "node:util";
import { soakTwoSessions } from "../test/two-sessions/soak.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "60" }, seed: { type: "string", default: "20261123" } },
});
const findings = await soakTwoSessions({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  killSeconds: [20, 60],
  pauseMs: 1_500,
  onNews: (text) => console.log(text),
});
for (const [name, count] of findings.counts) console.log(`${name}: ${count}`);
const quarter = Math.max(...findings.memory.map(({ atMs }) => atMs)) / 4;
for (const index of [0, 1, 2, 3]) {
  const sizes = findings.memory.filter(({ atMs }) => Math.min(3, Math.floor(atMs / quarter)) === index);
  const sorted = sizes.map(({ memoryMb }) => memoryMb).sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(
    `memory in quarter ${index + 1}: median ${middle.toFixed(0)} MB, most ${(sorted.at(-1) ?? 0).toFixed(0)} MB`,
  );
}
console.log(`violations: ${findings.violations.length}`);
process.exitCode = findings.violations.length === 0 ? 0 : 1;
