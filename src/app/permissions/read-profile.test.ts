import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { masksMet } from "./read-profile.ts";

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-masks-")));
  for (const path of [".env", "a.txt", "src/b.txt", "test/keys/k.pem", "test/x.yml", "vault/deep/c.txt"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "x\n");
  }
});
afterAll(() => rmSync(root, { recursive: true }));

/** Which of two files and of a folder. */
function met(command: string, folder?: string): readonly string[] {
  const masked = [".env", "test/keys/k.pem", "vault/"].map((name) => `${root}/${name}`);
  return masksMet(command, { root, home: undefined, folder, environment: process.env }, masked).map((path) =>
    path.slice(root.length + 1),
  );
}

test("a file that chooses programs changes nothing about those that nobody chooses", () => {
  writeFileSync(join(root, "mise.toml"), "[tools]\nnode = 'path:./x'\n");
  expect(met("grep -rn x test")).toEqual(["test/keys/k.pem"]);
  rmSync(join(root, "mise.toml"));
});

test("a command comes to the masks that it reads, by their names and below folders", () => {
  expect(met("grep -rn x .")).toEqual([".env", "test/keys/k.pem", "vault/"]);
  expect(met("grep -rn x test")).toEqual(["test/keys/k.pem"]);
  expect(met("rg -n x")).toEqual(["test/keys/k.pem", "vault/"]);
  expect(met("grep -rn x keys", "test")).toEqual(["test/keys/k.pem"]);
});

test("it comes to none by other files, and by names alone", () => {
  for (const command of [
    "cat a.txt src/*",
    "grep -rn x src a.txt",
    "grep -rn x test --include='*.yml'",
    "rg --files test src",
    "find test -name '*.pem'",
    "ls -R test src",
    "ls",
    "for f in * .e*; do echo $f; done",
    "cd src && cat b.txt",
  ])
    expect([command, met(command)]).toEqual([command, []]);
});

test("sizes and counts are of what it comes to", () => {
  expect(met("wc -l .env a.txt")).toEqual([".env"]);
  expect(met("ls -la")).toEqual([".env", "vault/"]);
  expect(met("ls -l test/keys")).toEqual(["test/keys/k.pem"]);
  expect(met("find test -size 0")).toEqual(["test/keys/k.pem"]);
});

test("of a folder that is masked names are kept as well, and all that lies in it", () => {
  for (const command of [
    "find . -name '*.pem'",
    "ls -R .",
    "cat vault/deep/c.txt",
    "ls vault/deep",
    "wc -l vault/*/c.txt",
  ])
    expect([command, met(command)]).toEqual([command, ["vault/"]]);
});
