import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";

const place = { root: "/home/ann/work/app", home: "/home/ann" };
const verdict = (command: string, options: Partial<CommandPolicyOptions> = {}): string =>
  classifyCommand(command, { ...place, ...options }).verdict;
const freely = { rules: { allow: ["shell"] } };

// What an editor is told may look like any path: each script of this list is one somewhere.
const PATHLIKE = ["/A.*/d", "/ A .*PIC/s/a/b/", "/sys/d", "/home/d", "/*x*/d", "~/*/", "/[a-z]*/p", "/.*/d"];
const TOLD = [
  ...["sed -i", "gsed -i -E", "sed -i.bak -ne", "sed -ie", "sed --in-place -e", "sed -i --expression"],
  ...["perl -pi -e", "perl -i.bak -0pe", "perl -i -pE", "ruby -pi -e", "awk -i inplace", "gawk -i inplace -v a=b"],
  ...["vim -es -c", "nvim --cmd x -c"],
];

test("a script of an editor is never taken for what must not be lost, and each of its files still is", () => {
  for (const told of TOLD)
    for (const script of PATHLIKE) {
      const of = (files: string) => classifyCommand(`${told} '${script}' ${files}`, place);
      for (const files of ["a", "a b/c.txt", "*.c", "-- a"]) {
        const { verdict: given, isFloor } = of(files);
        expect([told, script, files, given === "deny" || isFloor === true]).toEqual([told, script, files, false]);
      }
      for (const files of ["/etc/passwd", "a ~/*", "-- /etc/passwd", "/usr/bin/env a"]) {
        const { verdict: given, isFloor } = of(files);
        expect([told, script, files, given === "deny" || isFloor === true]).toEqual([told, script, files, true]);
      }
    }
});

test("a script is none where its files are listed by another command", () => {
  for (const command of ["git ls-files | xargs sed -i '/A.*/d'", "sed -i '/sys/d' $(git ls-files)"])
    expect([command, verdict(command, freely)]).toEqual([command, "allow"]);
  for (const command of ["git ls-files | xargs sed -i /x/d /", "set -- /; sed -i / $1 x; rm -rf $1"])
    expect([command, verdict(command, freely)]).not.toEqual([command, "allow"]);
});

test("names that a search picks out of listed ones are listed ones", () => {
  const picked = ["grep -l x", "grep -lrE 'a|b'", "rg -l x", "grep -i --files-with-matches x"];
  for (const lister of ["ls", "git ls-files", "find . -name '*.ts'", "grep -rl y .", "git ls-files | grep ts"])
    for (const pick of picked)
      for (const end of ["sed -i s/a/b/", "rm"]) {
        const command = `${lister} | xargs ${pick} | xargs ${end}`;
        expect([command, verdict(command, freely)]).toEqual([command, "allow"]);
      }
  for (const lister of ["ls -d ~/*", "find ~", "find /", "cat list", "ls / | sed 's,^,/,'", "printf '%s\\n' /"])
    for (const pick of picked) {
      const command = `${lister} | xargs ${pick} | xargs rm -rf`;
      expect([command, verdict(command, freely)]).not.toEqual([command, "allow"]);
    }
  for (const pick of [
    "grep x",
    "grep -l x /",
    "grep -o x",
    "grep -lf list",
    "-I{} grep -l x /{}",
    "grep -l $x",
    "cat",
    "echo",
  ]) {
    const command = `ls | xargs ${pick} | xargs rm -rf`;
    expect([command, verdict(command, freely)]).not.toEqual([command, "allow"]);
  }
});

test("a program below the folder is known by its name, in whatever folders a glob finds it", () => {
  for (const command of ["ls; node_modules/@esbuild/*/bin/esbuild x", "./*/run.sh", "tools/[ab]/lint && ls"])
    expect([command, verdict(command, freely)]).toEqual([command, "allow"]);
  for (const command of ["./*/r? x", "/*/tool x", "*/../tool x", "~/*/tool x", "node_modules/.bin/* x"])
    expect([command, verdict(command, freely)]).toEqual([command, "ask"]);
  for (const command of ["./*/rm -rf ~", "./*/sh -c 'rm -rf /'"])
    expect([command, verdict(command, freely)]).toEqual([command, "deny"]);
});
