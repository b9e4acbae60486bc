import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { programOf } from "../optional-programs.ts";
import { MAIN, makePlace, type Place } from "./run-waymark.ts";

const acpx = programOf("acpx");

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

/** acpx, a client of the protocol that others made, with the built program as its agent. @returns all that it printed */
async function client(...args: readonly string[]): Promise<string> {
  const agent = `"${process.execPath}" "${MAIN}" acp -m "scripted/${join(place.home, "script.json")}"`;
  // Between prompts a process of its own waits, for one second here.
  const child = spawn(process.execPath, [acpx ?? "", "--ttl", "1", "--agent", agent, ...args], {
    cwd: place.cwd,
    env: { PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await new Promise((done) => child.once("close", done));
  return printed;
}

const plays = (...replies: readonly object[]): void =>
  writeFileSync(join(place.home, "script.json"), JSON.stringify(replies));
const write = { calls: [{ id: "a", name: "write_file", input: { path: "a.txt", content: "x\n" } }] };

test.skipIf(acpx === undefined)("acpx refuses a change, then allows it", async () => {
  plays(write, { text: "Done." });
  expect(await client("--deny-all", "exec", "write it")).toMatch(/Write a\.txt \(failed\)[\s\S]*Done\./);
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
  expect(await client("--approve-all", "exec", "write it")).toMatch(/Write a\.txt \(completed\)[\s\S]*end_turn/);
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(true);
});

test.skipIf(acpx === undefined)(
  "acpx cancels in the middle and goes on with the session in another process",
  async () => {
    plays({ calls: [{ id: "a", name: "shell", input: { command: "echo $$ > pid; sleep 60" } }] }, { text: "Never." });
    await client("sessions", "new");
    const cancelled = client("--approve-all", "first prompt");
    while (!existsSync(join(place.cwd, "pid"))) await sleep(50);
    expect(await client("cancel")).toContain("cancel requested");
    expect(await cancelled).toMatch(/\(cancelled\)[\s\S]*\[done\] cancelled/);
    // The agent of the first prompt is gone by then: the session is read from disk.
    await sleep(3000);
    plays({ expect: ["second prompt"], text: "Still here." });
    const resumed = await client("--approve-all", "second prompt");
    expect(resumed).toMatch(/session\/resume[\s\S]*Still here\.[\s\S]*end_turn/);
    expect(await client("sessions", "list")).toContain("first prompt");
    await client("sessions", "close");
  },
);
