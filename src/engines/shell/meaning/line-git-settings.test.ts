import { expect, test } from "vitest";
import { gitSettingsOfLine } from "./line-git-settings.ts";

const of = (command: string) => gitSettingsOfLine(command, { root: "/w", hasReadProfile: true });
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
    "git checkout feature > .git/config",
    "git checkout feature & sleep 9; echo x >> .git/config",
    "GIT_DIR=x git checkout feature",
    "git -c core.hooksPath=h checkout feature",
    "git -C sub checkout feature",
    "cd sub && git checkout feature",
    "./git checkout feature",
    "bin/git checkout feature && git branch -d x",
    "sh -c 'git checkout feature'",
    "timeout 9 git checkout feature",
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
