import { afterEach, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
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

test.each(["who calls total?", "show total.mjs", "what is here?", "hello"])(
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
    expect(run.stderr).toContain("what was asked was not done: every call for it was refused");
  },
);

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
