import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { factsFor } from "../command-facts.ts";
import { gitElsewhere } from "./git-elsewhere.ts";
import { keptByGit } from "./git-kept.ts";
import { gitAlias, gitPrograms } from "./git-programs.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waymark-git-"));
  execFileSync("git", ["init", "-q", root]);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const put = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
};
const config = (text: string): void => put(".git/config", `[core]\n\tbare = false\n${text}`);

test("a fresh repository, and one with remotes, branches and a person's name, starts nothing", () => {
  expect(gitPrograms(root)).toEqual([]);
  config(
    '[user]\n\tname = A "B" # c\n[remote "origin"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "x.y"]\n\tmerge = refs/heads/x\n[alias]\n\tst = status\n[submodule "a"]\n\tactive = true\n[merge]\n\ttool = vimdiff\n[submodule]\n\trecurse = false\n[pager]\n\tlog = false\n',
  );
  expect(gitPrograms(root)).toEqual([]);
});

test.each([
  ["[core]\n\tfsmonitor = touch x\n", "core.fsmonitor = touch x"],
  ["[core] fsmonitor = true\n", "core.fsmonitor = true"],
  ['[CORE]\n\tFsMonitor = "a b" ; c\n', "core.fsmonitor = a b"],
  ['[filter "x"]\n\tclean = touch\\\n x\n', "filter.x.clean = touch x"],
  ["[filter.x]\n\tprocess = p\n", "filter.x.process = p"],
  ['[diff "a b"]\n\ttextconv = p\n', "diff.a b.textconv = p"],
  ["[diff]\n\texternal = p\n", "diff.external = p"],
  ["[alias]\n\tst = !touch x\n", "alias.st = !touch x"],
  ["[gpg]\n\tprogram = p\n", "gpg.program = p"],
  ['[url "ext::sh -c x"]\n\tinsteadOf = https://\n', "url.ext::sh -c x.insteadof = https://"],
  ["[pager]\n\tstatus = p\n", "pager.status = p"],
  ['[lfs "extension.x"]\n\tclean = p %f\n', "lfs.extension.x.clean = p %f"],
  ['[lfs "customtransfer.x"]\n\tpath = p\n', "lfs.customtransfer.x.path = p"],
  ['[hook "x"]\n\tcommand = p\n', "hook.x.command = p"],
  ["[log]\n\tshowSignature\n", "log.showsignature = true"],
  ['[format]\n\tpretty = "%h %G?"\n', "format.pretty = %h %G?"],
  ["[rebase]\n\tinstructionFormat = %GS\n", "rebase.instructionformat = %GS"],
  ["[gc]\n\trecentObjectsHook = p\n", "gc.recentobjectshook = p"],
  ["[imap]\n\ttunnel = p\n", "imap.tunnel = p"],
  ["[init]\n\ttemplateDir = t\n", "init.templatedir = t"],
  ["[instaweb]\n\tmodulePath = m\n", "instaweb.modulepath = m"],
  ["[svn]\n\tauthorsProg = p\n", "svn.authorsprog = p"],
  ['[mergetool "vimdiff"]\n\tlayout = $(p)\n', "mergetool.vimdiff.layout = $(p)"],
  ["[merge]\n\ttool = ../../x\n", "merge.tool = ../../x"],
  ["[submodule]\n\trecurse\n", "submodule.recurse = true"],
  ["[diff]\n\tsubmodule = log\n", "diff.submodule = log"],
])("%j is found", (text, program) => {
  config(text);
  expect(gitPrograms(root)).toContain(program);
});

test("includes are followed, whatever their condition, and a change of one is seen", () => {
  config('[include]\n\tpath = ../evil.gitconfig\n[includeIf "gitdir:/x"]\n\tpath = other\n');
  expect(gitPrograms(root)).toEqual([]);
  put("evil.gitconfig", "[core]\n\tfsmonitor = a\n");
  put(".git/other", "[core]\n\teditor = b\n");
  expect(gitPrograms(root)).toEqual(["core.editor = b", "core.fsmonitor = a"]);
  put("evil.gitconfig", "[core]\n\tfsmonitor = false\n");
  expect(gitPrograms(root)).toEqual(["core.editor = b"]);
});

test("files that include themselves and one another again and again are read at once", () => {
  const all = Array.from({ length: 20 }, (_, index) => `\tpath = c${index}\n`).join("");
  for (const index of Array.from({ length: 20 }).keys())
    put(`.git/c${index}`, `[include]\n${all}[core]\n\teditor = e${index}\n[alias]\n\ta${index} = status\n`);
  config("[include]\n\tpath = c0\n");
  const startedMs = performance.now();
  expect([gitPrograms(root).length, gitAlias(root, "a19"), gitAlias(root, "none")]).toEqual([20, "status", undefined]);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test("hooks that reading starts, worktrees, submodules and bare repositories count", () => {
  put("hooks/post-index-change", "#!/bin/sh\n", 0o755);
  config("[core]\n\thooksPath = hooks\n");
  expect(gitPrograms(root)).toEqual([`hook ${join(root, "hooks/post-index-change")}`]);
  config("");
  put(".git/modules/sub/config", "[core]\n\tfsmonitor = m\n");
  put(".git/worktrees/w/commondir", "../..\n");
  put("w/.git", `gitdir: ${join(root, ".git/worktrees/w")}\n`);
  expect(gitPrograms(join(root, "w"))).toEqual(["core.fsmonitor = m"]);
  put("vendor/x/HEAD", "ref: refs/heads/main\n");
  for (const name of ["objects/.k", "refs/.k"]) put(`vendor/x/${name}`, "");
  put("vendor/x/config", "[core]\n\tfsmonitor = b\n");
  expect(gitPrograms(join(root, "vendor/x"))).toEqual(["core.fsmonitor = b"]);
});

test("in a folder that only looks like a repository the one counts that git goes on to", () => {
  config("[core]\n\tfsmonitor = a\n[alias]\n\tp = push\n");
  mkdirSync(join(root, "empty/.git"), { recursive: true });
  for (const name of ["HEAD", "objects/.k", "refs/.k"]) put(`fake/${name}`, "ref: elsewhere\n");
  for (const folder of ["empty", "fake"]) {
    const from = join(root, folder);
    expect(execFileSync("git", ["rev-parse", "--git-dir"], { cwd: from, encoding: "utf8" }).trim()).toBe(
      join(realpathSync(root), ".git"),
    );
    expect({ programs: gitPrograms(from), alias: gitAlias(from, "p"), paths: keptByGit(from)?.paths }).toEqual({
      programs: ["core.fsmonitor = a"],
      alias: "push",
      paths: undefined,
    });
  }
});

test("files of git's own with bytes that are no text may lead to anything", () => {
  config("[include]\n\tpath = more\0junk\n");
  put(".git/more", "[core]\n\tfsmonitor = a\n");
  put("w/.git", "gitdir: ../.git\0junk\n");
  expect(gitPrograms(root)).toEqual([`${join(root, ".git/config")} (unreadable)`]);
  expect(gitPrograms(join(root, "w"))).toEqual([`${join(root, "w/.git")} (unreadable)`]);
  expect(keptByGit(join(root, "w"))?.paths ?? []).toEqual([]);
});

test.each([
  ["a blank at the end of the folder's name", "gitdir: ../real "],
  ["a line end in it", "gitdir: ../real\nx"],
])("a .git file with %s leads where git goes", (_, text) => {
  const folder = text.slice("gitdir: ../".length);
  execFileSync("git", ["init", "-q", "--separate-git-dir", join(root, folder), join(root, "w")]);
  writeFileSync(
    join(root, folder, "config"),
    '[core]\n\trepositoryformatversion = 0\n[filter "x"]\n\tclean = touch m\n',
  );
  put("w/.git", `${text}\n`);
  expect(gitPrograms(join(root, "w")).length).toBeGreaterThan(0);
});

test("a list of other objects, or a word for the common folder, that is too long or no text counts as elsewhere", () => {
  const nowhere = `${"\n".repeat(1024 * 1024)}../../real\n`;
  config("");
  put(".git/objects/info/alternates", nowhere);
  expect(gitElsewhere(root)).toHaveLength(1);
  put(".git/objects/info/alternates", '"\\057work\\057other"\n');
  expect(gitElsewhere(root)).toHaveLength(1);
  put(".git/objects/info/alternates", "");
  put(".git/commondir", nowhere);
  expect(gitPrograms(root)).toEqual([`${join(root, ".git/commondir")} (unreadable)`]);
});

test("a configuration that cannot be read may start anything", () => {
  config("[core\n");
  expect(gitPrograms(root)).toEqual([`${join(root, ".git/config")} (unreadable)`]);
});

test("what git-lfs installs and helpers for passwords do not run while git looks; anything like them does", () => {
  const starts = (text: string): boolean | undefined => {
    config(text);
    return factsFor([]).repositoryStartsPrograms?.(root);
  };
  const large = "clean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n";
  expect(starts(`[filter "lfs"]\n\t${large}\trequired = true\n[credential]\n\thelper = store\n`)).toBe(false);
  expect(starts('[filter "lfs"]\n\tclean = "git-lfs clean -- %f; touch x"\n')).toBe(true);
  expect(starts('[filter "lfs"]\n\tprocess = ./git-lfs filter-process\n')).toBe(true);
});
