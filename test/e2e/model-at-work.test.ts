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
  expect(results[0]).toContain("--permission-mode acceptEdits, or --allowedTools 'edit_file(list.js)'");
  for (const text of results) expect(text).not.toMatch(/edit_file, write_file|read_file, search_code and edit_file/);
});

test("a command behind an edit that failed is not run; what reads, and another edit, go on", async () => {
  const wrong = call("edit_file", { path: "list.js", old_string: '"x"', new_string: '"c"' });
  const { cwd, requests } = await play({
    files: { "list.js": LIST, "other.js": LIST },
    flags: COMMANDS,
    replies: [
      { calls: [call("read_file", { path: "list.js" }), call("read_file", { path: "other.js" })] },
      {
        calls: [
          call("shell", { command: "touch before" }),
          wrong,
          call("shell", { command: "touch behind" }),
          call("shell", { command: "ls" }),
          call("edit_file", { path: "other.js", old_string: '"b"', new_string: '"c"' }),
        ],
      },
      DONE,
    ],
  });
  const [, , before, failed, behind, listed, edited] = resultsIn(requests);
  expect([before, failed, edited].map((text) => /not in the file|Not run/.test(text ?? ""))).toEqual([
    false,
    true,
    false,
  ]);
  expect(behind).toBe(
    "Not run, because the edit before it, call 2 of this reply, failed. Mend that edit first, and send this one again behind it.",
  );
  expect(listed).toContain("list.js");
  expect([existsSync(join(cwd, "before")), existsSync(join(cwd, "behind"))]).toEqual([true, false]);
  expect(readFileSync(join(cwd, "other.js"), "utf8")).toContain('"c"');
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

test("an edit that cannot be read as one holds back the command behind it as well", async () => {
  const { cwd, requests } = await play({
    files: { "list.js": LIST },
    flags: COMMANDS,
    replies: [{ calls: [call("edit_file", { path: "list.js" }), call("shell", { command: "touch behind" })] }, DONE],
  });
  expect(resultsIn(requests)[1]).toContain("Not run, because the edit before it, call 1 of this reply");
  expect(existsSync(join(cwd, "behind"))).toBe(false);
});
