import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeCredential } from "../../adapters/credentials/credential-store.ts";
import { writeToken } from "../../adapters/credentials/token-store.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { record } from "../../core/record.ts";
import { storedKey } from "../models/credentials.ts";
import { loginTokens } from "../models/oauth-login.ts";
import { loadConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";
import { ConfigSchema } from "../settings/schema.ts";
import { createRedaction } from "./redaction.ts";

const KEY = ["wm", "correct-horse", "42"].join("_");
const FOUND = ["ghp_", "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"].join("");
const redaction = () =>
  createRedaction({
    environment: { OPENAI_API_KEY: KEY, HOME: "/home/me", SSH_AUTH_SOCK: "/tmp/agent.sock" },
    config: ConfigSchema.parse({}),
  });

const result = (text: string): RecordedEvent => ({
  type: "call-end",
  result: { callId: "1", name: "shell", text, failed: false, display: { kind: "text", text }, durationMs: 1 },
});

test("results and their displays lose known and recognised secrets, everything else stays byte for byte", async () => {
  const masked = await redaction().recorded(result(`a=${KEY}\nb ${FOUND}\nplain /tmp/agent.sock`));
  expect(JSON.stringify(masked)).not.toMatch(new RegExp(`${KEY}|${FOUND}`));
  expect(masked.type === "call-end" && masked.result.text).toMatch(/plain \/tmp\/agent\.sock$/);
  const plain = result("export const total = 3;\n");
  expect(await redaction().recorded(plain)).toBe(plain);
});

test("a key that login stored is as known as one of the environment", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-redaction-"));
  try {
    const stored = ["wm", "stored", "horse", "43"].join("_");
    const environment = { WAYMARK_HOME: folder };
    writeCredential(locations(environment).config, "openai", { kind: "api-key", key: stored, savedAt: "" });
    const own = createRedaction({ environment, config: ConfigSchema.parse({}) });
    expect(await own.text(`it is ${stored}.`)).toBe("it is [redacted known value].");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what a key command prints and the tokens of a login are known from the moment they are obtained", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-redaction-"));
  try {
    const [printed, access, refresh] = ["printed", "access", "refresh"].map((name) => ["wm", name, "horse"].join("-"));
    const loaded = await loadConfig({
      flags: { providers: { groq: { apiKeyCommand: `echo ${printed}` } } },
      environment: { WAYMARK_HOME: folder },
      locations: locations({ WAYMARK_HOME: folder }),
      cwd: folder,
      trusted: undefined,
    });
    const own = createRedaction(loaded);
    await own.ready();
    const text = `${printed} ${access} ${refresh}`;
    expect(await own.text(text)).toBe(text);
    writeToken(join(locations(loaded.environment).state, "tokens", "x.json"), {
      access_token: access ?? "",
      refresh_token: refresh ?? "",
      expires_at: Date.now(),
      token_type: "Bearer",
    });
    expect(storedKey("groq", loaded)).toBe(printed);
    await loginTokens("x", loaded).get();
    const masked = "[redacted known value] [redacted known value] [redacted known value]";
    expect(await own.text(text)).toBe(masked);
    expect(await own.recorded({ type: "approval", callId: "1", allowed: false, why: text })).toMatchObject({
      why: masked,
    });
    const stream = own.stream();
    expect(stream.push(text.slice(0, 20)) + stream.push(text.slice(20)) + stream.end()).toBe(masked);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a prompt, a reply, its calls and the answer never carry a known value", async () => {
  const events: RecordedEvent[] = [
    { type: "prompt", text: `use ${KEY} and ${FOUND}`, origin: "user" },
    {
      type: "reply",
      content: [
        { kind: "text", text: `I use ${KEY}` },
        { kind: "call", call: { id: "1", name: "shell", input: { command: `echo ${KEY}` } } },
      ],
      end: "calls",
      model: "m",
      usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
      costUsd: 0,
      durationMs: 1,
    },
    {
      type: "call-start",
      call: { id: "1", name: "shell", input: { command: KEY } },
      accesses: [{ kind: "run", command: KEY }],
      display: { kind: "command", command: KEY },
    },
    { type: "approval", callId: "1", allowed: false, why: KEY },
  ];
  const own = redaction();
  for (const event of events) expect(JSON.stringify(await own.recorded(event))).not.toContain(KEY);
  expect(JSON.stringify(await own.recorded(events[0] as RecordedEvent))).not.toContain(FOUND);
});

test("arguments are masked under every name and however deep, and so is the name of a call", async () => {
  const deep = (levels: number): unknown => (levels === 0 ? KEY : { below: deep(levels - 1) });
  const input = {
    id: KEY,
    name: [KEY],
    type: KEY,
    kind: KEY,
    meta: { origin: KEY },
    images: KEY,
    [KEY]: 1,
    deep: deep(400),
  };
  const call = { id: "1", name: `a_${KEY}`, input };
  const own = redaction();
  const events: RecordedEvent[] = [
    {
      ...{
        type: "reply",
        content: [{ kind: "call", call, meta: { signed: { by: "server" } } }],
        end: "calls",
        model: "m",
      },
      ...{
        usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
        costUsd: 0,
        durationMs: 1,
      },
    },
    { type: "call-start", call, accesses: [], display: { kind: "text", text: "" } },
  ];
  for (const event of events) {
    const masked = JSON.stringify(await own.recorded(event));
    expect(masked).not.toContain(KEY);
    expect(masked).toContain('"id":"1"');
  }
});

test("log, history and screen agree, and progress is masked line by line", async () => {
  const logged: RecordedEvent[] = [];
  const history: RecordedEvent[] = [];
  const own = redaction();
  await own.ready();
  async function* run() {
    yield { type: "call-progress", callId: "1", text: `half ${KEY.slice(0, 8)}` } as const;
    yield { type: "call-progress", callId: "1", text: `${KEY.slice(8)}\n` } as const;
    yield result(KEY);
  }
  const shown = await Array.fromAsync(
    record(run, { log: { append: async (event) => void logged.push(event) }, history, redaction: own }),
  );
  expect(shown).toHaveLength(2);
  expect(shown[0]).toMatchObject({ text: "half [redacted known value]\n" });
  expect(shown[1]).toBe(history[0]);
  expect(logged).toEqual(history);
  expect(JSON.stringify(shown)).not.toContain(KEY);
});

test("where nobody looks at a command's output before its end, only its result is masked", async () => {
  const own = createRedaction({ environment: {}, config: ConfigSchema.parse({}) }, { showsProgress: false });
  await own.ready();
  expect(own.live({ type: "call-progress", callId: "1", text: "a line\n" })).toBeUndefined();
  expect(own.streamed({ type: "text-delta", text: "a word" })).toEqual([{ type: "text-delta", text: "a word" }]);
});

test("a known value is hidden in a reply that streams, wherever the pieces part", async () => {
  const reply = (text: string): RecordedEvent => ({
    type: "reply",
    content: [{ kind: "text", text }],
    end: "stop",
    model: "m",
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costUsd: 0,
    durationMs: 0,
  });
  const text = `first ${KEY} then ${KEY.slice(0, 5)}`;
  for (let length = 1; length <= text.length; length++) {
    const own = redaction();
    const shown: string[] = [];
    for (let at = 0; at < text.length; at += length)
      for (const piece of own.streamed({ type: "text-delta", text: text.slice(at, at + length) }))
        shown.push(piece.text);
    for (const piece of own.streamed(reply(text))) shown.push(piece.text);
    expect(shown.join("")).toBe(`first [redacted known value] then ${KEY.slice(0, 5)}`);
  }
});

test("what was held back of a reply that was interrupted is neither kept nor shown", () => {
  const own = redaction();
  expect(own.streamed({ type: "text-delta", text: `a ${KEY.slice(0, 5)}` })).toEqual([
    { type: "text-delta", text: "a " },
  ]);
  expect(own.streamed({ type: "interruption", by: "user", text: "a " })).toEqual([]);
});

test("a field named __proto__ in a call's input stays a field", async () => {
  const input = JSON.parse(`{"__proto__": {"x": "${KEY}"}}`) as unknown;
  const event: RecordedEvent = {
    type: "call-start",
    call: { id: "1", name: "x", input },
    accesses: [],
    display: { kind: "text", text: "" },
  };
  expect(JSON.stringify(await redaction().recorded(event))).toContain('"__proto__":{"x":"[redacted known value]"}');
});
