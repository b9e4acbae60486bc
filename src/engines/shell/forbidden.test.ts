import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { classifyCommand } from "./classify-command.ts";

const judged = (command: string, deny: readonly string[]) =>
  classifyCommand(command, { root: "/w", home: "/home/me", rules: { allow: ["shell(*)"], deny: [...deny] } });

test.each([
  "git commit -m push",
  "git commit -am push",
  "git -C sub commit --message push",
  "git tag -m push v1",
  "git --no-pager log --grep push",
  "git stash push",
])("the text of a message is no command: %s", (command) => {
  expect(judged(command, ["shell(git push)", "shell(git push --force)"]).verdict).toBe("allow");
});

test.each([
  "GIT_EDITOR='git push' git commit",
  "git push",
  "git -c a.b=c -C commit push",
  "git --git-dir commit push -f",
  "git --no-pager push -m commit",
])("the sub-command is known behind git's own options, and where git runs it: %s", (command) =>
  expect(judged(command, ["shell(git push)"]).verdict).toBe("deny"),
);

describe("a rule that denies a command holds, whatever stands beside it and however the line spells its words", () => {
  /** Ways in which a line gives a word to a command. */
  const WAYS: readonly ((word: string) => readonly [before: string, word: string])[] = [
    (word) => [`x=${word}; `, "$x"],
    (word) => [`x='${word}'; `, '"${x}"'],
    (word) => ["", `\${X:-${word}}`],
    (word) => [`for x in ${word}; do `, "$x"],
    (word) => [`set -- ${word}; `, "$1"],
    (word) => [`x=(${word}); `, "${x[0]}"],
    (word) => [`x=(${word}); `, '"${x[@]}"'],
    (word) => [`declare x=${word}; `, "$x"],
    (word) => ["", word],
  ];
  const isGiven = fc.constantFrom(...WAYS);

  test("by values that the line gives to names", () => {
    fc.assert(
      fc.property(
        isGiven,
        isGiven,
        fc.constantFrom("", " origin", " $REMOTE", ' "$(cat remote)"'),
        (first, second, more) => {
          const [[before, git], [between, push]] = [
            first("git"),
            second("push").map((text) => text.replaceAll("x", "y")),
          ];
          const isLoop = [before, between].map((text = "") => (text.endsWith("do ") ? "; done" : ""));
          const line = `${before}${between}${git} ${push}${more}${isLoop.join("")}`;
          const { verdict, isFloor } = judged(line, ["shell(git push --force)", "shell(git push)"]);
          expect([line, verdict === "deny" || isFloor === true]).toEqual([line, true]);
        },
      ),
      { numRuns: rounds(100) },
    );
  });

  test.each([
    ["git push $REMOTE", ["shell(git push --force)", "shell(git push)"]],
    ["rm $y", ["shell(rm -rf x)", "shell(rm)"]],
    ['f() { git "$@"; }; f push', ["shell(git push)"]],
  ])("no rule hides behind one that is in doubt: %s", (command, deny) =>
    expect(judged(command, deny).verdict).toBe("deny"),
  );

  test.each([
    ...[
      "git $(cat verb)",
      "read x < verb; git $x",
      "$RUN rm x",
      "$(cat words) origin",
      "alias p='git push'",
      "tmux new -d 'git push'",
    ],
    ...["tar cf x --checkpoint-action=exec='git push' y", "gdb -ex '!git push'"],
  ])("what may be it, or holds it, asks in every mode: %s", (command) =>
    expect(judged(command, ["shell(git push)", "shell(rm)"])).toMatchObject({ verdict: "ask", isFloor: true }),
  );

  test.each([
    ...['for f in *.ts; do git add "$f"; done', 'git -C "$dir" status', "git commit -m 'push it, then rm the old one'"],
    ...[
      'b=main; git checkout "$b"',
      "echo 'git push'",
      '"$(npm bin)/eslint" src',
      'm="git log"; $m -1',
      "git diff $A $B",
    ],
    ...["grep -rn 'rm -rf' src", "npm run rm", 'x=1; npm test -- --shard="$x"'],
  ])("what names neither does not begin to ask: %s", (command) => {
    const { verdict, isFloor } = judged(command, ["shell(git push)", "shell(rm)"]);
    expect([verdict, isFloor === true]).toEqual([
      classifyCommand(command, { root: "/w", home: "/home/me", rules: { allow: ["shell(*)"] } }).verdict,
      false,
    ]);
  });
});

test("words that are not known leave a program one by its `.exe` and by its last name, too", () => {
  for (const program of ["git", "git.exe", "/usr/bin/GIT.EXE"])
    expect([program, judged(`${program} $WORDS`, ["shell(git push)"]).isFloor]).toEqual([program, true]);
  expect(judged("/opt/bin/deploy $WORDS", ["shell(/usr/bin/deploy all)"]).isFloor).toBe(true);
});
