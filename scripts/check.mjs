// The gate: each step must pass; prints how long each took. `npm run check -- --fast` leaves out build and smoke, `-- --static` the units.
import { spawnSync } from "node:child_process";

const isFast = process.argv.includes("--fast");
const isStatic = process.argv.includes("--static");
const steps = [
  ["format and lint", "biome", ["check", "--error-on-warnings", "--diagnostic-level=warn", "."]],
  ["types", "tsc", []],
  ["types of the pages", "tsc", ["-p", "src/frontends/view/pages"]],
  ["dead code", "knip", []],
  ...(isStatic ? [] : [["units and architecture", "npm", ["run", "--silent", "test:unit", "--", "--reporter=dot"]]]),
  ["reference is current", "node", ["scripts/generate-docs.ts", "--check"]],
  ...(isFast
    ? []
    : [
        ["build", "node", ["scripts/build.mjs"]],
        ["smoke", "node", ["dist/main.js", "--version"]],
      ]),
];

for (const [name, command, args] of steps) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  if (status !== 0) process.exit(1);
}
