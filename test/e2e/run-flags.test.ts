import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BUG_FIX_FLAGS, BUG_FIX_REPLIES, bugFixPlace } from "./bug-fix-scenario.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
let server: WireServer | undefined;
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\n" });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  place.remove();
});

async function serve(replies: readonly WireReply[]): Promise<Record<string, string>> {
  server = await startOpenAiChat(replies);
  return {
    OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
    WAYMARK_MODEL: "openai-compatible/m",
  };
}

const lastUser = (index: number): string => {
  const { messages } = JSON.parse(server?.requests[index]?.body ?? "{}") as {
    messages: { role: string; content: unknown }[];
  };
  const content = messages.findLast((message) => message.role === "user")?.content;
  return typeof content === "string" ? content : JSON.stringify(content);
};

test("a recorded run replays byte for byte without a server, up to the session's id and times", async () => {
  const recorded = bugFixPlace();
  try {
    const environment = await serve(BUG_FIX_REPLIES);
    const file = join(place.home, "run.jsonl");
    const args = ["-p", "fix it", "--output-format", "stream-json", ...BUG_FIX_FLAGS];
    const first = await runWaymark([...args, "--record", file], { ...recorded, environment });
    await server?.close();
    const again = bugFixPlace();
    try {
      const second = await runWaymark([...args, "--replay", file], again);
      expect(second.code, second.stderr).toBe(0);
      const stable = (text: string, cwd: string) =>
        jsonLines(text.replaceAll(cwd, "CWD")).map(
          ({ session_id: _, duration_ms: __, duration_api_ms: ___, ...line }) => line,
        );
      expect(stable(second.stdout, again.cwd)).toEqual(stable(first.stdout, recorded.cwd));
    } finally {
      again.remove();
    }
  } finally {
    recorded.remove();
  }
});

test("piped text is appended to the prompt", async () => {
  const environment = await serve([{ text: "seen" }]);
  const run = await runWaymark(["-p", "what is this?"], { ...place, environment, stdin: "piped words\n" });
  expect([run.code, run.stdout]).toEqual([0, "seen\n"]);
  expect(lastUser(0)).toBe("what is this?\n\npiped words\n");
});

describe("sessions", () => {
  test("--continue takes the session that was worked in last, also after the clock was set back", async () => {
    const environment = await serve(["one", "two", "three", "four", "five"].map((text) => ({ text })));
    const ask = (...args: string[]) => runWaymark(["-p", ...args], { ...place, environment });
    const sessions = join(place.home, "waymark", "state", "sessions");
    const setTime = (id: string, seconds: number): void => {
      const [folder = ""] = readdirSync(sessions);
      utimesSync(join(sessions, folder, `${id}.jsonl`), seconds, seconds);
    };
    await ask("of the first", "--session-id", "first");
    setTime("first", 4e9);
    await ask("of the second", "--session-id", "second");
    setTime("second", 1e9);
    await ask("on", "-c");
    expect(server?.requests.at(-1)?.body).toContain("of the second");
    await ask("on", "-r", "first");
    setTime("first", 1e8);
    await ask("on", "-c");
    expect(server?.requests.at(-1)?.body).toContain("of the first");
  });

  test("--no-session-persistence leaves nothing behind", async () => {
    const environment = await serve([{ text: "hi" }]);
    await runWaymark(["-p", "hello", "--no-session-persistence"], { ...place, environment });
    expect(existsSync(join(place.home, "waymark", "state", "sessions"))).toBe(false);
  });
});

test("the wall-time limit cuts a step that hangs, with the budget's code", async () => {
  const environment = await serve([{ text: "late", fault: { kind: "stall-before-headers" } }]);
  const run = await runWaymark(["-p", "go", "--max-wall-time", "1", "--output-format", "json"], {
    ...place,
    environment,
  });
  expect(run.code).toBe(55);
  expect(jsonLines(run.stdout).at(-1)).toMatchObject({ subtype: "error_max_budget" });
});

test("--json-schema asks again until the answer fits, and prints it as one line of JSON", async () => {
  writeFileSync(
    join(place.cwd, "schema.json"),
    JSON.stringify({ type: "object", properties: { count: { type: "integer" } }, required: ["count"] }),
  );
  const environment = await serve([{ text: "There are three." }, { text: '```json\n{"count": 3}\n```' }]);
  const run = await runWaymark(["-p", "how many?", "--json-schema", "schema.json"], { ...place, environment });
  expect([run.code, run.stdout]).toEqual([0, '{"count":3}\n']);
});

test("a model cannot write outside the folder, whatever the mode", async () => {
  const paths = ["../out.txt", "/tmp/waymark-out.txt", "~/out.txt"];
  const replies = [
    { calls: paths.map((path) => ({ name: "write_file", input: { path, content: "x" } })) },
    { text: "done" },
  ];
  const run = await runWaymark(
    ["-p", "write", "--permission-mode", "bypassPermissions", "--output-format", "stream-json"],
    { ...place, environment: await serve(replies) },
  );
  const results = jsonLines(run.stdout).filter((line) => line["type"] === "user");
  expect(results).toHaveLength(3);
  for (const result of results) expect(JSON.stringify(result)).toContain('"is_error":true');
  expect([existsSync(join(place.cwd, "..", "out.txt")), existsSync("/tmp/waymark-out.txt")]).toEqual([false, false]);
});

describe("settings", () => {
  const write = (path: string, value: object): void => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, JSON.stringify(value));
  };

  test("an untrusted project's settings are ignored, and headless says so in one line", async () => {
    write(join(place.cwd, ".waymark", "config.json"), { permissions: { allow: ["shell"] } });
    const run = await runWaymark(["-p", "list files"], place);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/^waymark: .*config\.json is ignored: this folder is not trusted.*\n$/);
  });
});

test("a session that goes on later tells the model of the folder as at its start: the first bytes stay the same", async () => {
  const environment = await serve([{ text: "one" }, { text: "two" }, { text: "three" }]);
  const ask = (...args: string[]) => runWaymark(["-p", "hello", ...args], { ...place, environment });
  expect((await ask()).code).toBe(0);
  writeFileSync(join(place.cwd, "made-since.txt"), "x");
  expect((await ask("-c")).code).toBe(0);
  expect((await ask()).code).toBe(0);
  const [first, second, third] = (server?.requests ?? []).map(({ body }) => {
    const { messages } = JSON.parse(body) as { readonly messages: readonly unknown[] };
    return JSON.stringify(messages);
  });
  expect(second?.startsWith(first?.slice(0, -1) ?? "?")).toBe(true);
  expect(third).toContain("made-since.txt");
});

test("a recording is not written through a link of the folder that leads out of it", async () => {
  writeFileSync(join(place.cwd, "s.json"), '[{"text": "kept"}]');
  symlinkSync(join(place.home, "r.jsonl"), join(place.cwd, "r.jsonl"));
  const { code, stderr } = await runWaymark(["-p", "-m", "scripted/s.json", "--record", "r.jsonl", "go"], place);
  expect([code, stderr]).toEqual([42, expect.stringContaining("is a link that leads out of")]);
  expect(existsSync(join(place.home, "r.jsonl"))).toBe(false);
});

test("a recording replays when the folder has changed since, and still not when another thing is asked", async () => {
  writeFileSync(join(place.cwd, "s.json"), '[{"text": "kept"}]');
  const run = (...args: string[]) => runWaymark(["-p", ...args], place);
  expect((await run("-m", "scripted/s.json", "--record", "r.jsonl", "what is kept?")).stdout).toBe("kept\n");
  writeFileSync(join(place.cwd, "made-since.txt"), "x");
  mkdirSync(join(place.cwd, ".git"));
  writeFileSync(join(place.cwd, ".git", "HEAD"), "ref: refs/heads/later\n");
  const again = await run("--replay", "r.jsonl", "what is kept?");
  expect([again.stdout, again.code]).toEqual(["kept\n", 0]);
  expect((await run("--replay", "r.jsonl", "what else?")).code).toBe(42);
});
