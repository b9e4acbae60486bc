import { expect, test } from "vitest";
import type { GitSettingsWrite } from "../programs/git/git-settings-written.ts";
import { strayGitSettings } from "./stray-git-settings.ts";

const BEFORE = `[core]
	bare = false
[user]
	name = me
[remote "origin"]
	url = ../o.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
	remote = origin
	merge = refs/heads/main
`;
const BRANCHES: GitSettingsWrite = { kind: "branches" };
const REMOTES: GitSettingsWrite = { kind: "remotes", operands: ["up", "../up.git"] };
const after = (text: string, writes: readonly GitSettingsWrite[] = [BRANCHES]) =>
  strayGitSettings(BEFORE, text, writes);

test("what git writes of branches and remotes is no more than it was told", () => {
  expect(after(BEFORE)).toEqual([]);
  expect(after(`${BEFORE}[branch "f"]\n\tremote = origin\n\tmerge = refs/heads/f\n\trebase = true\n`)).toEqual([]);
  expect(after(BEFORE.replace('branch "main"', 'branch "trunk"'))).toEqual([]);
  expect(after(BEFORE.slice(0, BEFORE.indexOf("[branch")))).toEqual([]);
  const up = `${BEFORE}[remote "up"]\n\turl = ../up.git\n\tfetch = +refs/heads/*:refs/remotes/up/*\n`;
  expect(after(up, [REMOTES])).toEqual([]);
  expect(after(up)).toEqual(["remote.up.url", "remote.up.fetch"]);
  const renamed = BEFORE.replaceAll("origin", "up");
  expect(after(renamed, [{ kind: "remotes", operands: ["origin", "up"] }])).toEqual([]);
  const named: GitSettingsWrite = { kind: "setting", name: "core.pager", value: "less" };
  expect(after(`${BEFORE}[core]\n\tpager = less\n`, [named])).toEqual([]);
});

test("anything else that is added, changed, moved or taken away is named", () => {
  const stray = [
    "[core]\n\tfsmonitor = ./x\n",
    "[core]\n\thooksPath = h\n",
    '[filter "x"]\n\tclean = ./x\n',
    "[alias]\n\tst = !./x\n",
    "[include]\n\tpath = ../x\n",
    "[user]\n\tname = you\n",
    '[branch "f"]\n\tmergeOptions = -s x\n',
    '[branch "f"]\n\tremote = ext::sh -c x\n',
    '[branch "f"]\n\tremote = ./evil.git\n',
    '[branch "f"]\n\tpushRemote = ./evil.git\n',
    '[branch "f"]\n\tmerge = x\n',
    '[remote "origin"]\n\turl = ./evil.git\n',
    '[remote "origin"]\n\tuploadpack = ./x\n',
    '[url "x"]\n\tinsteadOf = ../o.git\n',
  ];
  for (const text of stray) {
    expect([text, after(BEFORE + text)?.length]).toEqual([text, 1]);
    expect([text, after(text + BEFORE)?.length]).toEqual([text, 1]);
    if (!text.includes("[branch") || !text.includes("origin")) expect(after(BEFORE + text, [REMOTES])?.length).toBe(1);
  }
  expect(after(BEFORE.replace("\tname = me\n", ""))).toEqual(["user.name"]);
  expect(after("")).toEqual(["core.bare", "user.name", "remote.origin.url", "remote.origin.fetch"]);
  expect(
    after(`${BEFORE}[remote "up"]\n\turl = ext::sh -c x\n`, [{ kind: "remotes", operands: ["up", "ext::sh -c x"] }]),
  ).toEqual(["remote.up.url"]);
  const named: GitSettingsWrite = { kind: "setting", name: "core.pager", value: "less" };
  expect(after(`${BEFORE}[core]\n\tpager = ./x\n`, [named])).toEqual(["core.pager"]);
  expect(after(`${BEFORE}[core]\n\tpager = less\n\teditor = x\n`, [named])).toEqual(["core.editor"]);
});

test("of a text that git reads otherwise, or not at all, nothing is concluded", () => {
  for (const text of [`${BEFORE}[core\n`, `${BEFORE}\0`, `${BEFORE}\ufffd`, "= x\n"])
    expect(after(text)).toBeUndefined();
});
