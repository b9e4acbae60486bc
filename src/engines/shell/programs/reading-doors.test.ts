import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const verdict = (command: string): string =>
  classifyCommand(command, { root: "/home/ann/work/proj", hasReadProfile: true, home: "/home/ann" }).verdict;

test.each([
  // Names of the list of files under another name, and lines of whichever file the debug information names.
  `awk 'BEGIN{SYMTAB["ARGV"][1]="/etc/passwd"}1' a`,
  "objdump -S a.o",
  "objdump -dS a.o",
  // What could be a pattern as well as a division hides where a text begins; a line that goes on.
  `awk 'BEGIN{if (0) 1; else /"/; system("touch mark"); if (0) 1; else /"/}'`,
  `awk 'BEGIN{if (1) /"/; system("touch mark"); if (1) /"/}'`,
  `awk 'BEGIN{if (1) / # /; system("touch mark")\n}'`,
  `awk '/[/"]/; system("touch mark"); /[/"]/' a`,
  `awk '{a[/[/]; system($1); b[/]/]}' a`,
  `awk '{print 1,\n2 > "out"}' a`,
  `awk '{print 1 && # why\n2 > "out"}' a`,
  `awk '{print $1,\n\n$1 > "../out"}' a`,
  `awk '{print $1,\n# why\n\n$1 > "out"}' a`,
  `awk '{print $1,\r\n$1 > "out"}' a`,
  `awk '{print $1 -\n1 > "out"}' a`,
  `awk '{if (1) /x*/; system($1); y = 1/2}' a`,
  `awk '{if (1) /[/]/; print $1 > $1}' a`,
  `awk '{if (0) 1; else /x*/; print $1 > $1; y = 1/2}' a`,
  "sed ':a}s;w out;x;' a",
  "jq '$ ENV' a.json",
  // The value of an option, where it looks like an option that takes two.
  `jq -n --indent --arg 'include "config" {search:"/home/ann/.docker"}; .' x .`,
  // A number is the program to jq; a table of a code is a file; times are set back.
  "jq -1 /etc/passwd a.json",
  "iconv -f /etc/passwd a",
  "iconv --to-code=../x a",
  "file -p a",
  // Of several modes the last one counts.
  "xz -t -d a.xz",
  "bzip2 -td a.bz2",
  "zstd --list --decompress a.zst",
  `jq -n '"/etc/passwd"|modulemeta'`,
  // A comment whose quote hides the code behind it, and a text in whose middle code stands.
  `jq -n '# "\nimport "config" as $x {search:"/home/ann/.docker"}; $x # "'`,
  `jq -n '"\\(1)" as $a | env + {"a":1}'`,
  `jq '"\\("\\(env)")"' a.json`,
  `yq '# "\n load("/etc/passwd") # "' a.yml`,
  `yq '"\\(1)" as $a | load("x") + {"a":1}' a.yml`,
  // Neither an order nor a form makes a list of what names a new branch or tag; -l prints every setting.
  "git branch --sort=x new",
  "git branch --format x new",
  "git tag --sort=x new",
  "git var -l",
  // An archive may hold files of secrets.
  ..."unzip -p a.zip;unzip -c a;unzip -p a.zip '*';unzip -p a.zip 'keys/.[e]nv';unzip -p a.zip keys/.env".split(";"),
  // A tag may name a file.
  ..."git for-each-ref --format='%(raw)';git tag -l --format='x %%%(*raw)';git tag -l --sort=-raw;git branch --format='%(if)%(raw)%(then)a%(end)'".split(
    ";",
  ),
  ..."git log --format='%GS';git log --pretty='tformat:%<(%GG)';git shortlog --group='format:%G?';git log --format='%+GK'".split(
    ";",
  ),
  // Repositories that only a revision names.
  "git grep --recurse-submodules x HEAD~1",
  "git grep --recurse-submodules -e x HEAD~1",
  "git log -p --submodule",
  "git diff --submodule=log HEAD~1",
  // A value of an option where the sub-command is looked for.
  "git stash -m list",
  // A file of secrets in what was put aside.
  "git stash show -p stash@{0} -- .env",
  // A revision that holds a colon itself.
  "git show 'HEAD@{10:00:00}:.env'",
  "git show 'HEAD^{/fix: a}:.env'",
  // The shell lists what a pattern finds, whatever the word is to the program.
  "echo /etc/*",
  "echo ../*",
  "printf '%s\\n' ../*/.*",
  'for f in ../*; do echo "$f"; done',
  // A catalogue of messages, or of a terminal, from a file.
  "export LANGUAGE=../evil",
  "export TERM=/tmp/x",
  "env LANG=../evil ls",
])("what reads more than the folder by a side door asks: %s", (command) => {
  expect(verdict(command)).toBe("ask");
});

test.each([
  "awk '{print $1}' a",
  "awk '{ if ($1 > 3) print $1\n  x = $2 > 4\n  for (i = 0; i < 3; i++) print i\n  if (/a/) n++\n}\n/b/ { print ($1 + $2) / ($3 + 1) / 2 }' a",
  "objdump -d a.o",
  "jq .a a.json",
  `jq '"\\(.a)#\\(.env)" | test("#")' a.json`,
  `jq '.[] | "a \\(.b | "c\\(.d)")"' a.json`,
  "git branch --sort=-committerdate",
  "git branch --format '%(refname)' --list 'x*'",
  ..."unzip -p a.jar META-INF/MANIFEST.MF;unzip -l a.zip;tar tzf a.tgz;zcat access.log.gz;gzip -l a.tar.gz;xz -dc a.txt.xz".split(
    ";",
  ),
  "git tag -n --sort=version:refname",
  "git log --format='%C(auto)%h %Cred%an%Creset <%ae>%n%<(20,trunc)%s%x09%(trailers:key=Fixes) 100%% %+d'",
  "git for-each-ref --format='%(objectname:short)%00%(*refname) %(if:equals=a)%(HEAD)%(then)%(upstream:track)%(else)%(contents:lines=1)%(end)'",
  "git grep --recurse-submodules x",
  "git grep x HEAD~1 -- src",
  "git stash show -p stash@{0}",
  "git stash list",
  "git show 'HEAD@{10:00:00}:src/a.ts'",
  "echo src/*",
  "expr 2 * 3",
  "export LANG=C.UTF-8",
  "env LC_ALL=C ls",
])("its neighbour is free: %s", (command) => {
  expect(verdict(command)).toBe("allow");
});

test("names that a pattern finds are looked at", () => {
  const verdictOf = (command: string, names: readonly string[]): string =>
    classifyCommand(command, {
      root: "/w",
      hasReadProfile: true,
      facts: { namesFound: () => names.map((name) => `/w/${name}`) },
    }).verdict;
  const commands = ["sort *.txt", "awk '{print $1}' *.txt", "strings *.txt", "find * -type f", "iconv -f utf8 *.txt"];
  for (const command of commands) {
    expect([command, verdictOf(command, ["a.txt", "b.txt"])]).toEqual([command, "allow"]);
    expect([command, verdictOf(command, ["a.txt", "-oa.txt"])]).toEqual([command, "ask"]);
  }
  expect(verdictOf("strings *.txt", ["@a.txt"])).toBe("ask");
  // A text, or as many names as there are.
  const texts = ["grep a*c b", "awk a* b", "uniq a*"];
  expect(texts.map((command) => verdictOf(command, []))).toEqual(["allow", "allow", "allow"]);
  expect(texts.map((command) => verdictOf(command, ["a1", "a2"]))).toEqual(["ask", "ask", "ask"]);
});
