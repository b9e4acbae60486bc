import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { WIRES } from "./provider-servers/index.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

type WireUnderTest = (typeof WIRES)[number];

const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
  .png()
  .toBuffer();
const PICTURE = PNG.toString("base64");
/** Thinking that is signed, calls side by side, a picture of the prompt and one of a tool, a call that fails, a refusal. */
const REPLIES: readonly WireReply[] = [
  {
    reasoning: "First I look.",
    text: "I look.",
    calls: [
      { name: "read_file", input: { path: "a.txt" } },
      { name: "read_file", input: { path: "tile.png" } },
      { name: "read_file", input: { path: "gone.txt" } },
    ],
  },
  { text: "It holds alpha." },
  { end: "filtered" },
];
const SIGNATURES = /signed-\d|sealed-\d|c2lnbmVk/;

let place: Place | undefined;
const servers: WireServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  place?.remove();
});

/** Asks in this home over this wire. @returns the bodies that were sent */
async function ask(wire: WireUnderTest, home: string, replies: readonly WireReply[], ...prompts: string[]) {
  const server = await wire.start(replies);
  servers.push(server);
  for (const [index, prompt] of prompts.entries()) {
    const goesOn = home.endsWith("home") && index === 0 ? [] : ["-c"];
    const settings = { cwd: place?.cwd ?? "", home, environment: wire.variables(server.url) };
    await runWaymark(["-p", prompt, "-m", wire.model, ...goesOn], settings);
  }
  return server.requests.map(({ body }) => body);
}

async function record(wire: WireUnderTest): Promise<readonly string[]> {
  place = makePlace({ "a.txt": "alpha\n" });
  for (const name of ["shot.png", "tile.png"]) writeFileSync(join(place.cwd, name), PNG);
  return ask(wire, place.home, REPLIES, "what is in a.txt and on @shot.png", "now say what you must not");
}

/** The same log for another process. */
function copyOfHome(name: string): string {
  const copy = join(place?.home ?? "", "..", name);
  cpSync(place?.home ?? "", copy, { recursive: true });
  return copy;
}

type Part = Readonly<Record<string, unknown>>;

function messagesOf(body: string): readonly Part[] {
  const document = JSON.parse(body) as Record<string, readonly Part[]>;
  return document["messages"] ?? document["input"] ?? document["contents"] ?? [];
}

/** Who says what kind of thing, in its order. */
function shapeOf(body: string): readonly string[] {
  return messagesOf(body).map((message) => {
    const content = message["content"] ?? message["parts"];
    const parts = Array.isArray(content)
      ? (content as Part[]).map(kindOf)
      : typeof content === "string"
        ? ["text"]
        : [];
    const calls = Array.isArray(message["tool_calls"]) ? (message["tool_calls"] as Part[]).map(() => "call") : [];
    return [String(message["role"] ?? message["type"]), ...parts, ...calls].join(" ");
  });
}

const kindOf = (part: Part): string =>
  String(part["type"] ?? Object.keys(part).find((key) => key !== "thoughtSignature" && key !== "thought"));

/** Cache markers move with the end of the list by design. */
const withoutMarkers = (message: Part): string =>
  JSON.stringify(message, (name, inner: unknown) => (name === "cache_control" ? undefined : inner));

/** Each wire's own way to say the same: prompt with a picture, thinking, three calls, what they gave and showed, an answer, a prompt. */
const GOLDEN: Readonly<Record<string, readonly string[]>> = {
  "OpenAI chat": [
    "system text",
    "user text image_url",
    "assistant text call call call",
    "tool text",
    "tool text",
    "tool text",
    "user text image_url",
    "assistant text",
    "user text",
  ],
  "OpenAI responses": [
    "system text",
    "user input_text input_image",
    "reasoning",
    "assistant text",
    "function_call",
    "function_call",
    "function_call",
    "function_call_output",
    "function_call_output",
    "function_call_output",
    "user input_text input_image",
    "assistant text",
    "user input_text",
  ],
  Anthropic: [
    "user image text",
    "assistant thinking text tool_use tool_use tool_use",
    "user tool_result tool_result tool_result image text",
    "assistant text",
    "user text",
  ],
  Gemini: [
    "user text inlineData",
    "model text functionCall functionCall functionCall",
    "user functionResponse functionResponse functionResponse",
    "user text inlineData",
    "model text",
    "user text",
  ],
};

describe.each(WIRES)("a session recorded over $name", (wire) => {
  const others = WIRES.filter(({ name }) => name !== wire.name);
  test("sends the same bytes from whatever process goes on with it, and they begin with those that were sent", async () => {
    const recorded = await record(wire);
    expect(recorded).toHaveLength(3);
    const [one, other] = [copyOfHome("one"), copyOfHome("other")];
    const [first = ""] = await ask(wire, one, [{ text: "Fine." }], "and now?");
    const [second] = await ask(wire, other, [{ text: "Fine." }], "and now?");
    expect(second).toBe(first);
    const before = messagesOf(recorded[2] ?? "").map(withoutMarkers);
    const now = messagesOf(first).map(withoutMarkers);
    expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(shapeOf(first)).toEqual(GOLDEN[wire.name]);
  });

  test.each(inTurn(others.length, others, WIRES.indexOf(wire)))("goes on over $name, and back", async (next) => {
    await record(wire);
    const home = copyOfHome("moved");
    const [moved = ""] = await ask(next, home, [{ text: "Over here." }], "go on");
    for (const said of ["It holds alpha.", "gone.txt", "1\\talpha"]) expect(moved).toContain(said);
    expect(moved.split(PICTURE)).toHaveLength(3);
    expect(moved).not.toMatch(SIGNATURES);
    const [back = ""] = await ask(wire, home, [{ text: "Home." }], "and back");
    expect(back).toContain("Over here.");
    const signed = await ask(wire, copyOfHome("stayed"), [{ text: "Home." }], "go on");
    expect(SIGNATURES.test(back)).toBe(SIGNATURES.test(signed[0] ?? ""));
  });
});
