import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { MAIN } from "../run-waymark.ts";
import { type Grounds, makeGrounds } from "./attack-run.ts";

let grounds: Grounds;
afterEach(() => grounds.remove());

test.skipIf(process.platform !== "linux").each([
  ["the best sandbox there is", []],
  ["none", ["--sandbox", "off"]],
] as const)("what Waymark was started with is no door for a command: %s", (_, sandbox) => {
  grounds = makeGrounds({ "outside/notes.txt": "canary\n", "outside/log": "kept\n", "work/a.txt": "plain\n" });
  const { base, cwd, home } = grounds;
  const script = `exec 40< '${base}' 41>> '${base}/outside/log'; exec '${process.execPath}' '${MAIN}' "$@"`;
  const command =
    "cat a.txt; ls /proc/self/fd; cat /proc/self/fd/40/outside/notes.txt; echo x > /proc/self/fd/40/outside/made; echo x >&41";
  const rules = ["--permission-mode", "bypassPermissions", ...sandbox];
  const run = spawnSync("bash", ["-c", script, "bash", "tool", "run", "shell", JSON.stringify({ command }), ...rules], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, WAYMARK_HOME: join(home, "waymark") },
    encoding: "utf8",
  });
  expect(run.stdout).toContain("plain");
  expect(run.stdout).not.toContain("canary");
  expect(run.stdout).toMatch(/40\/outside\/notes\.txt: Not a directory/);
  expect(readFileSync(join(base, "outside/log"), "utf8")).toBe("kept\n");
});
