import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { allCheckpoints } from "./attribution.ts";
import { sessionsWithCheckpoints, sessionsWithLogs } from "./checkpoint-log.ts";
import { collectGarbage } from "./collect-garbage.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-logs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("logs and marks that other processes take away once they are listed are none, and the last written log comes first", () => {
  for (const [index, id] of ["old", "new", "middle"].entries()) {
    const path = join(folder, `${id}.jsonl`);
    writeFileSync(path, "");
    const atSeconds = 1_000 + ((2 * index) % 3);
    utimesSync(path, atSeconds, atSeconds);
  }
  // A link to nowhere is listed as well, and there is nothing at it either.
  symlinkSync(join(folder, "nowhere"), join(folder, "gone.jsonl"));
  mkdirSync(join(folder, "users"));
  symlinkSync(join(folder, "nowhere"), join(folder, "users", "1-gone.json"));
  expect(sessionsWithLogs(folder)).toContain("gone");
  expect(sessionsWithCheckpoints(folder)).toEqual(["new", "middle", "old"]);
  expect(allCheckpoints(folder)).toEqual([]);
  collectGarbage(folder, { keep: "new", limits: { bytesMax: 0, ageMsMax: 1 } });
  expect(sessionsWithCheckpoints(folder)).toEqual(["new"]);
});
