import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Grounds, makeGrounds } from "./attack-run.ts";
import { verdictsOn } from "./judged.ts";

/** What is destroyed at a place that no line tells, or behind links that it follows: docs/guide/security.md, "Attacks and where they end". Without a sandbox. */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const FREE = ["--permission-mode", "bypassPermissions", "--sandbox", "off"];
const judged = (commands: readonly string[], at: Grounds) => verdictsOn(commands, at, FREE);

test("links below a folder that a command follows are judged by where they lead", async () => {
  grounds = makeGrounds({ "home/own.txt": "", "work/d/e/a": "", "work/plain/e/a": "", "work/empty/x": "" });
  const { cwd, home } = grounds;
  symlinkSync(home, join(cwd, "d/e/l"));
  symlinkSync(join(cwd, "empty"), join(cwd, "plain/e/l"));
  const follows = [
    ...["find -L @ -delete", "find @ -follow -delete", "chmod -R -L 000 @"],
    ...["chown -RL nobody @", "rsync -a --delete -K empty/ @/", "rsync -aK --delete empty/ @/", "zip -rm x.zip @"],
  ];
  const into = (folder: string): readonly string[] => follows.map((line) => line.replace("@", folder));
  expect(await judged(into("d"), grounds)).toEqual(into("d").map((line) => `deny ${line}`));
  expect(await judged(into("plain"), grounds)).toEqual(into("plain").map((line) => `allow ${line}`));
  const given = ["find -L d -exec rm -rf {} +", "find -L d -type f | xargs rm"];
  expect(await judged(given, grounds)).toEqual([`deny ${given[0]}`, `ask ${given[1]}`]);
  const leaves = ["find d -delete", "rm -rf d", "chmod -R 755 d"];
  expect(await judged(leaves, grounds)).toEqual(leaves.map((line) => `allow ${line}`));
});

test("what is destroyed at a place that only running tells asks in every mode", async () => {
  grounds = makeGrounds({ "work/conf": "x", "work/build/a": "" });
  mkdirSync(join(grounds.home, "docs"));
  const untold = [
    'rm -rf "$(readlink -f nolink)"',
    "rm -rf $(realpath nolink)/x",
    'd=$(cat conf); git --git-dir="$d/.git" --work-tree="$d" clean -fdx',
    'd=$(cat conf); cd "$d"; rm -rf node_modules',
    'while read d; do gcc -o "$d" x.c; done < conf',
    'cp a.txt "$DEST"',
    "node -e \"const { d } = require('./conf.json'); require('fs').rmSync(d, { recursive: true })\"",
    "python3 -c \"import os, shutil; shutil.rmtree(os.path.realpath('build'))\"",
  ];
  expect(await judged(untold, grounds)).toEqual(untold.map((line) => `ask ${line}`));
  const told = ['rm -rf "$(realpath build)"', "cd build && rm -rf a", "gcc -o build/x x.c", "cp a.txt build/b"];
  expect(await judged(told, grounds)).toEqual(told.map((line) => `allow ${line}`));
});

test("only options of its own tell a program to leave a home as it is", async () => {
  grounds = makeGrounds({ "home/own.txt": "", "work/a.txt": "" });
  const rewritten = ["gzip -rSt ~", "gzip -r ~ -- -k", "black ~ -- --check", "gofmt -w=true ~", "yapf -rip ~"];
  const taken = ["mv -ft build ~", "zip -9rm x.zip ~", "git -C ~ clean --fo -dx", "fd . ~ -xrm"];
  expect(await judged(taken, grounds)).toEqual(taken.map((line) => `deny ${line}`));
  expect(await judged(rewritten, grounds)).toEqual(rewritten.map((line) => `deny ${line}`));
  const left = ['gzip -9c "$f"', 'black --check -l 100 "$f"', "gzip -rSt .", "gofmt -l ."];
  expect(await judged(left, grounds)).toEqual(left.map((line) => `allow ${line}`));
});

test("code that loses a home is read behind whichever letters it stands", async () => {
  grounds = makeGrounds({ "home/own.txt": "", "work/a.txt": "" });
  const { home } = grounds;
  const asked = [
    `python3 -BSc'import shutil; shutil.rmtree("${home}")'`,
    `perl -MFile::Path -wle'rmtree("${home}")'`,
    `ruby -rfileutils -We'FileUtils.rm_rf("${home}")'`,
  ];
  expect(await judged(asked, grounds)).toEqual(asked.map((line) => `ask ${line}`));
  const refused = [`sed -ne'1e rm -rf ${home}' a.txt`, `fish -Nc'rm -rf ${home}'`, `psql -Atqc'\\! rm -rf ${home}'`];
  expect(await judged(refused, grounds)).toEqual(refused.map((line) => `deny ${line}`));
});
