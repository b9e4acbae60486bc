import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";
import { describeCommand } from "./describe-command.ts";
import { showUnseen } from "./invisible.ts";
import { awkProblem } from "./programs/awk-script.ts";
import { jqProblem } from "./programs/jq-filter.ts";
import { sedProblem } from "./programs/sed-script.ts";
import { proposeForSession, proposeRule } from "./propose-rule.ts";
import { allows, forbids, parseRule } from "./rules.ts";
import { expandBraces } from "./walk/braces.ts";
import { literalWord } from "./words.ts";

const BASE = { root: "/srv/app", hasReadProfile: true, home: "/home/dev" };

test("sed scripts that only edit the stream are known", () => {
  const known = [
    "s/a/b/g",
    "1,5p",
    "/a/,/b/d",
    "$!N;s/\\n/ /",
    "y/ab/cd/",
    "1!G;h;$!d",
    "/x/{p;q}",
    "a\\\ntext w x",
    "s|a|b|;t l\n:l",
    "0~3d",
    "\\,a,p",
    "/a/I!d",
    "# w x\np",
  ];
  expect(known.filter((script) => sedProblem(script) !== undefined)).toEqual([]);
  const refused = [
    "w x",
    "1e ls",
    "s/a/b/w x",
    "s/a/b/e",
    "r x",
    "/a/W x",
    "$!{w x\n}",
    "s/a/b",
    "s/[/]/w x",
    "p;w x",
    "1,3 w x",
    "a\\\nt\nw x",
    "p x",
    "v 4.2",
    "}w x",
    ":x b y w x",
    "t y w x",
  ];
  expect(refused.filter((script) => sedProblem(script) === undefined)).toEqual([]);
});

test("awk programs that only print are known", () => {
  const known = [
    "$1 > 10",
    "{print $1, ($2 > 3)}",
    "/a|b/ {print}",
    "NR==1 {m=$1} {if($1<m)m=$1} END{print m}",
    "$1 ~ /x[/]y/ || $2 > 1",
    '{printf "%s > %s | x", $1, $2}',
  ];
  expect(known.filter((program) => awkProblem(program) !== undefined)).toEqual([]);
  const refused = [
    '{print > "x"}',
    "{print $1 > $2}",
    '{print | "sh"}',
    '{"id" | getline}',
    'BEGIN{system("x")}',
    "{@f()}",
    "{print ENVIRON[1]}",
    'a/b;system("x")/c/',
    '{printf("a") > "x"}',
    '"open',
    '{ARGV[1]="/etc/shadow"}',
    'n++ / x; system("y") / 1',
    '/a/ / x; system("y") / 1',
    'a \\\n/ x; system("y") /b/',
  ];
  expect(refused.filter((program) => awkProblem(program) === undefined)).toEqual([]);
});

test("jq filters that show the environment are refused", () => {
  expect(
    [".a.env", '"env"', ".x | keys", "$ENV", "env.HOME", '"\\(env)"', 'import "x" as x; .'].map(
      (filter) => jqProblem(filter) === undefined,
    ),
  ).toEqual([true, true, true, false, false, false, false]);
});

test("braces expand as bash does", () => {
  expect(expandBraces("{a,b}")).toEqual(["a", "b"]);
  expect(expandBraces("{1..3}")).toEqual(["1", "2", "3"]);
  expect(expandBraces("{a,{b,c}}")).toEqual(["a", "b", "c"]);
  expect(expandBraces("{/,}")).toEqual(["/", ""]);
  expect(expandBraces("{1..99999}")).toBeUndefined();
  expect(expandBraces("{$x,b}")).toBeUndefined();
});

test("rules are words, not letters", () => {
  const words = (command: string) => command.split(" ").map(literalWord);
  const matches = (rule: string, command: string): boolean =>
    allows(parseRule(rule) ?? { source: "", words: ["?"] }, words(command));
  expect(matches("shell(git status)", "git status -s")).toBe(true);
  expect(matches("shell(git status)", "git statusx")).toBe(false);
  expect(matches("shell(npm run test:*)", "npm run test:unit")).toBe(true);
  expect(matches("shell(npm run test:*)", "npm run test")).toBe(true);
  expect(matches("shell(npm run test:*)", "npm run testing")).toBe(false);
  expect(matches("Bash(git log *)", "git log -1")).toBe(true);
  expect(matches("shell(npm test $)", "npm test")).toBe(true);
  expect(matches("shell(npm test $)", "npm test --watch=false")).toBe(false);
  expect(matches("shell(echo * $)", "echo a b")).toBe(false);
  expect(parseRule("edit(src/**)")).toBeUndefined();
  expect(forbids(parseRule("shell(git push)") ?? { source: "", words: [] }, words("git -C x push"))).toBe("yes");
});

test("a lasting rule is the narrowest, and never for what can run anything", () => {
  expect(proposeRule("npm run build", BASE)?.rules).toEqual(["shell(npm run build $)"]);
  expect(proposeRule("ls && npm test", BASE)?.rules).toEqual(["shell(npm test $)"]);
  for (const [asked, more] of [
    ["rm a", "rm a -rf src"],
    ["pip install x", "pip install x ./evil"],
    ["npm test", "npm test -- scripts/deploy.js"],
    ["make test", "make test CC=./evil"],
  ] as const) {
    const allow = proposeRule(asked, BASE)?.rules ?? [];
    const judged = (command: string) => classifyCommand(command, { ...BASE, rules: { allow } }).verdict;
    expect([asked, judged(asked), judged(more)]).toEqual([asked, "allow", "ask"]);
  }
  for (const command of [
    "git push",
    "python3 x.py",
    "bash x.sh",
    "npx eslint .",
    "env A=1 make",
    "sudo ls",
    "npm test > x",
    "rm -rf /",
    "curl x",
    "eval x",
    "npm test $X",
  ])
    expect([command, proposeRule(command, BASE)]).toEqual([command, undefined]);
});

test("a session grant names the kinds of work a command needs", () => {
  expect(proposeForSession("npm test > out.txt && git add .", BASE)?.rules).toEqual([
    "shell(@run-project)",
    "shell(@edit-files)",
    "shell(@git-local)",
  ]);
  for (const command of ["git push --force", "rm -rf .git", "mkdir ~/x", "node -e 'x'", "npm test; curl x", "cat .env"])
    expect([command, proposeForSession(command, BASE)]).toEqual([command, undefined]);
});

/** An address with this machine in it and another, whichever sign parts them. */
const OF_TWO_HOSTS = ["127.0.0.1", "http://localhost", "http://127.0.0.1:80"].flatMap((own) =>
  ["\\@", "\\\\@", "?@", "#@", "@", ":@", ".", "%40", "\t@"].map((sign) => `${own}${sign}far.example/`),
);

test("a leave for servers of this machine is for what asks nothing else, and tells no file", () => {
  const granted = { ...BASE, rules: { allow: ["shell(@local-servers)"], ask: [], deny: [] } };
  const own = [
    "curl -s localhost:8123 | head -3",
    "curl -sS -X POST -d '{}' http://127.0.0.1:3000/a",
    "curl -so- http://[::1]:80/x",
  ];
  const beyond = [
    ...[
      "curl -s localhost:8123 https://far.example",
      "curl -L localhost:1",
      "curl -x far.example localhost:1",
      "curl -K f localhost:1",
    ],
    ...[
      "curl -d @.env localhost:1",
      "curl -o out localhost:1",
      "curl -T a localhost:1",
      // It goes where the answer sends it.
      "wget -qO- localhost:1",
      "curl localhost.far.example",
    ],
    // Of these some clients ask the other host.
    ...OF_TWO_HOSTS.map((address) => `curl -s '${address}'`),
    ...["curl $URL", "curl localhost:$(cat p)", "curl -s", "ssh localhost", "nc localhost 1"],
  ];
  for (const command of own) {
    expect([command, proposeForSession(command, BASE)?.rules]).toEqual([command, ["shell(@local-servers)"]]);
    expect([command, classifyCommand(command, granted).verdict]).toEqual([command, "allow"]);
  }
  for (const command of beyond) {
    expect([command, proposeForSession(command, BASE)]).toEqual([command, undefined]);
    expect([command, classifyCommand(command, granted).verdict]).toEqual([command, "ask"]);
  }
});

test("an approval shows each command, where it writes and what is hidden", () => {
  const description = describeCommand("cd src && A=x npm test > ../out.txt;            rm -rf ~/x\u200b", BASE);
  expect(
    description.lines.map(({ command, writes, leaves, environment }) => ({ command, writes, leaves, environment })),
  ).toEqual([
    { command: "cd src", writes: [], leaves: [], environment: [] },
    { command: "A=x npm test > ../out.txt", writes: ["/srv/app/out.txt"], leaves: [], environment: ["A=x"] },
    { command: "rm -rf ~/x\\u{200b}", writes: [], leaves: ["/home/dev/x\\u{200b}"], environment: [] },
  ]);
  expect(description.warnings[0]).toContain("cannot be seen");
});

test("an address is shown as it stands, not as a path", () => {
  const { lines } = describeCommand("curl -s https://example.com/x ~/.ssh/id_rsa", BASE);
  expect(lines[0]?.leaves[0]).toBe("https://example.com/x");
  expect(lines[0]?.leaves[1]).toMatch(/^\/.*\/\.ssh\/id_rsa$/);
});

test("what a redirection reads elsewhere is shown as what a word names, by where a link leads", () => {
  const facts = { realPath: (path: string) => path.replace("/srv/app/link", "/srv/other") };
  const { lines } = describeCommand("sort < link/a.txt < README.md < .env > out.txt", { ...BASE, facts });
  expect(lines[0]?.leaves).toEqual(["/srv/other/a.txt", "/srv/app/.env"]);
});

test("what is shown holds nothing that cannot be seen", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
      expect(showUnseen(text)).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/,
      );
    }),
    { seed: 7 },
  );
});
