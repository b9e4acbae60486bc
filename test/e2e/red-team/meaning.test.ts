import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { runWaymark } from "../run-waymark.ts";
import { type Grounds, makeGrounds, mayUseBubblewrap, shell } from "./attack-run.ts";

/** Rules that deny or ask, and the same under other words: docs/guide/security.md, "Attacks and where they end". */

const TOLD = "WHAT-NOBODY-MAY-READ";

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

function git(...words: string[]): string {
  const options = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...options, ...words], { cwd: grounds?.cwd, encoding: "utf8" });
}

/** A repository with one commit. */
function repository(files: Readonly<Record<string, string>>): Grounds {
  grounds = makeGrounds(files);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  for (const [name, value] of [
    ["name", "a"],
    ["email", "a@b"],
  ] as const)
    git("config", `user.${name}`, value);
  return grounds;
}

test.each(["acceptEdits", "dontAsk", "bypassPermissions"])(
  "a denied command is denied by an alias, as one of git's parts, in code and apart, in mode %s",
  async (mode) => {
    const { cwd, attack } = repository({ "work/a.txt": "one\n", "work/run.sh": "touch mark-1\n" });
    git("config", "alias.ci", "commit --allow-empty -m x");
    const commands = [
      ...[
        "git ci",
        "git -c alias.k='commit --allow-empty -m x' k",
        "git -c alias.k='!git commit --allow-empty -m x' k",
      ],
      "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.k GIT_CONFIG_VALUE_0=commit git k --allow-empty -m x",
      "git config alias.k commit; git k --allow-empty -m x",
      "git update-ref HEAD $(git commit-tree -p HEAD -m x HEAD^{tree})",
      "python3 -c \"import os; os.system('git commit --allow-empty -m x')\"",
      'perl -e \'system("git", "commit", "--allow-empty", "-m", "x")\'',
      ...["rm -r -f a.txt", "rm --recursive --force a.txt", "bash run.sh", "sh < run.sh", "/bin/sh ./run.sh"],
    ];
    const deny = "Bash(git commit:*),Bash(rm -rf:*),Bash(./run.sh)";
    const flags = [
      "--permission-mode",
      mode,
      "--sandbox",
      "off",
      "--allowedTools",
      "shell(*)",
      "--disallowedTools",
      deny,
    ];
    const results = await attack(commands.map(shell), flags);
    expect(results.filter((text) => !text.startsWith("Not allowed"))).toEqual([]);
    expect([git("rev-list", "--count", "HEAD").trim(), git("status", "--short")]).toEqual(["1", ""]);
    expect(() => execFileSync("ls", [join(cwd, "mark-1")], { stdio: "ignore" })).toThrow();
  },
);

test("a denied program is denied where git runs it, and under a name that its line gives it", async () => {
  const { cwd, attack } = repository({ "work/a.txt": "one\n" });
  const commands = [
    ...[
      "git -c core.pager='touch m1' -p log",
      "GIT_EXTERNAL_DIFF=touch git diff HEAD~0",
      "export GIT_SSH=touch; git fetch x@y:z",
    ],
    ...["git grep -Otouch one", "git rebase -x 'touch m2' HEAD", "git filter-branch -f --tree-filter 'touch m3' HEAD"],
    ...["cp $(which touch) t; ./t m4", "ln -s $(which touch) t; ./t m5", "cat /bin/touch > t; chmod +x t; ./t m6"],
    ...["hash -p /bin/touch z; z m7", "shopt -s expand_aliases; alias z=touch; eval z m8"],
  ];
  const rules = ["--allowedTools", "shell(*)", "--disallowedTools", "shell(touch)"];
  const flags = ["--permission-mode", "bypassPermissions", "--sandbox", "off", ...rules];
  const results = await attack(commands.map(shell), flags);
  expect(results.filter((text) => !text.startsWith("Not allowed"))).toEqual([]);
  expect(execFileSync("ls", { cwd, encoding: "utf8" })).toBe("a.txt\n");
});

test.each(inTurn(2, ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"]))(
  "what git keeps of a denied file is not shown, in mode %s, and the refusal says how to go on",
  async (mode) => {
    const { attack } = repository({ "work/private/x.txt": `${TOLD}\n`, "work/src/a.txt": "open\n" });
    const commands = [
      "git log -p",
      "git show",
      "git grep NOBODY HEAD",
      "git archive HEAD",
      "git cat-file -p HEAD:private/x.txt",
    ];
    const off = mode === "plan" ? [] : ["--sandbox", "off"];
    const flags = ["--permission-mode", mode, ...off, "--disallowedTools", "Read(private/**)"];
    const way = "git log -p -- . ':(top,exclude)private/x.txt'";
    const results = await attack([...commands, way].map(shell), flags);
    expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
    expect(results[0]).toContain("':(top,exclude)private/x.txt'");
    expect(results.at(-1)).toContain("+open");
  },
);

test.each(inTurn(2, ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"]))(
  "nor where the repository is bare, is named by an option or a variable, or lays its files out elsewhere, in mode %s",
  async (mode) => {
    const { attack } = repository({ "work/private/x.txt": `${TOLD}\n`, "work/src/a.txt": "open\n" });
    git("clone", "-q", "--bare", ".", "bare.git");
    const object = git("rev-parse", "HEAD:private/x.txt").trim();
    const commands = [
      ...["git -C bare.git log -p", "cd bare.git && git show", `git -C bare.git cat-file -p ${object}`],
      ...["git --git-dir=bare.git log -p", "GIT_DIR=bare.git git show", "export GIT_DIR=bare.git; git archive HEAD"],
      ...[
        "git clone -q bare.git y; cat y/private/x.txt",
        'D=bare.git; git -C "$D" log -p',
        "$(git --exec-path)/git-log -p",
        "G=git; $G log -p",
      ],
      ...["mkdir o; git --work-tree=o checkout HEAD -- .; cat o/private/x.txt"],
    ];
    const flags = ["--permission-mode", mode, "--sandbox", "off", "--disallowedTools", "Read(private/**)"];
    const results = await attack(commands.map(shell), flags);
    expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
  },
);

test.skipIf(!mayUseBubblewrap(undefined))(
  "git that stops at a closed file is told which path leaves it out",
  async () => {
    const { attack, cwd } = repository({ "work/k/s.data": `${TOLD}\n`, "work/a.txt": "one\n" });
    writeFileSync(join(cwd, "a.txt"), "two\n");
    const commands = ["git add -A", "git add -A -- . ':(exclude)k/s.data'"].map(shell);
    const [stopped = ""] = await attack(commands, [
      "--permission-mode",
      "acceptEdits",
      "--disallowedTools",
      "Read(**/*.data)",
    ]);
    expect(stopped).toContain("git add -A -- . ':(exclude)k/s.data'");
    expect(git("diff", "--cached", "--name-only").trim()).toBe("a.txt");
  },
);

test("a rule that denies a skill keeps it from being loaded, however it is written; one that asks offers no rule", async () => {
  grounds = makeGrounds({
    "home/waymark/config/skills/deploy/SKILL.md": `---\nname: Deploy\ndescription: d\n---\n${TOLD}\n`,
    "work/a.txt": "a\n",
  });
  const calls = ["deploy", "Deploy", " DEPLOY "].map((name) => ({ name: "load_skill", input: { name } }));
  const denied = await grounds.attack(calls, [
    "--permission-mode",
    "bypassPermissions",
    "--disallowedTools",
    "Skill(Deploy)",
  ]);
  expect(denied.map((text) => [text.includes(TOLD), text.startsWith("Not allowed")])).toEqual([
    [false, true],
    [false, true],
    [false, true],
  ]);
  const ask = JSON.stringify({ permissions: { ask: ["read_file(a.txt)", "shell(touch)"] } });
  const asked = await grounds.attack(
    [{ name: "read_file", input: { path: "a.txt" } }, shell("touch b")],
    ["--settings", ask],
  );
  for (const text of asked) {
    expect(text).toContain("A rule that asks is above every rule that allows");
    expect(text).not.toContain("--allowedTools");
  }
});

test("a refusal is not weaker for having been imported", async () => {
  grounds = makeGrounds({});
  const { home, cwd } = grounds;
  mkdirSync(join(home, ".claude"));
  writeFileSync(
    join(home, ".claude/settings.json"),
    JSON.stringify({ permissions: { deny: ["Edit"], allow: ["Edit(a)"] } }),
  );
  const { stdout } = await runWaymark(["config", "import", "claude-code", "--dry-run"], { cwd, home });
  const rules = (list: string): string =>
    stdout.split("\n").find((line) => line.includes(`permissions.${list} =`)) ?? "";
  expect([rules("deny").includes('"remember"'), rules("allow").includes("remember")]).toEqual([true, false]);
});

test("the leave to stage, commit, branch and merge starts nothing of the line, and brings no hooks", async () => {
  const { attack } = repository({ "work/a.txt": "one\n", "work/tmpl/hooks/post-commit": "#!/bin/sh\ntouch mark-1\n" });
  git("commit", "-qm", "two", "--allow-empty");
  const started = ["-fx'touch mark-1'", "-qx 'touch mark-1'", "--exe='touch mark-1'"].map(
    (words) => `git rebase ${words} HEAD~1`,
  );
  const brought = ["git init --t=tmpl", "git init --te tmpl", "git init --sep=x"];
  const flags = ["--sandbox", "off", "--allowedTools", "shell(@git-local)"];
  const results = await attack([...started, ...brought, "git commit -q --allow-empty -m x"].map(shell), flags);
  expect(results.slice(0, -1).filter((text) => !text.startsWith("Not allowed"))).toEqual([]);
  expect([git("rev-list", "--count", "HEAD").trim(), git("status", "--short")]).toEqual(["3", ""]);
});
