import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const judged = (command: string) =>
  classifyCommand(command, { root: "/home/ann/work/proj", hasReadProfile: true, home: "/home/ann" });

test("what sets a name counts as an assignment of it, wherever it stands and however it is called", () => {
  const sets = [
    ': "${CDPATH:=/}"; cd etc && cat passwd',
    'echo "${BASH_ENV:=x}"',
    'x="${GLOBIGNORE:=x}"; ls',
    "y=1; command read y <<< 'a[$(touch M)]'; echo $((y))",
    "y=1; builtin read y <<< 'a[$(touch M)]'; echo $((y))",
    "y=1; command -p read y <<< 'a[$(touch M)]'; echo $((y))",
    ": {PATH}<<< x; ls",
    "echo a {PATH}<<E; ls\nx\nE",
    "x=1; y='a[$(touch M)]'; : {x[y]}<<< z",
    "y=f; : {y}<<< x; cat $y",
  ];
  expect(sets.filter((command) => judged(command).verdict === "allow")).toEqual([]);
  const losing = [
    ': "${CDPATH:=/}"; cd home && rm -rf ./*',
    "CDPATH=/; command cd home && rm -rf ./*",
    'd=build; command read d <<< "$HOME"; rm -rf "$d"',
    'd=build; builtin mapfile -t d <<< "$HOME"; rm -rf "$d"',
    'd=build; x=read; command $x d <<< "$HOME"; rm -rf "$d"',
    "command read CDPATH <<< /; cd home; rm -rf *",
    ": {CDPATH}<<< x; cd home; rm -rf *",
    ': "${d:=/}"; rm -rf "$d"/*',
  ];
  const runs = losing.filter((command) => judged(command).verdict !== "deny" && judged(command).isFloor !== true);
  expect(runs).toEqual([]);
  const everyday = [
    'while read -r l; do echo "$l"; done < f',
    'command read x < f; echo "$x"',
    ': "${NODE_ENV:=test}"',
  ];
  expect(everyday.filter((command) => judged(command).verdict !== "allow")).toEqual([]);
});

test("a word that may be several is no operand of a test, and no format", () => {
  const several = [
    "for f in *; do [ $f ]; done",
    "for f in *; do [ -n $f ]; done",
    "for f in *; do test $f = x; done",
    "[ * ]",
    "test a = *",
    'printf -- "$(cat f)" PATH; ls',
    'for f in *; do printf -- "$f" PATH; ls; done',
    "printf *",
  ];
  expect(several.filter((command) => judged(command).verdict === "allow")).toEqual([]);
  const one = [
    "[ -f *.txt ]",
    'for f in *; do [ -n "$f" ]; done',
    "[ $# -eq 0 ]",
    "printf '%s\\n' *",
    'printf "%s" "$(cat f)"',
  ];
  expect(one.filter((command) => judged(command).verdict !== "allow")).toEqual([]);
});

test("beside a command only names go free that load nothing, whatever the word", () => {
  const loads = [
    "PYTEST_PLUGINS=on",
    "DJANGO_SETTINGS_MODULE=on",
    "FLASK_APP=on",
    "MIX_EXS=1",
    "JUST_JUSTFILE=1",
    "R_PROFILE=1",
    "STACK_YAML=1",
    "TS_NODE_COMPILER=on",
    "VAGRANT_VAGRANTFILE=1",
    "WHATEVER=1",
  ];
  expect(loads.filter((set) => judged(`${set} ls`).verdict === "allow")).toEqual([]);
  const everyday = [
    "DEBUG=1",
    "CI=true",
    "NODE_ENV=test",
    "API_PORT=8080",
    "LOG_LEVEL=debug",
    "MY_APP_VERBOSE=1",
    "F=1",
  ];
  expect(everyday.filter((set) => judged(`${set} ls`).verdict !== "allow")).toEqual([]);
});
