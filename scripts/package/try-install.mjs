// `npm run try:install -- [NODE…]` installs what `npm pack` makes as a person would (npm install --global, into a folder of its own), with each Node
// in turn, and tries it. Exits 1 where anything is said that a newcomer should not read, or an answer is wrong.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { manifest, packed } from "./stage.mjs";

const STEP_MS = 120_000;
const nodes = process.argv.length > 2 ? process.argv.slice(2).map((path) => resolve(path)) : [process.execPath];
const work = mkdtempSync(join(tmpdir(), "waymark-try-"));
const { version } = manifest();
let failed = false;
try {
  const tarball = packed(work);
  for (const [index, node] of nodes.entries()) tryWith(node, join(work, `${index}`), tarball);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function tryWith(node, place, tarball) {
  for (const folder of ["node", "prefix", "home", "work"]) mkdirSync(join(place, folder), { recursive: true });
  symlinkSync(node, join(place, "node", "node"));
  const { PATH, HOME = "" } = process.env;
  // How this machine reaches its registry.
  const reach = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(?:registry|cache)$|^NODE_EXTRA_CA_CERTS$|_proxy$/i.test(name),
  );
  const environment = {
    PATH: [join(place, "node"), join(place, "prefix", "bin"), PATH].join(":"),
    HOME: join(place, "home"),
    npm_config_userconfig: join(HOME, ".npmrc"),
    npm_config_cache: join(HOME, ".npm"),
    npm_config_update_notifier: "false",
    ...Object.fromEntries(reach),
  };
  const run = (command, args) =>
    spawnSync(command, args, { cwd: join(place, "work"), env: environment, encoding: "utf8", timeout: STEP_MS });
  const nodeVersion = run("node", ["--version"]).stdout.trim();
  const check = (what, { status, stdout, stderr }, isRight) => {
    const isGood = status === 0 && isRight(stdout) && !/EBADENGINE|deprecated|ERR!|^ +at /m.test(stderr);
    failed ||= !isGood;
    console.log(`${isGood ? "ok  " : "FAIL"} ${nodeVersion} ${what}${isGood ? "" : `\n${stdout}${stderr}`}`);
  };
  const install = ["install", "--global", "--prefix", join(place, "prefix"), "--no-audit", "--no-fund", tarball];
  check("npm install --global", run("npm", install), () => true);
  check("waymark --version", run("waymark", ["--version"]), (said) => said.trim() === version);
  check("waymark doctor", run("waymark", ["doctor"]), (said) => /^ok +runtime/m.test(said));
  check("a command judged", run("waymark", ["policy", "check", "ls -la | wc -l"]), (said) => /allow/.test(said));
  check("a question", run("waymark", ["--offline", "-p", "list files"]), (said) => said.includes("offline guide"));
  check(
    "npm uninstall --global",
    run("npm", ["uninstall", "--global", "--prefix", join(place, "prefix"), "waymark"]),
    () => true,
  );
  check("gone", run("sh", ["-c", "! command -v waymark"]), () => true);
}
