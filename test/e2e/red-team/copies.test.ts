import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import { runWaymark } from "../run-waymark.ts";
import {
  type Call,
  canExchange,
  exchange,
  type Grounds,
  isRoot,
  makeGrounds,
  mayUseBubblewrap,
  NOBODY,
  shell,
} from "./attack-run.ts";

/** Copies of a folder, and what stands in for denied files: docs/guide/security.md, "Attacks and where they end". */

const TOLD = "WHAT-NOBODY-MAY-READ";
let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const AGENT = "---\nname: apart\ndescription: works on a copy\nisolation: worktree\n---\nDo it.\n";
const FILES = {
  "work/a.txt": "one\n",
  "work/private/x.txt": `${TOLD}\n`,
  "work/read.py": "print(open('pri'+'vate/x.txt').read())\n",
  "other/notes.txt": `${TOLD}\n`,
  "home/waymark/config/agents/apart.md": AGENT,
};

/** All that a model reads while a sub-agent in a copy makes these calls, and the session some after it. */
async function readOf(calls: readonly Call[], after: readonly Call[], args: readonly string[]): Promise<string> {
  const { cwd, home } = grounds as Grounds;
  const task = { name: "task", input: { agent: "apart", prompt: "work" } };
  const replies = [task, ...calls, undefined, ...after];
  let asked = 0;
  const told: string[] = [];
  const server = await startOpenAiChat((request) => {
    told.push(JSON.stringify(request));
    const call = replies[asked++];
    return call === undefined ? { text: "Done." } : { calls: [call] };
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "key" };
  const words = ["-p", "go", "-m", "openai-compatible/m", "--output-format", "stream-json", ...args];
  const run = await runWaymark(words, { cwd, home, environment }).finally(() => server.close());
  expect(asked, run.stderr).toBeGreaterThanOrEqual(replies.length);
  return told.join("\n") + run.stdout;
}

describe("a sub-agent in a copy of the folder", () => {
  test.each(["acceptEdits", "bypassPermissions"])("brings nothing back through a link, in mode %s", async (mode) => {
    grounds = makeGrounds(FILES);
    const { base, cwd } = grounds;
    const link = `import os; os.symlink(${JSON.stringify(join(base, "other"))}, "l"); os.symlink("/", "disk")`;
    const calls = [
      shell(`python3 - <<'E'\n${link}\nE`),
      { name: "write_file", input: { path: "new.txt", content: "two\n" } },
    ];
    const after = [{ name: "read_file", input: { path: "l/notes.txt" } }];
    expect(await readOf(calls, after, ["--permission-mode", mode])).not.toContain(TOLD);
    expect([existsSync(join(cwd, "l")), readFileSync(join(cwd, "new.txt"), "utf8")]).toEqual([false, "two\n"]);
  });

  test.skipIf(!canExchange)(
    "finds nothing in it of what a folder leads to for a moment while it is copied, and neither does an undo",
    async () => {
      grounds = makeGrounds({
        ...FILES,
        "work/private/x.txt": "ours\n",
        "work/d/a.txt": "ours\n",
        "work/d/notes.txt": "ours\n",
      });
      const { base, cwd, home } = grounds;
      symlinkSync(join(base, "other"), join(cwd, "way"));
      symlinkSync(join(base, "other/notes.txt"), join(cwd, "file-way"));
      const exchanging = exchange(join(cwd, "d"), join(cwd, "way"), join(cwd, "a.txt"), join(cwd, "file-way"));
      try {
        for (let round = 0; round < 4; round++) {
          const calls = [
            { name: "search_code", input: { pattern: "WHAT[-]NOBODY" } },
            { name: "write_file", input: { path: `new${round}.txt`, content: "x\n" } },
          ];
          const read = await readOf(calls, [shell(`echo > made${round}`)], ["--permission-mode", "acceptEdits"]);
          expect(read.includes(TOLD)).toBe(false);
        }
      } finally {
        exchanging.kill("SIGKILL");
      }
      const kept = readdirSync(join(home, "waymark"), { recursive: true, withFileTypes: true });
      const texts = kept.flatMap((one) => (one.isFile() ? [readFileSync(join(one.parentPath, one.name), "utf8")] : []));
      expect(texts.filter((text) => text.includes(TOLD))).toEqual([]);
    },
  );

  test.each(["acceptEdits", "bypassPermissions", "plan"])(
    "is held to rules that name files by their whole path, in mode %s",
    async (mode) => {
      grounds = makeGrounds(FILES);
      const { cwd } = grounds;
      const calls = [
        shell("cat private/x.txt"),
        ...(mayUseBubblewrap(undefined) ? [shell("python3 read.py")] : []),
        { name: "read_file", input: { path: "private/x.txt" } },
        { name: "search_code", input: { pattern: "NOBODY" } },
      ];
      const args = ["--permission-mode", mode, "--disallowedTools", `Read(${cwd}/private/**)`];
      expect(await readOf(calls, [], args)).not.toContain(TOLD);
    },
  );
});

describe.each([
  ["as root", undefined, 0],
  ["as an ordinary user", NOBODY, 1],
] as const)("files that rules deny, %s", (_, userId, at) => {
  const isSkipped = (userId !== undefined && !isRoot) || !mayUseBubblewrap(userId);
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "safe.directory=*", ...words], { cwd: (grounds as Grounds).cwd, encoding: "utf8" });

  test.skipIf(isSkipped).each(inTurn(2, ["acceptEdits", "bypassPermissions"], at))(
    "are neither shown nor committed as deleted or empty, in mode %s",
    async (mode) => {
      grounds = makeGrounds({ ...FILES, "work/one.key": `${TOLD}\n` }, userId);
      for (const words of ["init -q", "config user.name a", "config user.email a@b", "add -A", "commit -qm first"])
        git(...words.split(" "));
      const commands = ["echo two > a.txt; git diff; git status", "git add -A", "git commit -qam all", "git stash -u"];
      const last = "git commit -qm second a.txt";
      const denied = ["--disallowedTools", "Read(private/**),Read(*.key)"];
      const results = await grounds.attack([...commands, last].map(shell), ["--permission-mode", mode, ...denied]);
      expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
      expect(git("log", "--format=", "--name-status", "HEAD~1..HEAD")).toBe("M\ta.txt\n");
      expect(git("status", "--porcelain")).toBe("");
    },
  );

  test.skipIf(isSkipped)("stay closed behind thousands of other names that the rule means, too", async () => {
    grounds = makeGrounds({ "work/zz/deep/one.key": `${TOLD}\n`, "work/a.txt": "one\n" }, userId);
    const { cwd } = grounds;
    const crowd = `import os
for at in ("aa", "bb/cc"):
    os.makedirs(at)
    for i in range(700): open(at + "/%d.key" % i, "w").close()`;
    const work = [
      `python3 - <<'E'\n${crowd}\nE`,
      'python3 -c \'print(open("zz/deep/one."+"key").read())\'',
      'python3 -c \'open("zz/deep/one."+"key","w").write("evil")\'',
      "cp -r zz yy; cat yy/deep/one*",
      "cat a.txt",
    ];
    const denied = ["--disallowedTools", "Read(**/*.key)"];
    const results = await grounds.attack(work.map(shell), ["--permission-mode", "bypassPermissions", ...denied]);
    expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
    expect(results.at(-1)).toMatch(/^one/);
    expect(readFileSync(join(cwd, "zz/deep/one.key"), "utf8")).toBe(`${TOLD}\n`);
  });
});

test("links to themselves in the commands of a folder that nobody trusts hold up nothing", async () => {
  grounds = makeGrounds({ "work/.claude/commands/x.md": "text\n", "work/.claude/agents/y.md": "text\n" });
  const { cwd, home } = grounds;
  for (const name of ["a", "b", "c"])
    for (const folder of ["commands", "agents"]) symlinkSync(".", join(cwd, ".claude", folder, name));
  symlinkSync("/", join(cwd, ".claude/commands/disk"));
  const unknown = await runWaymark(["-p", "/nobody", "--offline"], { cwd, home });
  expect(unknown.code).not.toBeNull();
  const { code, stdout } = await runWaymark(["agents", "list"], { cwd, home });
  expect([code, stdout]).toEqual([0, expect.any(String)]);
});
