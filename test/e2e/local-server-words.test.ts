import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KINDS, type LocalServer, type ServedModel, startLocal } from "./local-servers/kinds.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
let server: LocalServer | undefined;
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\n" });
});
afterEach(() => {
  server?.close();
  place.remove();
});

const ready = (more: Partial<ServedModel> = {}): ServedModel => ({
  ...{ id: "m:7b", trained: 131_072, window: 40_960, isLoaded: true, tools: true },
  ...more,
});
const run = (...args: string[]) => runWaymark(args, { ...place, environment: server?.environment ?? {} });
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

describe.each(KIND_NAMES)("%s", (kind) => {
  test("the window that it runs with is listed, and it is ready", async () => {
    server = await startLocal(kind, [ready()], () => ({ text: "hello" }));
    const list = await run("models", "list", "--provider", kind, "--json");
    const { details } = JSON.parse(list.stdout) as { details: object[] };
    expect(details).toMatchObject([{ id: "m:7b", contextTokensMax: 40_960, isLoaded: true }]);
    const providers = JSON.parse((await run("provider", "list", "--json")).stdout) as Record<string, unknown>[];
    expect(providers.find(({ id }) => id === kind)).toMatchObject({
      reachable: true,
      reachability: "ready: m:7b (41k)",
    });
    expect(await run("-p", "hi", "--offline")).toMatchObject({ code: 0, stdout: "hello\n" });
  });

  test("a conversation that its window cannot hold is not sent", async () => {
    server = await startLocal(kind, [ready({ window: 512, trained: 32_768 })], () => ({ text: "cut" }));
    const long = await run("-p", "hello", "-m", `${kind}/m:7b`);
    expect(server.chats.filter(({ tools }) => tools !== undefined)).toEqual([]);
    expect(long.code).not.toBe(0);
    expect(long.stderr).toMatch(/with a window of 512; compact it, or (?:re)?(?:start it|load the model)/);
  });
});

test("llama.cpp is not ready while it loads its model", async () => {
  server = await startLocal("llamacpp", [ready({ isLoaded: false })], () => ({ text: "" }));
  const providers = JSON.parse((await run("provider", "list", "--json")).stdout) as Record<string, unknown>[];
  expect(providers.find(({ id }) => id === "llamacpp")).toMatchObject({
    reachable: false,
    reachability: "loading its model",
  });
});

describe("a model that is not loaded", () => {
  test("is loaded by Ollama before it is asked, which is said, and so is a small window", async () => {
    const model = ready({ isLoaded: false, window: 8192 });
    server = await startLocal("ollama", [model], () => ({ text: "here" }));
    const { code, stdout } = await run("-p", "hello", "-m", "ollama/m:7b", "--output-format", "stream-json");
    expect(code).toBe(0);
    const said = jsonLines(stdout).map((line) => JSON.stringify(line));
    expect(said.some((line) => line.includes("Ollama loads m:7b"))).toBe(true);
    expect(
      said.some((line) => line.includes("a window of 8192 of 131072 tokens; start it with OLLAMA_CONTEXT_LENGTH")),
    ).toBe(true);
  });

  test.each(["ollama", "lmstudio"] as const)(
    "is passed over for one that is, and so is one that makes vectors: %s",
    async (kind) => {
      const models = [
        ready({ id: "a-vectors", isVectors: true }),
        ready({ id: "b-cold", isLoaded: false }),
        ready({ id: "c-warm" }),
      ];
      server = await startLocal(kind, models, () => ({ text: "here" }));
      expect((await run("-p", "hello")).code).toBe(0);
      expect(server.chats.map((chat) => chat["model"])).toEqual(["c-warm"]);
    },
  );
});

test("--offline uses a server of this machine, whatever model the settings name", async () => {
  server = await startLocal("ollama", [ready()], () => ({ text: "from here" }));
  const environment = { ...server.environment, OPENAI_API_KEY: "k", WAYMARK_MODEL: "openai/gpt-4o" };
  const offline = await runWaymark(["-p", "hello", "--offline"], { ...place, environment });
  expect(offline).toMatchObject({ code: 0, stdout: "from here\n" });
});

interface Schema {
  readonly anyOf?: readonly { readonly properties: { readonly tool?: { readonly enum: string[] } } }[];
}

/** Says this call, or this answer, if the schema that the request holds it to admits it; else it rambles. */
function held(chat: Record<string, unknown>, says: { tool?: string; arguments?: object; answer?: string }) {
  const format = chat["response_format"] as { json_schema: { schema: Schema } } | undefined;
  const branches = format?.json_schema.schema.anyOf ?? [];
  const isAdmitted = branches.some(({ properties: { tool } }) => tool?.enum[0] === says.tool);
  return { text: isAdmitted ? JSON.stringify(says) : "Sure! I would look at the file." };
}

describe.each(["ollama", "llamacpp", "lmstudio"] as const)("a model that calls no tools, on %s", (kind) => {
  test("is held to a schema: it reads a file and answers", async () => {
    server = await startLocal(kind, [ready({ tools: false })], (chat, index) =>
      held(
        chat,
        index === 0
          ? { tool: "read_file", arguments: { path: "a.txt" } }
          : { answer: `It holds ${JSON.stringify(chat["messages"]).includes("alpha") ? "alpha" : "nothing"}.` },
      ),
    );
    const answered = await run("-p", "what is in a.txt?", "-m", `${kind}/m:7b`);
    expect([answered.code, answered.stdout]).toEqual([0, "It holds alpha.\n"]);
    expect(server.chats).toHaveLength(2);
    expect(server.chats.every((chat) => chat["tools"] === undefined)).toBe(true);
  });
});

test("the probe finds that calls held to a schema work where native ones do not", async () => {
  server = await startLocal("llamacpp", [ready({ tools: true })], (chat) =>
    held(chat, { tool: "echo", arguments: { word: "waymark" } }),
  );
  const probe = await run("provider", "check", "--probe", "llamacpp/m:7b");
  expect([probe.code, probe.stdout]).toEqual([
    0,
    expect.stringMatching(/native calls: no\n[\s\S]*calls held to a schema: yes\n[\s\S]*--strategy auto: react\n/),
  ]);
  await run("-p", "hello", "-m", "llamacpp/m:7b");
  expect(server.chats.at(-1)).toHaveProperty("response_format");
});
