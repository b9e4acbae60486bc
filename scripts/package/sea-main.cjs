// The first lines of the standalone executable: puts the package beside the caches, once for each build, and runs it from there.
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { homedir } = require("node:os");
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");
const sea = require("node:sea");
const vm = require("node:vm");

const build = sea.getAsset("build", "utf8");
const { WAYMARK_HOME, XDG_CACHE_HOME } = process.env;
const cache = WAYMARK_HOME ? join(WAYMARK_HOME, "cache") : join(XDG_CACHE_HOME || join(homedir(), ".cache"), "waymark");
const folder = join(cache, "executable", build);
const main = join(folder, "node_modules", "waymark", "dist", "main.js");

if (!existsSync(main)) unpack();
// What it starts of itself names the file that it runs.
if (process.argv[2] === main) process.argv.splice(2, 1);
process.argv[1] = main;
// `import()` of an executable's own script finds what is built into Node alone.
const load = new vm.Script("(url) => import(url)", {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext();
load(pathToFileURL(main).href);

function unpack() {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const part = mkdtempSync(`${folder}-`);
  for (const { path, mode } of JSON.parse(sea.getAsset("files", "utf8"))) {
    mkdirSync(dirname(join(part, path)), { recursive: true });
    writeFileSync(join(part, path), new Uint8Array(sea.getRawAsset(path)), { mode });
  }
  try {
    renameSync(part, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(main)) throw error;
  }
}
