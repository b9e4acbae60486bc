import type { ChildProcess } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { runWaymark } from "../run-waymark.ts";
import { type Call, canExchange, exchange, type Grounds, makeGrounds } from "./attack-run.ts";

/** A process in the folder exchanges our own folder for a link to the person's files, while Waymark itself writes there. */

let grounds: Grounds;
let exchanging: ChildProcess | undefined;
afterEach(() => {
  exchanging?.kill("SIGKILL");
  grounds?.remove();
});

const NOTES = "# Notes\n\n- 2026-01-01 mine\n";

test.skipIf(!canExchange)("a note for the project is never one of the person's own", { timeout: 120_000 }, async () => {
  grounds = makeGrounds({ "home/waymark/config/memory.md": NOTES, "work/.waymark/memory.md": NOTES });
  const { cwd, home } = grounds;
  symlinkSync(join(home, "waymark/config"), join(cwd, "l"));
  exchanging = exchange(join(cwd, ".waymark"), join(cwd, "l"));
  const calls = Array.from(
    { length: 60 },
    (_, round): Call => ({ name: "remember", input: { text: `number ${round}` } }),
  );
  const results = await grounds.attack(calls, ["--permission-mode", "bypassPermissions"]);
  exchanging.kill("SIGKILL");
  expect(readFileSync(join(home, "waymark/config/memory.md"), "utf8")).toBe(NOTES);
  // Some were written where they were meant, or nothing was tried.
  expect(results.some((text) => text.startsWith("Noted"))).toBe(true);
});

test("a setting for the project is never one of the person's own", async () => {
  grounds = makeGrounds({ "home/waymark/config/config.json": '{ "maxTurns": 7 }\n', "work/a.txt": "a\n" });
  const { cwd, home } = grounds;
  const own = (): string => readFileSync(join(home, "waymark/config/config.json"), "utf8");
  symlinkSync(join(home, "waymark/config"), join(cwd, ".waymark"));
  const { code, stderr } = await runWaymark(["config", "set", "--project", "maxTurns", "9"], grounds);
  expect([code, stderr]).toEqual([42, expect.stringContaining("is a link that leads out of")]);
  expect(own()).toBe('{ "maxTurns": 7 }\n');
});
