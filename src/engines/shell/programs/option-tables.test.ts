import { expect, test } from "vitest";
import { inTurn } from "../../../../test/rounds.ts";
import { classifyCommand } from "../classify-command.ts";
import { GIT_COMMANDS } from "./git/git-commands.ts";
import { shapesOf } from "./option-shapes.ts";
import type { Reader, ReaderTable } from "./reader.ts";
import { FAMILIES } from "./readers.ts";

const verdict = (command: string): string =>
  classifyCommand(command, { root: "/home/ann/work/proj", hasReadProfile: true, home: "/home/ann" }).verdict;

/** Each option of each program that is read by a table, with what is said of its value. */
function everyOption(): readonly { readonly program: string; readonly option: string; readonly value: string }[] {
  const tables: readonly (readonly [string, Reader])[] = [
    ...FAMILIES.flatMap((family: ReaderTable) => Object.entries(family)),
    ...Object.entries(GIT_COMMANDS).map(([name, grammar]) => [`git ${name}`, grammar] as const),
  ];
  return tables.flatMap(([program, reader]) =>
    typeof reader === "function"
      ? []
      : [...shapesOf(reader.options)].map(([option, { value }]) => ({ program, option, value })),
  );
}

const HARMFUL = ["--output=M", "-oM", "-delete", "--edit-description", "--contents=.env", "--compress-program=sh"];
/** What getopt itself makes the text of a pattern, in the programs of which a script or a pattern is one. */
const TAKES_TEXT = /^(?:[ef]?grep|sed|rg|git grep) (?:-e|--regexp|--expression)$/;

test("no option of any table hides behind it what looks like an option", () => {
  const all = everyOption();
  expect(all.length).toBeGreaterThan(2_000);
  // What a program is free to be told by itself harms nobody.
  const harmful = new Map(
    [...new Set(all.map(({ program }) => program))].map((program) => [
      program,
      HARMFUL.filter((word) => verdict(`${program} ${word} a`) !== "allow"),
    ]),
  );
  const hidden = all
    .filter(({ program, option }) => option !== "-#" && !TAKES_TEXT.test(`${program} ${option}`))
    .flatMap(({ program, option }, at) =>
      inTurn(6, harmful.get(program) ?? [], at).map((word) => `${program} ${option} ${word} a`),
    )
    .filter((command) => verdict(command) === "allow");
  expect(hidden).toEqual([]);
});

test("no option of git hides behind it a name of secrets, or a new one", () => {
  const commands = everyOption().filter(
    ({ program, option, value }) =>
      program.startsWith("git ") && value === "required" && `${program} ${option}` !== "git grep -e",
  );
  const shown = commands
    .filter(({ program }) => /^git (?:diff|log|show|blame|reflog)/.test(program))
    .map(({ program, option }) => `${program} ${option} .env a`);
  const made = ["git branch", "git tag"].flatMap((program) =>
    commands.filter((one) => one.program === program).map(({ option }) => `${program} ${option} new`),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect(made.length).toBeGreaterThan(3);
  expect([...shown, ...made].filter((command) => verdict(command) === "allow")).toEqual([]);
});

test.each([
  "xxd -ac .env",
  "xxd -r -pc hex .git/hooks/pre-commit",
  "git diff -U --output=F",
  "git log -1 --unified --output=../x",
  "git blame -s --abbrev --contents=.env a",
  "git blame -s --abbrev .env",
  "git branch --abbrev --edit-description",
  "git branch --abbrev new",
  "git log -L1,9:.env",
  "find -D -name -delete",
  "find . -name -delete",
  "find . -newer -fprint -true",
  "tree -Po x M",
  "tree -Lo 1 M",
  "tar tCf . HOST:x",
  "tar v1f HOST:x -t",
  "ps -axe",
  "ps -exww",
  "ps auxe",
  "ps -e aux",
  "ps -ef x",
  "ps -ef -aux",
  "ps -p -e",
  "sort -k -o",
  "cut -zfo a",
  "unzip -p 'z*.zip'",
  "xxd a -a",
  "xxd a --",
  "uniq a -c",
  "git config user.name --get",
  "git symbolic-ref HEAD --short",
  "yq .env",
  "yq -P e .env",
  "yq .npmrc a.yml",
  "yq x.yq a.yml",
  "rpm -i -q a.rpm",
  "LC_ALL=zh_CN.gbk sed p a",
  "LC_CTYPE=zh_TW sed p a",
  "env LANG=ja_JP.SJIS sed p a",
])("a word that another reading of the options makes harmful asks: %s", (command) => {
  expect(verdict(command)).toBe("ask");
});

test.each([
  "xxd -l 64 -c 16 a",
  "xxd -g1 a",
  "git diff -U3",
  "git log -n 5 --format '%h %s' -- src",
  "git log --oneline -5",
  "git blame -L 10,20 a",
  "git branch -avv",
  "git config --get user.name",
  "git grep -n -A 3 -e --output src",
  "find . -mtime -5 -size -10k -perm -u+x -name '*.ts'",
  "tree -L 2 -I 'node_modules|dist'",
  "tree -aL 2",
  "tar tvf a.tar",
  "tar -tzf a.tgz",
  "ps aux",
  "ps auxww --sort=-pid",
  "ps -ef",
  "ps -eo pid,args",
  "ps -p 12",
  "grep -rnA3 x src",
  "grep -e -x a",
  "sed -n -e 1,5p a",
  "sort -t, -rnk2 a",
  "cut -d: -f1 a",
  "jq -rc .a a.json",
  "yq .a.b a.yml",
  "base64 a -w0",
  "git symbolic-ref --short HEAD",
  "rpm -qi bash",
  "head -n -5 a",
  "zcat a",
  "unzip -l a.zip",
  "LC_ALL=C sort a",
  "LANG=de_DE.UTF-8 ls",
])("its everyday neighbour is free: %s", (command) => {
  expect(verdict(command)).toBe("allow");
});

test("what a packer opens where the name is not there is looked at", () => {
  const facts = { realPath: (path: string) => (path.endsWith("/link.gz") ? "/etc/shadow.gz" : path) };
  const options = { root: "/w", hasReadProfile: true, facts };
  expect(classifyCommand("zcat link", options).verdict).toBe("ask");
  expect(classifyCommand("zcat plain", options).verdict).toBe("allow");
});
