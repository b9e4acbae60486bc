import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atOnce } from "../../base/steps.ts";
import { decide, type PermissionMode } from "../../core/permissions/decide.ts";
import { readIndex } from "../../engines/shell/meaning/git-index/git-index.ts";
import { permissionPolicy } from "./permission-policy.ts";

let cwd: string;
const git = (...words: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd, encoding: "utf8" });

beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "waymark-kept-")));
  git("init", "-q");
  for (const path of ["private/x.txt", "src/a.ts", "src/käse/b.ts", "z"]) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), "x\n");
  }
  git("add", "-A");
  git("commit", "-qm", "one");
  git("config", "alias.lp", "log -p");
  git("config", "alias.all", "!git log -p");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function decided(
  command: string,
  list: "ask" | "deny",
  mode: PermissionMode = "bypassPermissions",
  folder?: string,
) {
  const rules = { allow: ["shell(*)"], ask: [], deny: [], [list]: ["Read(private/**)", "read_file(private/**)"] };
  const policy = permissionPolicy({ mode, cwd, home: "/home/me", rules });
  const access = { kind: "run", command, ...(folder === undefined ? {} : { cwd: folder }) } as const;
  return decide("shell", { accesses: [access], display: { kind: "text", text: "" } }, policy);
}

describe("what git keeps of a file that a rule denies", () => {
  test.each([
    ...[
      "git log -p",
      "git show",
      "git show HEAD",
      "git grep x",
      "git grep x HEAD",
      "git archive HEAD",
      "git diff HEAD~1",
      "git diff --cached",
    ],
    ...[
      "git format-patch -1",
      "git cat-file -p HEAD:private/x.txt",
      "git cat-file -p 587be6b",
      "git stash show -p",
      "git checkout-index -a --prefix=o/",
    ],
    ...[
      "git -C src log -p",
      "cd src && git log -p",
      "git log -p -- :/",
      "git log -p -- . ':!z'",
      "git log -p -- '*.txt'",
      "git lp",
      "git all",
    ],
    ...[
      "git -c alias.s=show s",
      "git worktree add ../y",
      "git clone . ../y",
      "git bundle create b HEAD",
      "git fast-export HEAD",
      "git status -v",
      ..."git grep -l x;git log -pw;git show --stat -pw;git format-patch -s -1;git commit --ver;git add --p;git log -S x".split(
        ";",
      ),
    ],
    ...[
      "git log -p -- $WHERE",
      "git show --stat -p",
      "git rev-list --all | xargs git show",
      "git show HEAD:private/x.txt -- ':!private/x.txt'",
      "git --glob-pathspecs log -p -- . ':!private'",
    ],
  ])("is not shown in any mode: %s", async (command) => {
    for (const mode of ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const)
      expect([mode, (await decided(command, "deny", mode)).verdict]).toEqual([mode, "deny"]);
    expect((await decided(command, "ask", "default")).verdict).toBe("ask");
  });

  test.each([
    ...[
      "git log",
      "git log --oneline -5",
      "git log --stat",
      "git status",
      "git show --stat",
      "git diff",
      "git diff -- src",
      "git log -p -- src",
    ],
    ...[
      "git log -p -- . ':!private'",
      "git log -p -- . ':(exclude)private/**'",
      "git show HEAD:src/a.ts",
      "git grep -l x -- src",
      "git grep x -- src",
      'git log --since="$DAY"',
    ],
    ...[
      "git archive HEAD src",
      "git cat-file -t HEAD",
      "git stash list",
      "git add -A",
      "git add -A -- . ':(exclude)private'",
      "git add -- ':!private/x.txt'",
      "git commit -m x",
      "git branch -v",
      "git add -u",
    ],
  ])("nothing else begins to ask: %s", async (command) => {
    const rest = { mode: "bypassPermissions", cwd, home: "/home/me" } as const;
    const policy = permissionPolicy({ ...rest, rules: { allow: ["shell(*)"], ask: [], deny: [] } });
    const before = await decide(
      "shell",
      { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } },
      policy,
    );
    expect((await decided(command, "deny")).verdict).toBe(before.verdict);
  });

  test("the refusal says how to leave it out, and that is taken", async () => {
    const { reason } = await decided("git log -p", "deny");
    const way = /`(-- .*)`/.exec(reason)?.[1] ?? "";
    expect(way).toBe("-- . ':(top,exclude)private/x.txt'");
    expect((await decided(`git log -p ${way}`, "deny")).verdict).toBe("allow");
    expect(execFileSync("bash", ["-c", `git log -p ${way}`], { cwd, encoding: "utf8" })).not.toContain("private");
  });

  test("a change of it in the working tree is not shown either", async () => {
    writeFileSync(join(cwd, "private/x.txt"), "changed\n");
    expect((await decided("git diff", "deny")).verdict).toBe("deny");
    expect((await decided("git diff -- src", "deny")).verdict).toBe("allow");
  });
});

describe("where no index tells what git keeps", () => {
  beforeAll(() => {
    git("clone", "-q", "--bare", ".", "bare.git");
    git("init", "-q", "new");
  });
  const OPAQUE = [
    ...["git -C bare.git log -p", "cd bare.git && git show", "git -C bare.git cat-file -p 587be6b"],
    ...["git --git-dir=bare.git log -p", "git --git-dir bare.git archive HEAD", "GIT_DIR=bare.git git log -p"],
    ...["export GIT_DIR=bare.git; git show", "env GIT_DIR=bare.git git log -p", "git clone bare.git y"],
    ...["GIT_OBJECT_DIRECTORY=bare.git/objects git cat-file -p 587be6b", 'git -C "$D" log -p', 'cd "$D" && git log -p'],
    "git clone --depth 1 -b main ./bare.git y",
    'git clone "file://$PWD/bare.git" y',
  ];

  test.each(OPAQUE)("no mode shows it unasked: %s", async (command) => {
    for (const mode of ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const)
      expect([mode, (await decided(command, "deny", mode)).verdict]).not.toEqual([mode, "allow"]);
    expect((await decided(command, "deny")).reason).toContain("which files git keeps");
    expect((await decided(command, "ask", "default")).verdict).toBe("ask");
  });

  test.each([
    ...[
      "git -C bare.git log --oneline",
      "git -C new log -p",
      "git -C new status -v",
      "git -C bare.git cat-file -t HEAD",
    ],
    ...["git clone https://example.com/bare.git y", "git clone me@host:bare.git y"],
  ])("nothing else begins to ask: %s", async (command) => {
    expect((await decided(command, "deny")).verdict).toBe("allow");
  });

  test.each([
    ...["git --work-tree=/tmp/y checkout HEAD -- .", "GIT_WORK_TREE=/tmp/y git checkout -f", "git-log -p"],
    ...[
      "git -c core.worktree=/tmp/y reset --hard",
      "git read-tree --prefix=o/ -u HEAD",
      "/usr/lib/git-core/git-log -p",
    ],
  ])("it is not laid out elsewhere: %s", async (command) => {
    expect((await decided(command, "deny")).verdict).toBe("deny");
  });
});

test("words that are not known may be git's", async () => {
  const told = ["G=git; $G log -p", "V=log; git $V -p", "V=lp; git $V"];
  const open = ['git "$V" -p', "$G log -p", "$(git --exec-path)/git-log -p", "git $(cat verb) HEAD"];
  for (const command of told) expect([command, (await decided(command, "deny")).verdict]).toEqual([command, "deny"]);
  for (const command of open) expect([command, (await decided(command, "deny")).verdict]).toEqual([command, "ask"]);
  for (const command of ["$G log --oneline", "$(npm bin)/eslint show", "$X build"])
    expect([command, (await decided(command, "deny")).verdict]).toEqual([command, "allow"]);
});

test("one answer that is in doubt hides none that denies", async () => {
  for (const command of ['cd "$D"; git log -p', 'git log -p; git -C "$D" log -p', "false || cd src; git log -p"])
    expect([command, (await decided(command, "deny")).verdict]).not.toEqual([command, "allow"]);
  expect((await decided("git -C bare.git log -p; git log -p", "deny")).verdict).toBe("deny");
});

test.each([2, 3, 4])("an index of version %s says what git says", (version) => {
  if (version === 3) git("update-index", "--skip-worktree", "z");
  git("update-index", "--index-version", String(version));
  const index = readFileSync(join(cwd, ".git/index"));
  expect(atOnce(readIndex(index, 20))?.files.paths()).toEqual(git("ls-files", "-z").split("\0").filter(Boolean));
  expect(
    [readIndex(index.subarray(0, 90), 20), readIndex(Buffer.from("DIRC"), 20), readIndex(index, 32)].map(atOnce),
  ).toEqual([undefined, undefined, undefined]);
});
