import { expect, test } from "vitest";
import { decide } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

const verdict = async (command: string, rule: string): Promise<string> => {
  const rules = { allow: ["shell"], ask: [], deny: [rule] };
  const policy = permissionPolicy({ mode: "acceptEdits", rules, cwd: "/w", home: "/home/me" });
  return (await decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy))
    .verdict;
};

test.each(["Edit(private/**)", "Read(private/**)"])("a message of git names no file of a rule: %s", async (rule) => {
  const text = "'private/x: mended'";
  for (const command of [
    `git commit -m ${text}`,
    `git commit -qam ${text} --no-verify`,
    `git -C . commit -m ${text} -m private/x`,
    `git commit --message=${text}`,
    `git tag -a v1 --message ${text}`,
    `git merge -m ${text} topic`,
  ])
    expect([command, await verdict(command, rule)]).toEqual([command, "allow"]);
  for (const command of [
    "git commit -m x private/x",
    "git commit -m private/x private/x",
    "git commit -o private/x -m private/x",
    "git commit -Fm private/x -m y",
    "git commit -F private/x",
    "git mv -k private/x y",
    "git checkout -m -- private/x",
    "git branch -m private/x y",
    "git rm private/x",
  ])
    expect([command, await verdict(command, rule)]).toEqual([command, "deny"]);
});
