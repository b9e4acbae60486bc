import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { keptOf } from "../../../src/app/settings/locations.ts";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import { runWaymark } from "../run-waymark.ts";
import { type Call, type Grounds, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** Where Waymark keeps what it runs and what its walls are made of: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

describe.each([
  ["as root", undefined],
  ["as an ordinary user", NOBODY],
] as const)("%s, who works where the system keeps temporary files", (_, userId) => {
  test.skipIf(userId !== undefined && !isRoot)("a command finds nothing of Waymark's own there", async () => {
    grounds = makeGrounds({ "work/tmp/kept": "" }, userId);
    const temporary = join(grounds.cwd, "tmp");
    const list = "ls -A tmp; find . -name 'waymark*' -o -name '*compile-cache*' -o -type p";
    const args = ["--permission-mode", "bypassPermissions"];
    // Node looks at neither where they are empty.
    const environment = { TMPDIR: temporary, NODE_COMPILE_CACHE: "" };
    const results = await grounds.attack([shell("true"), shell(list), shell(`${list}; echo again`)], args, environment);
    expect(results.slice(1)).toEqual(["kept\n", "kept\nagain\n"].map((text) => expect.stringMatching(text.trimEnd())));
    expect(results.join("\n")).not.toMatch(/waymark|compile-cache/);
    expect(readdirSync(temporary)).toEqual(["kept"]);
    expect(readdirSync(join(grounds.home, "waymark/cache/compiled"))).not.toEqual([]);
  });

  test.skipIf((userId !== undefined && !isRoot) || !mayUseBubblewrap(userId))(
    "no folder of the sandbox is reached by its path",
    async () => {
      grounds = makeGrounds({ "work/a.txt": "" }, userId);
      const { cwd, home } = grounds;
      const cache = join(home, "waymark/cache");
      const write = `python3 -c "import glob; print('found', glob.glob('${cache}/*/*'))"; echo x > ${cache}/commands/x`;
      const [result = ""] = await grounds.attack([shell(write)], ["--permission-mode", "bypassPermissions"]);
      expect(result).not.toMatch(/found \['/);
      expect([existsSync(join(cache, "commands/x")), existsSync(join(cwd, "a.txt"))]).toEqual([false, true]);
    },
  );
});

describe("a report", () => {
  const answer = JSON.stringify({ summary: "$(touch evil)", findings: [] });
  const run = async (calls: readonly Call[], place: Grounds) => {
    let asked = 0;
    const server = await startOpenAiChat(() => {
      const call = calls[asked++];
      return call === undefined ? { text: answer } : { calls: [call] };
    });
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const words = ["-p", "x", "-m", "openai-compatible/m", "--permission-mode", "acceptEdits"];
    return runWaymark([...words, "--report", "out.sarif"], { ...place, environment }).finally(() => server.close());
  };

  test("is not written through a link that the folder holds", async () => {
    grounds = makeGrounds({ "home/mine": "mine\n" });
    symlinkSync(join(grounds.home, "mine"), join(grounds.cwd, "out.sarif"));
    const { code, stderr } = await run([], grounds);
    expect([code, stderr]).toEqual([42, expect.stringContaining("is a link that leads out of")]);
    expect(readFileSync(join(grounds.home, "mine"), "utf8")).toBe("mine\n");
  });

  test("is not written through a link that the run has made", async () => {
    grounds = makeGrounds({ "home/mine": "mine\n" });
    const link = shell(`python3 -c "import os; os.symlink('${join(grounds.home, "mine")}', 'out.sarif')"`);
    const { stderr } = await run([link], grounds);
    if (existsSync(join(grounds.cwd, "out.sarif"))) expect(stderr).toContain("is a link that leads out of");
    expect(readFileSync(join(grounds.home, "mine"), "utf8")).toBe("mine\n");
  });
});

describe("the answer that -o keeps", () => {
  const answer = '[core]\n\tfsmonitor = "id > ran; false"';
  const run = async (code: string, place: Grounds, more: readonly string[] = [], to = "out/answer.md") => {
    writeFileSync(join(place.cwd, "run.py"), `import os\n${code}\n`);
    let asked = 0;
    const server = await startOpenAiChat(() =>
      asked++ === 0 ? { calls: [shell("python3 run.py")] } : { text: answer },
    );
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const words = ["-p", "x", "-m", "openai-compatible/m", "--permission-mode", "acceptEdits", ...more];
    return runWaymark([...words, "-o", to], { ...place, environment }).finally(() => server.close());
  };
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: grounds?.cwd });

  test.each([
    ["a link to what git starts programs by", "os.symlink('../.git/config', 'out/answer.md')", ".git/config"],
    ["a folder that is such a link", "os.rmdir('out'); os.symlink('.git', 'out')", ".git/answer.md"],
    ["a link to a file of secrets", "os.symlink('../.env', 'out/answer.md')", ".env"],
    ["a link to settings of an editor", "os.symlink('../.vscode/tasks.json', 'out/answer.md')", ".vscode/tasks.json"],
  ])("goes through no link that the run has made: %s", async (_, code, target) => {
    grounds = makeGrounds({ "work/.env": "TOKEN=x\n", "work/.vscode/tasks.json": "{}\n" });
    mkdirSync(join(grounds.cwd, "out"));
    git("init", "--quiet");
    const at = join(grounds.cwd, target);
    const before = existsSync(at) ? readFileSync(at, "utf8") : undefined;
    const { code: exit, stderr } = await run(code, grounds);
    expect(existsSync(at) ? readFileSync(at, "utf8") : undefined).toBe(before);
    expect([exit, stderr]).toEqual([42, expect.stringMatching(/is a link that leads to \.(?:git|env|vscode)/)]);
  });

  test("takes the place of a second name of a file, which stays as it was", async () => {
    grounds = makeGrounds({ "work/out/a.txt": "" });
    git("init", "--quiet", "clone");
    const { code } = await run("os.link('clone/.git/config', 'out/answer.md')", grounds);
    expect([code, readFileSync(join(grounds.cwd, "out/answer.md"), "utf8")]).toEqual([0, `${answer}\n`]);
    expect(readFileSync(join(grounds.cwd, "clone/.git/config"), "utf8")).not.toContain("fsmonitor");
  });

  test("is held to folders that were added, too", async () => {
    grounds = makeGrounds({ "work/a.txt": "", "added/b.txt": "", "home/mine": "mine\n" });
    const { base, home } = grounds;
    symlinkSync(join(home, "mine"), join(base, "added/answer.md"));
    const { code } = await run("1", grounds, ["--add-dir", "../added"], "../added/answer.md");
    expect([code, readFileSync(join(home, "mine"), "utf8")]).toEqual([42, "mine\n"]);
  });

  test("follows a link that stays among ordinary files of the folder", async () => {
    grounds = makeGrounds({ "work/out/a.txt": "", "work/docs/a.txt": "" });
    symlinkSync("../docs/answer.md", join(grounds.cwd, "out/answer.md"));
    writeFileSync(join(grounds.cwd, "docs/answer.md"), "old\n");
    expect((await run("1", grounds)).code).toBe(0);
    expect(readFileSync(join(grounds.cwd, "docs/answer.md"), "utf8")).toContain("fsmonitor");
  });
});

test("a batch that a repository brings puts no other repository in the place of the branch's own", async () => {
  grounds = makeGrounds({
    "work/job.yaml": "items: { list: [a] }\nlanes: [{ tool: find_files, params: { pattern: 'x' } }]\n",
    "work/link": "gitdir: stored\n",
    "work/.gitattributes": "* filter=evil\n",
  });
  const { base, cwd } = grounds;
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...words], { cwd });
  // What it brings is a whole repository under another name, whose filter runs when anything is added.
  execFileSync("git", ["init", "--quiet", "--bare", join(cwd, "stored")]);
  const marked = join(base, "ran");
  const config = `[core]\n\tbare = false\n\tworktree = ..\n[user]\n\tname = n\n\temail = e@x\n[filter "evil"]\n\tclean = touch ${marked}; cat\n`;
  writeFileSync(join(cwd, "stored/config"), config);
  mkdirSync(join(cwd, "stored/refs/heads"), { recursive: true });
  for (const folder of ["objects", "refs/heads", "refs/tags"]) writeFileSync(join(cwd, "stored", folder, "kept"), "");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  expect((await runWaymark(["batch", "run", "job.yaml"], grounds)).code).toBe(0);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(keptOf(join(grounds.home, "waymark/state"), "batches", cwd), "job.sqlite"));
  const moved = (from: string, to: string): string =>
    `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
  const diff = (text: string): string => JSON.stringify({ answer: { diff: text }, lane: 0 });
  database.prepare("UPDATE items SET result = ?").run(diff(moved(".git", "moved") + moved("link", ".git")));
  database.close();
  const { stdout, stderr } = await runWaymark(["batch", "apply", "job", "--branch", "x"], grounds);
  expect([stdout, stderr.match(/could not be applied/g)?.length]).toEqual([expect.stringMatching(/^0 of job/), 1]);
  expect(existsSync(marked)).toBe(false);
});

test("what git is set to start or to read in the folder is asked about, by file tools as by commands", async () => {
  grounds = makeGrounds({
    "work/githooks/pre-commit": "#!/bin/sh\n",
    "work/gitconfig.inc": "[core]\n\tfsmonitor = ./fsm.sh\n",
    "work/fsm.sh": "",
    "work/a.txt": "a\n",
  });
  const { cwd } = grounds;
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd });
  git("init", "-q");
  git("config", "core.hooksPath", "githooks");
  git("config", "include.path", "../gitconfig.inc");
  const write = (path: string): Call => ({ name: "write_file", input: { path, content: "#!/bin/sh\ntouch ../ran\n" } });
  const attacks = [
    write("githooks/post-commit"),
    { name: "apply_diff", input: { diff: "--- /dev/null\n+++ b/githooks/post-merge\n@@ -0,0 +1 @@\n+x\n" } },
    { name: "file_action", input: { command: "copy", path: "a.txt", target_path: "githooks/post-checkout" } },
    { name: "file_action", input: { command: "delete", path: "githooks" } },
    write("gitconfig.inc"),
    write("fsm.sh"),
    shell("cp a.txt githooks/post-rewrite"),
  ];
  const results = await grounds.attack([...attacks, write("b.txt")], ["--permission-mode", "acceptEdits"]);
  expect(results.slice(0, -1)).toEqual(attacks.map(() => expect.stringMatching(/^Not allowed/)));
  expect(results.at(-1)).toMatch(/^Created b\.txt/);
  expect(readdirSync(join(cwd, "githooks"))).toEqual(["pre-commit"]);
});
