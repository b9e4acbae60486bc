import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { judgeCommand } from "./judge-command.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-kept-below-")));
const root = join(base, "work");
for (const folder of ["work/private", "work/src", "work/d", "elsewhere"])
  mkdirSync(join(base, folder), { recursive: true });
for (const file of ["work/.env", "work/private/x", "work/src/a.ts", "elsewhere/x"])
  writeFileSync(join(base, file), "x");
symlinkSync(join(base, "elsewhere"), join(root, "d/l"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const allowed = (allow: readonly string[], commands: readonly string[], deny: readonly string[] = []) =>
  commands.filter(
    (command) =>
      judgeCommand({ tool: "shell", command, rules: { allow, ask: [], deny }, root, home: base, trustedPrograms: [] })
        .verdict === "allow",
  );

const PROGRAMS = ["grep", "diff", "ag", "ack", "find", "rg", "git grep"].map((name) => `shell(${name})`);

test("a rule for a program does not free what it comes to below a folder", () => {
  const kept = [
    "grep -r . .",
    "grep -R . d",
    "grep --foo -r x",
    "diff -r . src",
    "diff -r d src",
    "ag -u x",
    "ag -A 3 -u x",
  ];
  const free = [
    "grep -rn x src",
    "grep x src/a.ts",
    "diff -r src src",
    "ag x src",
    "ack x",
    "rg x",
    "find src -name a",
  ];
  expect(allowed(PROGRAMS, [...kept, ...free])).toEqual(free);
  expect(allowed(["shell(@edit-files)"], ["grep -r . . | tee out.txt", "grep -r . src | tee out.txt"])).toEqual([
    "grep -r . src | tee out.txt",
  ]);
});

test("nor what a rule keeps there, under every rule", () => {
  const kept = ["grep -r . .", "rg x", "ag x", "diff -r . src", "git grep --untracked x", "find ."];
  for (const allow of [PROGRAMS, ["shell"]])
    expect(allowed(allow, [...kept, "grep -rn x src", "rg x src", "ag x src"], ["Read(private/**)"])).toEqual([
      "grep -rn x src",
      "rg x src",
      "ag x src",
    ]);
});
