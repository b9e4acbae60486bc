import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decide, type PermissionMode } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** What older commits keep of files that are gone, and that a rule is about. */

let base: string;
let here: string;
let before = "";
const inOld = (...words: string[]): string => execFileSync("git", ["-C", here, ...words], { encoding: "utf8" }).trim();
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-commits-")));
  here = join(base, "work");
  mkdirSync(here);
  inOld("init", "-q");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(here, path)), { recursive: true });
    writeFileSync(join(here, path), text);
  };
  inOld("config", "user.name", "a");
  inOld("config", "user.email", "a@b");
  put("private/x.txt", "told\n");
  put("src/a.ts", "a\n");
  for (const words of [
    ["add", "-A"],
    ["commit", "-qm", "1"],
    ["mv", "private/x.txt", "plain.txt"],
  ])
    inOld(...words);
  inOld("commit", "-qm", "2");
  put("src/a.ts", "b\n");
  inOld("commit", "-qam", "3");
  before = inOld("rev-parse", "HEAD~2:private/x.txt");
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function decided(
  command: string,
  list: "ask" | "deny",
  { mode = "bypassPermissions", cwd = here }: { mode?: PermissionMode; cwd?: string } = {},
) {
  const rules = { allow: ["shell(*)"], ask: [], deny: [], [list]: ["Read(private/**)"] };
  const policy = permissionPolicy({ mode, cwd, home: "/home/me", rules });
  return decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy);
}

const SHOWING = [
  ...[
    "git log -p",
    "git show HEAD~1",
    "git diff HEAD~2 HEAD",
    "git diff main",
    "git grep x HEAD~2",
    "git archive HEAD~2",
  ],
  ...[
    "git log -p -S told",
    "git stash show -p",
    "git bundle create b --all",
    "git clone . ../q",
    "git worktree add ../q HEAD~2",
  ],
  ...[
    "git log -p --full-diff -- src",
    "git log -p --follow -- plain.txt",
    "git log -L1,1:plain.txt",
    "git diff HEAD:src $T",
  ],
  ...["cd src && git log -p -- ..", "git --work-tree=/tmp/y checkout HEAD~2 -- .", "git fsck --lost-found"],
];
test.each(SHOWING)("is not shown in any mode: %s", async (command) => {
  for (const mode of ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const)
    expect([mode, (await decided(command, "deny", { mode })).verdict]).toEqual([mode, "deny"]);
  expect((await decided(command, "ask", { mode: "default" })).verdict).toBe("ask");
  expect(
    (await decided(`git -C work ${command.replace(/^(?:cd src && )?git /, "")}`, "deny", { cwd: base })).verdict,
  ).toBe("deny");
});

const MOVED = [
  // As another name, or elsewhere.
  ...[
    "git restore --source=HEAD~2:private -- x.txt",
    "git restore -s HEAD~2:private x.txt",
    "git read-tree HEAD~2:private",
  ],
  ...["git filter-branch --subdirectory-filter private HEAD", "git cherry-pick -X subtree=pub HEAD~2", "git mktree"],
  ...["git update-index --cacheinfo 100644,NUMBER,pub", "git notes add -C NUMBER", "git replace HEAD:src/a.ts NUMBER"],
  // Into another repository, or out of it.
  ...["git push ../q HEAD", "git -C ../q pull ../work main", "git -C ../q fetch --depth 1 ../work"],
  ...[
    "git -C ../q remote add x ../work",
    "git submodule add ../work sub",
    "git upload-archive .",
    "git send-email HEAD~2",
  ],
  // Past a colon of the revision, and by options that show as well.
  ...["git show 'HEAD~2^{/a:b}:private/x.txt'", "git show 'HEAD@{10:00:00}:private/x.txt'"],
  ...["git log --binary", "git log --patc", "git log --dd", "git diff --stat --bin HEAD~2", "git bisect visualize -p"],
  ...["git config --blob=NUMBER -l", "git merge-file --object-id -p NUMBER NUMBER NUMBER"],
];
test.each(MOVED)("nor by plumbing, in no mode: %s", async (command) => {
  const line = command.replaceAll("NUMBER", before);
  for (const mode of ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const)
    expect([mode, (await decided(line, "deny", { mode })).verdict]).toEqual([mode, "deny"]);
});

test("an object by its number is bound by no path", async () => {
  for (const verb of ["show", "diff", "grep x", "archive"]) {
    const command = `git ${verb} ${before} -- src`;
    expect([command, (await decided(command, "deny")).verdict]).toEqual([command, "deny"]);
  }
  const { reason } = await decided(`git show ${before}`, "deny");
  expect(reason).toContain(`\`${before}^0 -- . ':(top,exclude)private/x.txt'\``);
  const way = `git show ${inOld("rev-parse", "HEAD~1")}^0 -- . ':(top,exclude)private/x.txt'`;
  expect((await decided(way, "deny")).verdict).toBe("allow");
  expect(execFileSync("bash", ["-c", way], { cwd: here, encoding: "utf8" })).not.toContain("private/x.txt");
});

test("no word of a line passes for a path or a value where git takes it for a commit", async () => {
  inOld("branch", "-f", "src", "HEAD~2");
  for (const command of ["git diff src --", "git grep told src --", "git grep -o told HEAD~2", "git diff -m HEAD~2"])
    expect([command, (await decided(command, "deny")).verdict]).toEqual([command, "deny"]);
});

test("a commit that nothing leads to counts, and one that is made later", async () => {
  const { verdict } = await decided("git show HEAD -- keys", "deny");
  expect(verdict).toBe("allow");
  inOld("checkout", "-q", "--detach");
  mkdirSync(join(here, "keys/private"), { recursive: true });
  writeFileSync(join(here, "keys/private/k"), "k\n");
  inOld("add", "-A");
  inOld("commit", "-qm", "4");
  inOld("checkout", "-q", "-");
  inOld("reflog", "expire", "--expire=now", "--all");
  expect((await decided("git show HEAD -- keys", "deny")).verdict).toBe("deny");
});

test.each([
  ...[
    "git log --stat",
    "git log -p -- src",
    "git diff",
    "git diff -- src",
    "git diff src",
    "git grep told",
    "git grep -n told src",
  ],
  ...[
    "git grep -A 3 told",
    "git log -p -- . ':!private' ':!keys'",
    "git status -s",
    "git show HEAD --stat",
    "git add -p",
    "git checkout HEAD~2",
  ],
  ...["git show HEAD:src/a.ts", "git restore -s HEAD~2 src", "git merge HEAD~2", "git config user.name private"],
  ...[
    "git fetch origin",
    "git pull --rebase",
    "git push origin HEAD:main",
    "git push -u git@example.com:a/private.git HEAD",
  ],
  ...[
    "git remote add origin https://example.com/a.git",
    "git submodule update --init",
    "git notes show",
    "git update-index -q",
  ],
])("nothing else begins to ask: %s", async (command) => {
  expect((await decided(command, "deny")).verdict).toBe("allow");
});

test("commits that cannot be looked through are asked about", async () => {
  const broken = inOld("rev-parse", "HEAD~2^{tree}");
  rmSync(join(here, ".git/objects", broken.slice(0, 2), broken.slice(2)), { force: true });
  const { verdict, reason } = await decided("git log -p", "deny");
  expect([verdict, reason]).toEqual(["ask", expect.stringContaining("older commits")]);
  expect((await decided("git diff", "deny")).verdict).toBe("allow");
});
