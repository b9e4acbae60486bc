import { appendFileSync, mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FileEntry, plainEntry } from "../entry.ts";
import { Catalogue } from "./catalogue.ts";
import { readEntries, writeEntries } from "./entry-table.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-catalogue-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Catalogue =>
  new Catalogue(folder, { root: "/estate", libraries: [], encoding: "", addedRoots: [], deny: [] });
const tables = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".entries"));
const plain = (entries: Iterable<FileEntry>): FileEntry[] =>
  [...entries].map(plainEntry).sort((left, right) => (left.path < right.path ? -1 : 1));

/** Entries of every shape: with and without language, members, names, trouble. */
function entryOf(at: number): FileEntry {
  const digits = at.toString(16).padStart(4, "0");
  const isSource = at % 3 !== 0;
  return {
    path: `lib ${at % 7}/ÄMEMBER${digits}.cbl`,
    sizeBytes: at * 1009,
    modifiedMs: 1_795_415_383_582.131 + at / 7,
    changedMs: 1_795_415_383_582.5 + at,
    readMs: 1_795_415_410_341,
    sha256: isSource ? digits.repeat(16) : "",
    language: isSource ? ["cobol", "jcl"][at % 2]! : "",
    lines: at * 3,
    parse: at % 5 === 0 ? "partial" : "full",
    members: isSource ? [`lib ${(at + 1) % 7}/ÄMEMBER${(at + 1).toString(16).padStart(4, "0")}.cbl`, "gone.cpy"] : [],
    asked: at % 4 === 0 ? ["GONE", `M${at}`] : [],
    runs: at % 2 === 0,
    isCopiedCode: at % 11 === 0,
    pack: isSource ? `p${at % 2}.pack` : "",
    // Beyond what 32 bits hold.
    offset: at * 5_000_000_000,
    blockBytes: at * 3,
    place: at % 17,
    length: at * 20,
    dataLength: at * 7,
    names: isSource ? [at, 1, 2, 3, 4, 5] : [],
    ...(at % 13 === 0 && { trouble: `the parser stopped at ${at}` }),
  };
}

const entries = (count: number): FileEntry[] => Array.from({ length: count }, (_, at) => entryOf(at));

test.each([0, 1, 2, 700])("a table of %i entries gives back what was put in", (count) => {
  const written = entries(count);
  const read = readEntries(writeEntries(written));
  expect(read && plain(read)).toEqual(plain(written));
});

test("a table that was cut off anywhere is none", () => {
  const bytes = writeEntries(entries(3));
  for (let length = 0; length < bytes.length; length += 1)
    expect(readEntries(bytes.subarray(0, length)), `${length} bytes`).toBeUndefined();
});

test("many lines become a table, and what comes after it counts", () => {
  const first = open();
  const written = entries(2500);
  first.append(written);
  expect(first.compact()).toBe(true);
  expect(plain(first.entries.values())).toEqual(plain(written));
  const changed = { ...entryOf(7), lines: 99 };
  first.append([changed], [entryOf(8).path]);
  expect(first.compact()).toBe(false);
  const expected = plain([...written.filter((_, at) => at !== 7 && at !== 8), changed]);
  expect(plain(open().entries.values())).toEqual(expected);
});

test("a killed process costs its last line, a lost table everything", () => {
  const first = open();
  first.append(entries(2500));
  first.compact();
  appendFileSync(join(folder, "catalogue.jsonl"), '{"path":"half');
  const second = open();
  expect(second.entries.size).toBe(2500);
  second.append([entryOf(3000)]);
  expect(open().entries.size).toBe(2501);
  truncateSync(join(folder, tables()[0]!), 100);
  expect(open().entries.size).toBe(0);
  expect(tables()).toEqual([]);
});

test("of two processes the one that writes a table takes nothing from the other that it appends later", () => {
  const first = open();
  const second = open();
  first.append(entries(2500));
  first.compact();
  second.append([entryOf(4000)]);
  const found = open().entries;
  expect([found.size, found.has(entryOf(4000).path)]).toEqual([2501, true]);
});
