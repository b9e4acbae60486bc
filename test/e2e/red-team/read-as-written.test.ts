import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What shells and programs read otherwise than it looks: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({ "work/a": "touch mark\n" });
});
afterEach(() => grounds.remove());

const PLAN = ["--permission-mode", "plan", "--sandbox", "off"];
const isMarked = (): boolean => existsSync(join(grounds.cwd, "mark"));

test("no variable that steers the shell is set by a loop, a sum or a format", async () => {
  for (const folder of ["bin", "5"]) {
    mkdirSync(join(grounds.cwd, folder));
    writeFileSync(join(grounds.cwd, folder, "ls"), "#!/bin/sh\n: > mark\n", { mode: 0o755 });
  }
  const commands = [
    ...["for PATH in ./bin; do ls; done", "for PATH in ./bin; do :; done; ls", "select PATH in x; do ls; done"],
    ...["((PATH=5)); ls", "echo $((x=PATH=5)); ls", "for ((PATH=5;;)); do ls; break; done", "echo $[PATH=5]; ls"],
    ...["printf 'abcde%n' PATH; ls", "printf '%*d%n' 5 3 PATH; ls"],
  ];
  const results = await grounds.attack(commands.map(shell), PLAN);
  expect(results.filter((result) => !/not allowed/i.test(result))).toEqual([]);
  expect(isMarked()).toBe(false);
});
