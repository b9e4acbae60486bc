import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type StackspotScript, type StackspotServer, startStackspot } from "./provider-servers/stackspot.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
let server: StackspotServer;
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\nbeta\n" });
});
afterEach(async () => {
  await server.close();
  place.remove();
});

async function serve(script: StackspotScript) {
  server = await startStackspot(script);
  return { cwd: place.cwd, home: place.home, environment: server.environment };
}

const CALL = 'I will look.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>';

test("BC-12, BC-34: with the seven variables a run goes by judge: it calls a tool as text and answers", async () => {
  const options = await serve({
    replies: [{ text: CALL, conversationId: "c-9" }, { text: "The file has alpha and beta." }],
  });
  const run = await runWaymark(["-p", "what is in a.txt?", "--output-format", "stream-json"], options);
  expect([run.code, run.stderr]).toEqual([0, ""]);
  const lines = jsonLines(run.stdout);
  expect(lines[0]).toMatchObject({ model: "stackspot/01CODER" });
  expect(lines.at(-1)).toMatchObject({ subtype: "success", result: "The file has alpha and beta." });
  const second = server.chats[1]?.body as { user_prompt: string; conversation_id: string };
  expect(second.user_prompt).toMatch(
    /\n\nAssistant: I will look\.[\s\S]*\n\nUser: <tool_result name="read_file"[\s\S]*alpha/,
  );
  expect(second.conversation_id).toBe("c-9");
  expect(server.tokenRequests.map((form) => Object.fromEntries(form))).toEqual([
    { grant_type: "client_credentials", client_id: "client-of-mine", client_secret: "secret-of-mine" },
  ]);
});

test("BC-20, BC-21: the next process takes the token from the file, which is 0600 and holds no secret of the account", async () => {
  const options = await serve({ replies: [{ text: "one" }, { text: "two" }] });
  await runWaymark(["-p", "hello"], options);
  await runWaymark(["-p", "hello"], options);
  expect([server.tokenRequests.length, server.chats.map((chat) => chat.token)]).toEqual([1, ["token-1", "token-1"]]);
  const folder = join(place.home, "waymark/state/tokens");
  const [name = ""] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, name), "utf8")).not.toContain("secret-of-mine");
});

test("BC-23: twenty processes that start at once cause one token request", async () => {
  const options = await serve({ replies: () => ({ text: "hi" }), tokenDelayMs: 200 });
  const runs = await Promise.all(Array.from({ length: 20 }, () => runWaymark(["-p", "hello"], options)));
  expect(new Set(runs.map((run) => `${run.code} ${run.stdout}`))).toEqual(new Set(["0 hi\n"]));
  expect([server.tokenRequests.length, server.chats.length]).toEqual([1, 20]);
});

test("BC-32: a token that is refused is renewed once, in the middle of a run too", async () => {
  const options = await serve({
    replies: (_, index) => {
      if (index === 0) server.revoke();
      return { text: index === 0 ? CALL : "done" };
    },
  });
  const run = await runWaymark(["-p", "what is in a.txt?"], options);
  expect([run.code, run.stdout]).toEqual([0, "done\n"]);
  expect(server.chats.map((chat) => chat.token)).toEqual(["token-1", "token-1", "token-2"]);
});

test("BC-24: wrong credentials end with 41 and one line, a missing one is named", async () => {
  const options = await serve({ replies: [], tokenAnswer: () => ({ status: 401 }) });
  const run = await runWaymark(["-p", "hello"], options);
  expect([run.code, run.stderr]).toEqual([
    41,
    expect.stringMatching(/^waymark: Invalid client credentials \(401 .*\n$/),
  ]);
  const { STACKSPOT_REALM: _, ...environment } = server.environment;
  const missing = await runWaymark(["-p", "hello", "-m", "stackspot/x"], { ...options, environment });
  expect([missing.code, missing.stderr]).toEqual([
    41,
    expect.stringMatching(/^waymark: Missing required configuration\. Please ensure STACKSPOT_REALM is set/),
  ]);
});

test("BC-32: the refusal of 272,000 tokens shrinks the conversation and is tried once more", async () => {
  const body = { code: "INFERENCE_6001_LLM_MODEL_BAD_REQUEST", message: "the input has 300000 tokens, limit 272000" };
  writeFileSync(join(place.cwd, "a.txt"), "one line of many\n".repeat(1_500));
  const options = await serve({
    replies: (_, index) => {
      if (index < 3) return { text: CALL.replace("a.txt", `a.txt", "offset": "${index * 300 + 1}`) };
      return index === 3 ? { status: 400, body } : { text: "It has many lines." };
    },
  });
  const run = await runWaymark(["-p", "read all of a.txt"], options);
  expect([run.code, run.stdout]).toEqual([0, "It has many lines.\n"]);
  const sizes = server.chats.map((chat) => String(chat.body["user_prompt"]).length);
  expect(sizes.at(-1)).toBeLessThan((sizes[3] ?? 0) * 0.8);
});

test("BC-12: the agent is the settings' own first, then STACKSPOT_CODER_ID; the judge agent decides what is unsure", async () => {
  const unsure = "I'll call the read_file tool now.";
  const judged =
    '{"needs_tools": true, "tool_calls": [{"name": "read_file", "args": {"path": "a.txt"}}], "reasoning": ""}';
  const options = await serve({
    replies: ({ agent }, index) => ({ text: agent === "01JUDGE" ? judged : index === 0 ? unsure : "alpha" }),
  });
  const environment = { ...options.environment, STACKSPOT_JUDGE_AGENT_ID: "01JUDGE" };
  await runWaymark(["provider", "set", "stackspot", "--model", "01OWN"], options);
  const run = await runWaymark(["-p", "what is in a.txt?"], { ...options, environment });
  expect(run.code, run.stderr).toBe(0);
  expect(server.chats.map((chat) => chat.agent)).toEqual(["01OWN", "01JUDGE", "01OWN"]);
});

test("BC-01: login stores the account once a token came; status shows it masked; logout forgets account and tokens", async () => {
  const { cwd, home, environment } = await serve({ replies: [{ text: "hi" }] });
  const { STACKSPOT_CLIENT_ID, STACKSPOT_CLIENT_SECRET, STACKSPOT_REALM, ...rest } = environment;
  const stdin = `STACKSPOT_CLIENT_ID=${STACKSPOT_CLIENT_ID}\nSTACKSPOT_CLIENT_SECRET=${STACKSPOT_CLIENT_SECRET}\nSTACKSPOT_REALM=${STACKSPOT_REALM}\n`;
  const login = await runWaymark(["login", "stackspot"], { cwd, home, environment: rest, stdin });
  expect([login.code, login.stderr, server.tokenRequests.length]).toEqual([0, "", 1]);
  const run = await runWaymark(["-p", "hello"], { cwd, home, environment: rest });
  expect([run.code, run.stdout, server.tokenRequests.length]).toEqual([0, "hi\n", 1]);
  const status = await runWaymark(["status", "stackspot"], { cwd, home, environment: rest });
  expect(status.stdout).toMatch(/stackspot\s+stored 20\d\d-\d\d-\d\d/);
  expect(status.stdout).not.toContain("secret-of-mine");
  await runWaymark(["logout", "stackspot"], { cwd, home, environment: rest });
  expect(readdirSync(join(home, "waymark/state/tokens"))).toEqual([]);
  expect(readFileSync(join(home, "waymark/config/credentials.json"), "utf8")).not.toContain("secret-of-mine");
  expect(existsSync(join(home, "waymark/config/credentials.json"))).toBe(true);
});

test("BC-30: --continue in a new process goes on in the server's conversation, with what is new alone where the server keeps it", async () => {
  const options = await serve({
    replies: [
      { text: "Hi", conversationId: "c-9" },
      { text: "So", conversationId: "c-9" },
    ],
  });
  await runWaymark(["config", "set", "providers.stackspot.conversation", "true"], options);
  await runWaymark(["-p", "hello"], options);
  const next = await runWaymark(["-p", "and now?", "-c"], options);
  expect([next.code, next.stdout]).toEqual([0, "So\n"]);
  expect(server.chats.map(({ body }) => body["conversation_id"])).toEqual([undefined, "c-9"]);
  expect(server.chats[1]?.body["user_prompt"]).toBe("User: and now?");
  const kept = join(place.home, "waymark/state/stackspot-conversations.json");
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(readFileSync(kept, "utf8")).not.toContain("hello");
  await runWaymark(["-p", "something else", "--no-session-persistence"], options);
  expect(JSON.parse(readFileSync(kept, "utf8"))).toHaveLength(1);
});
