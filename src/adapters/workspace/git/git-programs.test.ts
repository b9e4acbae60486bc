import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseGitConfig } from "../../../engines/shell/git-settings.ts";
import { factsFor } from "../command-facts.ts";
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
    '[user]\n\tname = A "B" # c\n[remote "origin"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "x.y"]\n\tmerge = refs/heads/x\n[alias]\n\tst = status\n[submodule "a"]\n\tactive = true\n[pager]\n\tlog = false\n',
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

test("files of git's own are read up to the first NUL, as git reads them", () => {
  config("[include]\n\tpath = more\0junk\n");
  put(".git/more", "[core]\n\tfsmonitor = a\n");
  put("w/.git", "gitdir: ../.git\0junk\n");
  for (const folder of [root, join(root, "w")]) expect(gitPrograms(folder)).toEqual(["core.fsmonitor = a"]);
  expect(keptByGit(join(root, "w"))?.paths).toEqual([]);
});

test("a configuration that cannot be read may start anything", () => {
  config("[core\n");
  expect(gitPrograms(root)).toEqual([`${join(root, ".git/config")} (unreadable)`]);
});

test("a configuration is read as git reads it, blank by blank", () => {
  const texts = [
    "[core] ; c \\\n\tk = a\n",
    "[a]\n\tk = b # c \\\n\tl = d\n",
    '[a]\n\tk = "b "\n\tl = " c" ; d\n',
    "[a]\n\tk = b\u00a0\n\tl = c\v\n",
    "[a]\n\tk = b\\bc\\td\\n\n",
    '[a "B\\"c\\d"]\n\tK-1 = b\\\n c "d # e" # f\n\tl\n',
    "[A.B] k = v\r\n\tl=w\n",
    '[a]\n\tk = "" b\n',
  ];
  for (const text of texts) {
    put("settings", text);
    const said = execFileSync("git", ["config", "-z", "--list", "--file", join(root, "settings")], {
      encoding: "utf8",
    });
    const told = said
      .split("\0")
      .slice(0, -1)
      .map((one) => one.split(/\n([\s\S]*)/, 2));
    const read = parseGitConfig(text)?.map(({ name, value }) => [name, value]);
    expect(read, JSON.stringify(text)).toEqual(told.map(([name, value = "true"]) => [name, value]));
  }
  // Refused by git, or taken otherwise by its versions.
  for (const text of ["[a]\n\tk = b\tc\n", "[a]\n\tk = \\x\n", '[a]\n\tk = "b\n', "[a b]\n"])
    expect(parseGitConfig(text), text).toBeUndefined();
});

test("includes that lead git elsewhere than us may start anything", () => {
  symlinkSync("/proc/self/cwd", join(root, "here"));
  const paths = ["~daemon/a", "%(prefix)/a", "/proc/self/cwd/a", "../here/a", "b/../a", "\ufffd"];
  for (const path of paths) {
    config(`[include]\n\tpath = ${path}\n`);
    expect(gitPrograms(root), path).toEqual([`include.path = ${path}`]);
  }
});

test("a repository that is named by more than can be read may start anything", () => {
  const names = ["gitdir: ../g ", "gitdir: ../g\nh", "gitdir: ../\xff"].map((text) => Buffer.from(text, "latin1"));
  for (const name of names) {
    put("w/.git", "");
    writeFileSync(join(root, "w/.git"), name);
    const folder = /^gitdir: (.*)$/s.exec(name.toString("utf8"))?.[1] ?? "";
    put(`${folder.slice(3)}/config`, "[core]\n\tpager = a\n");
    expect(gitPrograms(join(root, "w"))).not.toEqual([]);
  }
  put(".git/commondir", `../other${"\n".repeat(2_000_000)}`);
  expect(gitPrograms(root)).toEqual([expect.stringContaining("cannot be read")]);
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
