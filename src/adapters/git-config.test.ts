import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { rounds } from "../../test/rounds.ts";
import { parseGitConfig } from "../engines/shell/git-settings.ts";
import { eachConfig } from "./git-config.ts";

/** What we take from files is held against what git itself takes from them: texts that know neither. */

const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-git-config-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

process.env["HOME"] = join(base, "home");
const ENV = { PATH: process.env["PATH"] ?? "", HOME: join(base, "home"), GIT_CONFIG_NOSYSTEM: "1" };

/** @returns `name\nvalue` of each, or undefined where git stops */
function byGit(args: readonly string[], cwd = base): string[] | undefined {
  try {
    const said = execFileSync("git", ["config", "-z", ...args], { env: ENV, cwd, stdio: ["ignore", "pipe", "ignore"] });
    return said.toString("utf8").split("\0").slice(0, -1);
  } catch {
    return undefined;
  }
}

const PIECES = [
  ...'[core] [filter "x"] [a.B] [filter "q\\"\\\\]"] [x ] [] ["y"] clean required path = == "evil " " \\" \\\\ \\n \\t \\b \\x \\ # ; #\\ ;\\'.split(
    " ",
  ),
  ...'touch m|a b|%f|~/x|é|\u00a0|\u2003|\ufeff|\v|\f|\r|\t| |  |\n|\n|\n|\r\n|\r\r\n|\\\n|\\\r\n|" #"|=|-|_|1'.split(
    "|",
  ),
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(""));
const sane = fc.tuple(text, text).map(([one, two]) => `[filter "x"]\nclean = ${one}\n\trequired = ${two}\n`);

describe("the text of a configuration", () => {
  test("is read as git reads it, or not at all", () => {
    const file = join(base, "config");
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(text, sane), (content) => {
        writeFileSync(file, content);
        const ours = parseGitConfig(content);
        if (ours === undefined) return;
        read++;
        // A setting without a value has none for git, and is true.
        const told = byGit(["--file", file, "--list"])?.map((one) => (one.includes("\n") ? one : `${one}\ntrue`));
        // A blank of any kind within a value is one that some versions write as a space.
        const alike = (one: string): string => one.replace(/(?<=\n[\s\S]*)[\t\r]/g, " ");
        expect(ours.map(({ name, value }) => alike(`${name}\n${value}`))).toEqual(told?.map(alike));
      }),
      { numRuns: rounds(300) },
    );
    expect(read).toBeGreaterThan(30);
  });

  test.each([
    ['[filter "x"]\nrequired = false # \\\nclean = "touch m"\n', "filter.x.clean"],
    ["[core] ; x \\\nfsmonitor = ./m\n", "core.fsmonitor"],
    ['[include]\npath = "evil "\n', "include.path"],
  ])("%j holds what it seems to hide", (content, name) => {
    expect(parseGitConfig(content)?.some((one) => one.name === name)).toBe(true);
  });
});

describe("what a configuration includes", () => {
  const tree = join(base, "tree");
  for (const folder of ["home", "tree/.git", "tree/sub/deep", "elsewhere/in"])
    mkdirSync(join(base, folder), { recursive: true });
  symlinkSync(join(base, "elsewhere/in"), join(tree, "link"));
  symlinkSync("/proc/self/cwd", join(tree, "door"));
  const NAMES = ["evil", "evil ", " evil", "ev\bil", "ev\til", "x#y", "evil;"];
  for (const folder of ["tree", "tree/.git", "tree/sub", "elsewhere", "home", "."])
    for (const name of NAMES) writeFileSync(join(base, folder, name), `[filter "x"]\n\tclean = touch m\n`);

  const STEPS = [
    "../",
    "link/",
    "door/",
    "sub/",
    "./",
    "/",
    "~/",
    "~daemon/",
    "%(prefix)/",
    `${base}/`,
    "/proc/self/cwd/",
    "",
  ];
  const place = fc
    .tuple(fc.array(fc.constantFrom(...STEPS), { maxLength: 4 }), fc.constantFrom(...NAMES), fc.constantFrom("", '"'))
    .map(
      ([steps, name, quote]) =>
        quote + (steps.join("") + name).replace(/[\b\t]/g, (one) => (one === "\b" ? "\\b" : "\\t")) + quote,
    );

  test("is found wherever git finds it, or may start anything", () => {
    let found = 0;
    const config = join(tree, ".git/config");
    fc.assert(
      fc.property(place, (path) => {
        writeFileSync(config, `[include]\n\tpath = ${path}\n`);
        const programs: string[] = [];
        eachConfig([config], (read) => void programs.push(...read.programs));
        const includes = byGit(["--file", config, "--includes", "--list"], tree)?.some((one) =>
          one.startsWith("filter."),
        );
        if (!includes) return;
        found++;
        expect(programs).not.toEqual([]);
      }),
      { numRuns: rounds(200) },
    );
    expect(found).toBeGreaterThan(10);
  });
});

test("files that are large together are read up to a bound, and those that are not may start anything; what is small is read all the same", () => {
  const large = join(base, "large");
  mkdirSync(large);
  const lines = "x = y\n".repeat(5_000);
  const names = Array.from({ length: 70 }, (_, at) => join(large, `${at}`));
  for (const name of names) writeFileSync(name, `[a]\n${lines}`);
  const main = join(large, "config");
  writeFileSync(main, names.map((name) => `[include]\n\tpath = ${name}\n`).join(""));
  const own = join(large, "own");
  writeFileSync(own, "[core]\n\thooksPath = githooks\n");
  const programs: string[] = [];
  const hooks: string[] = [];
  eachConfig([main, own], (read) => {
    programs.push(...read.programs);
    hooks.push(...read.hooks);
  });
  expect(programs.length).toBeGreaterThan(30);
  expect(names.map((name) => `include.path = ${name}`)).toEqual(expect.arrayContaining(programs));
  expect(hooks).toEqual(["githooks"]);
});
