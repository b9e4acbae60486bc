import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { classifyCommand } from "./classify-command.ts";
import { describeCommand } from "./describe-command.ts";
import type { CommandPolicyOptions, Verdict } from "./policy-types.ts";
import { proposeForSession, proposeRule } from "./propose-rule.ts";
import { stricter } from "./rules.ts";

const BASE: CommandPolicyOptions = { root: "/srv/app", hasReadProfile: true, home: "/home/dev" };
const ALLOWING: CommandPolicyOptions = { ...BASE, otherwise: "allow" };
const simple = fc.constantFrom(
  "ls",
  "cat a",
  "touch x",
  "git status",
  "git reset --hard",
  "rm -rf /",
  "echo $X",
  "npm test",
  "mkdir d",
  "sudo ls",
  "cat .env",
  "grep a b | wc -l",
  "true > x",
);
const shellish = fc.array(
  fc.constantFrom(
    "ls",
    "rm",
    " ",
    "$(",
    ")",
    "`",
    "'",
    '"',
    "{",
    "}",
    ";",
    "&&",
    "|",
    ">",
    "<<E\n",
    "\nE\n",
    "$x",
    "${x:-",
    "\\",
    "*",
    "if ",
    "then ",
    "fi",
    "for i in ",
    "do ",
    "done",
    "((",
    "[[ ",
    " ]]",
    "git",
    "-c",
    "~",
    "\u200b",
    "=",
    "case x in ",
    "esac",
  ),
  { maxLength: 40 },
);

test("nothing that can be typed makes the policy throw", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 300 }),
        shellish.map((pieces) => pieces.join("")),
      ),
      (command) => {
        const { verdict, segments } = classifyCommand(command, ALLOWING);
        describeCommand(command, BASE);
        proposeRule(command, BASE);
        proposeForSession(command, BASE);
        expect(["allow", "ask", "deny"]).toContain(verdict);
        if (verdict === "allow") expect(segments.every((segment) => segment.verdict === "allow")).toBe(true);
      },
    ),
    { numRuns: rounds(200), seed: 7 },
  );
});

test("a sequence is never looser than the stricter of its parts", () => {
  const of = (command: string, options: CommandPolicyOptions): Verdict => classifyCommand(command, options).verdict;
  const joins = fc.constantFrom("; ", " && ", " || ", " | ", "\n", " & ");
  fc.assert(
    fc.property(simple, simple, joins, fc.constantFrom(BASE, ALLOWING), (left, right, join, options) => {
      const together = of(`${left}${join}${right}`, options);
      const apart = stricter(of(left, options), of(right, options));
      expect(stricter(together, apart)).toBe(together);
    }),
    { numRuns: rounds(100), seed: 7 },
  );
});

test("what is added to a line makes its verdict no milder, by rules of commands and of files", () => {
  const ruled: CommandPolicyOptions = {
    ...BASE,
    rules: {
      allow: ["shell(*)"],
      ask: ["shell(npm)", "shell(git status)"],
      deny: ["shell(git push)", "shell(rm -rf)"],
    },
    pathRule: (path) =>
      /(?:^|\/)private(?:\/|$)/.test(path) ? { verdict: "deny", rule: "Read(private/**)" } : undefined,
    readsRuled: "deny",
    facts: {
      keptByGit: (folder) => ({
        top: folder,
        paths: folder.endsWith(".git") ? undefined : ["a"],
        hasChanged: () => true,
      }),
    },
  };
  const parts = fc.constantFrom(
    ...["ls", "npm test", "git status", "git $X origin", "git push", "rm -r $X", "cat private/x", "git -C x.git show"],
    ...["cat $F", "eval $X", "bash -c 'git push'", "python3 -c \"os.system('git push')\"", "echo hi > s.sh", "sh s.sh"],
    ...["a\u200bb", "git --git-dir=x.git log -p", "npm $X", "sudo $X", "$X private/x", "rm -rf ~", "cat .env"],
  );
  const weight = (command: string, options: CommandPolicyOptions): number => {
    const { verdict, isFloor } = classifyCommand(command, options);
    return { allow: 0, ask: isFloor ? 2 : 1, deny: 3 }[verdict];
  };
  const joins = fc.constantFrom("; ", " && ", " || ", " | ", "\n");
  fc.assert(
    fc.property(
      fc.array(parts, { minLength: 1, maxLength: 3 }),
      parts,
      joins,
      fc.boolean(),
      (line, more, join, isFirst) => {
        const apart = line.join(join);
        const together = isFirst ? `${more}${join}${apart}` : `${apart}${join}${more}`;
        const least = Math.max(weight(apart, ruled), weight(more, ruled));
        expect([together, weight(together, ruled) >= least]).toEqual([together, true]);
      },
    ),
    { numRuns: rounds(200), seed: 7 },
  );
});

test("a question about one thing leaves a floor about another, and both are named", () => {
  const rules = { allow: ["shell(*)"], deny: ["shell(git push)"] };
  const { reason, isFloor } = classifyCommand("sudo ls; git $X", { ...BASE, rules });
  expect([isFloor, reason]).toEqual([true, expect.stringMatching(/git push.*; /)]);
});

test("quoting, wrapping and grouping never loosen a verdict", () => {
  const wrappers = fc.constantFrom(
    "(%)",
    "{ %; }",
    "! %",
    "time %",
    "timeout 9 %",
    "nice %",
    "env %",
    "if true; then %; fi",
    "echo $(%)",
    "sh -c '%'",
    "nohup %",
    "command %",
    "exec %",
    "  %  ",
    "% # x",
    "\\%",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("git reset --hard", "touch x", "rm -rf /", "sudo ls", "cat .env"),
      fc.array(wrappers, { maxLength: 3 }),
      fc.constantFrom(BASE, ALLOWING),
      (inner, outers, options) => {
        const plain = classifyCommand(inner, options).verdict;
        const wrapped = outers.reduce<string>(
          (command, outer) =>
            outer.replace("%", () => (outer.includes("'") ? command.replaceAll("'", "'\\''") : command)),
          inner,
        );
        if (plain !== "allow")
          expect([wrapped, classifyCommand(wrapped, options).verdict]).not.toEqual([wrapped, "allow"]);
      },
    ),
    { numRuns: rounds(100), seed: 7 },
  );
});

test("hostile nesting is read or refused, never followed without end", () => {
  const hostile = [
    "$(".repeat(3000),
    "(".repeat(5000),
    "{ ".repeat(3000),
    "`".repeat(9000),
    "<<E ".repeat(2000),
    '"'.repeat(9999),
    "\\".repeat(9999),
    `${"for i in 1 2 3 4 5 6 7 8; do ".repeat(30)}ls;${" done;".repeat(30)}`,
    `${"while cd a; do ".repeat(30)}ls;${" done;".repeat(30)}`,
    "if ls; then ".repeat(600),
    `${"sudo ".repeat(1900)}ls`,
    `${"bash -c ".repeat(1200)}ls`,
    "{a,b}".repeat(1500),
    "{1..99999}",
    "ls;".repeat(3300),
    "a=$a".repeat(2000),
    "sh -c 'sh -c \"sh -c ls\"'",
    `echo ${"$((".repeat(2500)}`,
    "x ".repeat(5000),
    "'a b' ".repeat(1600),
    "case x in ".repeat(900),
    "f(){ ".repeat(1500),
    "&& ".repeat(3000),
    `sed '${"s/a/b/;".repeat(1300)}'`,
  ];
  for (const command of hostile)
    expect(["allow", "ask", "deny"]).toContain(classifyCommand(command.slice(0, 10_000), ALLOWING).verdict);
});
