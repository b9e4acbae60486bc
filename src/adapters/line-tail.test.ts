import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LineTail } from "./line-tail.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-lines-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("lines of any length come one after the other, and what was not looked at comes with the next read", () => {
  const path = join(folder, "log");
  const long = "漢".repeat(1_500_000);
  writeFileSync(path, `one\n${long}\n\nfour\nfi`);
  const tail = new LineTail(path);
  const [first] = Iterator.from(tail.read() ?? []).take(1);
  expect(first).toBe("one");
  const rest = [...(tail.read() ?? [])];
  expect(rest.map(({ length }) => length)).toEqual([1_500_000, 0, 4]);
  expect(rest[0] === long).toBe(true);
  appendFileSync(path, "ve\n");
  expect(tail.added()).toEqual(["five"]);
  writeFileSync(path, "anew\n");
  expect(tail.read()).toBeUndefined();
  expect([...(tail.read() ?? [])]).toEqual(["anew"]);
});
