import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, putFiles, runWaymark, scriptedModel } from "../run-waymark.ts";

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

test("an installer of models is started in a folder of Waymark's own: Python takes modules from where it is", async () => {
  const own = join(place.home, "bin");
  program(join(own, "python3"), "python");
  putFiles(place.home, { "waymark/state/runtimes/node-llama-cpp/node_modules/node-llama-cpp/dist/index.js": "" });
  await runWaymark(["models", "install", "smollm2"], {
    ...place,
    environment: { PATH: [own, SYSTEM].join(delimiter) },
  });
  expect(readFileSync(join(place.home, "python"), "utf8")).toMatch(/\/\.fetch-[^/]+\n$/);
});
