import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { inTurn } from "../rounds.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(leave);

async function leave(): Promise<void> {
  await server?.close();
  place?.remove();
  server = undefined;
}

const FILES = { "total.mjs": "export function total(values) {\n  return values.length;\n}\n" };

/** Without a key: only the guide is there. */
function unaided(...args: readonly string[]): Promise<WaymarkRun> {
  place = makePlace(FILES);
  return runWaymark([...args, "--offline"], place);
}

async function aided(replies: readonly WireReply[], args: readonly string[]): Promise<WaymarkRun> {
  await leave();
  place = makePlace(FILES);
  server = await startOpenAiChat(replies);
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  return runWaymark(["-m", "openai-compatible/m", "--output-format", "json", ...args], { ...place, environment });
}

const result = (run: WaymarkRun) => jsonLines(run.stdout).at(-1);
const write: WireReply = { calls: [{ name: "write_file", input: { path: "new.txt", content: "x" } }] };

test.each(["fix the failing test", "please rename total to sum in total.mjs", "Add a function mean to total.mjs."])(
  "a change that is asked for without a model ends with 41: %s",
  async (prompt) => {
    const run = await unaided("-p", prompt);
    expect(run.code).toBe(41);
    expect(run.stdout).toContain("nothing was changed");
    expect(run.stderr).toMatch(/^waymark: no language model is there to make a change.*provider list`\.\n$/);
  },
);

test.each(inTurn(2, ["who calls total?", "show total.mjs", "what is here?", "hello"]))(
  "a question that look-ups answer ends with 0: %s",
  async (prompt) => {
    expect((await unaided("-p", prompt)).code).toBe(0);
  },
);

test.each(["why is the sky blue?", "what does gone.mjs do?"])(
  "a question that look-ups cannot answer ends with 1: %s",
  async (prompt) => {
    const run = await unaided("-p", prompt, "--output-format", "json");
    expect(run.code).toBe(1);
    expect(result(run)).toMatchObject({ is_error: true, subtype: "error_during_execution" });
  },
);

test("a run in which all that was asked for was refused names the refused calls, and ends with 1", async () => {
  const run = await aided([write, { text: "I was not allowed to." }], ["-p", "create new.txt"]);
  expect(run.code).toBe(1);
  expect(result(run)).toMatchObject({
    is_error: true,
    result: "I was not allowed to.",
    permission_denials: [{ tool_name: "write_file", tool_input: { path: "new.txt", content: "x" } }],
  });
});

test.skipIf(missing("bwrap") !== undefined)(
  "a command that was let do no more than look does nothing of what was asked: the run ends with 1",
  async () => {
    const look: WireReply = { calls: [{ name: "shell", input: { command: "node -e 'console.log(6 * 7)'" } }] };
    const run = await aided([look, write, { text: "I was not allowed to." }], ["-p", "create new.txt"]);
    expect(server?.requests.at(-1)?.body).toContain("42");
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("not done, because it was refused: write_file new.txt; --allowedTools");
  },
);

test("that every call was refused is said only where it was; else each is named, a command by its program", async () => {
  const look: WireReply = { calls: [{ name: "read_file", input: { path: "total.mjs" } }] };
  const command = (text: string): WireReply => ({ calls: [{ name: "shell", input: { command: text } }] });
  const refused = [command("git stash pop -q 'my words'"), command("sed -i s/total/sum/ total.mjs")];
  const flags = ["-p", "rename total to sum", "--permission-mode", "dontAsk"];
  const all = await aided([...refused, { text: "No." }], flags);
  expect([all.code, all.stderr]).toEqual([1, expect.stringContaining("every call for it was refused")]);
  const some = await aided([look, ...refused, { text: "No." }], flags);
  expect(some.code).toBe(1);
  expect(some.stderr).toContain("not done, because it was refused: shell git stash, shell sed; --allowedTools");
  expect(some.stderr).not.toContain("every call");
});

test.each(["--disallowedTools", "--disallowed-tools"])(
  "a rule forbids wherever it stands in a list that blanks part: %s",
  async (flag) => {
    const flags = ["--permission-mode", "acceptEdits", flag, "Bash", "Edit"];
    const run = await aided([write, { text: "No." }], ["-p", "create new.txt", ...flags]);
    expect(run.code).toBe(1);
    expect(result(run)).toMatchObject({ permission_denials: [{ tool_name: "write_file" }] });
    expect(server?.requests.at(-1)?.body).not.toContain("create new.txt Edit");
  },
);

test("of a question that was answered all the same only what was refused is said not to be done", async () => {
  const run = await aided([write, { text: "It counts them." }], ["-p", "what does total do?"]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "not done, because it was refused: write_file new.txt; --allowedTools or another --permission-mode allows it",
  );
  expect(run.stderr).not.toContain("what was asked");
});

test.each<[string, readonly string[], "stdout" | "stderr"]>([
  ["text", [], "stderr"],
  ["stream-json", ["--output-format", "stream-json"], "stdout"],
])("an answer that the limit of the model cut says so, in %s", async (_, flags, stream) => {
  const text = ["-p", "what does total do?", "--output-format", "text"];
  const run = await aided([{ text: "It adds up the", end: "length" }], [...text, ...flags]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("It adds up the");
  expect(run[stream]).toContain("The answer ends where the model may write no more: ask it to go on.");
});

test("a refused call beside the work is named, and the run ends with 0", async () => {
  const replies = [write, { calls: [{ name: "read_file", input: { path: "total.mjs" } }] }, { text: "It counts." }];
  const run = await aided(replies, ["-p", "what does total do?"]);
  expect(run.code).toBe(0);
  expect(result(run)).toMatchObject({ is_error: false, permission_denials: [{ tool_name: "write_file" }] });
  expect((await aided([{ text: "Hi." }], ["-p", "hi"])).code).toBe(0);
});

test("a price that is not known is no nought, and a limit of cost that cannot hold is refused before anything is sent", async () => {
  expect(result(await aided([{ text: "Hi." }], ["-p", "hi"]))).toMatchObject({ total_cost_usd: null });
  const refused = await aided([{ text: "Hi." }], ["-p", "hi", "--max-cost", "1"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    "waymark: --max-cost cannot hold: the price of openai-compatible/m is not known; give --max-tokens, which can.\n",
  ]);
  expect(server?.requests).toHaveLength(0);
  const bounded = await aided([{ text: "Hi." }], ["-p", "hi", "--max-cost", "1", "--max-tokens", "1000"]);
  expect(bounded.code).toBe(0);
  expect(bounded.stderr).toContain("--max-cost cannot hold");
});

const WRITES = ["--permission-mode", "acceptEdits"];
const rewrite: WireReply = { calls: [{ name: "write_file", input: { path: "total.mjs", content: "new\n" } }] };
const rewritten = () => place && readFileSync(join(place.cwd, "total.mjs"), "utf8");

/** What was not done and is said to be is asked for once more. */
const CORRECTED: readonly WireReply[] = [{ text: "Done." }, { text: "It was not rewritten." }];

test("a file that came with the prompt, or that a command showed, is replaced; one that nobody looked at is not", async () => {
  const show: WireReply = { calls: [{ name: "shell", input: { command: "cat total.mjs" } }] };
  await aided([rewrite, { text: "Done." }], ["-p", "rewrite @total.mjs", ...WRITES]);
  expect(rewritten()).toBe("new\n");
  await aided([show, rewrite, { text: "Done." }], ["-p", "rewrite it", ...WRITES]);
  expect(rewritten()).toBe("new\n");
  await aided([rewrite, ...CORRECTED], ["-p", "rewrite total.mjs", ...WRITES]);
  expect(rewritten()).toBe(FILES["total.mjs"]);
});

test("what a session was shown in one folder is unread in another that it goes on in", async () => {
  const shows: WireReply[] = [
    { calls: [{ name: "read_file", input: { path: "total.mjs" } }] },
    { calls: [{ name: "shell", input: { command: "cat total.mjs" } }] },
    { text: "Seen." },
  ];
  const id = "11111111-2222-4333-8444-555555555555";
  await aided([...shows, rewrite, ...CORRECTED], ["-p", "look at @total.mjs", "--session-id", id]);
  if (place === undefined || server === undefined) throw new Error("The first run has left.");
  const other = join(place.cwd, "other");
  mkdirSync(other);
  writeFileSync(join(other, "total.mjs"), "another\n");
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-m", "openai-compatible/m", "-C", other, "-r", id, "-p", "rewrite it", ...WRITES];
  const { stderr } = await runWaymark(args, { ...place, environment });
  expect([server.requests.length, stderr]).toEqual([6, expect.any(String)]);
  expect(server.requests.at(-1)?.body).toContain("total.mjs is there already, and you have not read it");
  expect(readFileSync(join(other, "total.mjs"), "utf8")).toBe("another\n");
});
