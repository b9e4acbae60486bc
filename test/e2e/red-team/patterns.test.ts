import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What a pattern finds, and what lies above that: docs/guide/security.md, "Attacks and where they end". Without a sandbox, which would hide it. */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({
    "secret.txt": "the-secret-of-elsewhere\n",
    "work/a.txt": "a\n",
    "work/app/[id]/conf/tokens.json": '{"token": "the-secret-of-elsewhere"}\n',
    "work/private/x": "the-secret-of-elsewhere\n",
    "work/.mcp.json": "{}\n",
    "work/.husky/pre-commit": "#!/bin/sh\n",
  });
  const { cwd } = grounds;
  symlinkSync(".", join(cwd, "here"));
  symlinkSync("../..", join(cwd, "app/up"));
  symlinkSync("../../..", join(cwd, "app/[id]/up"));
});
afterEach(() => grounds.remove());

const isRefused = (result: string): boolean => /not allowed|refused|denied/i.test(result);
const NO_SANDBOX = ["--sandbox", "off"];

test("a look shows nothing of what a pattern leads to elsewhere, whatever letters are quoted beside it", async () => {
  const looks = [
    "cat her*/../secret.txt",
    "grep -rn secret her*/../secret.txt",
    "cat app/u*/../secret.txt",
    "cat 'app/[id]'/u*/secret.txt",
    "cat app/\\[id\\]/u*/secret.txt",
    "cd 'app/[id]' && cat u*/secret.txt",
    "cat 'app/[id]'/conf/t*",
    "cd 'app/[id]' && cat */*",
  ];
  const results = await grounds.attack(looks.map(shell), ["--permission-mode", "plan", ...NO_SANDBOX]);
  expect(looks.filter((_line, index) => !isRefused(results[index] ?? ""))).toEqual([]);
});

test("leave to edit files covers nothing above what a pattern finds, and no protected name that one finds", async () => {
  const edits = [
    "rm -rf her*/../secret.txt",
    "echo over > her*/../secret.txt",
    "cp -P here h2; echo over > h2/../secret.txt",
    "rm -rf 'app/[id]'/u*/secret.txt",
    "cp a.txt .mc*.json",
    "echo over > .husk*/pre-commit",
    "cd .husk* && echo over > pre-commit",
  ];
  const results = await grounds.attack(edits.map(shell), [
    ...["--permission-mode", "default", "--allowedTools", "shell(@edit-files)", ...NO_SANDBOX],
  ]);
  expect(edits.filter((_line, index) => !isRefused(results[index] ?? ""))).toEqual([]);
  expect(readFileSync(join(grounds.base, "secret.txt"), "utf8")).toBe("the-secret-of-elsewhere\n");
  expect(readFileSync(join(grounds.cwd, ".mcp.json"), "utf8")).toBe("{}\n");
});

test("of more names than are looked at each may be a secret", async () => {
  mkdirSync(join(grounds.cwd, "conf"));
  for (let index = 0; index < 600; index++) writeFileSync(join(grounds.cwd, `conf/${index}.txt`), "");
  writeFileSync(join(grounds.cwd, "conf/server.key"), `-----BEGIN ${"PRIVATE"} KEY-----\n`);
  const [result] = await grounds.attack(
    [shell("rm conf/*")],
    ["--permission-mode", "default", "--allowedTools", "shell(@edit-files)", ...NO_SANDBOX],
  );
  expect(result).toMatch(/not allowed/i);
  expect(existsSync(join(grounds.cwd, "conf/1.txt"))).toBe(true);
});

test("no mode deletes or shows what is denied by way of a pattern", async () => {
  mkdirSync(join(grounds.base, "work/.waymark"), { recursive: true });
  mkdirSync(join(grounds.home, "waymark/config"), { recursive: true });
  writeFileSync(
    join(grounds.home, "waymark/config/config.json"),
    JSON.stringify({ permissions: { deny: ["Read(private/**)", "Edit(private/**)"] } }),
  );
  const lines = [
    "cat her*/../work/priv*/x",
    "cd priv*; cat x",
    "cd priv* && rm x",
    // Bypassing lets one file outside go under each spelling that is known; all of a home under none.
    "rm -rf 'app/[id]'/u*/*",
    "cp -P here h2; rm -rf h2/../secret.txt",
  ];
  const results = await grounds.attack(lines.map(shell), ["--permission-mode", "bypassPermissions", ...NO_SANDBOX]);
  expect(results.join("\n")).not.toContain("the-secret-of-elsewhere");
  expect(existsSync(join(grounds.cwd, "private/x")) && existsSync(join(grounds.base, "secret.txt"))).toBe(true);
});
