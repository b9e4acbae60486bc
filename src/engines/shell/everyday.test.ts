import { expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";

/** Lines as people write them every day, each beside neighbours of its kind that are to be asked about. */
const under = (rules: readonly string[], command: string): string =>
  classifyCommand(command, { root: "/home/ann/work/proj", home: "/home/ann", rules: { allow: rules } }).verdict;
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
