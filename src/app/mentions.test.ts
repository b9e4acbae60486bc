import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createWorkspace } from "../adapters/workspace/files.ts";
import { attachMentions, findMentions } from "./mentions.ts";

function folder() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-mentions-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.txt"), "1\n2\n3\n4\n");
  writeFileSync(join(root, "big.txt"), "x".repeat(1_000_001));
  writeFileSync(join(root, "binary.bin"), Buffer.from([1, 0, 2]));
  return createWorkspace({ root, addedRoots: [] });
}

const suggest = async (): Promise<readonly string[]> => ["src/a.txt"];

test("an @ counts at the start of a word only, and a sentence's end is not part of it", () => {
  expect(findMentions('me@x.org, see @a/b.ts. (@c.md) @"d e.txt" a@b').map(({ path }) => path)).toEqual([
    "a/b.ts",
    "c.md",
    "d e.txt",
  ]);
});

test("lines can be named", () => {
  expect(findMentions("@a.ts:3-7 @b.ts#L9")).toEqual([
    { path: "a.ts", fromLine: 3, toLine: 7 },
    { path: "b.ts", fromLine: 9, toLine: 9 },
  ]);
});

test("a file is attached whole or by lines, a folder as its list", async () => {
  const { text, attached, notices } = await attachMentions("see @src/a.txt:2-3 in @src", folder(), suggest);
  expect(text).toBe(
    'see @src/a.txt:2-3 in @src\n\n<file path="src/a.txt" lines="2-3">\n2\n3\n</file>\n\n<folder path="src">\na.txt\n</folder>',
  );
  expect(attached).toEqual(["src/a.txt", "src"]);
  expect(notices).toEqual([]);
});

test("packages, people and decorators stay words; a missing file is reported with what it may be", async () => {
  const { attached, notices } = await attachMentions(
    "@types/node @someone @Injectable() @src/b.txt",
    folder(),
    suggest,
  );
  expect(attached).toEqual([]);
  expect(notices).toEqual(["There is no file src/b.txt; it was not attached. Did you mean @src/a.txt?"]);
});

test("what is too large, not text, or outside is not attached, and says so", async () => {
  const { attached, notices } = await attachMentions("@big.txt @binary.bin @../../etc/passwd.txt", folder(), suggest);
  expect(attached).toEqual([]);
  expect(notices.length).toBe(3);
});
