import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import { VERSION_WORDS } from "./version-words.ts";

const options = { root: "/home/ann/work/proj", home: "/home/ann" };
const isFree = (command: string): boolean => classifyCommand(command, options).verdict === "allow";

const PROGRAMS = Object.keys(VERSION_WORDS);
const WORDS = ["version", "-v", "-V", "-version", "--version", "-vV", "-x", ""];
const asked = PROGRAMS.flatMap((program) => WORDS.map((word) => ({ program, word, command: `${program} ${word}` })));

/** Code that makes the file `mark` where it is run, by the start of the program's name. */
const MARKING: readonly (readonly [RegExp, string])[] = [
  [/^python/, "open('mark', 'w')"],
  [/^node/, "require('fs').writeFileSync('mark', '')"],
  [/^perl/, "open(F, '>', 'mark')"],
  [/./, "touch mark"],
];

test("no word that is free makes a program of this machine run its input or a file of the folder", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-version-")));
  const free = asked.filter(({ command }) => isFree(command));
  expect(free.length).toBeGreaterThan(60);
  const ran: string[] = [];
  for (const { program, word, command } of free) {
    const code = MARKING.find(([name]) => name.test(program))?.[1] ?? "";
    writeFileSync(join(folder, word), code);
    writeFileSync(join(folder, "Makefile"), `${word}:\n\ttouch mark\n`);
    spawnSync(program, [word], { cwd: folder, input: `${code}\n`, timeout: 60_000 });
    if (existsSync(join(folder, "mark"))) ran.push(command);
    for (const name of ["mark", word]) rmSync(join(folder, name), { force: true });
  }
  rmSync(folder, { recursive: true, force: true });
  expect(ran).toEqual([]);
}, 120_000);

test.each([
  "make version",
  "python3 version",
  "bash version",
  "java version",
  "curl version",
  "ssh version",
  "bash -v",
  "echo 'touch x' | bash -v",
  "zsh -v <<< 'touch x'",
  "echo 'open(1)' | python3 -v",
  "mysql -v",
  "terraform version",
  "rustup --version",
  "gcloud --version",
  "pip list --outdated",
  "npm ls --outdated",
])("what is run, read or reached is no question for a version: %s", (command) => {
  expect(isFree(command)).toBe(false);
});

test("what a shell or an interpreter reads is looked at, whatever makes it talk", () => {
  for (const command of [
    "echo 'rm -rf ~' | bash -v",
    "bash -v <<< 'rm -rf ~'",
    `echo 'import shutil; shutil.rmtree("/")' | python3 -v`,
    `echo 'import shutil; shutil.rmtree("/")' | python3 - --version`,
  ]) {
    const { verdict, isFloor } = classifyCommand(command, { ...options, otherwise: "allow" });
    expect(verdict === "deny" || isFloor === true, command).toBe(true);
  }
});

test("a file of the folder that chooses the toolchain is asked about, where nothing keeps it harmless", () => {
  const namedAbove = (_folder: string, names: readonly string[]): string | undefined => names[0];
  for (const command of ["cargo --version", "rustc -V", "dotnet --version"]) {
    expect(classifyCommand(command, options).verdict, command).toBe("allow");
    expect(classifyCommand(command, { ...options, facts: { namedAbove } }).verdict, command).toBe("ask");
    expect(classifyCommand(command, { ...options, facts: { namedAbove: () => undefined } }).verdict).toBe("allow");
  }
});
