import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../../../../test/rounds.ts";
import { gitElsewhere } from "./git-elsewhere.ts";
import { gitPrograms } from "./git-programs.ts";

let base: string;
let work: string;
let other: string;
const git = (folder: string, ...words: readonly string[]): void => {
  const settings = ["user.name=a", "user.email=a@b", "protocol.file.allow=always"].flatMap((one) => ["-c", one]);
  execFileSync("git", ["-C", folder, ...settings, ...words], { stdio: "pipe" });
};
const repository = (name: string): string => {
  const folder = join(base, name);
  mkdirSync(folder);
  git(folder, "init", "-q");
  writeFileSync(join(folder, "a.txt"), name);
  git(folder, "add", ".");
  git(folder, "commit", "-qm", name);
  return folder;
};
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-git-")));
  work = repository("work");
  other = repository("other");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test("a repository, a second working tree of it, one around a folder, a submodule and a folder without one stay where they are", () => {
  git(work, "worktree", "add", "-q", "../second");
  git(work, "submodule", "add", "-q", "../other", "part");
  git(work, "commit", "-qm", "part");
  mkdirSync(join(work, "deep/er"), { recursive: true });
  mkdirSync(join(base, "plain"));
  for (const folder of ["work", "second", "work/part", "work/deep/er", "plain"])
    expect(gitElsewhere(join(base, folder)), folder).toEqual([]);
});

test.each<readonly [string, (work: string, other: string) => void, RegExp]>([
  ["a file for .git", (at, to) => writeFileSync(join(at, ".git"), `gitdir: ${to}/.git\n`), /^\.git = .*other\/\.git$/],
  ["a link for .git", (at, to) => symlinkSync(join(to, ".git"), join(at, ".git")), /^\.git = .*other\/\.git$/],
])("another repository behind %s is elsewhere", (_, lead, found) => {
  const folder = join(base, "led");
  mkdirSync(folder);
  lead(folder, other);
  expect(gitElsewhere(folder)).toEqual([expect.stringMatching(found)]);
});

test("objects of others count in whichever form they are named, and where that cannot be read", () => {
  for (const form of ['"\\057elsewhere"', `"${join("/", "elsewhere")}"`, "\n".repeat(2_000_000)]) {
    writeFileSync(join(work, ".git/objects/info/alternates"), form);
    expect(gitElsewhere(work)).toEqual([expect.stringMatching(/^objects\/info\/alternates = .*\(unreadable\)$/)]);
  }
});

test.each<readonly [string, () => void, RegExp]>([
  ["core.worktree", () => git(work, "config", "core.worktree", other), /^core\.worktree = .*other$/],
  [
    "core.worktree of an include",
    () => {
      writeFileSync(join(work, "more"), `[core]\n\tworktree = ${other}\n`);
      git(work, "config", "include.path", "../more");
    },
    /^core\.worktree = .*other$/,
  ],
  ["commondir", () => writeFileSync(join(work, ".git/commondir"), `${other}/.git\n`), /^commondir = .*other\/\.git$/],
  [
    "objects of others",
    () => writeFileSync(join(work, ".git/objects/info/alternates"), `${other}/.git/objects\n`),
    /^objects\/info\/alternates = .*other\/\.git\/objects$/,
  ],
  ["a link in it", () => symlinkSync(join(other, "a.txt"), join(work, ".git/shallow")), /shallow = .*other\/a\.txt$/],
  [
    "a link to a file of the working tree",
    () => symlinkSync("../a.txt", join(work, ".git/packed-refs")),
    /packed-refs = .*work\/a\.txt$/,
  ],
  ...[
    ["blame.ignoreRevsFile", "../other/a.txt"],
    ["core.attributesFile", "~/.netrc"],
    ["mailmap.file", "/etc/hostname"],
    ["core.excludesFile", ".env"],
  ].map(
    ([setting = "", value = ""]) =>
      [setting, () => git(work, "config", setting, value), new RegExp(`^${setting.toLowerCase()} = `)] as const,
  ),
  ["a link below", () => symlinkSync(base, join(work, ".git/refs/heads/x")), /refs\/heads\/x = /],
])("%s is elsewhere", (_, lead, found) => {
  lead();
  expect(gitElsewhere(work)).toEqual([expect.stringMatching(found)]);
});

/** Each that git's documentation calls a path, a file or a folder, of the oldest version that is met up to the newest. */
const PATHS =
  `blame.ignoreRevsFile browser.x.path commit.template core.alternateRefsCommand core.askPass core.attributesFile core.editor core.excludesFile
  core.fsmonitor core.gitProxy core.hooksPath core.pager core.sshCommand core.worktree credential.helper diff.external diff.orderFile diff.x.command
  diff.x.textconv difftool.x.cmd difftool.x.path fetch.fsck.skipList filter.x.clean format.outputDirectory format.signatureFile fsck.skipList
  fsmonitor.socketDir gitcvs.dbName gitcvs.logFile gpg.program gpg.x.program gpg.ssh.allowedSignersFile gpg.ssh.revocationFile guitool.x.cmd gui.recentRepo
  help.htmlPath hook.x.command http.cookieFile http.pinnedPubkey http.proxySSLCAInfo http.proxySSLCert http.proxySSLKey http.sslCAInfo http.sslCAPath
  http.sslCert http.sslKey include.path includeIf.x.path init.templateDir instaweb.modulePath interactive.diffFilter mailmap.file maintenance.repo man.x.path
  merge.x.driver mergetool.x.cmd mergetool.x.path receive.fsck.skipList safe.directory scalar.repo sendemail.aliasesFile sendemail.mailmap.file
  sendemail.smtpSSLCertPath sendemail.smtpSSLClientCert sendemail.smtpSSLClientKey sequence.editor submodule.x.gitdir svn.authorsFile trace2.eventTarget
  trace2.normalTarget trace2.perfTarget user.signingKey web.browser`.split(/\s+/);

/** Settings whose value leads elsewhere rightly: nothing of what lies there is shown by a look, as git itself says below. */
const LEADS_RIGHTLY =
  /^(?:(?:alias|branch|http|lfs|pretty|remote|submodule|url)\..*|core\.(?:comment(?:Char|String)|hooksPath)|diff\.(?:src|dst)Prefix|diff\..+\.(?:xfuncname|funcname|wordRegex)|format\.(?:pretty|outputDirectory)|fsmonitor\.socketDir|gui\.recentRepo|help\.htmlPath|(?:maintenance|scalar)\.repo|safe\.directory|user\.signingKey)$/;

/** All that this git knows, with a name in the place of each that a person chooses. */
const settingsOfGit = (): readonly string[] =>
  execFileSync("git", ["help", "--config"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => /^\w[\w-]*\.\S+$/.test(line))
    .map((line) => line.replace(/<[^>]*>|\*/g, "x"));

/** In a repository that has this one setting. */
function withSetting<Value>(key: string, value: string, look: () => Value): Value {
  const config = join(work, ".git/config");
  const before = readFileSync(config);
  const [, section = "", sub, name = ""] = /^(\w[\w-]*)(?:\.(.+))?\.([\w-]+)$/.exec(key) ?? [];
  appendFileSync(config, `[${section}${sub === undefined ? "" : ` "${sub}"`}]\n\t${name} = "${value}"\n`);
  try {
    return look();
  } finally {
    writeFileSync(config, before);
  }
}

test("each setting of git whose value leads elsewhere is told, as a place or as a program, but for those of which a look shows nothing", () => {
  writeFileSync(join(base, "told"), "one-of-its-words\n");
  symlinkSync("../told", join(work, "link"));
  const all = settingsOfGit();
  expect(all.length).toBeGreaterThan(500);
  const isUntold = (key: string, value: string): boolean =>
    !LEADS_RIGHTLY.test(key) &&
    withSetting(key, value, () => [...gitElsewhere(work), ...gitPrograms(work)].length === 0);
  const keys = new Set([...inTurn(5, all), ...PATHS, "some.key", "some.thing.new"]);
  expect([...keys].filter((key) => isUntold(key, join(base, "told")))).toEqual([]);
  // Of these a relative value is meant from the git folder.
  const others = PATHS.filter((key) => !/^(?:core\.worktree|include)/.test(key));
  for (const value of ["../told", "link"]) expect(others.filter((key) => isUntold(key, value))).toEqual([]);
});

const LOOKS = [
  ...[
    "fsck",
    "status -v",
    "log -p --stat",
    "diff HEAD~1",
    "blame a.txt",
    "shortlog -sn HEAD",
    "check-attr -a a.txt",
    "check-ignore -v a.txt",
  ],
  ...[
    "grep -n work",
    "branch -vv -a",
    "ls-files -o --exclude-standard",
    "stash list",
    "remote -v",
    "describe --all",
    "submodule status",
  ],
].map((line) => line.split(" "));

test("of a file that such a setting names no look shows a word", () => {
  writeFileSync(join(base, "told"), "one-of-its-words\n");
  writeFileSync(join(work, "a.txt"), "again\n");
  git(work, "commit", "-qam", "again");
  const keys = [...settingsOfGit(), ...PATHS].filter((key) => LEADS_RIGHTLY.test(key));
  const looked = (words: readonly string[]): string => {
    const { stdout, stderr } = spawnSync("git", words, {
      cwd: work,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: base },
    });
    return stdout + stderr;
  };
  // It can be seen at all.
  expect(withSetting("fsck.skipList", "../told", () => looked(["fsck"]))).toContain("one-of-its-words");
  const few = inTurn(20, keys);
  const shown = few.filter((key) =>
    withSetting(key, "../told", () => LOOKS.some((words) => looked(words).includes("one-of-its-words"))),
  );
  expect([few.length > 3, shown]).toEqual([true, []]);
});

test("settings that name files of the working tree lead nowhere, nor do everyday values of others", () => {
  for (const [key, value] of [
    ["user.name", "A. B."],
    ["core.autocrlf", "input"],
    ["core.notesRef", "refs/notes/x"],
    ["format.pretty", "%h %s"],
    ["log.date", "format:%Y/%m/%d"],
    ["gitflow.prefix.feature", "feature/"],
    ["core.sparseCheckout", "true"],
    ["merge.conflictStyle", "zdiff3"],
    ["color.diff.meta", "blue black bold"],
    ["some.thing", join(work, ".git/hooks")],
  ] as const)
    expect([key, withSetting(key, value, () => gitElsewhere(work))]).toEqual([key, []]);
  git(work, "config", "blame.ignoreRevsFile", ".git-blame-ignore-revs");
  git(work, "config", "mailmap.file", "docs/.mailmap");
  expect(gitElsewhere(work)).toEqual([]);
});

test("a repository that the index names counts like the one that it lies in, without a word in .gitmodules", () => {
  mkdirSync(join(work, "part"));
  git(join(work, "part"), "init", "-q");
  git(join(work, "part"), "commit", "-q", "--allow-empty", "-m", "x");
  git(work, "add", "part");
  expect([gitPrograms(work), gitElsewhere(work)]).toEqual([[], []]);
  appendFileSync(join(work, "part/.git/config"), '[filter "x"]\n\tclean = touch ran\n');
  symlinkSync(join(other, "a.txt"), join(work, "part/.git/shallow"));
  expect(gitPrograms(work)).toEqual(["filter.x.clean = touch ran"]);
  expect(gitElsewhere(work)).toEqual([expect.stringMatching(/part\/\.git\/shallow = /)]);
});

test("an index whose names are in another file is not known to name no repository", () => {
  git(work, "update-index", "--split-index");
  expect(gitPrograms(work)).toEqual([expect.stringMatching(/index cannot be read$/)]);
});
