import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Call, canExchange, exchange, type Grounds, makeGrounds } from "./attack-run.ts";

/** A process that a command left in the folder exchanges a folder and a file for links to outside, as fast as it can. */
const ROUNDS = 30;

let grounds: Grounds;
let exchanging: ChildProcess | undefined;
afterEach(() => {
  exchanging?.kill("SIGKILL");
  grounds?.remove();
});

test.skipIf(!canExchange)(
  "no file tool reads or changes what lies where a link leads for a moment",
  { timeout: 120_000 },
  async () => {
    grounds = makeGrounds({
      "work/d/f.txt": "ours 1\n",
      "work/d/sub/g.txt": "ours 2\n",
      "work/e.txt": "ours 3\n",
      "home/f.txt": "the person's 1\n",
      "home/sub/g.txt": "the person's 2\n",
    });
    const { cwd, home } = grounds;
    symlinkSync(home, join(cwd, "to-home"));
    symlinkSync(join(home, "f.txt"), join(cwd, "to-file"));
    const lying = (): readonly string[] =>
      [home, join(home, "sub")].flatMap((folder) =>
        readdirSync(folder, { withFileTypes: true }).map((entry) =>
          entry.isFile() ? `${entry.name}: ${readFileSync(join(folder, entry.name), "utf8")}` : entry.name,
        ),
      );
    const before = lying();
    const pairs = [join(cwd, "d"), join(cwd, "to-home"), join(cwd, "e.txt"), join(cwd, "to-file")];
    exchanging = exchange(...pairs);
    const calls = Array.from({ length: ROUNDS }, (_, round): readonly Call[] => [
      { name: "write_file", input: { path: `d/new-${round}.txt`, content: `${round}\n` } },
      { name: "search_code", input: { pattern: `person|${round}`, path: "d" } },
      { name: "write_file", input: { path: `d/sub/made-${round}/new.txt`, content: `${round}\n` } },
      { name: "search_code", input: { pattern: `person|${round}`, path: ["e.txt", "d/sub", "."][round % 3] } },
      { name: "read_file", input: { path: "e.txt", limit: round + 1 } },
      { name: "find_passages", input: { query: `the person ${round}` } },
    ]).flat();
    const results = await grounds.attack(calls, ["--permission-mode", "acceptEdits"]);
    exchanging.kill("SIGKILL");
    expect(results.filter((text) => text.includes("the person's"))).toEqual([]);
    expect(results.filter((text) => /bug of Waymark/.test(text))).toEqual([]);
    const made = lying().filter((one) => one !== "waymark");
    expect(made).toEqual(before.filter((one) => one !== "waymark"));
    // Some were made where they were meant, or nothing was tried.
    expect(results.some((text) => /^Created/.test(text))).toBe(true);
  },
);
