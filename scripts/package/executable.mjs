// `npm run executable -- [FILE]` makes one file that runs without Node, for the machine that it is made on: Node's own single executable
// application, with the package and what it needs as assets (https://nodejs.org/api/single-executable-applications.html).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stage } from "./stage.mjs";

/** Node builds executables by itself since 25.5. */
const NODE = "node@26";

const output = resolve(process.argv[2] ?? `waymark-${process.platform}-${process.arch}`);
const work = mkdtempSync(join(tmpdir(), "waymark-executable-"));
try {
  const packages = stage(work);
  const paths = packages
    .flatMap((path) => globSync(`${path}/**/*`, { cwd: work }))
    .filter(isFile)
    .sort();
  const files = paths.map((path) => ({ path, mode: statSync(join(work, path)).mode & 0o777 }));
  const hash = createHash("sha256");
  for (const path of paths) hash.update(path).update(readFileSync(join(work, path)));
  const written = (name, text) => {
    writeFileSync(join(work, name), text);
    return join(work, name);
  };
  mkdirSync(dirname(output), { recursive: true });
  const config = {
    main: resolve("scripts/package/sea-main.cjs"),
    output,
    disableExperimentalSEAWarning: true,
    // It tells of the loader below, which nobody who runs the program can change.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    assets: {
      build: written("build", hash.digest("hex").slice(0, 16)),
      files: written("files", JSON.stringify(files)),
      ...Object.fromEntries(paths.map((path) => [path, join(work, path)])),
    },
  };
  execFileSync(nodeForIt(), ["--build-sea", written("sea.json", JSON.stringify(config))], { stdio: "inherit" });
  console.log(`${output} (${Math.round(statSync(output).size / 1e6)} MB)`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function isFile(path) {
  return statSync(join(work, path)).isFile();
}

/** This one, where it can; else one from npm, or the one that WAYMARK_EXECUTABLE_NODE names. */
function nodeForIt() {
  const { WAYMARK_EXECUTABLE_NODE: named } = process.env;
  if (named) return named;
  if (process.allowedNodeEnvironmentFlags.has("--build-sea") || Number.parseInt(process.versions.node, 10) >= 26)
    return process.execPath;
  const folder = join(work, "node");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ allowScripts: { node: true } }));
  execFileSync("npm", ["install", "--silent", NODE], { cwd: folder, stdio: "inherit" });
  return join(folder, "node_modules", "node", "bin", "node");
}
