import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { FirstProcess } from "./first-process.ts";
import { createWatchdog } from "./watchdog.ts";

const WALLS = ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc"];
const skipped = spawnSync("bwrap", [...WALLS, "true"]).status !== 0;
if (skipped) console.warn("No first process is ended: bubblewrap does not start here.");

/** A namespace that goes on when the program that made it has ended; what it tells is the number of the one that sleeps in it. */
const SCRIPT = `bwrap "$@" --info-fd 3 sleep 600 > /dev/null 2>&1 & read -r line`;
const START = {
  program: "/bin/sh",
  parameters: ["-c", SCRIPT, "sh", ...WALLS],
  environment: {},
  tells: ["pipe"],
} as const;

function start(): ChildProcess {
  const { program, parameters } = START;
  return spawn(program, parameters, { detached: true, stdio: ["pipe", "ignore", "ignore", "pipe"] });
}

function isAlive(id: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function endAfter(isKnown: () => boolean, child: ChildProcess): Promise<void> {
  await expect.poll(isKnown, { timeout: 20_000 }).toBe(true);
  child.stdin?.end();
  await once(child, "exit");
}

test.skipIf(skipped)("what goes on in a sandbox after its program's end is ended", async () => {
  const child = start();
  const watched: number[] = [];
  const watch = (id: number): void => void watched.push(id);
  const first = new FirstProcess(child, START, { expect: () => {}, watch, forget: () => {}, close: () => {} });
  await endAfter(() => watched.length > 0, child);
  expect(watched.map(isAlive)).toEqual([true]);
  await first.end();
  expect(watched.map(isAlive)).toEqual([false]);
});

test.skipIf(skipped)("and when nobody is left to end it", async () => {
  const child = start();
  const watchdog = createWatchdog(`first-process-test-${process.pid}.`);
  const watched: number[] = [];
  const watch = (id: number, namespace?: number): void => {
    watched.push(id);
    // A number that another process has by now is left alone.
    watchdog.watch(process.pid, namespace);
    watchdog.watch(id, namespace);
  };
  new FirstProcess(child, START, { ...watchdog, watch });
  await endAfter(() => watched.length > 0, child);
  expect(watched.map(isAlive)).toEqual([true]);
  watchdog.close();
  for (let waited = 0; waited < 100 && watched.some(isAlive); waited++) await sleep(100);
  expect(watched.map(isAlive)).toEqual([false]);
});
