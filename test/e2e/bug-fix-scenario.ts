import { execFileSync } from "node:child_process";
import type { WireReply } from "./provider-servers/wire-server.ts";
import { makePlace, type Place } from "./run-waymark.ts";

const BROKEN = `export function total(values) {\n  let sum = 0;\n  for (let index = 1; index < values.length; index++) sum += values[index];\n  return sum;\n}\n`;
const TEST = `import assert from "node:assert";\nimport { total } from "./total.mjs";\nassert.equal(total([1, 2, 3]), 6);\nconsole.log("all good");\n`;

export const FIXED_LINE = "for (let index = 0; index < values.length; index++)";

/** A git repository whose one test fails because a loop starts at 1. */
export function bugFixPlace(): Place {
  const place = makePlace({ "total.mjs": BROKEN, "total.test.mjs": TEST });
  const git = (...args: string[]): void => {
    execFileSync("git", args, { cwd: place.cwd, stdio: "ignore", env: { ...process.env, HOME: place.home } });
  };
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start");
  return place;
}

/** A model that reads, runs the test, edits, runs it again and reports. */
export const BUG_FIX_REPLIES: readonly WireReply[] = [
  {
    text: "Let me look.",
    calls: [
      { name: "read_file", input: { path: "total.mjs" } },
      { name: "read_file", input: { path: "total.test.mjs" } },
    ],
  },
  { calls: [{ name: "shell", input: { command: "node total.test.mjs" } }] },
  {
    calls: [
      { name: "edit_file", input: { path: "total.mjs", old_string: "let index = 1;", new_string: "let index = 0;" } },
    ],
  },
  { calls: [{ name: "shell", input: { command: "node total.test.mjs" } }] },
  {
    text: "The loop skipped the first value (total.mjs:3). It starts at 0 now, and the test prints: all good.",
    usage: { input: 900, output: 40, cached: 800 },
  },
];

export const BUG_FIX_FLAGS: readonly string[] = [
  "--permission-mode",
  "acceptEdits",
  "--allowedTools",
  "shell(node total.test.mjs)",
];
