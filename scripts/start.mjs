// `npm start -- ARGS` is `waymark ARGS`: builds when a source is newer than the bundle, then runs it on the pinned Node.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

// Works on any Node: what is too old is told so by the program itself.
const sources = [
  ...readdirSync("src", { recursive: true })
    .filter((file) => /\.(?:ts|css|json)$/.test(file))
    .map((file) => join("src", file)),
  "package.json",
  "tsconfig.types.json",
  "scripts/build.mjs",
  ...readdirSync("scripts/build").map((file) => join("scripts/build", file)),
  "scripts/entry.mjs",
];
const built = existsSync("dist/main.js") ? statSync("dist/main.js").mtimeMs : 0;
if (sources.some((file) => statSync(file).mtimeMs > built)) {
  const build = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
const run = spawnSync(process.execPath, ["dist/main.js", ...process.argv.slice(2)], { stdio: "inherit" });
process.exit(run.status ?? (run.signal === "SIGINT" ? 130 : 1));
