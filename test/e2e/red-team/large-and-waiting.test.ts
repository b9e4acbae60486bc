import { execFileSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
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
  child.stdout?.resume();
  child.stderr?.resume();
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

test.each(
  inTurn(2, [
    ["plan list", ".waymark/plans/2026-01-01-big.json", 0],
    ["plan show 2026-01-01-big", ".waymark/plans/2026-01-01-big.json", 42],
    ["document . --format html -o big.html", "big.html", 42],
    ["document . -o site", "site/.waymark-document.json", 0],
    ["skills generate --output-dir big", "big/SKILL.md", 42],
  ]),
)("%s reads no more than it uses of a huge %s that the folder brings", async (line, path, expected) => {
  putFiles(place.cwd, { "a.cbl": "       PROGRAM-ID. A.\n", [path]: "" });
  truncateSync(join(place.cwd, path), 450_000_000);
  const { code, peakMb } = await ran(...line.split(" "));
  expect(code).toBe(expected);
  expect(peakMb).toBeLessThan(300);
});

/** Eleven lists of YAML, each of which holds the one before twelve times: 10^12 words in 1.5 KB. */
const bomb = (indent: string): string =>
  Array.from("abcdefghijk", (name, index, names = "abcdefghijk") => {
    const held = Array(12).fill(index === 0 ? "word" : `*${names[index - 1]}`);
    return `${indent}${name}: &${name} [${held.join(", ")}]\n`;
  }).join("");

test("a head of a command in a folder that nobody trusts means no more than it says", async () => {
  putFiles(place.cwd, { ".claude/commands/foo.md": `---\n${bomb("")}description: *k\n---\nHello.\n` });
  const { code } = await ran("-p", "/nosuch", "-m", scriptedModel(place, [{ text: "Here." }]));
  expect(code).toBe(0);
});

test("a job of a batch that means far more than it says is none", async () => {
  const params = `    params:\n${bomb("      ")}      path: a.txt\n`;
  putFiles(place.cwd, { "job.yaml": `name: x\nitems:\n  list: [one]\nlanes:\n  - tool: read_file\n${params}` });
  expect((await ran("batch", "run", "job.yaml")).code).toBe(42);
});

test.each([["[a]("], ["[a]["], ["![a]("]])("a README of 400 KB of %s holds no start up", async (unit) => {
  putFiles(place.cwd, { "README.md": unit.repeat(400_000 / unit.length) });
  expect((await ran("-p", "hi", "-m", scriptedModel(place, [{ text: "Here." }]))).code).toBe(0);
});

test.each([
  ["stars", `x${"*".repeat(300_000)}\n!`],
  ["marks of code", `x${"`".repeat(300_000)}\n!`],
  ["blanks in a fence", `\`\`\`json\n${" ".repeat(300_000)}x\n\`\`\``],
])("an answer of 300 KB of %s is read in time of its length", async (_, text) => {
  const { code } = await ran("-p", "change a.txt please", "-m", scriptedModel(place, [{ text }, { text: "Done." }]));
  expect(code).not.toBeNull();
});
