import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** Repositories that git reads otherwise than it looks: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({ "work/a": "touch mark\n" });
});
afterEach(() => grounds.remove());

const PLAN = ["--permission-mode", "plan", "--sandbox", "off"];
const isMarked = (): boolean => existsSync(join(grounds.cwd, "mark"));
const git = (folder: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();

/** A folder of git with a changed file that a filter would be asked about, and the text that names it. */
function withFilter(folder = grounds.cwd): string {
  git(folder, "init", "-q");
  writeFileSync(join(folder, ".gitattributes"), "* filter=x\n");
  writeFileSync(join(folder, "a"), "1\n");
  git(folder, "add", ".");
  git(folder, "commit", "-qm", "1");
  writeFileSync(join(folder, "a"), "2\n");
  utimesSync(join(folder, "a"), 1, 1);
  return `[filter "x"]\n\trequired = false # \\\n\tclean = "touch '${join(grounds.cwd, "mark")}'; cat"\n`;
}

test.each<readonly [string, (cwd: string, filter: string) => void]>(
  inTurn(2, [
    ["behind a comment that ends in a backslash", (cwd, filter) => appendFileSync(join(cwd, ".git/config"), filter)],
    [
      "in a file whose name ends in a blank",
      (cwd, filter) => {
        writeFileSync(join(cwd, ".git/more "), filter);
        git(cwd, "config", "include.path", "more ");
      },
    ],
    [
      "in a file that git finds by its own place",
      (cwd, filter) => {
        writeFileSync(join(cwd, "more"), filter);
        git(cwd, "config", "include.path", "%(prefix)/../proc/self/cwd/more");
      },
    ],
    [
      "in a folder whose name ends in a blank",
      (cwd, filter) => {
        cpSync(join(cwd, ".git"), join(cwd, "real"), { recursive: true });
        renameSync(join(cwd, ".git"), join(cwd, "real "));
        appendFileSync(join(cwd, "real /config"), filter);
        writeFileSync(join(cwd, ".git"), "gitdir: real ");
      },
    ],
    [
      "in a common folder that is named by more than is read",
      (cwd, filter) => {
        cpSync(join(cwd, ".git"), join(cwd, "common"), { recursive: true });
        appendFileSync(join(cwd, "common/config"), filter);
        writeFileSync(join(cwd, ".git/commondir"), `../common${"\n".repeat(2_000_000)}`);
      },
    ],
  ]),
)("a look of git starts nothing that its settings name %s", async (_, lay) => {
  const filter = withFilter();
  lay(grounds.cwd, filter);
  await grounds.attack(["git status", "git diff"].map(shell), PLAN);
  expect(isMarked()).toBe(false);
});

test("objects of another repository are not shown, however they are named", async () => {
  const other = join(grounds.base, "other");
  mkdirSync(other);
  git(other, "init", "-q");
  writeFileSync(join(other, "s"), "the-secret-of-elsewhere\n");
  git(other, "add", "s");
  const blob = git(other, "rev-parse", ":s");
  git(grounds.cwd, "init", "-q");
  const path = [...join(other, ".git/objects")].map((one) => (one === "/" ? "\\057" : one)).join("");
  for (const form of [`"${path}"`, "\n".repeat(2_000_000) + join(other, ".git/objects")]) {
    writeFileSync(join(grounds.cwd, ".git/objects/info/alternates"), `${form}\n`);
    for (const args of [PLAN, PLAN.slice(0, 2)])
      expect((await grounds.attack([shell(`git cat-file -p ${blob}`)], args)).join()).not.toContain("the-secret");
  }
});

test("a repository that only older commits name is not asked for what it shows", async () => {
  const { cwd } = grounds;
  const part = join(cwd, "part");
  mkdirSync(part);
  git(cwd, "init", "-q");
  git(part, "init", "-q");
  for (const text of ["1", "2"]) {
    writeFileSync(join(part, "x"), text);
    git(part, "add", "x");
    git(part, "commit", "-qm", text);
    git(cwd, "add", "part");
    git(cwd, "commit", "-qm", text);
  }
  git(cwd, "rm", "-q", "--cached", "part");
  git(cwd, "commit", "-qm", "3");
  git(part, "config", "diff.external", `touch '${join(cwd, "mark")}'; :`);
  await grounds.attack(["git log -p --submodule=diff", "git diff --submodule=diff HEAD~2 HEAD~1"].map(shell), PLAN);
  git(cwd, "config", "diff.submodule", "diff");
  await grounds.attack(["git log -p", "git show HEAD~1"].map(shell), PLAN);
  expect(isMarked()).toBe(false);
});

test("a repository in a folder that an index does not go into is known of", async () => {
  const { cwd } = grounds;
  const part = join(cwd, "d/part");
  mkdirSync(part, { recursive: true });
  mkdirSync(join(cwd, "o"));
  for (const name of ["d/f", "o/f"]) writeFileSync(join(cwd, name), "f\n");
  git(cwd, "init", "-q");
  git(cwd, "add", "d/f", "o/f");
  git(cwd, "commit", "-qm", "1");
  const filter = withFilter(part);
  appendFileSync(join(part, ".git/config"), filter.replace(/ #.*/, ""));
  git(cwd, "add", "d/part");
  const withPart = git(cwd, "write-tree", "--prefix=d/");
  git(cwd, "rm", "-qf", "--cached", "d/part");
  renameSync(part, join(grounds.base, "part"));
  const plain = git(cwd, "write-tree", "--prefix=d/");
  git(cwd, "config", "index.sparse", "true");
  git(cwd, "sparse-checkout", "set", "--cone", "--sparse-index", "o");
  const index = readFileSync(join(cwd, ".git/index")).subarray(0, -20);
  const changed = Buffer.from(index.toString("latin1").replaceAll(latin(plain), latin(withPart)), "latin1");
  writeFileSync(join(cwd, ".git/index"), Buffer.concat([changed, createHash("sha1").update(changed).digest()]));
  rmSync(join(cwd, "d"), { recursive: true, force: true });
  mkdirSync(join(cwd, "d"));
  renameSync(join(grounds.base, "part"), part);
  await grounds.attack(["git status", "git diff"].map(shell), PLAN);
  expect(isMarked()).toBe(false);
});

const latin = (hash: string): string => Buffer.from(hash, "hex").toString("latin1");

test("a setting for git that only begins like a harmless one starts nothing", async () => {
  const { cwd } = grounds;
  git(cwd, "init", "-q");
  writeFileSync(join(cwd, ".gitattributes"), "* diff=renames\n");
  git(cwd, "add", ".");
  git(cwd, "commit", "-qm", "1");
  const commands = ["textconv", "command"].map((key) => `git -c diff.renames.${key}='touch mark; cat' show`);
  await grounds.attack(commands.map(shell), PLAN);
  expect(isMarked()).toBe(false);
});
