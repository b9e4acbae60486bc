import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { takeFile } from "../../src/adapters/exclusive-file.ts";
import { noSmallDisk, withSmallDisk } from "../matrix/faults/small-disk.ts";
import { commitAs, gitAs } from "./git-history.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

let place: Place;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place.remove();
});

const BUILD =
  "import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('dist'); writeFileSync('dist/out.js', 'built');";

/** A project with permissions, links, an empty folder, an untracked binary file, an ignored secret, and no git. */
function project(): void {
  place = makePlace({
    "package.json": JSON.stringify({ name: "p", version: "1.0.0", scripts: { build: "node build.mjs" } }),
    "build.mjs": BUILD,
    ".gitignore": "dist/\n.env\n",
    ".env": "A=1\n",
    "src/main.ts": "console.log(1);\n",
    "src/lib/util.ts": "export {};\n",
  });
  mkdirSync(join(place.cwd, "src/empty"), { mode: 0o750 });
  writeFileSync(join(place.cwd, "src/run.sh"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(place.cwd, "src/data.bin"), Buffer.from([0, 255, 10, 13, 0]));
  symlinkSync("lib/util.ts", join(place.cwd, "src/link.ts"));
  symlinkSync("../nowhere", join(place.cwd, "src/dangling"));
}

function picture(path = place.cwd): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(path)) {
    const absolute = join(path, name);
    const stat = lstatSync(absolute);
    const mode = stat.mode.toString(8);
    if (stat.isSymbolicLink()) all[absolute] = `link ${readlinkSync(absolute)}`;
    else if (stat.isDirectory()) Object.assign(all, { [absolute]: mode }, picture(absolute));
    else all[absolute] = `${mode} ${readFileSync(absolute, "hex")}`;
  }
  return all;
}

async function agent(replies: readonly WireReply[], ...flags: string[]): Promise<WaymarkRun> {
  await server?.close();
  server = await startOpenAiChat([...replies, { text: "done" }]);
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const run = await runWaymark(
    ["-p", "go", "-m", "openai-compatible/m", "--permission-mode", "bypassPermissions", ...flags],
    { ...place, environment },
  );
  expect(run.code, run.stderr).toBe(0);
  return run;
}

const shell = (command: string): WireReply => ({ calls: [{ name: "shell", input: { command } }] });
const waymark = (...args: string[]): Promise<WaymarkRun> => runWaymark(args, place);

test("undo after `rm -rf src && npm run build` restores every file, modes and links included", async () => {
  project();
  const before = picture();
  await agent([shell("rm -rf src .env && npm run build")], "--allowedTools", "shell");
  expect(readdirSync(place.cwd)).not.toContain("src");
  expect(readdirSync(place.cwd)).toContain("dist");

  const dry = await waymark("undo", "--dry-run");
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining("src/run.sh")]);
  expect(readdirSync(place.cwd)).not.toContain("src");

  const undone = await waymark("undo");
  expect([undone.code, undone.stderr]).toEqual([0, ""]);
  expect(picture()).toEqual(before);
});

test("a tool that is run without a model is undone as well, each run for itself", async () => {
  project();
  const before = picture();
  const rules = ["--permission-mode", "bypassPermissions"];
  const content = "console.log(2);\n";
  await waymark("tool", "run", "write_file", JSON.stringify({ path: "src/main.ts", content }), ...rules);
  const between = picture();
  await waymark("tool", "run", "shell", '{"command":"rm -r src/lib src/link.ts"}', ...rules);
  expect(readdirSync(join(place.cwd, "src"))).not.toContain("lib");
  expect((await waymark("undo")).code).toBe(0);
  expect(picture()).toEqual(between);
  const nothing = await waymark("undo");
  const [, session = ""] = /waymark undo --session (\S+)`/.exec(nothing.stderr) ?? [];
  expect((await waymark("undo", "--session", session)).code).toBe(0);
  expect(picture()).toEqual(before);
});

test("edits and commands are listed, shown and taken back one by one, and an undo is taken back in turn", async () => {
  project();
  const before = picture();
  await agent([
    { calls: [{ name: "write_file", input: { path: "notes/a.md", content: "one\n" } }] },
    { calls: [{ name: "edit_file", input: { path: "src/main.ts", old_string: "1", new_string: "2" } }] },
    shell("chmod 600 src/run.sh && mv src/data.bin moved.bin"),
  ]);
  const after = picture();

  const list = await waymark("checkpoint", "list");
  expect(list.stdout.split("\n").filter((line) => line.startsWith("#"))).toEqual([
    expect.stringMatching(/^#1 .*write notes\/a\.md {2}\(2 paths\)/),
    expect.stringMatching(/^#2 .*write src\/main\.ts {2}\(1 path\)/),
    expect.stringMatching(/^#3 .*chmod 600 .* {2}\(3 paths\)/),
  ]);
  expect((await waymark("checkpoint", "diff", "2")).stdout).toContain("-console.log(1);\n+console.log(2);");

  expect((await waymark("undo", "--steps", "2")).code).toBe(0);
  expect(readFileSync(join(place.cwd, "src/main.ts"), "utf8")).toBe("console.log(1);\n");
  expect(readFileSync(join(place.cwd, "notes/a.md"), "utf8")).toBe("one\n");
  expect((await waymark("checkpoint", "restore", "4")).code).toBe(0);
  expect(picture()).toEqual(after);
  expect((await waymark("checkpoint", "restore", "1")).code).toBe(0);
  expect(picture()).toEqual(before);
});

test("a change of a file is shown as its bytes mean, whatever its encoding", async () => {
  project();
  writeFileSync(join(place.cwd, "latin.csv"), Buffer.from("caf\u00e9;1\n", "latin1"));
  writeFileSync(join(place.cwd, "wide.txt"), Buffer.from("\ufeffone\n", "utf16le"));
  await agent([
    { calls: [{ name: "edit_file", input: { path: "latin.csv", old_string: "1", new_string: "2" } }] },
    { calls: [{ name: "edit_file", input: { path: "wide.txt", old_string: "one", new_string: "two" } }] },
  ]);
  expect((await waymark("checkpoint", "diff", "1")).stdout).toContain("-caf\u00e9;1\n+caf\u00e9;2");
  expect((await waymark("checkpoint", "diff", "2")).stdout).toContain("-one\n+two");
});

test("a session that goes on is told once of what was taken back elsewhere, of its own changes alone", async () => {
  project();
  const news = "has put back these paths: ";
  const edit = (path: string): WireReply => ({ calls: [{ name: "write_file", input: { path, content: "new\n" } }] });
  const asked = (): string => server?.requests.at(-1)?.body ?? "";
  await agent([edit("one.txt"), edit("two.txt")], "--session-id", "mine");
  await agent([edit("three.txt")], "--session-id", "another");
  expect(asked()).not.toContain(news);
  expect((await waymark("undo", "--session", "mine")).code).toBe(0);
  expect((await waymark("undo", "--session", "another")).code).toBe(0);
  await agent([], "-r", "mine");
  expect(asked()).toContain(`${news}two.txt. `);
  await agent([shell("true")], "-r", "mine");
  expect(asked().split(news)).toHaveLength(2);
});

test("what the user changed since is never overwritten unasked", async () => {
  project();
  await agent([shell("echo agent > src/main.ts && echo agent > src/lib/util.ts")]);
  writeFileSync(join(place.cwd, "src/main.ts"), "mine\n");
  const refused = await waymark("undo");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("src/main.ts: changed since");
  expect(readFileSync(join(place.cwd, "src/main.ts"), "utf8")).toBe("mine\n");
  expect(readFileSync(join(place.cwd, "src/lib/util.ts"), "utf8")).toBe("agent\n");

  expect((await waymark("undo", "--force")).code).toBe(0);
  expect(readFileSync(join(place.cwd, "src/main.ts"), "utf8")).toBe("console.log(1);\n");
  expect((await waymark("checkpoint", "restore", "2")).code).toBe(0);
  expect(readFileSync(join(place.cwd, "src/main.ts"), "utf8")).toBe("mine\n");
});

test.skipIf(noSmallDisk() !== undefined)(
  `what a full disk leaves as it was is said, and undone once there is room (${noSmallDisk() ?? "tried"})`,
  async () => {
    place = makePlace();
    await withSmallDisk(place.cwd, 2_000, async () => {
      const old = `${"a".repeat(300_000)}\n`;
      writeFileSync(join(place.cwd, "big.txt"), old);
      const input = JSON.stringify({ path: "big.txt", content: "small\n" });
      const write = await runWaymark(["tool", "run", "write_file", input, "--permission-mode", "acceptEdits"], place);
      expect(write.code, write.stderr).toBe(0);
      const fill = join(place.cwd, "fill");
      expect(() => {
        for (;;) writeFileSync(fill, "x".repeat(4096), { flag: "a" });
      }).toThrow("ENOSPC");
      const full = await runWaymark(["undo"], place);
      expect(full.code).toBe(1);
      expect(full.stderr).toContain("big.txt is left as it is: the disk is full; mend that and run the undo again");
      expect(full.stdout).toContain("Nothing could be put back.");
      expect(readdirSync(place.cwd).sort()).toEqual(["big.txt", "fill"]);
      rmSync(fill);
      expect((await runWaymark(["undo"], place)).code).toBe(0);
      expect(readFileSync(join(place.cwd, "big.txt"), "utf8")).toBe(old);
    });
  },
);

test("nothing to undo is said with the way on, and a command that only reads keeps nothing", async () => {
  project();
  const none = await waymark("undo");
  expect([none.code, none.stderr.trim().split("\n")]).toEqual([42, [expect.stringMatching(/nothing to undo/)]]);
  await agent([shell("ls src && cat src/main.ts")]);
  expect((await waymark("undo")).stderr).toMatch(/nothing to undo/);
});

test("a git tree, its index and its history are left alone by an undo", async () => {
  project();
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: place.cwd, encoding: "utf8", env: { ...process.env, HOME: place.home } });
  git("init", "-q");
  git("add", ".");
  const index = git("ls-files", "-s");
  await agent([shell("rm -rf src && echo x > new.txt")]);
  expect((await waymark("undo")).code).toBe(0);
  expect(git("ls-files", "-s")).toBe(index);
  expect(
    git("status", "--porcelain")
      .split("\n")
      .filter((line) => !line.startsWith("A ")),
  ).toEqual([""]);
});

test("an undo has the turn of edits: while another session writes it says so and takes nothing back", async () => {
  place = makePlace({});
  const input = JSON.stringify({ path: "a.txt", content: "a\n" });
  const made = await waymark("tool", "run", "write_file", input, "--permission-mode", "acceptEdits");
  expect(made.code, made.stderr).toBe(0);
  const other = takeFile(join(place.home, "waymark/state/edits.lock"));
  const refused = await waymark("undo");
  expect(refused).toMatchObject({
    code: 75,
    stderr: expect.stringContaining(`process ${process.pid} did not let others write; try again`),
  });
  expect(readdirSync(place.cwd)).toEqual(["a.txt"]);
  if (other.kind === "taken") other.release();
  expect(await waymark("undo")).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(place.cwd)).toEqual([]);
});

test("what Waymark notes in the folder while a command runs is not the command's, and not taken back with it", async () => {
  const PASSING = ".a.txt.4711-0123456789abcdef-0.new";
  place = makePlace({ ".waymark/plans/p.json": "{}\n", [PASSING]: "half" });
  gitAs("Ann", place, "init", "-q");
  commitAs("Ann", place, "begin");
  const command = "echo made > made.txt; until [ -e go ]; do sleep 0.05; done";
  const run = waymark("tool", "run", "shell", JSON.stringify({ command }), "--permission-mode", "bypassPermissions");
  await expect.poll(() => readdirSync(place.cwd)).toContain("made.txt");
  const notes = {
    "plans/p.json": '{"state":"running"}\n',
    "worktrees/w/a.txt": "work\n",
  };
  // A worktree is one where its repository knows it.
  gitAs("Ann", place, "worktree", "add", "-q", "-b", "waymark/w", ".waymark/worktrees/w");
  for (const [path, text] of Object.entries(notes)) writeFileSync(join(place.cwd, ".waymark", path), text);
  // What an edit of another session has beside its target at the beginning of the command and no more at its end.
  rmSync(join(place.cwd, PASSING));
  writeFileSync(join(place.cwd, "go"), "");
  expect(await run).toMatchObject({ code: 0 });
  expect(await waymark("undo")).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(place.cwd).sort()).toEqual([".git", ".waymark"]);
  for (const [path, text] of Object.entries(notes))
    expect(readFileSync(join(place.cwd, ".waymark", path), "utf8")).toBe(text);
});

test("a session that ran a command which changed nothing is not the one that changed the folder last", async () => {
  place = makePlace({});
  const input = JSON.stringify({ path: "a.txt", content: "a\n" });
  expect(await waymark("tool", "run", "write_file", input, "--permission-mode", "acceptEdits")).toMatchObject({
    code: 0,
  });
  const command = JSON.stringify({ command: "node -e 0" });
  expect(await waymark("tool", "run", "shell", command, "--permission-mode", "bypassPermissions")).toMatchObject({
    code: 0,
  });
  expect(await waymark("undo")).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(place.cwd)).toEqual([]);
});
