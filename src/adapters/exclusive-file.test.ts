import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { missing } from "../../test/optional-programs.ts";
import { awaitFile, holderName, isHeld, removeIfStale, takeFile } from "./exclusive-file.ts";
import { SILENT_MS_MAX, thisProcess } from "./process-identity.ts";

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
  return startBy([], parameters);
}

/** @param by  the program that starts it, with its parameters; none starts it directly */
function startBy(by: readonly string[], parameters: readonly string[]): ChildProcess {
  const [program = "", ...rest] = [...by, process.execPath, TAKER, ...parameters];
  const child = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
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

/** As it is noted by a process of a container that this one cannot look into, this long ago. */
function heldElsewhere(path: string, agoMs: number): void {
  writeFileSync(path, JSON.stringify({ ...thisProcess(), pid: 7, namespace: "pid:[1]", host: "box" }));
  const then = new Date(Date.now() - agoMs);
  utimesSync(path, then, then);
}

test("a lock of another container is its holder's as long as that gives signs, says who that is, and is nobody's after", () => {
  heldElsewhere(lockFile, 15_000);
  const taken = takeFile(lockFile);
  expect([taken.kind, isHeld(lockFile)]).toEqual(["held", true]);
  const name = taken.kind === "taken" ? "" : String(holderName(taken));
  expect(name).toMatch(
    /^process 7 of another container or machine \(box; counts as ended after (?:59|60) s more without a sign\)$/,
  );
  removeIfStale(lockFile);
  expect(isHeld(lockFile)).toBe(true);
  heldElsewhere(lockFile, SILENT_MS_MAX + 1);
  for (const name of [".takeover", ".7-0123-abc"]) heldElsewhere(`${lockFile}${name}`, SILENT_MS_MAX + 1);
  const later = takeFile(lockFile);
  if (later.kind === "taken") later.release();
  expect([later.kind, readdirSync(folder)]).toEqual(["taken", []]);
});

test("a holder gives signs of its life, at its own lock alone", () => {
  vi.useFakeTimers();
  try {
    const taken = takeFile(lockFile);
    const long = new Date(Date.now() - SILENT_MS_MAX);
    const agoMs = (): number => Date.now() - statSync(lockFile).mtimeMs;
    utimesSync(lockFile, long, long);
    vi.advanceTimersByTime(15_000);
    expect(agoMs()).toBeLessThan(1000);
    heldElsewhere(lockFile, 15_000);
    vi.advanceTimersByTime(60_000);
    expect(agoMs()).toBeGreaterThanOrEqual(75_000);
    if (taken.kind === "taken") taken.release();
    expect([readdirSync(folder), vi.getTimerCount()]).toEqual([["a.lock"], 0]);
  } finally {
    vi.useRealTimers();
  }
});

const NAMESPACE = ["-rp", "--fork", "--kill-child", "--mount-proc"];
const why = missing("unshare", [...NAMESPACE, "true"]);

test.skipIf(why)(
  "in namespaces of their own, where each has the number 1, processes see the lock of each other",
  async () => {
    const inside = startBy(["unshare", ...NAMESPACE], ["hold", lockFile]);
    expect(String(await once(inside.stdout ?? inside, "data"))).toBe("taken\n");
    expect(takeFile(lockFile)).toMatchObject({ kind: "held", holder: { pid: 1 } });
    const other = startBy(["unshare", ...NAMESPACE], ["hold", lockFile]);
    expect(String(await once(other.stdout ?? other, "data"))).toBe("held\n");
    inside.stdin?.write("go\n");
    await once(inside, "exit");
    expect(readdirSync(folder)).toEqual([]);
    const outside = takeFile(lockFile);
    const third = startBy(["unshare", ...NAMESPACE], ["hold", lockFile]);
    expect(String(await once(third.stdout ?? third, "data"))).toBe("held\n");
    if (outside.kind === "taken") outside.release();
    await kill(third);
  },
);

test.skipIf(why)("processes of several namespaces that take turns are never in it together", async () => {
  const counter = join(folder, "counter");
  writeFileSync(counter, "0");
  const told: number[][] = [];
  for (const by of [[], ["unshare", ...NAMESPACE], ["unshare", ...NAMESPACE]]) {
    const own: number[] = [];
    told.push(own);
    collect(startBy(by, ["count", lockFile, counter]), own);
  }
  while (told.some((own) => own.length < 200)) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all(children.map(kill));
  const all = told.flat();
  expect(new Set(all).size).toBe(all.length);
  expect(Number(readFileSync(counter, "utf8"))).toBeGreaterThanOrEqual(all.length);
});

/** The numbers that a child tells, one a line. */
function collect(child: ChildProcess, told: number[]): void {
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split("\n");
    rest = lines.pop() ?? "";
    told.push(...lines.map(Number));
  });
}

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
    collect(child, told);
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
