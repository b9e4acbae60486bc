import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { listedEntries, listFolder } from "./list-folder.ts";
import { walkParts } from "./walk.ts";

/** More than are looked at before others have a turn. */
const NAMES = 12_000;
/** A path as long as the system takes it. */
const DEEP = 1_500;

let bench: ToolBench | undefined;
afterEach(async () => bench?.close());

function folderOf(files: Readonly<Record<string, string>>): string {
  bench = createToolBench(files);
  return bench.root;
}

function folderOfManyNames(): string {
  const root = folderOf({ ".gitignore": "*.txt\n", "kept.md": "" });
  for (let index = 0; index < NAMES; index++) writeFileSync(join(root, `${index}.txt`), "");
  return root;
}

test("a file is found however deep it lies", async () => {
  const root = folderOf({});
  const below = "d/".repeat(DEEP);
  mkdirSync(join(root, below), { recursive: true });
  writeFileSync(join(root, below, "end.txt"), "");
  expect((await Array.fromAsync(walkParts(root, "."))).flat()).toEqual([`${below}end.txt`]);
});

test("others have a turn while a folder of many names is walked, of which none counts", async () => {
  const root = folderOfManyNames();
  let turns = 0;
  const parts: (readonly string[])[] = [];
  for await (const part of walkParts(root, ".")) {
    parts.push(part);
    setImmediate(() => turns++);
  }
  expect(parts.flat()).toEqual(["kept.md"]);
  expect(turns).toBeGreaterThan(1);
});

test("others have a turn while many folders are walked in which nothing lies", async () => {
  const root = folderOf({ "a.txt": "" });
  for (let index = 0; index < 2_000; index++) mkdirSync(join(root, `d/${index}`), { recursive: true });
  let turns = 0;
  for await (const part of walkParts(root, ".")) {
    expect(part.length).toBeLessThan(2);
    setImmediate(() => turns++);
  }
  expect(turns).toBeGreaterThan(3);
});

test("a folder of many names is listed in steps, between which others may have a turn, and in order", async () => {
  const root = folderOfManyNames();
  const steps = listedEntries(root);
  let parts = 0;
  while (steps.next().done !== true) parts++;
  expect(parts).toBeGreaterThan(1);
  const listed = await listFolder(root, ".");
  const names = listed.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(listed).toHaveLength(NAMES + 2);
  expect(listed[0]).toEqual({ name: ".gitignore", kind: "file" });
});
