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
  process.getBuiltinModule("node:module").enableCompileCache();
  // A session at a terminal shows where to type before the largest part is read.
  if (opensSession(process.argv.slice(2))) (await import("./first-prompt.js")).showFirstPrompt(process.env);
  await import("./waymark.js");
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
