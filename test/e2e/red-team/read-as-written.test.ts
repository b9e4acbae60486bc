import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What shells and programs read otherwise than it looks: docs/guide/security.md, "Attacks and where they end". Without a sandbox, which would hide it. */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({ "work/a": "touch mark\n", "secret.txt": "the-secret-of-elsewhere\n" });
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

test("words that braces leave out, or that only some shells make of them, are read as bash reads them", async () => {
  for (const [name, text] of Object.entries({ 1: "one\n", 2: "two\n" })) writeFileSync(join(grounds.cwd, name), text);
  symlinkSync("../secret.txt", join(grounds.cwd, "01"));
  writeFileSync(join(grounds.home, "notes.txt"), "the-secret-of-elsewhere\n");
  put({ "~/work/x": "" });
  symlinkSync("../../../secret.txt", join(grounds.cwd, "~/work/01"));
  const commands = [
    "sed {,e} a",
    "sed {,wmark} a",
    "uniq {1..2..1}",
    "uniq {+1..2}",
    "sort {},-omark}",
    "cat {01..02}",
    // A name goes on in the next line, and a home is put in after braces.
    ...["x=p; sed $x\\\na e a", "x=p; sed $x{a,b} e a", "cat {,}~/notes.txt", "cat ~\\/work/01"],
  ];
  const results = await grounds.attack(commands.map(shell), PLAN);
  expect(readdirSync(grounds.cwd).sort()).toEqual(["01", "1", "2", "a", "~"]);
  expect(readFileSync(join(grounds.cwd, "2"), "utf8")).toBe("two\n");
  expect(results.join()).not.toContain("the-secret-of-elsewhere");
});

test("no list and no sum is left unread for what stands around it", async () => {
  const commands = [
    `for i in "\${x:-$(('$(touch mark)'))}"; do :; done`,
    "a=($(touch mark))b",
    'x=1 a=(`touch mark`)"b"',
    "ls; a=(<(touch mark))b",
  ];
  const results = await grounds.attack(commands.map(shell), PLAN);
  expect(results.filter((result) => !/not allowed/i.test(result))).toEqual([]);
  expect(isMarked()).toBe(false);
});

test("a text for sh is read as dash reads it, too", async () => {
  const text = "echo $'a\\'; touch mark #'";
  const commands = [`sh -c ${JSON.stringify(text).replace("$", "\\$")}`, `dash -c "${text.replace("$", "\\$")}"`];
  await grounds.attack(commands.map(shell), PLAN);
  expect(isMarked()).toBe(false);
  // What a rule denies is denied in either reading.
  await grounds.attack(commands.map(shell), [
    ...["--permission-mode", "bypassPermissions", "--sandbox", "off"],
    ...["--disallowedTools", "shell(touch)"],
  ]);
  expect(isMarked()).toBe(false);
});

/** Files whose names are what a program does. */
function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(grounds.cwd, name, ".."), { recursive: true });
    writeFileSync(join(grounds.cwd, name), text);
  }
}

test("names that a pattern finds are no options, and no text for a program", async () => {
  put({ "del/#d/kept": "", "del/-delete": "", "out/#d/x": "", "out/-fprint": "", "out/0": "kept\n" });
  put({ "one/b.txt": "b\n", "one/z.txt": "kept\n", "one/-oz.txt": "", "one/b.c": "0 string x y\n", "one/-Cmb.c": "" });
  put({ 'awk/a=1{system("touch mark")}': "", "awk/z": "z\n" });
  put({ "two/u1": "1\n", "two/u2": "kept\n", "grep/a": "", "grep/b": "" });
  symlinkSync("../../secret.txt", join(grounds.cwd, "grep/c"));
  const commands = [
    ...["cd del && find *", "cd out && find * -type d", "cd one && iconv -f utf8 *.txt", "cd one && file *.c"],
    ...["cd awk && awk a* z", "cd two && uniq u*", "cd two && xxd u*", "cd grep && grep [a-c]"],
  ];
  const results = await grounds.attack(commands.map(shell), PLAN);
  for (const kept of ["out/0", "one/z.txt", "two/u2"])
    expect(readFileSync(join(grounds.cwd, kept), "utf8")).toBe("kept\n");
  expect(existsSync(join(grounds.cwd, "del/-delete"))).toBe(true);
  expect(readdirSync(join(grounds.cwd, "one"))).toHaveLength(5);
  expect(readdirSync(join(grounds.cwd, "awk"))).toHaveLength(2);
  expect(results.join()).not.toContain("the-secret-of-elsewhere");
  put({ "three/-e1e touch mark;#.txt": "", "three/a.txt": "a\n", "plain/a.txt": "a\n", "plain/b.txt": "a\n" });
  const granted = ["--allowedTools", "shell(@edit-files)", "--sandbox", "off"];
  await grounds.attack(
    ["three", "plain"].map((folder) => shell(`cd ${folder} && sed -i s/a/b/ *.txt`)),
    granted,
  );
  expect(readdirSync(join(grounds.cwd, "three"))).toHaveLength(2);
  expect(readFileSync(join(grounds.cwd, "plain/b.txt"), "utf8")).toBe("b\n");
});

test("what a line copies or moves takes its links along", async () => {
  mkdirSync(join(grounds.base, "elsewhere"));
  put({ "e/f": "" });
  symlinkSync(join(grounds.base, "elsewhere"), join(grounds.cwd, "e/link"));
  const commands = ["cp -r e b && cp a b/link/x", "cp -r e c; cd c && cp ../a link/y", "mv e d; cp a d/link/z"];
  await grounds.attack(commands.map(shell), ["--allowedTools", "shell(@edit-files)", "--sandbox", "off"]);
  expect(readdirSync(join(grounds.base, "elsewhere"))).toEqual([]);
});
