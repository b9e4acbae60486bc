import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { makePlace, type Place, runWaymark } from "../run-waymark.ts";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What passes for a look and is none: docs/guide/security.md, "Attacks and where they end". Without a sandbox, which would hide it. */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({
    "work/version": "touch mark\n",
    "work/Makefile": "version:\n\ttouch mark\n",
    "secret.txt": "the-secret-of-elsewhere\n",
  });
});
afterEach(() => grounds.remove());

const DISGUISED = [
  "make version",
  "bash version",
  "bash -v <<< 'touch mark'",
  "echo 'touch mark' | bash -v",
  "echo 'touch mark' | bash -V",
  "echo \"open('mark', 'w')\" | python3 -v",
  "echo 'touch mark' | sh version",
  // More commands than are read.
  `bash -c '${":;".repeat(450)}touch mark'`,
];

test.each(["plan", "default", "dontAsk"])(
  "a question for a version runs nothing of the folder or the input (%s)",
  async (mode) => {
    const results = await grounds.attack(DISGUISED.map(shell), ["--permission-mode", mode, "--sandbox", "off"]);
    expect(existsSync(join(grounds.cwd, "mark"))).toBe(false);
    expect(results.filter((result) => !/not allowed|refused|denied/i.test(result))).toEqual([]);
  },
);

test("variables of a trusted project start nothing in looks, nor in the person's own hooks", async () => {
  const hook = {
    ...{ type: "command", sandbox: false },
    command: `make --version; printf %s "$JAVA_HOME$RUSTUP_TOOLCHAIN" > '${grounds.base}/seen'`,
  };
  mkdirSync(join(grounds.home, "waymark/config"), { recursive: true });
  writeFileSync(
    join(grounds.home, "waymark/config/config.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
  );
  const variables = [
    "MAKEFLAGS='$(eval SHELL:=/bin/sh)$(shell touch mark)'",
    "RUSTUP_TOOLCHAIN=/proc/self/cwd/theirs",
    "JAVA_HOME=/proc/self/cwd/theirs",
  ];
  writeFileSync(join(grounds.cwd, ".env"), variables.join("\n"));
  const results = await grounds.attack(["make --version", "ls"].map(shell), [
    ...["--permission-mode", "plan", "--sandbox", "off", "--trust"],
  ]);
  expect(results[1]).not.toContain("mark");
  expect(readFileSync(join(grounds.base, "seen"), "utf8")).toBe("");
});

const git = (folder: string, ...words: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: folder, stdio: "pipe" });
};

test("a repository that another one holds starts nothing when git looks at that", async () => {
  const part = join(grounds.cwd, "part");
  mkdirSync(part);
  writeFileSync(join(part, "a.bin"), "a");
  writeFileSync(join(part, ".gitattributes"), "*.bin filter=x\n");
  for (const folder of [part, grounds.cwd]) {
    git(folder, "init", "-q");
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "1");
  }
  git(part, "config", "filter.x.clean", `touch '${grounds.base}/mark'; cat`);
  writeFileSync(join(part, "a.bin"), "a");
  await grounds.attack(["git status", "git diff", "git describe --dirty --always"].map(shell), [
    ...["--permission-mode", "plan", "--sandbox", "off"],
  ]);
  expect(existsSync(join(grounds.base, "mark"))).toBe(false);
});

const MISREAD = [
  // Where a slash may divide or begin a pattern, it hides where a text begins.
  `awk 'BEGIN{if (0) 1; else /"/; system("touch mark"); if (0) 1; else /"/}'`,
  "awk '{print 1,\n2 > \"mark\"}' a",
  "awk '{print 1 && # why\n2 > \"mark\"}' a",
  // Of several modes the last one counts.
  "xz -t -d packed.xz",
  "bzip2 -td packed.bz2",
  "zstd --list --decompress packed.zst",
  `jq -n --indent --arg 'include "other" {search:"../"}; found' x .`,
];

test("languages of programs and their options are read as these read them", async () => {
  writeFileSync(join(grounds.cwd, "a"), "a\n");
  writeFileSync(join(grounds.base, "other.jq"), 'def found: "the-secret-of-elsewhere";\n');
  const results = await grounds.attack(MISREAD.map(shell), ["--permission-mode", "plan", "--sandbox", "off"]);
  expect(results.filter((result) => !/not allowed|refused|denied/i.test(result))).toEqual([]);
  expect(existsSync(join(grounds.cwd, "mark"))).toBe(false);
});

test("git shows no file that a setting of the repository names, and puts nothing aside", async () => {
  const { cwd, base } = grounds;
  git(cwd, "init", "-q");
  writeFileSync(join(cwd, "a"), "a\n");
  git(cwd, "add", "a");
  git(cwd, "commit", "-qm", "a");
  writeFileSync(join(cwd, "a"), "the person's\n");
  const look = (command: string) => grounds.attack([shell(command)], ["--permission-mode", "plan", "--sandbox", "off"]);
  await look("git stash -m list");
  expect(readFileSync(join(cwd, "a"), "utf8")).toBe("the person's\n");
  git(cwd, "config", "blame.ignoreRevsFile", join(base, "secret.txt"));
  expect((await look("git blame a")).join("")).not.toContain("the-secret-of-elsewhere");
});

test("jq opens no file of elsewhere by what a comment hides", async () => {
  const filter = `# "\nimport "data" as $x {search:"${grounds.base}"}; $x # "`;
  writeFileSync(join(grounds.base, "data.json"), '{"a":"the-secret-of-elsewhere"}');
  const [result] = await grounds.attack(
    [shell(`jq -n '${filter}'`)],
    ["--permission-mode", "plan", "--sandbox", "off"],
  );
  expect(result).not.toContain("the-secret-of-elsewhere");
});

test("a list of packages leaves no log and no cache where the folder wants them", async () => {
  writeFileSync(join(grounds.cwd, ".npmrc"), `logs-dir=${grounds.base}/logs\ncache=${grounds.base}/cache\n`);
  const environment = { TMPDIR: join(grounds.base, "tmp") };
  mkdirSync(environment.TMPDIR);
  const args = ["--permission-mode", "plan", "--sandbox", "off"];
  const results = await grounds.attack(["npm ls", "npm root"].map(shell), args, environment);
  expect(results.every((one) => one.startsWith("Not allowed"))).toBe(true);
  expect(["logs", "cache", "tmp/node-compile-cache"].filter((one) => existsSync(join(grounds.base, one)))).toEqual([]);
});

test("what only reads lists no names of elsewhere", async () => {
  symlinkSync("..", join(grounds.cwd, "up"));
  const results = await grounds.attack(
    ["echo ../*", "printf '%s ' ../*", 'for f in ../*; do echo "$f"; done', "echo up/*", "type */se*"].map(shell),
    ["--permission-mode", "plan", "--sandbox", "off"],
  );
  expect(results.join("\n")).not.toContain("secret.txt");
});

test("a grant to edit files runs nothing else, and the floor holds for names that the line gives", async () => {
  const grant = ["--allowedTools", "shell(@edit-files)", "--sandbox", "off"];
  await grounds.attack(["bash version > out", "node -e 'fs.writeFileSync(`mark`, ``)' > out"].map(shell), grant);
  expect(existsSync(join(grounds.cwd, "mark"))).toBe(false);
  await grounds.attack([shell("echo a > out")], grant);
  expect(existsSync(join(grounds.cwd, "out"))).toBe(true);
  const kept = join(grounds.home, "kept");
  mkdirSync(kept);
  const [above = "", name = ""] = [dirname(grounds.home), basename(grounds.home)];
  const losing = [
    `declare -a d=(${above} ${name}); rm -rf "\${d[0]}/\${d[$((0+1))]}"`,
    `bash -v <<< 'rm -rf ~'`,
    'cd; rm -rf "$PWD"',
  ];
  await grounds.attack(losing.map(shell), ["--permission-mode", "bypassPermissions", "--sandbox", "off"]);
  expect(existsSync(kept)).toBe(true);
});

test("git does not fetch by itself what a repository says lies elsewhere", async () => {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits++;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-C", grounds.cwd, ...words], { encoding: "utf8" }).trim();
  git("init", "-q");
  git("add", "version");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one");
  const blob = git("rev-parse", "HEAD:version");
  rmSync(join(grounds.cwd, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  rmSync(join(grounds.cwd, "version"));
  const { port } = server.address() as AddressInfo;
  const settings = {
    "core.repositoryFormatVersion": "1",
    "extensions.partialClone": "other",
    "remote.other.promisor": "true",
    "remote.other.url": `http://127.0.0.1:${port}/x`,
  };
  for (const [name, value] of Object.entries(settings)) git("config", name, value);
  const looks = ["git log -p", "git show HEAD", "git show HEAD:version", `git cat-file -p ${blob}`, "git diff HEAD"];
  await grounds
    .attack(looks.map(shell), ["--permission-mode", "plan", "--sandbox", "off"])
    .finally(() => server.close());
  expect(visits).toBe(0);
});

test("a worktree is not made through filters that nobody trusted", async () => {
  place = makePlace({
    ".gitattributes": "* filter=other\n",
    "a.txt": "a\n",
    "model.json": '[{"text":"Here."},{"text":"Here."}]',
  });
  const { cwd, home } = place;
  const git = (...words: readonly string[]): Buffer => execFileSync("git", ["-C", cwd, ...words]);
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one");
  git("config", "filter.other.smudge", `touch '${join(home, "mark")}'; cat`);
  const args = ["-p", "hi", "-w", "other", "-m", `scripted/${join(cwd, "model.json")}`];
  const { code, stderr } = await runWaymark(args, place);
  expect([code, existsSync(join(home, "mark"))]).toEqual([42, false]);
  expect(stderr).toContain("filter.other.smudge = touch");
  await runWaymark(["config", "trust"], place);
  expect((await runWaymark(args, place)).code).toBe(0);
});

test.each(
  inTurn(2, [
    ["hook.mine.command", "touch mark", 42],
    ["lfs.extension.mine.smudge", "touch mark", 42],
    ["submodule.recurse", "true", 42],
    // Nothing of these is started where nothing is shown, merged or sent.
    ["core.pager", "touch mark", 0],
    ["diff.mine.textconv", "touch mark", 0],
    ["remote.origin.uploadpack", "touch mark", 0],
  ]),
)("a worktree is made only where nothing that git may start is untrusted: %s", async (name, value, expected) => {
  const made = repository({ "a.txt": "a\n" });
  made.git("config", name, value);
  const args = ["-p", "hi", "-w", "other", "-m", `scripted/${join(made.cwd, "model.json")}`];
  const { code, stderr } = await runWaymark(args, made);
  expect([code, stderr.includes(`${name} = ${value}`)]).toEqual([expected, expected === 42]);
});

/** A repository with one commit, and a model that answers once. */
function repository(files: Readonly<Record<string, string>>) {
  const made = makePlace({ ...files, "model.json": '[{"text":"Here."},{"text":"Here."}]' });
  const git = (...words: readonly string[]): Buffer => execFileSync("git", ["-C", made.cwd, ...words]);
  git("init", "-q");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b.c");
  git("add", ".");
  git("commit", "-qm", "one");
  place = made;
  return { ...made, git };
}

test("a batch is not committed through a program for signatures that nobody trusted", async () => {
  const job = "items: { list: [one] }\nlanes: [{ tool: list_files, params: {} }]\n";
  const { home, git, ...at } = repository({ "job.yaml": job });
  const mark = join(home, "mark");
  git("config", "commit.gpgSign", "true");
  git("config", "gpg.program", `touch '${mark}'; false`);
  expect((await runWaymark(["batch", "run", "job.yaml"], { ...at, home })).code).toBe(0);
  const { code, stderr } = await runWaymark(["batch", "apply", "job", "--branch", "b"], { ...at, home });
  expect([code, existsSync(mark)]).toEqual([42, false]);
  expect(stderr).toContain("gpg.program = touch");
});

test("a worktree is not made where a link of the repository leads, and git's list of what is left out is no link either", async () => {
  const { cwd, home } = repository({ "a.txt": "a\n" });
  const args = ["-p", "hi", "-w", "other", "-m", `scripted/${join(cwd, "model.json")}`];
  const outside = join(home, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "file"), "mine\n");
  rmSync(join(cwd, ".git/info/exclude"), { force: true });
  mkdirSync(join(cwd, ".git/info"), { recursive: true });
  symlinkSync(join(outside, "file"), join(cwd, ".git/info/exclude"));
  expect((await runWaymark(args, { cwd, home })).code).toBe(0);
  expect(readFileSync(join(outside, "file"), "utf8")).toBe("mine\n");
  rmSync(join(cwd, ".waymark"), { recursive: true, force: true });
  mkdirSync(join(cwd, ".waymark"));
  symlinkSync(outside, join(cwd, ".waymark/worktrees"));
  const { code, stderr } = await runWaymark(args, { cwd, home });
  expect(code).not.toBe(0);
  expect(stderr).toContain("is a link that leads out of");
  expect(readdirSync(outside)).toEqual(["file"]);
});

let place: Place | undefined;
afterEach(() => place?.remove());

test("a home by a relative path is no folder of the project", async () => {
  place = makePlace();
  const own = join(place.cwd, "rel/.config/waymark");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "config.json"), '{ "permissionMode": "bypassPermissions" }');
  const environment = {
    HOME: "rel",
    WAYMARK_HOME: "rel/.config",
    XDG_STATE_HOME: join(place.home, "state"),
    XDG_CACHE_HOME: join(place.home, "cache"),
  };
  const { stdout, stderr, code } = await runWaymark(["config", "path"], { ...place, environment });
  expect([code, stderr.split(";")[0]]).toEqual([0, "waymark: HOME is no absolute path (rel)"]);
  expect(stdout.split("\n").filter((line) => /^user|^state|^cache/.test(line) && !/\s\//.test(line))).toEqual([]);
});

test("git -C starts nothing that a work tree below the folder names in settings of its own", async () => {
  const { cwd } = grounds;
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd, stdio: "ignore" });
  git("init", "-q");
  git("add", "version");
  git("commit", "-qm", "a");
  git("worktree", "add", "-q", "tree");
  git("config", "extensions.worktreeConfig", "true");
  writeFileSync(
    join(cwd, ".git/worktrees/tree/config.worktree"),
    `[core]\n\tfsmonitor = "touch ${join(cwd, "mark")}; :"\n`,
  );
  const commands = ["git -C tree status", "git -C tree diff", "git -C . -C tree status"];
  await grounds.attack(commands.map(shell), ["--permission-mode", "plan", "--sandbox", "off"]);
  expect(existsSync(join(cwd, "mark"))).toBe(false);
});
