import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { BUG_FIX_FLAGS, BUG_FIX_REPLIES, bugFixPlace, FIXED_LINE } from "./bug-fix-scenario.ts";
import { startAnthropic } from "./provider-servers/anthropic.ts";
import { startGemini } from "./provider-servers/gemini.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import { startOpenAiResponses } from "./provider-servers/openai-responses.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, type Place, runWaymark } from "./run-waymark.ts";

const WIRES = [
  {
    name: "OpenAI chat",
    start: startOpenAiChat,
    model: "openai-compatible/m",
    variables: (url: string) => ({ OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" }),
  },
  {
    name: "OpenAI responses",
    start: startOpenAiResponses,
    model: "openai/m",
    variables: (url: string) => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "k",
      WAYMARK_OPENAI_API: "responses",
    }),
  },
  {
    name: "Anthropic",
    start: startAnthropic,
    model: "anthropic/m",
    variables: (url: string) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "k" }),
  },
  {
    name: "Gemini",
    start: startGemini,
    model: "google/m",
    variables: (url: string) => ({ GOOGLE_BASE_URL: url, GEMINI_API_KEY: "k", GOOGLE_GENERATIVE_AI_API_KEY: "k" }),
  },
] as const;

const eventSchema = z.fromJSONSchema(
  JSON.parse(readFileSync(resolve(import.meta.dirname, "../../docs/reference/events.schema.json"), "utf8")),
);

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

describe.each(WIRES)("over $name", ({ start, model, variables }) => {
  test("CL-23: it reads, runs the test, edits, runs it again and reports", async () => {
    place = bugFixPlace();
    server = await start(BUG_FIX_REPLIES);
    const run = await runWaymark(
      ["-p", "the test fails; fix it", "-m", model, "--output-format", "stream-json", ...BUG_FIX_FLAGS],
      { ...place, environment: variables(server.url) },
    );
    expect(run.stderr).toBe("");
    expect(run.code).toBe(0);
    expect(readFileSync(join(place.cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
    const lines = jsonLines(run.stdout);
    for (const line of lines) expect(eventSchema.safeParse(line).error?.issues ?? [], JSON.stringify(line)).toEqual([]);
    expect(lines.map((line) => line["type"])).toEqual([
      "system",
      "assistant",
      "user",
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
      "assistant",
      "result",
    ]);
    const results = JSON.stringify(lines.filter((line) => line["type"] === "user"));
    expect(results).toContain("AssertionError");
    expect(results).toContain("all good");
    expect(lines.at(-1)).toMatchObject({
      subtype: "success",
      is_error: false,
      num_turns: 5,
      usage: { cache_read_input_tokens: 800 },
    });
    expect(lines.at(-1)?.["result"]).toContain("all good");
  });

  test("the messages and tools of each request begin with those of the one before", async () => {
    place = bugFixPlace();
    const turns = 50;
    const replies = Array.from({ length: turns }, (_, index) => ({
      text: `turn ${index}`,
      calls: [{ name: "read_file", input: { path: "total.mjs", limit: 1 + index } }],
    }));
    server = await start([...replies, { text: "done" }]);
    const run = await runWaymark(["-p", "read on", "-m", model], { ...place, environment: variables(server.url) });
    expect(run.code).toBe(0);
    expect(server.requests).toHaveLength(turns + 1);
    const parsed = server.requests.map((request) => stableParts(JSON.parse(request.body)));
    for (const [index, { messages, rest }] of parsed.slice(1).entries()) {
      expect(rest).toBe(parsed[index]?.rest);
      expect(messages.slice(0, parsed[index]?.messages.length)).toEqual(parsed[index]?.messages);
    }
  });
});

/** The list that grows, and everything that must not change. Cache markers move with the end of the list by design. */
function stableParts(body: Record<string, unknown>): { messages: string[]; rest: string } {
  const key = ["messages", "input", "contents"].find((candidate) => Array.isArray(body[candidate])) ?? "";
  const withoutMarkers = (value: unknown): string =>
    JSON.stringify(value, (name, inner) => (name === "cache_control" ? undefined : (inner as unknown)));
  const { [key]: list, ...rest } = body;
  return { messages: (list as unknown[]).map(withoutMarkers), rest: withoutMarkers(rest) };
}
