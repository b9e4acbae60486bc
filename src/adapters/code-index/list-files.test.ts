import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FileLister, TICK_MS } from "./list-files.ts";
import { FolderBook } from "./packs/folder-book.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-list-files-"));
  root = join(folder, "estate");
  for (let at = 0; at < FOLDERS; at += 1) write(`lib${at}/sub/M${at}.cbl`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** More than are read again without being written down. */
const FOLDERS = 80;

function write(path: string, text = "x\n"): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A process of its own: what it knows is what the book says. */
const list = (key = "k"): string[] => {
  const book = new FolderBook(join(folder, "book.json"), key);
  return new FileLister(root, { book }).list().files.map(({ path }) => path);
};
/** The same without any book. */
const look = (): string[] => new FileLister(root).list().files.map(({ path }) => path);

/** Folders that changed in this tick of the clock are read again in any case; a test of the book needs older ones. */
async function settle(): Promise<void> {
  const changedMs = Date.now();
  while (Date.now() < changedMs + 2 * TICK_MS) await new Promise(setImmediate);
  list();
}

test("the next process finds what this one found", async () => {
  await settle();
  expect(list()).toEqual(look());
  expect(list()).toHaveLength(FOLDERS);
});

test("files and folders that come and go are seen", async () => {
  await settle();
  write("lib3/sub/NEW.cbl");
  write("lib4/deeper/down/NEW.cbl");
  rmSync(join(root, "lib5"), { recursive: true });
  rmSync(join(root, "lib6/sub/M6.cbl"));
  const found = list();
  expect(found).toEqual(look());
  expect(found).toContain("lib4/deeper/down/NEW.cbl");
  expect(found).toHaveLength(FOLDERS);
});

test("ignore files that come, change in place and go are followed, below them too", async () => {
  write(".gitignore", "M1.cbl\n");
  await settle();
  expect(list()).not.toContain("lib1/sub/M1.cbl");
  appendFileSync(join(root, ".gitignore"), "M2.cbl\nlib3/\n");
  expect(list()).toEqual(look());
  expect(list()).not.toContain("lib2/sub/M2.cbl");
  write("lib7/.gitignore", "*.cbl\n");
  expect(list()).not.toContain("lib7/sub/M7.cbl");
  await settle();
  rmSync(join(root, "lib7/.gitignore"));
  rmSync(join(root, ".gitignore"));
  expect(list()).toEqual(look());
  expect(list()).toHaveLength(FOLDERS);
});

test("a folder in the place of another, with its time set back, is read", async () => {
  const old = new Date("2020-01-01T00:00:00Z");
  utimesSync(join(root, "lib9/sub"), old, old);
  await settle();
  rmSync(join(root, "lib9/sub"), { recursive: true });
  write("lib9/sub/OTHER.cbl");
  utimesSync(join(root, "lib9/sub"), old, old);
  expect(list()).toContain("lib9/sub/OTHER.cbl");
});

test("a book of other rules, or half a book, is none", async () => {
  await settle();
  write("lib1/sub/A.cbl");
  expect(list("other")).toEqual(look());
  writeFileSync(join(folder, "book.json"), '{"key":"k","rows":[["",{"inode"');
  expect(list()).toEqual(look());
});
