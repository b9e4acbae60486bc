import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { applyDiff } from "./apply-diff.ts";

let bench: ToolBench;
beforeEach(() => {
  bench = createToolBench({ "a.ts": "one\ntwo\nthree\n", "b.ts": "alpha\r\nbeta\r\n" });
});
afterEach(() => bench.close());

const content = (path: string): string => readFileSync(join(bench.root, path), "latin1");
const DIFF =
  "--- a/a.ts\n+++ b/a.ts\n@@ -7,3 +7,3 @@\n one\n-two\n+zwei\n three\n--- a/b.ts\n+++ b/b.ts\n@@ -1,2 +1,2 @@\n-alpha\n+eins\n beta\n";

test("BC-60, BC-62: a diff with wrong line numbers changes several files and keeps their line ends", async () => {
  const { text } = await bench.run(applyDiff, { diff: DIFF });
  expect([content("a.ts"), content("b.ts")]).toEqual(["one\nzwei\nthree\n", "eins\r\nbeta\r\n"]);
  expect(text).toMatch(/^Edited a\.ts .*\nEdited b\.ts /);
});

test("its intent names every file it would write", async () => {
  await applyDiff.load?.();
  const intent = applyDiff.intent(applyDiff.parse({ diff: DIFF }));
  expect(intent.accesses).toEqual(
    expect.arrayContaining([
      { kind: "write", path: "a.ts" },
      { kind: "write", path: "b.ts" },
    ]),
  );
});

test("of the names that a diff gives a file its intent has the one that is there, or the likeliest", async () => {
  await applyDiff.load?.();
  const writes = async (diff: string) => {
    const input = await applyDiff.prepare?.(applyDiff.parse({ diff }), bench.context);
    return input && applyDiff.intent(input).accesses.map((access) => "path" in access && access.path);
  };
  expect(await writes(DIFF)).toEqual(["a.ts", "b.ts"]);
  expect(await writes("--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+x\n")).toEqual(["new.ts"]);
});

test("what it copies or renames it reads: all of that comes to lie under another name", async () => {
  await applyDiff.load?.();
  const reads = async (how: string) => {
    const diff = `diff --git a/a.ts b/n.ts\nsimilarity index 100%\n${how} from a.ts\n${how} to n.ts\n`;
    const input = await applyDiff.prepare?.(applyDiff.parse({ diff }), bench.context);
    return input && applyDiff.intent(input).accesses.filter(({ kind }) => kind === "read");
  };
  for (const how of ["copy", "rename"]) expect(await reads(how)).toEqual([{ kind: "read", path: "a.ts" }]);
});

test("BC-61: one hunk that does not fit leaves every file as it was, and shows the nearest lines", async () => {
  const wrong = DIFF.replace("-alpha\n", "-alfa\n");
  await expect(bench.run(applyDiff, { diff: wrong })).rejects.toThrow(/b\.ts[\s\S]*alpha/);
  expect(content("a.ts")).toBe("one\ntwo\nthree\n");
});

test("every file whose part does not fit is told at once, but nothing that only builds on such a part", async () => {
  const wrong = DIFF.replace("-two\n", "-to\n").replace("-alpha\n", "-alfa\n");
  const later = "--- a/a.ts\n+++ b/a.ts\n@@ -2 +2 @@\n-zwei\n+dos\n";
  const gone = "--- a/c.ts\n+++ b/c.ts\n@@ -1 +1 @@\n-x\n+y\n";
  const error = await bench.run(applyDiff, { diff: wrong + later + gone }).catch(String);
  const told = String(error).replace("ToolFailure: ", "").split("\n\n");
  expect(told.map((part) => part.split("\n", 1)[0])).toEqual([
    "a.ts: The text to change is not in the file.",
    "b.ts: The text to change is not in the file.",
    "There is no file c.ts.",
  ]);
  expect([content("a.ts"), content("b.ts")]).toEqual(["one\ntwo\nthree\n", "alpha\r\nbeta\r\n"]);
});

test("of very many parts that do not fit the first are told, and how many more there are", async () => {
  const gone = Array.from({ length: 7 }, (_, at) => `--- a/no${at}\n+++ b/no${at}\n@@ -1 +1 @@\n-x\n+y\n`).join("");
  const told = String(await bench.run(applyDiff, { diff: gone }).catch(String));
  expect(told.match(/There is no file/g)).toHaveLength(5);
  expect(told).toContain("2 more files do not fit.");
});

test("a path that leads outside is refused", async () => {
  await expect(bench.run(applyDiff, { diff: "--- /dev/null\n+++ b/../out.ts\n@@ -0,0 +1 @@\n+x\n" })).rejects.toThrow(
    /outside/,
  );
  expect(existsSync(join(bench.root, "../out.ts"))).toBe(false);
});

test("that a file becomes a program is a row of the question and of the result", async () => {
  const diffOf = (mode: string): string =>
    `diff --git a/x b/x\nnew file mode ${mode}\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+echo x\n`;
  const said = "x becomes a program that can be started (mode 755).";
  const preview = async (diff: string) => await applyDiff.preview?.(applyDiff.parse({ diff }), bench.context);
  await applyDiff.load?.();
  expect(await preview(diffOf("104755"))).toMatchObject({
    kind: "diff",
    patch: expect.stringContaining(`${said}\n--- `),
  });
  expect(await preview(diffOf("100644"))).toMatchObject({
    kind: "diff",
    patch: expect.not.stringContaining("program"),
  });
  const { text } = await bench.run(applyDiff, { diff: diffOf("104755") });
  expect(text).toBe(`Created x (+1 -0 lines).\n${said}`);
});

const RENAMED = "diff --git a/a.ts b/bin/a\nsimilarity index 100%\nrename from a.ts\nrename to bin/a\n";
const CHANGED = "--- a/a.ts\n+++ b/bin/a\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n";

test.each<[string, string, number]>([
  ["renamed", RENAMED, 0o755],
  ["renamed with a change", RENAMED.replace("100", "60") + CHANGED, 0o755],
  ["copied", RENAMED.replaceAll("rename", "copy"), 0o755],
  ["copied with a change", RENAMED.replaceAll("rename", "copy") + CHANGED, 0o755],
  [
    "moved by an envelope",
    "*** Begin Patch\n*** Update File: a.ts\n*** Move to: bin/a\n@@\n one\n-two\n+zwei\n*** End Patch",
    0o755,
  ],
  ["renamed, of a private file", RENAMED, 0o600],
  ["renamed, of a program that runs as its owner and group", RENAMED, 0o6755],
])("a file keeps the permissions of its own, and no others: %s", async (_, diff, mode) => {
  chmodSync(join(bench.root, "a.ts"), mode);
  await bench.run(applyDiff, { diff });
  expect((statSync(join(bench.root, "bin/a")).mode & 0o7777).toString(8)).toBe((mode & 0o777).toString(8));
});

test("two files that exchange their names take their permissions along", async () => {
  chmodSync(join(bench.root, "a.ts"), 0o755);
  chmodSync(join(bench.root, "b.ts"), 0o600);
  const rename = (from: string, to: string): string =>
    `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
  await bench.run(applyDiff, { diff: rename("a.ts", "b.ts") + rename("b.ts", "a.ts") });
  expect(["a.ts", "b.ts"].map((path) => (statSync(join(bench.root, path)).mode & 0o7777).toString(8))).toEqual([
    "600",
    "755",
  ]);
});
