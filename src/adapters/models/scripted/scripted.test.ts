import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelClient, ModelRequest } from "../../../core/ports/model.ts";
import { createScriptedModel, loadScriptedModel } from "./scripted.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scripted-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(text: string): Promise<ModelClient> {
  const path = join(folder, "script.json");
  await writeFile(path, text);
  return loadScriptedModel(path);
}

const ask = (text = "Hello"): ModelRequest => ({
  system: "",
  messages: [{ role: "user", text }],
  tools: [],
  sessionId: "s",
});
const step = (model: ModelClient, request = ask(), signal = new AbortController().signal) =>
  Array.fromAsync(model.step(request, signal));

describe("a scripted model", () => {
  const replies = [{ text: "One." }, { text: "Two." }];
  test.each([
    ["a list", JSON.stringify(replies)],
    ["an object", JSON.stringify({ replies }, null, 2)],
    ["one reply a line", replies.map((reply) => JSON.stringify(reply)).join("\n\n")],
  ])("plays %s in order and says when it is out of replies", async (_, text) => {
    const model = await load(text);
    expect(await step(model)).toMatchObject([
      { type: "text-delta", text: "One." },
      { type: "end", end: "stop" },
    ]);
    expect(await step(model)).toMatchObject([{ text: "Two." }, { type: "end" }]);
    expect(await step(model)).toMatchObject([
      {
        type: "failed",
        failure: { message: expect.stringContaining("ends after reply 2 and was asked for number 3") },
      },
    ]);
  });

  test("one reply alone is a script", async () => {
    const model = await load('{"text": "Hi"}');
    expect(await step(model)).toMatchObject([{ text: "Hi" }, { type: "end" }]);
    expect(await step(model)).toMatchObject([
      { failure: { message: expect.stringContaining("ends after reply 1 and was asked for number 2") } },
    ]);
  });

  test("plays a whole reply with deltas of the size asked for", async () => {
    const reply = {
      reasoning: "Hm.",
      text: "abcd",
      calls: [
        { name: "shell", input: { a: 1 } },
        { name: "shell", input: "{broken", id: "x" },
        { name: "shell", id: "x" },
      ],
      usage: { inputTokens: 10, outputTokens: 5 },
      costUsd: 0.25,
      chunkChars: 3,
    };
    const parts = await step(createScriptedModel([reply], { id: "scripted/test" }));
    expect(parts.filter((part) => part.type === "text-delta")).toEqual([
      { type: "text-delta", text: "abc" },
      { type: "text-delta", text: "d" },
    ]);
    expect(parts.at(-1)).toEqual({
      type: "end",
      content: [
        { kind: "reasoning", text: "Hm." },
        { kind: "text", text: "abcd" },
        { kind: "call", call: { id: "call_1_1", name: "shell", input: { a: 1 } } },
        { kind: "call", call: { id: "x", name: "shell", input: "{broken" } },
        { kind: "call", call: { id: "x-2", name: "shell", input: {} } },
      ],
      end: "calls",
      usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 },
      costUsd: 0.25,
    });
  });

  test("fails as told, after the text that comes before", async () => {
    const model = await load('{"text": "half", "fail": {"kind": "overloaded", "status": 529, "retryAfterMs": 5}}');
    expect(await step(model)).toMatchObject([
      { type: "text-delta", text: "half" },
      { type: "failed", failure: { kind: "overloaded", status: 529, retryAfterMs: 5 } },
    ]);
  });

  test("checks what it was asked", async () => {
    const model = await load('[{"text": "a", "expect": "Hello"}, {"text": "b", "expect": ["Hello", "nowhere"]}]');
    expect((await step(model)).at(-1)?.type).toBe("end");
    expect(await step(model)).toMatchObject([
      { type: "failed", failure: { kind: "replay-mismatch", message: expect.stringContaining('"nowhere"') } },
    ]);
  });

  test("a delay ends at once when the run is cancelled", async () => {
    const model = createScriptedModel([{ text: "late", delayMs: 600_000 }], { id: "scripted/test" });
    const controller = new AbortController();
    const run = step(model, ask(), controller.signal);
    controller.abort(new Error("stop"));
    await expect(run).rejects.toThrow("stop");
  });
});

describe("a malformed script names the place and what is allowed", () => {
  test.each([
    ["", "line 1: there are no replies"],
    ["[]", "line 1: there are no replies"],
    ["[{]", "line 1: no JSON"],
    ['{"text": "a"}\n{"text": }\n', "line 2: no JSON"],
    ['{"text": "a"}\n\n{"txt": "b"}', "line 3: txt is not known; allowed are text, reasoning, calls"],
    ['[{"text": "a"}, {"text": 5}]', "reply 2: text is a text, not 5"],
    ['[{"calls": [{"input": {}}]}]', "reply 1: calls[0] needs a name"],
    ['[{"calls": [{"name": "a", "arguments": {}}]}]', "reply 1: calls[0].arguments is not known"],
    ['[{"fail": {"kind": "nope"}}]', "reply 1: fail.kind is one of rate-limit"],
    ['[{"fail": {}}]', "reply 1: fail.kind is one of"],
    ['[{"usage": {"inputTokens": -1}}]', "reply 1: usage.inputTokens is a number that is not negative"],
    ['[{"chunkChars": 0}]', "reply 1: chunkChars is a whole number"],
    ["[7]", "reply 1: a reply is an object"],
    ['{\n"text": "a"\n}', "line 1: give a list of replies"],
  ])("%j", async (text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  test("a file that is not there", async () => {
    await expect(loadScriptedModel(join(folder, "nowhere.json"))).rejects.toThrow("nowhere.json does not exist");
  });
});
