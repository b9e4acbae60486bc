import { execFileSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, peakMbOf, putFiles, scriptedModel, startWaymark } from "../run-waymark.ts";

/** Files of a folder that are larger than memory should hold, where a start reads them by itself: docs/guide/security.md. */

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const begun = (...args: readonly string[]) =>
  ran("-p", "hi", "-m", scriptedModel(place, [{ text: "Here." }]), "--trust", ...args);

/** @returns how it ended, and the most memory that it held */
async function ran(...args: readonly string[]) {
  const child = startWaymark(args, place);
  child.stdin?.end();
  let peakMb = 0;
  const look = setInterval(() => {
    peakMb = peakMbOf(child.pid) ?? peakMb;
  }, 20);
  const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const code = await new Promise((done) => child.once("close", done));
  clearInterval(look);
  clearTimeout(late);
  return { code, peakMb };
}

test.each([".waymark/memory.md", ".waymark/skills/big/SKILL.md"])(
  "no more of a huge %s is read than is used",
  async (path) => {
    putFiles(place.cwd, { [path]: "" });
    truncateSync(join(place.cwd, path), 450_000_000);
    const { code, peakMb } = await begun();
    expect(code).toBe(0);
    expect(peakMb).toBeLessThan(300);
  },
);

test("a huge list of what a repository leaves out is left alone", async () => {
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: place.cwd });
  git("init", "-q");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "x");
  putFiles(place.cwd, { ".git/info/exclude": "" });
  truncateSync(join(place.cwd, ".git/info/exclude"), 400_000_000);
  const { code, peakMb } = await begun("-w", "x");
  expect(code).toBe(0);
  expect(peakMb).toBeLessThan(300);
});

test.each([
  ["plan list", ".waymark/plans/2026-01-01-big.json", 0],
  ["plan show 2026-01-01-big", ".waymark/plans/2026-01-01-big.json", 42],
  ["document . --format html -o big.html", "big.html", 42],
  ["document . -o site", "site/.waymark-document.json", 0],
  ["skills generate --output-dir big", "big/SKILL.md", 42],
])("%s reads no more than it uses of a huge %s that the folder brings", async (line, path, expected) => {
  putFiles(place.cwd, { "a.cbl": "       PROGRAM-ID. A.\n", [path]: "" });
  truncateSync(join(place.cwd, path), 450_000_000);
  const { code, peakMb } = await ran(...line.split(" "));
  expect(code).toBe(expected);
  expect(peakMb).toBeLessThan(300);
});
