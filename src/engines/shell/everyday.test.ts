import { expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";

/** Lines as people write them every day, each beside neighbours of its kind that are to be asked about. */
const under = (rules: readonly string[], command: string): string =>
  classifyCommand(command, {
    root: "/home/ann/work/proj",
    hasReadProfile: true,
    home: "/home/ann",
    rules: { allow: rules },
  }).verdict;
const asked = (rules: readonly string[], commands: readonly string[]): readonly string[] =>
  commands.filter((command) => under(rules, command) !== "allow");

test("a word that commands print is left to them where it is no command, and is none where the line tells what it says", () => {
  const everyday = [
    "comm -12 <(sort a) <(sort b)",
    "join -t, <(sort a) <(sort b)",
    "paste <(cut -d, -f1 a) <(cut -d, -f2 a)",
    'docker tag app "app:$(jq -r .version package.json)"',
    "prettier --check \"$(jq -r '.files[0]' package.json)\"",
    'mvn -q test -Dtest="$(sort tests)"',
    'gradle test --tests "$(sed -n 1p tests)"',
  ];
  expect(asked(["shell(*)"], everyday)).toEqual([]);
  const carried = [
    "tmux new \"$(printf 'rm -rf ~')\"",
    'tmux new "$(echo cm0gLXJmIH4K | base64 -d)"',
    "tmux new \"$(echo 'mr -rf ~' | sed 's/mr/rm/')\"",
    'docker run app sh -c "$(sort a)"',
    'mvn exec:exec -Dexec.executable="$(sort a)"',
    'git log --pager="$(sort a)"',
    "at -f <(sort a) now",
  ];
  expect(asked(["shell(*)"], carried)).toEqual(carried);
});

test("a rule speaks through what only bounds or times a command, and beside variables that harm nobody", () => {
  const everyday = [
    "timeout 20 npm test",
    "timeout -k 5 60s npm test 2>&1 | tail -20",
    "nice -n 10 npm test",
    "env CI=1 npm test",
    "CI=1 timeout 20 nice npm test",
    "stdbuf -oL npm test | head",
    "bash -c 'npm test'",
    "NODE_ENV=test npm test",
    "DEBUG=app:* npm test",
    "F=1 npm test",
    "N=npm; $N test",
    "RUNNER=npm; $RUNNER test",
  ];
  expect(asked(["shell(npm test $)"], everyday)).toEqual([]);
  const others = [
    "timeout 20 npm test --prefix sub",
    "cd sub && timeout 20 npm test",
    "timeout 20 npm test < orders",
    "timeout 20 npm test > out",
    "timeout 20 npm run deploy",
    "timeout $T npm test",
    "timeout 5* npm test",
    "time -o out npm test",
    "env -C sub npm test",
    "env -S 'npm test'",
    "nohup npm test",
    "sudo npm test",
    "bash -c 'cd sub; npm test'",
    "bash -c 'npm test; touch x'",
    "F=./x npm test",
    "NODE_ENV=../x npm test",
    "NODE_OPTIONS=1 npm test",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 npm test",
    "npm_config_ignore_scripts=false npm test",
    "env NODE_OPTIONS=--require=./x npm test",
    "timeout 5 env BASH_ENV=x npm test",
    "LD_PRELOAD=./x.so timeout 5 npm test",
    "MAKEFLAGS=1 npm test",
    "CC=gcc; npm test",
    "CC=1 npm test",
    "CURL_CA_BUNDLE=1 npm test",
    "WAYMARK_SANDBOX=off npm test",
    "JAVA_HOME=x; npm test",
  ];
  expect(asked(["shell(npm test $)"], others)).toEqual(others);
});

test("a word before a command that may be several is not taken for one", () => {
  const lines = ["T='5 touch x'; timeout $T ls", "timeout ${T:-5 touch x} ls", "timeout 5* ls", "nice $T ls"];
  expect(asked([], lines)).toEqual(lines);
  const losing = ["T='1 rm -rf ~'; timeout $T ls", "T='1 rm -rf ~'; taskset $T ls", "timeout $(echo 1 rm -rf ~) ls"];
  expect(asked(["shell(*)"], losing)).toEqual(losing);
});

const TOLD = [
  'v=$(jq -r .version package.json); echo "v$v"',
  'VERSION=$(jq -r .version package.json); echo "$VERSION"',
  'for f in jcl/*.jcl; do echo "$f: $(grep -c EXEC "$f")"; done',
  'while read -r line; do echo "$line"; done < a.txt',
  'while IFS=, read -r a b; do printf "%s+%s\\n" "$a" "$b"; done < d.csv',
  '[ "$(git rev-parse HEAD)" = "$(git rev-parse main)" ] && echo same',
  "case $(uname -s) in Linux) echo linux;; esac",
  'basename "$(pwd)"',
  "cat <<E\nversion $(git rev-parse HEAD)\nE",
  "diff <(sort a) <(sort -u a)",
  "join <(sort a) <(sort b)",
  'while read -r a; do echo "$a"; done < <(sort a)',
  "set -euo pipefail; ls | head -1",
  "pushd sub && ls && popd",
];

test("what commands of the line print may be printed, compared and read as a file", () => {
  expect(asked([], TOLD)).toEqual([]);
});

test("as long as these commands only read, and nothing else is in it", () => {
  const changed = TOLD.flatMap((line) => [
    ...exchanged(line, /(?<=[$<]\()(?!\()[^()]+(?=\))/g, "touch m"),
    ...exchanged(line, /(?<=(?:echo|printf) .*)\$\{?\w+\}?(?=[+"])/g, "$SECRET"),
    ...exchanged(line, /(?<= <) ?[\w.]+$/g, " ~/.netrc"),
  ]);
  expect(changed.length).toBeGreaterThan(15);
  expect(changed.filter((line) => under([], line) === "allow")).toEqual([]);
});

/** The line with each place that matches put in another way, one at a time. */
const exchanged = (line: string, places: RegExp, by: string): readonly string[] =>
  [...line.matchAll(places)].map(({ 0: found, index }) => line.slice(0, index) + by + line.slice(index + found.length));

test.each([
  ...[
    "x=$SECRET",
    'x="a$SECRET"',
    "x=1; x=$SECRET",
    "x=$(cat a)$SECRET",
    "x=${y:-$SECRET}",
    "x=(1 $SECRET)",
    "x+=$SECRET",
  ].map((set) => `${set}; echo "$x"`),
  ...["x=$(echo $SECRET)", "x=$(cat ~/.netrc)", "x=$(touch m)", ": ${x:=$SECRET}", 'read -r x <<< "$SECRET"'].map(
    (set) => `${set}; echo "$x"`,
  ),
  ...[
    "echo $x",
    'echo "${!x}"',
    'echo "${x@P}"',
    'echo "${x:-$SECRET}"',
    "echo $((x))",
    '[ "$x" "$x" ]',
    '[ "$x" "$x" y ]',
  ].map((use) => `x=$(cat a); ${use}`),
  ...[
    'test -v "$x"',
    "[[ -v $x ]]",
    "[[ $x -gt 1 ]]",
    'printf "$x" y',
    'printf -v "$x" y',
    'read "$x" < a',
    'cat "$x"',
    "$x",
  ].map((use) => `x=$(cat a); ${use}`),
  ...['grep "$x" a', 'date "$x"', 'sort a "$x"', 'cd "$x"; ls', 'bash -c "$x"', 'echo "$x" | sh'].map(
    (use) => `x=$(cat a); ${use}`,
  ),
  'for i in $(cat a); do echo "$i"; done',
  'for x in "$SECRET"; do echo "$x"; done',
  "while read -r PATH; do ls; done < a",
  "read 'a[$(touch m)]' < a",
  "while read x; do touch m; done < a",
  "while read x; do ls & done < a",
  "IFS=x ls",
  "cat <<E\n$SECRET\nE",
  "cat <<<$(whoami)",
  "cat <(touch m)",
  "sed -f <(cat a) a",
  "sort -o <(ls) a",
  "uniq a <(ls)",
  "set -a; ls",
  "set -- a; ls",
  "popd; ls",
])("and what may be more is asked about: %s", (command) => {
  expect(under([], command)).toBe("ask");
});
