import { expect, test } from "vitest";
import { readAgent } from "./agent-definition.ts";

const read = (head: string, body = "You look.") =>
  readAgent(`---\n${head}\n---\n${body}\n`, { path: "/x/a.md", origin: "project" });

test("a file of another agent reads as ours: names of tools, mode, turns, isolation", () => {
  const text = `name: code-reviewer
description: Reviews code. Use it after each change.
tools: Read, Grep, Glob, Bash
disallowedTools: [Write, "mcp__github__*"]
model: inherit
permissionMode: plan
maxTurns: 12
isolation: worktree
background: true
color: blue`;
  expect(read(text)).toEqual({
    kind: "agent",
    problems: [],
    agent: {
      name: "code-reviewer",
      description: "Reviews code. Use it after each change.",
      prompt: "You look.",
      path: "/x/a.md",
      origin: "project",
      tools: ["read_file", "search_code", "find_files", "shell"],
      disallowedTools: ["write_file", "mcp__github__*"],
      model: "inherit",
      permissionMode: "plan",
      maxTurns: 12,
      isBackground: true,
      isIsolated: true,
    },
  });
});

test.each([
  ["no front matter", readAgent("You look.", { path: "/x/a.md", origin: "user" }), /front matter/],
  ["no name", read("description: d"), /name/],
  ["a name that is a path", read("name: ../../etc\ndescription: d"), /name/],
  ["no description", read("name: a"), /description/],
  ["no text", read("name: a\ndescription: d", ""), /no text below/],
  ["bytes", readAgent("---\nname: a\0", { path: "/x/a.md", origin: "user" }), /no text/],
])("a file with %s is refused with the reason", (_, result, reason) => {
  expect(result).toMatchObject({ kind: "invalid", problem: expect.stringMatching(reason) });
});

test("what cannot be read narrows the agent and never widens it", () => {
  const broken = read("name: a\ndescription: see: this\ntools: Read\ndisallowedTools: Bash");
  expect(broken).toMatchObject({ agent: { tools: ["read_file"], disallowedTools: ["shell"] } });
  const partly = read("name: a\ndescription: d\ntools: Read, Bash(git log:*)\ndisallowedTools: Bash(rm:*)");
  expect(partly).toMatchObject({ agent: { tools: ["read_file"], disallowedTools: ["shell"] } });
  expect(read("name: a\ndescription: d\npermissionMode: yolo")).toMatchObject({ agent: { permissionMode: "plan" } });
  expect(read("name: a\ndescription: d\ntools:")).toMatchObject({ agent: { tools: [] } });
});

test("fields that mean nothing here are told", () => {
  const result = read("name: a\ndescription: d\nallowed-tools: Read\nmaxTurns: many\nhooks: {}");
  expect(result.kind === "agent" && result.problems).toEqual([
    expect.stringContaining('maxTurns "many"'),
    expect.stringContaining("`allowed-tools`"),
    expect.stringContaining("`hooks`"),
  ]);
});
