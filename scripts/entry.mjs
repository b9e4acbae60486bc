#!/usr/bin/env node
// The first file that runs: everything here works on any Node, so that an old one gets a sentence instead of a stack.
const [major, minor] = process.versions.node.split(".").map(Number);
const supported =
  (major === 22 && minor >= 19) || (major === 24 && minor >= 16) || major > 26 || (major === 26 && minor >= 1);
const first = process.argv[2];
if (process.argv.length === 3 && (first === "--version" || first === "-v")) {
  process.stdout.write(`${WAYMARK_VERSION}\n`);
} else if (!supported) {
  process.stderr.write(
    `waymark: Node ${process.versions.node} is too old; install Node 22.19+, 24.16+ or 26.1+ and run it again.\n`,
  );
  process.exitCode = 52;
} else {
  if (process.platform === "win32")
    process.stderr.write(
      "waymark: Windows is not supported yet: commands need bash, and run without a sandbox; use WSL.\n",
    );
  keepCompiled();
  // A session at a terminal shows where to type before the largest part is read.
  if (opensSession(process.argv.slice(2))) (await import("./first-prompt.js")).showFirstPrompt(process.env);
  await import("./waymark.js");
}

/**
 * Keeps the program compiled, in Waymark's own cache: Node's place for it is among the system's temporary files, and whoever writes there
 * (another user, a command where somebody works in /tmp) would say what runs. Where it cannot be kept, the start takes longer.
 */
function keepCompiled() {
  const module = process.getBuiltinModule("node:module");
  // The person says where (NODE_COMPILE_CACHE).
  if (module.getCompileCacheDir() !== undefined) return;
  try {
    const cache = ownCache();
    const folder = cache === undefined ? undefined : ownFolder(`${cache}/compiled`);
    if (folder !== undefined) module.enableCompileCache(folder);
  } catch {
    // Nobody's home, or one that cannot be written.
  }
}

/** As src/app/settings/locations.ts has it, which is not read yet. */
function ownCache() {
  const { WAYMARK_HOME, XDG_CACHE_HOME } = process.env;
  const { isAbsolute } = process.getBuiltinModule("node:path");
  if (WAYMARK_HOME && isAbsolute(WAYMARK_HOME)) return `${WAYMARK_HOME}/cache`;
  if (XDG_CACHE_HOME?.startsWith("/")) return `${XDG_CACHE_HOME}/waymark`;
  const home = process.getBuiltinModule("node:os").homedir();
  return isAbsolute(home) ? `${home}/.cache/waymark` : undefined;
}

/** Makes what is missing, one after the other: Node's own way never ends below a folder that takes none, as /proc. */
function ownFolder(path) {
  const { existsSync, mkdirSync, statSync } = process.getBuiltinModule("node:fs");
  const { dirname, resolve } = process.getBuiltinModule("node:path");
  const missing = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  return statSync(path).uid === process.getuid?.() || process.platform === "win32" ? path : undefined;
}

/** Whether these arguments surely lead to a session that is drawn; whatever is not plain is left to the command line. */
function opensSession(words) {
  const alone = ["-c", "--continue", "--offline", "--trust"];
  const withValue = ["-m", "--model", "-r", "--resume", "--provider", "--permission-mode"];
  for (let index = 0; index < words.length; index++) {
    if (alone.includes(words[index])) continue;
    if (!withValue.includes(words[index]) || !/^[^-]/.test(words[++index] ?? "")) return false;
  }
  const { TERM, WAYMARK_SCREEN_READER } = process.env;
  // Last, because to look at standard input opens it, which takes 3 ms.
  return TERM !== "dumb" && !WAYMARK_SCREEN_READER && process.stdin.isTTY && process.stdout.isTTY;
}
