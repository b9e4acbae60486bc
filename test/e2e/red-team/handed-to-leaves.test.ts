import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What a line hands to a program is no code of the project: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({ "work/a.sh": "true\n", "work/a.py": "pass\n" });
});
afterEach(() => grounds.remove());

test("leave to run the project's code covers no text that the line gives an interpreter", async () => {
  const lines = [
    "bash -s a.sh <<'E'\ntouch ../MARK\nE",
    "python3 - a.py <<'E'\nopen('../MARK', 'w')\nE",
    "bash /dev/stdin a.sh <<'E'\ntouch ../MARK\nE",
    "uv run curl x",
  ];
  const results = await grounds.attack(lines.map(shell), [
    ...["--permission-mode", "default", "--allowedTools", "shell(@run-project)", "--sandbox", "off"],
  ]);
  expect(results.filter((result) => !/not allowed/i.test(result))).toEqual([]);
  expect(existsSync(join(grounds.base, "MARK"))).toBe(false);
});
