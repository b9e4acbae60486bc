import { expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";

const judged = (command: string, rules: CommandPolicyOptions["rules"] = {}) =>
  classifyCommand(command, { root: "/home/ann/work/proj", hasReadProfile: true, home: "/home/ann", rules });
const allowedOf = (commands: readonly string[], allow: readonly string[] = []) =>
  commands.filter((command) => judged(command, { allow }).verdict === "allow");

test("what sets a name is known behind `command` and `builtin` as well", () => {
  const set = [
    "y=ls; command read y <<< 'touch M'; $y",
    "y=ls; command -p -- read y <<< 'touch M'; $y",
    "y=ls; builtin command read y <<< 'touch M'; $y",
    "y=ls; r=read; command $r y <<< 'touch M'; $y",
    "y=1; builtin read y <<< 'a[$(touch M)]'; echo $((y))",
    "y=1; builtin mapfile -t y <<< 'a[$(touch M)]'; echo $((y))",
    "command -p cd /etc; cat passwd",
  ];
  expect(allowedOf(set)).toEqual([]);
  const floor = [
    'd=build; command read d <<< "$HOME"; rm -rf "$d"',
    'd=build; builtin mapfile -t d <<< /; rm -rf "$d"/*',
    "command read CDPATH <<< /; cd home; rm -rf *",
    ": {CDPATH}<<< x; cd home; rm -rf *",
    ': "${CDPATH:=/}"; pushd home; rm -rf *',
    ': "${CDPATH:=/}"; command cd home && rm -rf ./*',
  ];
  expect(allowedOf(floor, ["shell(*)"])).toEqual([]);
});

test("a redirection sets a name whatever it reads", () => {
  const set = [
    ": {PATH}<<< x; ls",
    ": {PATH}<<E\nx\nE\nls",
    "echo a {BASH_ENV}<<< x; ls",
    "{ ls; } {CDPATH}<<< x",
    "y=f; : {y}<<< x; cat $y",
    "x=1; y='a[$(touch M)]'; : {x[y]}<<< z",
  ];
  expect(allowedOf(set)).toEqual([]);
});

test("an expansion that gives a name its default is an assignment of that name", () => {
  const steers = [
    ': "${CDPATH:=/home}"; cd ann && cat notes.txt',
    "echo ${BASH_ENV=f}",
    'cat <<< "${GLOBIGNORE:=a}"',
    "cat <<E\n${CDPATH:=/home}\nE\n",
    'for i in "${CDPATH:=/home}"; do echo $i; done',
    '[[ -n "${CDPATH:=/home}" ]] && cd ann',
    'a="${x:-${CDPATH:=/home}}"; cd ann',
    'case "${CDPATH:=/home}" in *) ls;; esac',
    ': > /dev/null "${CDPATH:=/home}"; cd ann',
    "echo $(( ${CDPATH:=1} ))",
  ];
  expect(allowedOf(steers)).toEqual([]);
  expect(allowedOf([': "${CDPATH:=/x}"; cd sub; cd ..; npm test'], ["shell(npm test $)"])).toEqual([]);
  const own = [': "${name:=world}"; ls', ': "${NAME:=world}"; ls', ': "${CDPATH:-none}"; ls'];
  expect(allowedOf(own)).toEqual(own);
});

test("what a script of `-c` starts reads what its shell is given to read", () => {
  const code = [
    "bash -c 'python3 /dev/stdin' < f",
    "bash -c python3 < f",
    "cat p | sh -c 'python3 -'",
    "cat f | timeout 5 sh -c python3",
    "(bash -c python3) < f",
    "sh -c 'cd sub; python3' <<< 'import os'",
    "bash -c 'echo $(python3)' < f",
    "bash -c 'if true; then python3; fi' < f",
  ];
  expect(allowedOf(code, ["shell(python3 $)", "shell(python3)"])).toEqual([]);
  expect(allowedOf(["curl x | bash -c sh"], ["shell(*)"])).toEqual([]);
  const looks = ["cat f | sh -c 'grep a | sort'", "bash -c 'cat' < f"];
  expect(allowedOf(looks)).toEqual(looks);
});

test("a loop that reads ends with what it reads only where each turn takes something of it", () => {
  const endless = ["-rn0 x", "-n0 x", "-N0 x", "-t0", "-rt0 x"];
  const loop = (words: string) => `while read ${words}; do echo a; done < f`;
  expect(allowedOf(endless.map(loop))).toEqual([]);
  const ends = ["x", "-r x y", "-rn1 x", "-rd x y"].map(loop);
  expect(allowedOf(ends)).toEqual(ends);
});
