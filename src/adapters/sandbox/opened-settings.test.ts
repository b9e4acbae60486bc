import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { missing } from "../../../test/optional-programs.ts";
import { sessionSandbox } from "../../app/permissions/sandbox-use.ts";
import type { CommandRequest, CommandResult, Processes } from "../../core/ports/processes.ts";
import { createProcesses } from "../processes/processes.ts";
import { watchProtected } from "./protected-watch.ts";

/** Not below /tmp, which is private inside. */
const PLACE = join(homedir(), ".cache");
let root: string;
let processes: Processes;

function git(...words: string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: "pipe", env: environment() }).trim();
}
const environment = () => ({
  PATH: process.env["PATH"] ?? "",
  HOME: join(root, "..", "home"),
  XDG_CACHE_HOME: join(root, "..", "cache"),
  ...{ GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b.c", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b.c" },
});

beforeEach(() => {
  mkdirSync(PLACE, { recursive: true });
  const base = realpathSync(mkdtempSync(join(PLACE, "waymark-opened-")));
  root = join(base, "work");
  for (const folder of ["work", "home"]) mkdirSync(join(base, folder));
  const origin = join(base, "origin");
  git("init", "-q", "-b", "main", origin);
  git("-C", origin, "commit", "-q", "--allow-empty", "-m", "one");
  git("-C", origin, "branch", "feature");
  git("clone", "-q", origin, root);
  workIn(root);
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

/** As a session does that is opened there. */
function workIn(folder: string): void {
  root = folder;
  const sandbox = sessionSandbox({ mode: undefined, cwd: root, addDirs: [], environment: environment() });
  processes = createProcesses({
    root,
    environment: environment(),
    openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
    watch: ({ tier, gitSettings, confinement }) =>
      watchProtected({ roots: [root], own: [], gitSettings, opens: confinement?.opens }, tier),
    ...(sandbox.use && { sandbox: sandbox.use }),
  });
  const opened = processes;
  onTestFinished(async () => {
    await opened.close();
    sandbox.close();
  });
}

function run(command: string, more: Partial<CommandRequest> = {}): Promise<CommandResult> {
  return processes.run({ command, timeoutMs: 60_000, ...more }, new AbortController().signal);
}
const agreed = (command: string) => run(command, { isAgreed: true });
const config = (): string => readFileSync(join(root, ".git/config"), "utf8");
const CLOSED = /could not (?:write|lock) config file/;

describe.skipIf(missing("bwrap") !== undefined)("below bubblewrap", () => {
  test("git tracks a remote's branch, renames and deletes it, with nobody asked", async () => {
    const before = config();
    const { output, sandbox } = await run("git checkout feature");
    expect(output).not.toMatch(CLOSED);
    expect(sandbox).toBe("bubblewrap: working folder and .git/config writable, network off");
    expect(git("rev-parse", "--abbrev-ref", "feature@{upstream}")).toBe("origin/feature");
    expect((await run("git branch -m feature other && git status | head -1")).exitCode).toBe(0);
    expect(git("config", "branch.other.merge")).toBe("refs/heads/feature");
    expect((await run("git switch main 2>&1 | tail -1; git branch -d other")).output).not.toMatch(CLOSED);
    expect(config()).toBe(before);
    expect((await run("git log --oneline")).sandbox).toBe("bubblewrap: only reads, network off");
  });

  test("a remote and a setting are written where they are told, and what says what git starts with a yes alone", async () => {
    expect((await run("git remote add up ../up.git")).exitCode).toBe(0);
    expect(git("config", "remote.up.url")).toBe("../up.git");
    expect((await run("git config user.email a@b.c")).exitCode).toBe(0);
    expect((await run("git config core.pager less")).output).toMatch(CLOSED);
    expect((await agreed("git config core.pager less")).exitCode).toBe(0);
    expect(git("config", "core.pager")).toBe("less");
    expect(await processes.confinement({ command: "git config core.pager less" })).toMatch(
      / and \.git\/config writable/,
    );
  });

  test("a line that runs anything else finds it closed, whoever has agreed", async () => {
    const before = config();
    for (const command of [
      "git checkout feature; echo '[alias]' >> .git/config",
      "true && node -e 0; git branch -u origin/main",
    ])
      await agreed(command);
    expect(config()).toBe(before);
  });

  test("where git starts a hook or a filter it wants a yes, and what these write there is put back", async () => {
    const before = config();
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    const hook = join(root, ".git/hooks/post-checkout");
    writeFileSync(hook, "#!/bin/sh\ngit config core.fsmonitor ./evil\nln .git/config seen\n", { mode: 0o755 });
    expect((await run("git checkout -b x origin/feature")).output).toMatch(CLOSED);
    expect(config()).toBe(before);
    git("checkout", "-q", "main");
    git("branch", "-D", "x");
    writeFileSync(join(root, ".git/config"), before);
    rmSync(join(root, "seen"), { force: true });
    const { output } = await agreed("git checkout -b y origin/feature");
    expect(output).toMatch(/\(put back, because more changed in it than git was told to: .*\/\.git\/config/);
    expect(config()).toBe(before);
    writeFileSync(join(root, "seen"), "[core]\n\tfsmonitor = ./evil\n");
    expect(config()).toBe(before);
    writeFileSync(hook, "#!/bin/sh\ngit config core.fsmonitor ./evil\n", { mode: 0o755 });
    const told = await agreed("git checkout -b z origin/feature");
    expect(told.output).toMatch(/told to: .*\/\.git\/config \(core\.fsmonitor\)\)/);
    expect(config()).toBe(before);
  });

  test("while another command lives that could write there it stays closed", async () => {
    const before = config();
    const beside = run("touch up; until [ -e go ]; do sleep 0.02; done; echo '[alias]' >> .git/config");
    await expect.poll(() => existsSync(join(root, "up")), { timeout: 20_000 }).toBe(true);
    const closed = await run("git checkout feature");
    expect(closed.output).toMatch(CLOSED);
    expect(closed.sandbox).toBe("bubblewrap: working folder writable, network off");
    writeFileSync(join(root, "go"), "");
    expect((await beside).output).toMatch(/Read-only file system/);
    expect(config()).toBe(before);
  });

  test("a file with a second name is none that could be put back: it stays closed", async () => {
    linkSync(join(root, ".git/config"), join(root, "..", "second"));
    expect((await run("git checkout feature")).output).toMatch(CLOSED);
  });

  test("in a second working tree, and beside a bare repository, it is as in the first one", async () => {
    const clone = root;
    const bare = join(clone, "../proj");
    git("worktree", "add", "-q", "--detach", "../wt");
    mkdirSync(bare);
    git("clone", "-q", "--bare", "../origin", join(bare, ".bare"));
    writeFileSync(join(bare, ".git"), "gitdir: ./.bare\n");
    git("-C", bare, "config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
    git("-C", bare, "branch", "-q", "-D", "feature");
    git("-C", bare, "fetch", "-q");
    git("-C", bare, "worktree", "add", "-q", "--detach", "tree");
    for (const [folder, common] of [
      [join(clone, "../wt"), join(clone, ".git")],
      [join(bare, "tree"), join(bare, ".bare")],
      [bare, join(bare, ".bare")],
    ] as const) {
      workIn(folder);
      const kept = () => readFileSync(join(common, "config"), "utf8");
      const before = kept();
      const track = folder === bare ? "git branch -t feature origin/feature" : "git checkout feature";
      const { output, sandbox } = await run(track);
      expect([folder, output]).toEqual([folder, expect.not.stringMatching(CLOSED)]);
      expect(sandbox).toContain("and .git/config writable");
      expect(git("rev-parse", "--abbrev-ref", "feature@{upstream}")).toBe("origin/feature");
      expect((await run("git branch -m feature other")).exitCode).toBe(0);
      expect(git("config", "branch.other.merge")).toBe("refs/heads/feature");
      expect((await run(`git checkout -q --detach; git branch -D other`)).output).not.toMatch(CLOSED);
      expect(kept()).toBe(before);
      expect((await run("echo '[alias]' >> $(git rev-parse --git-common-dir)/config")).output).toMatch(
        /Read-only file system/,
      );
      expect(kept()).toBe(before);
    }
  });

  test("what a line is wrapped in, and the folder of it that git is called in, keep nothing closed", async () => {
    mkdirSync(join(root, "sub"));
    for (const line of [
      "cd sub && git checkout feature",
      "bash -c 'git branch -m feature other'",
      "git -C sub branch -u origin/main other",
    ])
      expect([line, (await run(line)).output]).toEqual([line, expect.not.stringMatching(CLOSED)]);
    expect(git("config", "branch.other.merge")).toBe("refs/heads/main");
  });

  test("a hook closes it to the uses of git that start it, and the reason is told", async () => {
    const hooks = join(root, ".git/hooks");
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, "pre-commit"), "#!/bin/sh\n", { mode: 0o755 });
    expect((await run("git checkout feature")).output).not.toMatch(CLOSED);
    writeFileSync(join(hooks, "post-checkout"), "#!/bin/sh\n", { mode: 0o755 });
    const closed = await run("git checkout -b x origin/feature");
    expect(closed.output).toMatch(CLOSED);
    expect(closed.confined?.gitClosed).toMatchObject({
      why: "git starts the hook post-checkout, and nobody agreed to that",
      opensAlone: true,
    });
    expect((await run("git branch -u origin/feature")).output).not.toMatch(CLOSED);
    expect(git("config", "branch.x.merge")).toBe("refs/heads/feature");
    writeFileSync(join(hooks, "unheard-of"), "#!/bin/sh\n", { mode: 0o755 });
    expect((await run("git branch -m x y")).confined?.gitClosed).toMatchObject({ opensAlone: false });
  });
});
