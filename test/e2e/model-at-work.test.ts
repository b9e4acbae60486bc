import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireScript, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, putFiles, runWaymark } from "./run-waymark.ts";

// What a model that works in small steps meets: a small window, its own commands, refusals.

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
  place = undefined;
});

interface Scene {
  readonly files: Readonly<Record<string, string>>;
  readonly replies: WireScript;
  readonly flags: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

async function play({ files, replies, flags, environment }: Scene) {
  place ??= makePlace(files);
  server = await startOpenAiChat(replies);
  const run = await runWaymark(["-m", "openai-compatible/m", "-p", "go", "--output-format", "stream-json", ...flags], {
    ...place,
    environment: {
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "k",
      ...environment,
    },
  });
  return { run, cwd: place.cwd, requests: server.requests.map(({ body }) => body), end: jsonLines(run.stdout).at(-1) };
}

/** What the model was told of each call, in order. */
const resultsIn = (requests: readonly string[]): readonly string[] =>
  (JSON.parse(requests.at(-1) ?? "{}").messages as { role: string; content: string }[])
    .filter(({ role }) => role === "tool")
    .map(({ content }) => content);

const call = (name: string, input: object): NonNullable<WireReply["calls"]>[number] => ({ name, input });
const DONE: WireReply = { text: "Done." };

test("files that are read at once reach the model in a window of 8,000 tokens, each with where it goes on", async () => {
  const names = ["one", "two", "three", "four", "five"];
  const files = Object.fromEntries(
    names.map((name) => [
      `${name}.txt`,
      Array.from({ length: 400 }, (_, at) => `${name} line ${at + 1} of the file\n`).join(""),
    ]),
  );
  const { requests, run } = await play({
    files,
    flags: [],
    environment: { WAYMARK_CONTEXT_TOKENS: "8000" },
    replies: [{ calls: names.map((name) => call("read_file", { path: `${name}.txt` })) }, DONE],
  });
  expect([run.code, requests.length]).toEqual([0, 2]);
  for (const name of names) expect(requests[1]).toContain(`${name} line 30 of the file`);
  expect(requests[1]?.match(/shown 1-\d+ of 400 lines; offset \d+ goes on/g)).toHaveLength(names.length);
});

const COMMANDS = ["--permission-mode", "acceptEdits", "--allowedTools", "shell"];
const LIST = 'const names = ["a", "b"];\n';
const EDIT = call("edit_file", { path: "list.js", old_string: '"b"', new_string: '"c"' });

test("what a command of the model's own changed is edited without another look", async () => {
  const { cwd, end } = await play({
    files: { "list.js": LIST },
    flags: COMMANDS,
    replies: [
      { calls: [call("read_file", { path: "list.js" })] },
      { calls: [call("shell", { command: "sed -i s/names/letters/ list.js" })] },
      { calls: [EDIT] },
      DONE,
    ],
  });
  expect(end).toMatchObject({ subtype: "success" });
  expect(readFileSync(join(cwd, "list.js"), "utf8")).toBe('const letters = ["a", "c"];\n');
});

test("what another changed while the model thought is looked at first, though a command ran as well", async () => {
  place = makePlace({ "list.js": LIST });
  const path = join(place.cwd, "list.js");
  const { requests } = await play({
    files: {},
    flags: COMMANDS,
    replies: (_, index) => {
      if (index === 2) writeFileSync(path, 'const names = ["b", "z"];\n');
      const steps: readonly WireReply[] = [
        { calls: [call("read_file", { path: "list.js" })] },
        { calls: [call("shell", { command: "sed -i s/names/letters/ list.js" })] },
        { calls: [EDIT] },
      ];
      return steps[index] ?? DONE;
    },
  });
  expect(requests.at(-1)).toContain("was changed on disk since you read it, by the user or another program");
  expect(readFileSync(path, "utf8")).toBe('const names = ["b", "z"];\n');
});

test("a change that nobody can allow names the mode that would, and no tool that would be refused as well", async () => {
  const { requests, run } = await play({
    files: { "list.js": LIST },
    flags: [],
    replies: [{ calls: [EDIT, call("shell", { command: "touch made" })] }, DONE],
  });
  expect(run.code).toBe(1);
  const results = resultsIn(requests);
  expect(results).toHaveLength(2);
  expect(results[0]).toContain("--permission-mode acceptEdits, or --allowedTools 'edit_file(/list.js)'");
  for (const text of results) expect(text).not.toMatch(/edit_file, write_file|read_file, search_code and edit_file/);
});

test("a command behind an edit that failed is not run where it may read or touch that file; all else goes on", async () => {
  const wrong = call("edit_file", { path: "list.js", old_string: '"x"', new_string: '"c"' });
  const shell = (command: string, cwd?: string) => call("shell", { command, ...(cwd === undefined ? {} : { cwd }) });
  const held = [
    shell("node other.js; echo 1 >> ran"),
    shell("cp list.js copy.js"),
    shell("cp ./list.js ran"),
    shell("cp ../list.js ../ran", "kept"),
    shell("cd kept && cp ../list.js ../ran"),
    shell("cp -r . /tmp/all-of-it"),
    shell('for f in *; do touch "$f"; done'),
    shell("touch $(cat list.js)"),
  ];
  const runs = [
    shell("ls"),
    shell("cat list.js"),
    shell("touch behind"),
    shell("mkdir -p made/deep && cp other.js made/deep/list.js"),
    shell("echo done > kept/note.txt"),
    shell("cd kept && touch list.js"),
    shell("sed -i s/names/letters/ other.js"),
    shell("touch list.js", "made"),
  ];
  const { cwd, requests } = await play({
    files: { "list.js": LIST, "other.js": LIST, "kept/a.txt": "a" },
    flags: COMMANDS,
    replies: [
      { calls: [call("read_file", { path: "list.js" }), call("read_file", { path: "other.js" })] },
      { calls: [shell("touch before"), wrong, ...held, ...runs] },
      DONE,
    ],
  });
  const [, , before, failed, ...behind] = resultsIn(requests);
  expect([before, failed].map((text) => /not in the file|Not run/.test(text ?? ""))).toEqual([false, true]);
  const notRun =
    "Not run, because the edit before it, call 2 of this reply, was not made, and this may read or touch list.js. Send it again behind an edit that is made, or by itself if it needs none.";
  expect(behind.slice(0, held.length)).toEqual(held.map(() => notRun));
  expect(behind.slice(held.length).filter((text) => text.startsWith("Not run"))).toEqual([]);
  const made = ["before", "behind", "made/deep/list.js", "kept/note.txt", "kept/list.js", "made/list.js"];
  expect(made.filter((path) => !existsSync(join(cwd, path)))).toEqual([]);
  expect(existsSync(join(cwd, "ran"))).toBe(false);
  expect(readFileSync(join(cwd, "other.js"), "utf8")).toContain("letters");
});

test("a command waits for whichever edit it depends on", async () => {
  const wrong = (path: string) => call("edit_file", { path, old_string: '"x"', new_string: '"c"' });
  const { requests } = await play({
    files: { "list.js": LIST, "other.js": LIST },
    flags: COMMANDS,
    replies: [
      { calls: [wrong("list.js"), wrong("other.js"), call("shell", { command: "cp other.js copy.js" })] },
      DONE,
    ],
  });
  expect(resultsIn(requests)[2]).toContain("call 2 of this reply, was not made, and this may read or touch other.js");
});

test("a refusal by a rule shows it as the person wrote it, with its place", async () => {
  place = makePlace();
  const theirs = join(place.home, "waymark", "config", "config.json");
  putFiles(place.home, {
    "waymark/config/config.json": JSON.stringify({ permissions: { deny: ["Bash(npm test:*)", "Edit(kept/**)"] } }),
  });
  const { requests } = await play({
    files: {},
    flags: ["--disallowedTools", "Bash(touch:*)", "--permission-mode", "acceptEdits"],
    replies: [
      {
        calls: [
          call("shell", { command: "npm test -- one" }),
          call("shell", { command: "touch made" }),
          call("write_file", { path: "kept/a.txt", content: "x" }),
        ],
      },
      DONE,
    ],
  });
  const [command, flag, edit] = resultsIn(requests);
  expect(command).toContain(`the rule Bash(npm test:*) says deny (${theirs})`);
  expect(edit).toContain(`rule Edit(kept/**) (${theirs})`);
  expect(flag).toMatch(/the rule Bash\(touch:\*\) says deny \(flag --allowedTools, --disallowedTools\)/);
});

test("who is given work by a name that nobody has is told who there is", async () => {
  const { requests } = await play({
    files: { ".waymark/agents/scribe.md": "---\nname: scribe\ndescription: Writes minutes.\n---\nYou write.\n" },
    flags: ["--trust"],
    replies: [{ calls: [call("task", { agent: "general", prompt: "look" })] }, DONE],
  });
  expect(requests[0]).toMatch(
    /Agents: scribe \(Writes minutes\); explore \(Searches[^)]*\); review \(Reviews[^)]*\)\./,
  );
  expect(resultsIn(requests)[0]).toMatch(
    /^There is no agent "general"\. Give work to one of:\n- explore: Searches .*\n- review: .*\n- scribe: Writes minutes\.$/,
  );
});

test.each([
  ["an edit", call("edit_file", { old_string: "a", new_string: "c" })],
  ["a diff", call("apply_diff", { diff: "nothing of a diff" })],
])("%s that cannot be read as one holds back the command behind it as well", async (_, unread) => {
  const { cwd, requests } = await play({
    files: { "list.js": LIST },
    flags: COMMANDS,
    replies: [{ calls: [unread, call("shell", { command: "touch behind" })] }, DONE],
  });
  expect(resultsIn(requests)[1]).toContain(
    "Not run, because the edit before it, call 1 of this reply, was not made, and this may read or touch what it was for",
  );
  expect(existsSync(join(cwd, "behind"))).toBe(false);
});
