import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Call, canExchange, exchange, type Grounds, makeGrounds } from "./attack-run.ts";

/** What was judged is what is done, by file tools: docs/guide/security.md, "Attacks and where they end". */
const ROUNDS = 20;

let grounds: Grounds;
let exchanging: ChildProcess | undefined;
afterEach(() => {
  exchanging?.kill("SIGKILL");
  grounds?.remove();
});

const more: Call = { name: "find_tool", input: { query: "apply_diff file_action" } };
const hook = (round: number): string =>
  `diff --git a/d/post-commit b/d/post-commit\nnew file mode 100755\n--- /dev/null\n+++ b/d/post-commit\n@@ -0,0 +1,2 @@\n+#!/bin/sh\n+echo ${round}\n`;

test.skipIf(!canExchange)(
  "a link that is exchanged between the verdict and the act makes no hook, and shows no secret",
  { timeout: 180_000 },
  async () => {
    grounds = makeGrounds({ "work/ok/x.txt": "x\n", "work/a.txt": "A=1\n", "work/.env": "plain horse words\n" });
    const { cwd } = grounds;
    mkdirSync(join(cwd, ".git/hooks"), { recursive: true });
    for (const [name, to] of [
      ["d", "ok"],
      ["d2", ".git/hooks"],
      ["l", "a.txt"],
      ["l2", ".env"],
    ] as const)
      symlinkSync(to, join(cwd, name));
    exchanging = exchange(...["d", "d2", "l", "l2"].map((name) => join(cwd, name)));
    const calls = Array.from({ length: ROUNDS }, (_, round): readonly Call[] => [
      { name: "apply_diff", input: { diff: hook(round) } },
      { name: "write_file", input: { path: `d/post-${round}`, content: "#!/bin/sh\n" } },
      { name: "read_file", input: { path: "l", limit: round + 1 } },
      { name: "search_code", input: { pattern: `horse|A|${round}`, path: "l" } },
    ]).flat();
    const results = await grounds.attack([more, ...calls], ["--permission-mode", "acceptEdits", "--sandbox", "off"]);
    exchanging.kill("SIGKILL");
    expect(readdirSync(join(cwd, ".git/hooks"))).toEqual([]);
    expect(results.filter((text) => text.includes("horse words"))).toEqual([]);
    expect(results.some((text) => text.startsWith("Created"))).toBe(true);
    expect(results.some((text) => text.includes("A=1"))).toBe(true);
  },
);

test("a rule for a folder opens neither what `..` nor what a link in it leads to, in any tool", async () => {
  grounds = makeGrounds({
    "work/src/a.txt": "x\n",
    "work/sub/s.txt": "x\n",
    "work/package.json": "{}\n",
    "added/a.txt": "x\n",
  });
  const { cwd, base } = grounds;
  symlinkSync("../sub", join(cwd, "src/l"));
  symlinkSync("../sub/s.txt", join(cwd, "src/ls"));
  symlinkSync("../../added", join(cwd, "src/ad"));
  const tools = ["write_file", "edit_file", "apply_diff", "file_action"];
  const diff = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x\n+y\n`;
  const calls: readonly Call[] = [
    more,
    ...["src/../package.json", "src/l/new.txt", "src/../../added/n.txt", "src/ad/n.txt"].map((path) => ({
      name: "write_file",
      input: { path, content: "y\n" },
    })),
    { name: "edit_file", input: { path: "src/ls", old_string: "x", new_string: "y" } },
    { name: "apply_diff", input: { diff: diff("src/../sub/s.txt") } },
    { name: "file_action", input: { command: "delete", path: "src/../sub" } },
    { name: "file_action", input: { command: "delete", path: "src/l/s.txt" } },
    { name: "file_action", input: { command: "copy", path: ".", target_path: "src/n" } },
    { name: "file_action", input: { command: "delete", path: "src/l" } },
    { name: "write_file", input: { path: `${cwd}/src/new.txt`, content: "y\n" } },
  ];
  const allowed = tools.flatMap((tool) => ["--allowedTools", `${tool}(src/**)`]);
  await grounds.attack(calls, ["--permission-mode", "dontAsk", "--add-dir", join(base, "added"), ...allowed]);
  const held = ["work/sub/s.txt", "work/package.json", "added/a.txt"].map((path) =>
    readFileSync(join(base, path), "utf8"),
  );
  expect(held).toEqual(["x\n", "{}\n", "x\n"]);
  expect([readdirSync(join(cwd, "sub")), readdirSync(join(base, "added"))]).toEqual([["s.txt"], ["a.txt"]]);
  expect(
    readdirSync(cwd)
      .filter((name) => !name.startsWith("."))
      .sort(),
  ).toEqual(["package.json", "src", "sub"]);
  expect(readdirSync(join(cwd, "src")).sort()).toEqual(["a.txt", "ad", "ls", "n", "new.txt"]);
});

test("a link to Waymark's own folders, to an added one or to the working folder is deleted, and nothing behind it", async () => {
  grounds = makeGrounds({ "home/a.txt": "x\n", "added/a.txt": "x\n" });
  const { home, base } = grounds;
  const own = join(home, "waymark/config");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "memory.md"), "x\n");
  for (const [name, to] of Object.entries({ own: "waymark", ad: "../added", here: ".", up: ".." }))
    symlinkSync(to, join(home, name));
  const deletes = ["own", "ad", "here", "up", "own/", "waymark", "here/"].map((path) => ({
    name: "file_action",
    input: { command: "delete", path },
  }));
  const args = ["--permission-mode", "acceptEdits", "--add-dir", join(base, "added"), "--cd", home];
  await grounds.attack([more, ...deletes], args);
  expect(
    [join(own, "memory.md"), join(home, "a.txt"), join(base, "added/a.txt")].map((path) => existsSync(path)),
  ).toEqual([true, true, true]);
});
