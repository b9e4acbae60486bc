import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What reaches a model of secrets in files of any name: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({ "work/a.txt": "a\n" });
});
afterEach(() => grounds.remove());

const PLAN = ["--permission-mode", "plan", "--sandbox", "off"];

test("tokens in a log are masked, whoever has typed them, at each door", async () => {
  const typed = "abcdEFGH1234567890";
  const tokens = [
    `Authorization: Bearer ey${"J"}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcDEFghiJKLmnoPQRstuVWxyz012345`,
    `sk-${"proj"}-${typed}${typed}`,
    `xo${"xb"}-123456789012-123456789012-abcdefghijklmnopqrstuvwx`,
    `AI${"za"}SyA1234567890abcdefghijklmnopqrstuv`,
  ];
  writeFileSync(join(grounds.cwd, "t.log"), `INFO ${tokens.join("\nINFO ")}\n`);
  const results = await grounds.attack(
    [
      ...["cat t.log", "tail -4 t.log", "grep -n INFO t.log"].map(shell),
      { name: "read_file", input: { path: "t.log" } },
      { name: "search_code", input: { pattern: "INFO" } },
    ],
    PLAN,
  );
  for (const result of results) {
    expect(result).toContain("INFO");
    expect(result).not.toMatch(/abcdEFGH|abcDEFghi|abcdefghijkl|567890abc/);
  }
});
