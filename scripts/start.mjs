// `npm start -- ARGS` is `waymark ARGS`: builds when a source is newer than the bundle, then runs it on the pinned Node.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";

const sources = [...globSync("src/**/*.ts"), "package.json", "scripts/build.mjs", "scripts/entry.mjs"];
const built = existsSync("dist/main.js") ? statSync("dist/main.js").mtimeMs : 0;
if (sources.some((file) => statSync(file).mtimeMs > built)) {
  const build = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
const run = spawnSync(process.execPath, ["dist/main.js", ...process.argv.slice(2)], { stdio: "inherit" });
process.exit(run.status ?? (run.signal === "SIGINT" ? 130 : 1));
