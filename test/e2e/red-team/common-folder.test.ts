import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { type Grounds, giveTo, isRoot, makeGrounds, NOBODY, shell, testAsConfined } from "./attack-run.ts";

/** The repository that the working folder is a second working tree of: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const users = [undefined, ...(isRoot ? [NOBODY] : [])];

/** Leads git elsewhere for as long as it runs, as anybody's git in the main working tree would be led by it. */
const ATTACK = `import os
def attempt(path):
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, 'a').write('x')
        print('MADE', path)
    except OSError as error: print('refused', error.errno)
main = os.path.join(os.getcwd(), '../main/.git/')
for name in ('commondir', 'config.worktree', 'config', 'hooks/post-checkout', 'modules/lib/config', 'worktrees/w2/commondir', 'new', 'packed-refs'):
    attempt(main + name)
`;
const WORK = "echo b > b.txt && git add b.txt && git commit -qm two && git log --oneline | wc -l\n";

function makeTree(userId: number | undefined): Grounds {
  const made = makeGrounds({ "main/a.txt": "a\n", "attack.py": ATTACK, "work.sh": WORK }, userId);
  const main = join(made.base, "main");
  const env = { ...process.env, HOME: made.home };
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: main, env, stdio: "ignore" });
  git("config", "--global", "user.name", "n");
  git("config", "--global", "user.email", "e@x");
  git("init", "-q");
  git("add", "--all");
  git("commit", "-qm", "one");
  git("branch", "old");
  git("pack-refs", "--all");
  execFileSync("rm", ["-r", made.cwd]);
  git("worktree", "add", "-q", made.cwd, "-b", "w");
  execFileSync("cp", [join(made.base, "attack.py"), join(made.base, "work.sh"), made.cwd]);
  if (userId !== undefined) giveTo(userId, made.base);
  return made;
}

testAsConfined(users)(
  "with a hook in the repository, work that moves branches ends whole, as user %s",
  async (userId) => {
    grounds = makeTree(userId);
    const hook = join(grounds.base, "main/.git/hooks/post-commit");
    writeFileSync(hook, "#!/bin/sh\ntrue\n", { mode: 0o755 });
    if (userId !== undefined) giveTo(userId, grounds.base);
    const calls = [
      "git checkout -q -b feature && echo f > f.txt && git add f.txt && git commit -qm f",
      "git checkout -q w && echo w > w.txt && git add w.txt && git commit -qm w",
      "git rebase -q feature && git status",
      "echo c >> a.txt; git stash -q && git stash pop -q && git status --short",
    ];
    const results = await grounds.attack(calls.map(shell), ["--permission-mode", "acceptEdits"]);
    expect(results[2]).toMatch(/On branch w\n/);
    expect(results[2]).not.toMatch(/currently|unmerged|Read-only/);
    expect(results[3]).toMatch(/^ M a\.txt$/m);
  },
);

testAsConfined(users)(
  "nothing that leads git comes to be there while a command runs, and git itself works, as user %s",
  async (userId) => {
    grounds = makeTree(userId);
    const main = join(grounds.base, "main/.git");
    const before = readFileSync(join(main, "config"), "utf8");
    const calls = [
      "python3 attack.py",
      "sh work.sh",
      "echo c >> a.txt; git stash -q; git stash pop -q; git status --short",
      "git branch -d old && git branch",
      "git checkout -q -b x && git commit -qam three && git log --oneline | wc -l",
    ];
    const results = await grounds.attack(calls.map(shell), ["--permission-mode", "acceptEdits"]);
    const [attacked = "", ...worked] = results;
    expect(attacked).not.toMatch(/MADE|taken back|put back/);
    expect(attacked.match(/^refused 30$/gm)).toHaveLength(8);
    expect(worked).toEqual([
      expect.stringMatching(/^2$/m),
      expect.stringMatching(/^ M a\.txt$/m),
      expect.not.stringMatching(/^ *old$/m),
      expect.stringMatching(/^3$/m),
    ]);
    expect(existsSync(join(main, "commondir"))).toBe(false);
    expect(readFileSync(join(main, "config"), "utf8")).toBe(before);
  },
);
