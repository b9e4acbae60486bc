import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SeenFiles } from "./seen-files.ts";

let folder: string;
let seen: SeenFiles;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-seen-"));
  seen = new SeenFiles();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MEGABYTE = 1024 * 1024;
const put = (name: string, bytes: Buffer): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const look = (name: string, bytes: Buffer): string => {
  const path = put(name, bytes);
  seen.note(path, bytes);
  return path;
};
const check =
  (path: string, bytes: Buffer, replaces = true) =>
  () =>
    seen.check(path, bytes, { shown: path, replaces });

test("a change of a file that is too large to be kept is noticed, with its size and time set back, too", () => {
  const before = Buffer.alloc(2 * MEGABYTE, "a");
  const path = look("large", before);
  expect(check(path, before)).not.toThrow();
  const { atime, mtime } = statSync(path);
  const after = Buffer.alloc(2 * MEGABYTE, "b");
  put("large", after);
  utimesSync(path, atime, mtime);
  expect(check(path, after)).toThrow(/changed on disk since you read it, by the user/);
});

test("so is one of a file that was read long ago, behind many others", () => {
  const path = look("first", Buffer.from("one"));
  for (let index = 0; index < 12; index++) look(`other${index}`, Buffer.alloc(MEGABYTE, "x"));
  expect([seen.knows(path), check(path, Buffer.from("one"))]).toEqual([true, expect.any(Function)]);
  expect(check(path, Buffer.from("one"))).not.toThrow();
  put("first", Buffer.from("the person's"));
  expect(check(path, Buffer.from("the person's"))).toThrow(/changed on disk/);
});

test("what the model's own command does to a large file is its own, and replaced whole only after another look", async () => {
  const before = Buffer.alloc(2 * MEGABYTE, "a");
  const after = Buffer.alloc(2 * MEGABYTE, "b");
  const path = look("large", before);
  await seen.duringCommand(async () => void put("large", after));
  expect(check(path, after, false)).not.toThrow();
  expect(check(path, after)).toThrow(/by a command/);
  put("large", Buffer.alloc(2 * MEGABYTE, "c"));
  expect(check(path, Buffer.alloc(2 * MEGABYTE, "c"), false)).toThrow(/by the user/);
});
