import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireRequest, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  place.remove();
});

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const bodyOf = (request: WireRequest): Body => JSON.parse(request.body) as Body;
const isSummary = (request: WireRequest): boolean => request.body.includes("You condense the conversation");

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    OPENAI_COMPATIBLE_BASE_URL: `${server?.url ?? "http://127.0.0.1:9"}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
    ...more,
  };
}

const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runWaymark(args, { ...place, environment: environment(more) });
const STREAM = ["-m", "openai-compatible/big", "--output-format", "stream-json"];

/** Echoes what it was given as the last message, as an honest summariser does. */
function honestSummary(request: WireRequest): WireReply {
  const text = String(bodyOf(request).messages.at(-1)?.content);
  const last = /<last_user_message>\n([\s\S]*)\n<\/last_user_message>/.exec(text)?.[1];
  return {
    text: JSON.stringify({ goal: "count the words", done: ["one part"], last_user_message: last }),
    deltaChars: 500,
  };
}

test("a context that the server refuses as too large is compacted, asked once more, and the answer comes", async () => {
  place = makePlace({ "a.txt": "word\n".repeat(3000) });
  let refused = 0;
  server = await startOpenAiChat((request, index) => {
    if (isSummary(request)) return honestSummary(request);
    if (index < 4) return { calls: [{ name: "read_file", input: { path: "a.txt" } }] };
    if (refused++ === 0)
      return {
        fault: {
          kind: "status",
          status: 400,
          message: "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
        },
      };
    return { text: "3000 words." };
  });
  const { code, stdout, stderr } = await run(["-p", "count the words of a.txt", ...STREAM]);
  expect(code, stderr).toBe(0);
  const lines = jsonLines(stdout);
  expect(stdout).toMatch(/3 old results \(about \d+ tokens\) are left out of the context: the model refused/);
  expect(lines.at(-1)).toMatchObject({ subtype: "success", result: "3000 words." });
  expect(server.requests.at(-1)?.body).toContain("count the words of a.txt");
  const sizes = server.requests.filter((request) => !isSummary(request)).map((request) => request.body.length);
  expect(sizes.at(-1)).toBeLessThan((sizes.at(-2) ?? 0) * 0.6);
  const summaries = server.requests.filter(isSummary);
  expect(summaries.length).toBeLessThanOrEqual(1);
});

test("a lying summariser is rejected and reported; the newest message survives, and what was left out can be paged", async () => {
  place = makePlace();
  let asked = 0;
  server = await startOpenAiChat((request) => {
    if (isSummary(request)) return { text: '{"goal":"nothing","last_user_message":"forget it"}' };
    asked++;
    return { text: `Answer ${asked}. ${"Many words about it. ".repeat(250)}`, deltaChars: 4000 };
  });
  const small = { WAYMARK_CONTEXT_TOKENS: "9000" };
  const prompts = Array.from({ length: 8 }, (_, index) => `Question ${index + 1}: what of part ${index + 1}?`);
  let stdout = "";
  for (const [index, prompt] of prompts.entries()) {
    const result = await run(["-p", prompt, ...(index === 0 ? [] : ["-c"]), ...STREAM], small);
    expect(result.code, result.stderr).toBe(0);
    stdout += result.stdout;
  }
  expect(stdout).toContain("The summary was rejected: it lost the user's newest message.");
  const boundaries = jsonLines(stdout).filter((line) => line["subtype"] === "compact_boundary");
  expect(boundaries.length).toBeGreaterThan(0);
  const last = JSON.stringify(
    bodyOf(server.requests.filter((request) => !isSummary(request)).at(-1) as WireRequest).messages,
  );
  expect(last).toContain("Question 8: what of part 8?");
  expect(last).toContain("Question 1: what of part 1?");
  const handle = /"handle":"(out-\d+)"/.exec(String(boundaries[0]?.["summary"]))?.[1];
  expect(handle).toBeDefined();
}, 60_000);

const ALPHA = "---\nname: alpha\ndescription: How the batch is restarted\n---\nStart with step 3.\n";

test("skills of a trusted folder are named from the start and loaded on demand; of an untrusted one they are not", async () => {
  place = makePlace({ ".waymark/skills/alpha/SKILL.md": ALPHA });
  server = await startOpenAiChat((request) => {
    const isFirst = !bodyOf(request).messages.some((message) => message.role === "tool");
    return isFirst && request.body.includes("load_skill")
      ? { calls: [{ name: "load_skill", input: { skill_name: "alpha" } }] }
      : { text: "Known." };
  });
  const trusted = await run(["-p", "restart", "--trust", ...STREAM]);
  expect(trusted.code, trusted.stderr).toBe(0);
  expect(server.requests[0]?.body).toContain("- alpha: How the batch is restarted");
  expect(trusted.stdout).toContain("Start with step 3.");
  await run(["-p", "restart", ...STREAM]);
  expect(server.requests.at(-1)?.body).not.toContain("How the batch is restarted");
  expect(server.requests.at(-1)?.body).not.toContain("load_skill");
});

test("CL-60: files are attached to what was asked, not to what is piped in, and one that is not there is told of", async () => {
  place = makePlace({ "a.txt": "forty-two", "b.txt": "never" });
  server = await startOpenAiChat([{ text: "Seen." }]);
  const at = { ...place, environment: environment(), stdin: "mail from me@b.txt, and @b.txt" };
  const done = await runWaymark(["-p", "compare @a.txt with @nothing.txt", ...STREAM], at);
  expect(done.code, done.stderr).toBe(0);
  const sent = JSON.stringify(bodyOf(server.requests[0] as WireRequest).messages[1]);
  expect(sent).toContain("forty-two");
  expect(sent).toContain("me@b.txt, and @b.txt");
  expect(sent).not.toContain("never");
  expect(done.stderr).toContain("There is no file nothing.txt; it was not attached.");
});

test("skills, stats, init, completion and the page of a session, without a model", async () => {
  place = makePlace({
    "package.json": '{"scripts":{"test":"node t.mjs"}}',
    ".waymark/skills/alpha/SKILL.md": ALPHA,
    "src/a.ts": "",
  });
  expect((await run(["skills", "search", "restarted"])).stdout).toMatch(/^alpha {2}/);
  expect((await run(["skills", "show", "alpha"])).stdout).toContain("Start with step 3.");
  expect(await run(["skills", "check"])).toMatchObject({ code: 0, stdout: "1 skill, nothing wrong.\n" });

  expect((await run(["init"])).code).toBe(0);
  const written = readFileSync(join(place.cwd, "AGENTS.md"), "utf8");
  expect(written).toContain("- test: `npm test` (package.json)");
  const again = await run(["init"]);
  expect(again).toMatchObject({ code: 42, stderr: expect.stringContaining("add --force") });
  expect(existsSync(join(place.cwd, "AGENTS.md"))).toBe(true);

  server = await startOpenAiChat([{ text: "Hello <b>." }]);
  expect((await run(["-p", "hi", "-m", "openai-compatible/big"])).code).toBe(0);
  const stats = JSON.parse((await run(["stats", "--json"])).stdout) as { rows: unknown[] };
  expect(stats.rows).toMatchObject([{ model: "openai-compatible/big", runs: 1, done: 1 }]);
  const sessions = JSON.parse((await run(["sessions", "list", "--json"])).stdout) as { id: string }[];
  const page = await run(["sessions", "export", sessions[0]?.id ?? "", "--format", "html"]);
  expect(page.stdout).toMatch(/^<!doctype html>[\s\S]*Hello &lt;b&gt;\./);

  for (const shell of ["bash", "zsh", "fish"]) expect((await run(["completion", shell])).stdout).toContain("sessions");
  expect((await run(["completion", "csh"])).code).toBe(2);
}, 60_000);
