import { afterEach, describe, expect, test } from "vitest";
import { WIRES } from "./provider-servers/index.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

/** A model of each wire that thinks, and how it is told to do so highly. */
const THINKERS: Readonly<Record<string, readonly [string, RegExp]>> = {
  "OpenAI chat": ["openai-compatible/m", /"reasoning_effort":"high"/],
  "OpenAI responses": ["openai/gpt-5.5", /"reasoning":\{"effort":"high"/],
  Anthropic: ["anthropic/claude-opus-5-5", /"output_config":\{"effort":"high"/],
  Gemini: ["google/gemini-3-pro", /"thinkingLevel":"high"/],
};
/** What of a thought must come back with the results of its calls, and in a later session. */
const SIGNED: Readonly<Record<string, string>> = {
  "OpenAI responses": "sealed-0",
  Anthropic: "signed-0",
  Gemini: "thought-0",
};

describe.each(WIRES)("over $name", (wire) => {
  const [model, said] = THINKERS[wire.name] ?? ["", /./];

  test("an effort reaches the model by flag, by name, by variable and by setting; the nearest wins", async () => {
    place = makePlace({});
    server = await wire.start(() => ({ text: "done" }));
    const environment = wire.variables(server.url);
    const run = (args: readonly string[], more: Record<string, string> = {}) =>
      runWaymark(["-p", "go", ...args], { ...(place as Place), environment: { ...environment, ...more } });
    for (const [args, variables] of [
      [["-m", model, "--effort", "high"]],
      [["-m", `${model}:high`, "--effort", "low"]],
      [["-m", model], { WAYMARK_EFFORT: "high" }],
    ] as const)
      expect((await run(args, variables)).code).toBe(0);
    expect(server.requests.map(({ body }) => said.test(body))).toEqual([true, true, true]);
    expect((await run(["-m", model])).stdout).toBe("done\n");
    expect(server.requests[3]?.body).not.toMatch(/effort|thinking/i);
    const wrong = await run(["-m", model, "--effort", "hard"]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("none, minimal, low, medium, high, xhigh, max"),
    ]);
  });

  test("what was thought goes back with its signature: between calls and in a later session", async () => {
    place = makePlace({ "a.txt": "alpha\n" });
    const replies = [
      {
        reasoning: "I shall read it.",
        text: "Reading.",
        calls: [{ name: "read_file", input: { path: "a.txt" }, id: "one" }],
      },
      { text: "It says alpha." },
      { text: "Still alpha." },
    ];
    server = await wire.start(replies);
    const settings = { ...place, environment: wire.variables(server.url) };
    expect((await runWaymark(["-p", "read", "-m", model], settings)).code).toBe(0);
    expect((await runWaymark(["-p", "sure?", "-c", "-m", model], settings)).code).toBe(0);
    const signature = SIGNED[wire.name] ?? "I shall read it.";
    expect(server.requests.map(({ body }) => body.includes(signature))).toEqual([false, true, true]);
  });
});

test("a model that cannot be told is asked without, and the person is told", async () => {
  const [chat] = WIRES;
  place = makePlace({});
  server = await chat.start([{ text: "done" }]);
  const environment = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "k", WAYMARK_OPENAI_API: "chat" };
  const run = await runWaymark(["-p", "go", "-m", "openai/gpt-4.1", "--effort", "high"], { ...place, environment });
  expect([run.code, run.stdout]).toEqual([0, "done\n"]);
  expect(run.stderr).toContain("openai/gpt-4.1 cannot be told how much to think: the effort high is left out.");
  expect(server.requests[0]?.body).not.toContain("effort");
});
