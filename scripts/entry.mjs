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
  process.getBuiltinModule("node:module").enableCompileCache();
  await import("./waymark.js");
}
