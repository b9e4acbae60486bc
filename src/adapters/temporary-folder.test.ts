import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "./temporary-folder.ts";

test("what a dead process left is swept, what a living one has stays", () => {
  const purpose = `test${process.pid}`;
  const { pid } = spawnSync("true");
  const left = join(tmpdir(), `waymark-${purpose}-${pid}-abc`);
  const used = join(tmpdir(), `waymark-${purpose}-${process.ppid}-abc`);
  mkdirSync(join(left, "deep"), { recursive: true });
  mkdirSync(used);
  const made = makeTemporaryFolder(purpose);
  try {
    expect([existsSync(left), existsSync(used), statSync(made).mode & 0o777]).toEqual([false, true, 0o700]);
  } finally {
    for (const path of [used, made]) rmSync(path, { recursive: true });
  }
});
