import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { placeMark } from "./process-identity.ts";
import { makeOwnFolder, makeTemporaryFolder, makeWorkFolder } from "./temporary-folder.ts";

test("what a dead process left is swept, what a living one has stays", () => {
  const purpose = `test${process.pid}`;
  const { pid } = spawnSync("true");
  const named = (end: string): string => join(tmpdir(), `waymark-${purpose}-${end}-abc`);
  const left = named(`${placeMark()}-${pid}`);
  const used = named(`${placeMark()}-${process.ppid}`);
  const elsewhere = named(`00000000-${pid}`);
  mkdirSync(join(left, "deep"), { recursive: true });
  for (const path of [used, elsewhere]) mkdirSync(path);
  const made = makeTemporaryFolder(purpose);
  try {
    const there = [left, used, elsewhere].map((path) => existsSync(path));
    expect([there, statSync(made).mode & 0o777]).toEqual([[false, true, true], 0o700]);
  } finally {
    for (const path of [used, elsewhere, made]) rmSync(path, { recursive: true });
  }
});

test("of folders of our own those of dead processes are swept, of another machine only what is long unused", () => {
  const place = mkdtempSync(join(tmpdir(), "waymark-own-"));
  try {
    const first = makeOwnFolder(join(place, "deep"));
    const { pid } = spawnSync("true");
    const [here = ""] = basename(first).split("-");
    const named = (name: string): string => join(first, "..", name);
    renameSync(first, named(`${here}-${pid}-left`));
    for (const name of [`${here}-${process.ppid}-used`, `00000000-${pid}-elsewhere`, `00000001-${pid}-old`])
      mkdirSync(named(name));
    utimesSync(named(`00000001-${pid}-old`), 1, 1);
    const made = makeOwnFolder(join(place, "deep"));
    const names = ["left", "used", "elsewhere", "old"].map((end) => (end === "used" ? process.ppid : pid) + `-${end}`);
    const heads = [here, here, "00000000", "00000001"];
    expect(names.map((name, index) => existsSync(named(`${heads[index]}-${name}`)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([statSync(made).mode & 0o777, statSync(join(place, "deep")).mode & 0o777]).toEqual([0o700, 0o700]);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test("work lies in a place of our own, beside the system's files where that takes nothing, and where neither does it is told", () => {
  const place = mkdtempSync(join(tmpdir(), "waymark-own-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(place, { recursive: true, force: true });
  });
  expect(makeWorkFolder(join(place, "work"), "test").startsWith(join(place, "work"))).toBe(true);
  vi.stubEnv("TMPDIR", place);
  expect(makeWorkFolder("/proc/none", "test").startsWith(join(place, "waymark-test-"))).toBe(true);
  vi.stubEnv("TMPDIR", "/proc/none");
  expect(() => makeWorkFolder("/proc/none", "test")).toThrow(/set TMPDIR to one that can be written/);
});
