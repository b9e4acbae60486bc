import { expect, test } from "vitest";
import { gitSettingsOfLine } from "./line-git-settings.ts";

const aliases = new Map([
  ["co", "checkout"],
  ["mine", "!evil"],
]);
const judge = (command: string) =>
  gitSettingsOfLine(command, {
    root: "/w",
    hasReadProfile: true,
    facts: { isFolder: () => true, gitAlias: (_, name) => aliases.get(name) },
  });
const of = (command: string) => {
  const settings = judge(command);
  return settings?.kind === "written" ? settings : undefined;
};
const kinds = (command: string): string | undefined =>
  of(command)
    ?.writes.map((write) => (write.kind === "setting" ? `${write.name}=${write.value ?? ""}` : write.kind))
    .join(" ");

test("uses of git that write where branches go are known by their words, beside what only reads", () => {
  for (const command of [
    "git checkout feature",
    "git checkout -b x origin/feature",
    "git switch --track origin/feature 2>&1 | tail -3",
    "git switch -c x origin/feature && git status",
    "git branch -m a b",
    "git branch -d old",
    "git branch --set-upstream-to=origin/main",
    "git branch -u origin/main main",
    "git branch --unset-upstream",
    "git push -u origin feature",
    "git push --set-upstream origin HEAD",
    "git worktree add ../w feature",
    "cd /w && git checkout feature >/dev/null",
    "git fetch && git checkout feature && git log --oneline | head -3",
    "cd sub && git checkout feature",
    "git -C sub checkout feature",
    "sh -c 'git checkout feature'",
    'bash -c "git branch -m a b"',
    "timeout 9 git checkout feature",
    "old=a; git branch -m $old new-$old",
    "git co feature",
  ])
    expect([command, kinds(command)]).toEqual([command, "branches"]);
});

test("remotes and single settings are known with what they are told", () => {
  expect(of("git remote add up https://example.com/a.git")?.writes).toEqual([
    { kind: "remotes", operands: ["up", "https://example.com/a.git"] },
  ]);
  expect(kinds("git remote rename a b")).toBe("remotes");
  expect(kinds("git config user.email a@b.c")).toBe("user.email=a@b.c");
  expect(kinds("git config --local Pull.Rebase true")).toBe("pull.rebase=true");
  expect(kinds("git config set branch.A.b.Remote x")).toBe("branch.A.b.remote=x");
  expect(kinds("git config --unset user.email")).toBe("user.email=");
  expect(of("git config user.name me")?.isPlain).toBe(true);
  for (const command of ["git config core.hooksPath x", "git config alias.x log", "git config --unset core.fsmonitor"])
    expect([command, of(command)?.isPlain]).toEqual([command, false]);
});

test("nothing is opened to a line that runs more than git at its plain work here, or says what is not known", () => {
  for (const command of [
    "npm test && git checkout feature",
    "git checkout feature; ./build.sh",
    "git checkout $(cat name)",
    "git checkout $BRANCH",
    "git mine feature; git branch -m a b",
    "git -C $D checkout feature",
    "git -C a -C b checkout feature",
    "cd $D && git checkout feature",
    "sh -c 'git checkout feature; ./x'",
    "sh -c 'git checkout feature' evil.sh",
    "env GIT_DIR=x git checkout feature",
    "timeout 9 sh x; git branch -m a b",
    "git checkout feature > .git/config",
    "git checkout feature & sleep 9; echo x >> .git/config",
    "GIT_DIR=x git checkout feature",
    "git -c core.hooksPath=h checkout feature",
    "./git checkout feature",
    "bin/git checkout feature && git branch -d x",
    "git checkout feature | tee .git/config",
    "git checkout feature | python3 -",
    "git rebase -x ./evil main && git branch -d x",
    "git merge -s evil x && git branch -d x",
    "git config --global user.name me",
    "git config -f .git/config core.pager x",
    "git config --edit",
    "git config a.b c d",
    "git config user.name",
    "git remote add --mirror=fetch a b",
    "git remote -v",
    "git branch",
    "git branch --edit-description",
    "git status",
    "git checkout -- file",
    "git checkout feature\nnode x.js",
    "git submodule add ./x && git checkout feature",
    "git fetch --upload-pack=./x && git branch -d y",
    "git checkout feature && git bisect run ./x",
  ])
    expect([command, kinds(command)]).toEqual([command, undefined]);
});

test("why it stays closed names the part that keeps it so", () => {
  const why = (command: string) => {
    const settings = judge(command);
    return settings?.kind === "closed" ? settings.why : undefined;
  };
  expect(why("npm test && git checkout feature")).toBe("npm test runs in the same line");
  expect(why("git checkout feature; echo done > note.txt")).toBe("echo done > note.txt writes a file");
  expect(why("git -C $D checkout feature")).toMatch(
    /^the folder in which git -C \$D checkout feature runs is not known/,
  );
  expect(why("npm version patch # git tag")).toBe("npm version patch runs in the same line");
  expect(why("git gc")).toMatch(/^what else git gc does /);
  expect(why("ls")).toBeUndefined();
  expect(judge("cd sub && git checkout feature; git status")).toMatchObject({
    verbs: ["checkout"],
    folders: ["/w/sub", "/w"],
  });
});
