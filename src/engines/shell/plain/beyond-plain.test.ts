import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import { readPlainLine } from "./read-plain.ts";

const wordsOf = (line: string): readonly (readonly string[])[] | string => {
  const read = readPlainLine(line);
  return read.kind === "beyond"
    ? `beyond: ${read.what}`
    : read.commands.map(({ words }) => words.map(({ text }) => text));
};

test("a plain line comes to the words that a shell makes of it", () => {
  expect(wordsOf(`a 'b c' "d \\"e\\" \\$f" g\\ h i"j"'k' $'\\t' HEAD~1 stash@{0} x#y\\\nz # no`)).toEqual([
    ["a", "b c", 'd "e" $f', "g h", "ijk", "\t", "HEAD~1", "stash@{0}", "x#yz"],
  ]);
  expect(wordsOf("! (a; b) | { c && d; } 2>&1 || if e; then f; elif g; then h; else i; fi\ntime j")).toEqual(
    [..."abcdefghij"].map((name) => [name]),
  );
  expect(readPlainLine("LC_ALL=C a <x >y 2>&1 <<-'E'\n\t$b\n\tE\n")).toEqual({
    kind: "plain",
    commands: [
      {
        assignments: [{ text: "LC_ALL=C", certainty: "literal", glob: false }],
        words: [{ text: "a", certainty: "literal", glob: false }],
        redirections: [
          { kind: "read", target: { text: "x", certainty: "literal", glob: false } },
          { kind: "write", target: { text: "y", certainty: "literal", glob: false } },
        ],
        input: "$b\n",
      },
    ],
  });
});

test.each([
  ...[
    "a $b",
    "a ${b}",
    "a $(b)",
    "a `b`",
    'a "$b"',
    'a "`b`"',
    "a <(b)",
    "a >(b)",
    "a {b,c}",
    "a {1..3}",
    "a ~",
    "a b=~",
    "a :~",
  ],
  ...[
    "for a in b; do c; done",
    "while a; do b; done",
    "case a in b) c;; esac",
    "[[ a ]]",
    "((a))",
    "a() { b; }",
    "function a { b; }",
  ],
  ...[
    "coproc a",
    "select a in b; do c; done",
    "a & b",
    "a &",
    "a <<< b",
    "a {b}< c",
    "a {b}<<E\nE",
    "a <> b",
    "a >| b",
    "a <& b",
  ],
  ...[
    "a=(b)",
    "a[1]=b c",
    "a+=b c",
    "a=b",
    "a 12>b",
    "$'\\x61'",
    "$'\\101'",
    '$"a"',
    "a <<E\n$b\nE",
    "a <<E\nb",
    "a\rb",
    "a @(b)",
    "a !(b)",
  ],
  ...[
    "a ;; b",
    "a ||",
    "a | ",
    "if a; then b",
    "{ a; ",
    "( a",
    "a )",
    "a }",
    "a 2>&1x",
    "a \u00a0b",
    "a <<'E' 'b\nE\n'",
  ],
])("%j is beyond a plain line", (line) => {
  expect(wordsOf(line)).toMatch(/^beyond/);
});

const judged = (command: string, allow: readonly string[] = [], hasReadProfile = false) =>
  classifyCommand(command, { root: "/w", home: "/h", hasReadProfile, rules: { allow } });

test("what is asked about is what is more than plain, and how else to do it is told", () => {
  expect(judged("cat a; x=1; ls $x")).toMatchObject({
    verdict: "ask",
    reason: expect.stringMatching(
      /^where no sandbox keeps all of a line to reading, .* \(write it so, or run by itself what a rule allows\)$/,
    ),
  });
  expect(judged("cat a; x=1; ls $x", [], true).verdict).toBe("allow");
  expect(judged("npm test; rm x", ["shell(npm test $)"]).reason).not.toContain("sandbox");
});

test("a line whose commands are all named by rules need not be plain, and what else is set or run in it is asked about", () => {
  const allow = ["shell(npm test)", "shell(npm run lint)"];
  const named = [
    "npm test && npm run lint",
    "npm test || npm run lint; npm test",
    "(npm test; npm run lint)",
    "for i in 1 2 3; do npm test && npm run lint; done",
    "case $CI in true) npm test;; esac",
    "[[ -f a ]] && npm test",
    "npm test & npm run lint",
    "bash -c 'for i in 1 2; do npm test; done'",
  ];
  expect(named.filter((line) => judged(line, allow).verdict !== "allow")).toEqual([]);
  const more = [
    'npm test "$X"',
    "npm test $(npm run lint)",
    "npm test < <(npm run lint)",
    "x=$(npm test); npm run lint",
    "x=1; npm test",
    "for i in $(npm test); do npm run lint; done",
    "case $((x)) in 1) npm test;; esac",
    "f() { npm test; }; f",
    "for i in 1 2; do npm test; done > out",
    ...["PATH", "NODE_OPTIONS", "npm_config_registry", "npm_config_script_shell"].flatMap((name) => [
      `for ${name} in x; do npm test; done`,
      `case "\${${name}:=x}" in x) npm test;; esac`,
      `${name}=x npm test`,
    ]),
  ];
  expect(more.filter((line) => judged(line, allow).verdict !== "ask")).toEqual([]);
});

test("a text that cat prints of a here-document in quotes is words of its command, and nothing else of that form is", () => {
  const commit = (text: string, by = "cat <<'EOF'") =>
    `git add -A && git commit -m "$(${by}\n${text}\nEOF\n)" && git status`;
  const allow = ["shell(@git-local)"];
  expect(wordsOf(commit("fix: a (b)\n\nEOF of c; $d"))).toEqual([
    ["git", "add", "-A"],
    ["cat"],
    ["git", "commit", "-m", "fix: a (b)\n\nEOF of c; $d"],
    ["git", "status"],
  ]);
  expect(judged(commit("fix: a (b)\n\nof c; $d"), allow).verdict).toBe("allow");
  const others = [
    commit("fix: $(rm -rf x)", "cat <<EOF"),
    commit("fix: a", "cat b <<'EOF'"),
    commit("fix: a", "sh <<'EOF'"),
    commit("fix: a\nEOF\nrm -rf x"),
    commit("fix: a", "cat > b <<'EOF'"),
    commit("--file=/etc/passwd").replace('"$(', "$("),
  ];
  expect(others.filter((line) => judged(line, allow).verdict === "allow")).toEqual([]);
});

test("what changes the shell, a format that sets a name, and a pattern that may be an option are no plain reading", () => {
  const lines = [
    "export LANG=C",
    "read a",
    "alias",
    "hash",
    "printf %n ls",
    "printf -- a",
    "wc *",
    "sort [-a]*",
    "cd s*",
    "[ -f a* ]",
    "nice -n5 ls",
    "timeout -s9 5 ls",
  ];
  expect(lines.filter((line) => judged(`${line}; ls`).verdict !== "ask")).toEqual([]);
  const plain = [
    "ls *",
    "wc a*",
    "cat src/*.ts",
    "nice -n 5 ls",
    "timeout -k 1s 5m ls",
    "env TZ=UTC LANG=C ls",
    "printf '%-5s|%d\\n' a 1",
  ];
  expect(plain.filter((line) => judged(`${line}; ls`).verdict !== "allow")).toEqual([]);
});
