import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { awaitFile, isHeld, takeFile } from "./exclusive-file.ts";

const TAKER = resolve("test/fixtures/lock-taker.ts");

let folder: string;
let lockFile: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "exclusive-"));
  lockFile = join(folder, "a.lock");
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  rmSync(folder, { recursive: true });
});

function start(...parameters: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [TAKER, ...parameters], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function holder(): Promise<ChildProcess> {
  const child = start("hold", lockFile);
  expect(String(await once(child.stdout ?? child, "data"))).toBe("taken\n");
  return child;
}

test("a lock that is held is waited for, and names its holder once the time is over", async () => {
  const child = await holder();
  expect(takeFile(lockFile)).toMatchObject({ kind: "held", holder: { pid: child.pid } });
  expect(await awaitFile(lockFile, 30)).toMatchObject({ kind: "held", holder: { pid: child.pid } });
  const waiting = awaitFile(lockFile, 60_000);
  child.stdin?.write("go\n");
  const taken = await waiting;
  expect(taken.kind).toBe("taken");
  expect(isHeld(lockFile)).toBe(true);
  if (taken.kind === "taken") taken.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock of a killed process is taken over, and what those who died beside it left goes with it", async () => {
  const child = await holder();
  await kill(child);
  writeFileSync(`${lockFile}.${child.pid}`, JSON.stringify({ pid: child.pid, startTime: "1", bootId: "another" }));
  writeFileSync(`${lockFile}.takeover`, JSON.stringify({ pid: child.pid, startTime: "1", bootId: "another" }));
  expect(isHeld(lockFile)).toBe(false);
  const taken = takeFile(lockFile);
  expect(taken.kind).toBe("taken");
  if (taken.kind === "taken") taken.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock with damaged content counts as nobody's", () => {
  for (const name of [lockFile, `${lockFile}.takeover`]) writeFileSync(name, "");
  const taken = takeFile(lockFile);
  expect(taken.kind).toBe("taken");
  if (taken.kind === "taken") taken.release();
  expect(readdirSync(folder)).toEqual([]);
});

const TAKERS = 3;
const KILLS = 12;

test(`${TAKERS} processes that take turns are never in it together, however often one is killed`, {
  timeout: 300_000,
}, async () => {
  const counter = join(folder, "counter");
  writeFileSync(counter, "0");
  const told: number[] = [];
  const takers = Array.from({ length: TAKERS }, () => taker());
  function taker(): ChildProcess {
    const child = start("count", lockFile, counter);
    let rest = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString()}`.split("\n");
      rest = lines.pop() ?? "";
      told.push(...lines.map(Number));
    });
    return child;
  }
  for (let number = 0; number < KILLS; number++) {
    // Somewhere in the middle of its turns: after a number of them that nobody chose.
    const before = told.length;
    while (told.length < before + 50 + number) await new Promise((resolve) => setTimeout(resolve, 1));
    await kill(takers[number % TAKERS] as ChildProcess);
    takers[number % TAKERS] = taker();
  }
  await Promise.all(children.map(kill));
  expect(new Set(told).size).toBe(told.length);
  expect(told.length).toBeGreaterThan(KILLS * 50);
});
