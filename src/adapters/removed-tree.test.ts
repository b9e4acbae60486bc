import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { toolchainCaches } from "./sandbox/toolchain-caches.ts";
import { removeTree } from "./temporary-folder.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-remove-")));
  // Modes that a test sets stand in the way of Node's own.
  onTestFinished(() => removeTree(base));
});

function put(...path: readonly string[]): string {
  const file = join(base, ...path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "x");
  return file;
}

test("a tree goes with closed folders, names that are no text and links, and nothing that these lead to", () => {
  put("mine/diary");
  put("tree/a/b/c");
  symlinkSync(join(base, "mine"), join(base, "tree/a/link"));
  symlinkSync("nowhere", join(base, "tree/dangling"));
  if (process.platform === "linux") execFileSync("sh", ["-c", `touch "$1/tree/$(printf 'a\\377')"`, "sh", base]);
  chmodSync(join(base, "tree/a/b"), 0);
  chmodSync(join(base, "tree/a"), 0o500);
  removeTree(join(base, "tree"));
  removeTree(join(base, "tree"));
  expect([existsSync(join(base, "tree")), readdirSync(join(base, "mine"))]).toEqual([false, ["diary"]]);
});

test.skipIf(process.platform !== "linux")("however deep a tree is, it goes, and what lies beside that", () => {
  put("tree/zz");
  const deep = "n=0; while [ $n -lt 420 ]; do mkdir a && cd -P a || exit 1; n=$((n+1)); done; echo x > file";
  execFileSync("sh", ["-c", deep], { cwd: join(base, "tree") });
  chmodSync(join(base, "tree", "a/".repeat(250)), 0o500);
  removeTree(join(base, "tree"));
  expect(readdirSync(base)).toEqual([]);
});

test("a link in the place of a tree goes alone", () => {
  put("mine/diary");
  symlinkSync("mine", join(base, "tree"));
  removeTree(join(base, "tree"));
  expect(readdirSync(base)).toEqual(["mine"]);
});

test("what tools made for a folder goes when nobody has worked there for a month, whatever times its commands set", () => {
  const days = (count: number): Date => new Date(Date.now() - count * 86_400_000);
  const [used, unused] = ["/used", "/unused"].map((root) => toolchainCaches(base, [root]));
  for (const folder of [used, unused]) {
    mkdirSync(join(String(folder), "closed", "in"), { recursive: true });
    chmodSync(join(String(folder), "closed"), 0);
  }
  utimesSync(String(used), days(9000), days(9000));
  utimesSync(`${unused}.used`, days(31), days(31));
  const swept = join(base, "toolchains/swept");
  toolchainCaches(base, ["/third"]);
  expect([existsSync(String(used)), existsSync(String(unused))]).toEqual([true, true]);
  utimesSync(swept, days(2), days(2));
  toolchainCaches(base, ["/third"]);
  expect([existsSync(String(used)), existsSync(String(unused))]).toEqual([true, false]);
  expect(readdirSync(join(base, "toolchains")).filter((name) => name.startsWith("gone"))).toEqual([]);
});
