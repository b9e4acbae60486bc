import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rounds } from "../../test/rounds.ts";
import { type ApplyEditResult, applyEdit } from "./edit.ts";

let folder = "";
let root = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apply-edit-"));
  root = join(folder, "root");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const apply = (
  input: string,
  more: { readonly dryRun?: boolean; readonly path?: string } = {},
): Promise<ApplyEditResult> => applyEdit({ root, format: "auto", input, stateFolder: join(folder, "state"), ...more });
const put = (name: string, text: string): void => writeFileSync(join(root, name), text);
const get = (name: string): string => readFileSync(join(root, name), "utf8");

test("the result tells every change with its counts and loosest match", async () => {
  put("a.py", "def a():\n    return 1\n");
  const input =
    "*** Begin Patch\n*** Update File: a.py\n@@\n def a():\n-    return 1\n+    x = 2\n+    return x\n*** Add File: b.py\n+pass\n*** End Patch";
  expect(await apply(input)).toEqual({
    ok: true,
    changes: [
      { path: "a.py", kind: "modify", added: 2, removed: 1, match: "exact" },
      { path: "b.py", kind: "create", added: 1, removed: 0, match: "exact" },
    ],
  });
  expect([get("a.py"), get("b.py")]).toEqual(["def a():\n    x = 2\n    return x\n", "pass\n"]);
});

test("one bad hunk among many files changes none", async () => {
  put("a", "1\n");
  put("b", "2\n");
  const patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+one\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-three\n+two\n";
  expect(await apply(patch)).toMatchObject({ ok: false, error: { code: "no-match", path: "b", hunk: 1 } });
  expect([get("a"), get("b")]).toEqual(["1\n", "2\n"]);
});

test("no diff reaches the repository itself, by any name that a file system takes for it", async () => {
  put("evil", "gitdir: elsewhere\n");
  mkdirSync(join(root, ".git"));
  put(".git/config", "[core]\n");
  const name = fc.constantFrom(
    ".git",
    ".GIT",
    ".Git",
    ".git.",
    ".git ",
    "git~1",
    ".g\u200cit",
    ".git::$INDEX_ALLOCATION",
  );
  const path = fc
    .tuple(fc.constantFrom("", "sub/", "a/b/"), name, fc.constantFrom("", "/config", "/hooks/pre-commit"))
    .map((parts) => parts.join(""));
  const form = fc.constantFrom(
    (to: string) => `--- /dev/null\n+++ b/${to}\n@@ -0,0 +1 @@\n+evil\n`,
    (to: string) => `diff --git a/evil b/${to}\nsimilarity index 100%\nrename from evil\nrename to ${to}\n`,
    (to: string) => `*** Begin Patch\n*** Add File: ${to}\n+evil\n*** End Patch`,
    (to: string) => JSON.stringify({ path: to, old_string: "", new_string: "evil\n" }),
  );
  await fc.assert(
    fc.asyncProperty(path, form, async (to, diff) => {
      expect((await apply(diff(to))).ok).toBe(false);
    }),
  );
  for (const taken of [
    "diff --git a/.git/config b/x\nsimilarity index 100%\nrename from .git/config\nrename to x\n",
    "--- a/.git/config\n+++ /dev/null\n@@ -1 +0,0 @@\n-[core]\n",
    "--- a/.git/config\n+++ b/.git/config\n@@ -1 +1,2 @@\n [core]\n+\tfsmonitor = evil\n",
  ])
    expect(await apply(taken)).toMatchObject({ ok: false, error: { code: "outside-root" } });
  expect([readdirSync(root).toSorted(), get(".git/config"), get("evil")]).toEqual([
    [".git", "evil"],
    "[core]\n",
    "gitdir: elsewhere\n",
  ]);
  put(".gitignore", "x\n");
  expect((await apply("--- a/.gitignore\n+++ b/.gitignore\n@@ -1 +1 @@\n-x\n+y\n")).ok).toBe(true);
});

test("a dry run and a real run agree, and the dry one writes nothing", async () => {
  const search = fc.constantFrom("one", "two\n", "three", "one\ntwo", " two", "four", "");
  await fc.assert(
    fc.asyncProperty(search, fc.constantFrom("x", "one", "", "y\nz"), fc.boolean(), async (from, to, all) => {
      put("f", "one\ntwo\nthree\none\n");
      const input = JSON.stringify({ path: "f", old_string: from, new_string: to, replace_all: all });
      const dry = await apply(input, { dryRun: true });
      expect(get("f")).toBe("one\ntwo\nthree\none\n");
      expect(await apply(input)).toEqual(dry);
    }),
    { numRuns: rounds(25) },
  );
});

test("a pipe, a folder and a sparse giant are refused at once", async () => {
  execFileSync("mkfifo", [join(root, "pipe")]);
  mkdirSync(join(root, "dir"));
  put("giant", "x");
  truncateSync(join(root, "giant"), 101 * 1024 * 1024);
  const codes: unknown[] = [];
  for (const path of ["pipe", "dir", "giant"]) {
    const result = await apply(JSON.stringify({ path, old_string: "x", new_string: "y" }));
    codes.push(result.ok ? "ok" : result.error.code);
  }
  expect(codes).toEqual(["not-text", "not-text", "too-large"]);
});

test("a link that leads out of the root is not followed", async () => {
  mkdirSync(join(folder, "outside"));
  writeFileSync(join(folder, "outside", "secret"), "x\n");
  symlinkSync(join(folder, "outside"), join(root, "link"));
  symlinkSync(join(folder, "outside", "made"), join(root, "dangling"));
  for (const path of ["link/secret", "link/made", "dangling"]) {
    const result = await apply(JSON.stringify({ path, content: "bad" }));
    expect(result).toMatchObject({ ok: false, error: { code: "outside-root" } });
  }
  expect(readdirSync(join(folder, "outside"))).toEqual(["secret"]);
  expect(readFileSync(join(folder, "outside", "secret"), "utf8")).toBe("x\n");
});

test("an executable file stays executable, also when it moves", async () => {
  put("run.sh", "echo 1\n");
  execFileSync("chmod", ["755", join(root, "run.sh")]);
  const input = "*** Begin Patch\n*** Update File: run.sh\n*** Move to: bin/go.sh\n@@\n-echo 1\n+echo 2\n*** End Patch";
  expect(await apply(input)).toMatchObject({ ok: true, changes: [{ kind: "move", path: "run.sh", to: "bin/go.sh" }] });
  expect(statSync(join(root, "bin/go.sh")).mode & 0o777).toBe(0o755);
  expect(get("bin/go.sh")).toBe("echo 2\n");
});
