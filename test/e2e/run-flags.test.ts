import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

test("a replay that is asked something else says at which step, and ends with 42", async () => {
  const environment = await serve([{ text: "one" }]);
  const file = join(place.home, "run.jsonl");
  await runWaymark(["-p", "first question", "--record", file], { ...place, environment });
  const run = await runWaymark(["-p", "another question", "--replay", file], place);
  expect([run.code, run.stderr]).toEqual([42, expect.stringMatching(/Step 1 of the recording/)]);
});

test("piped text is appended to the prompt", async () => {
  const environment = await serve([{ text: "seen" }]);
  const run = await runWaymark(["-p", "what is this?"], { ...place, environment, stdin: "piped words\n" });
  expect([run.code, run.stdout]).toEqual([0, "seen\n"]);
  expect(lastUser(0)).toBe("what is this?\n\npiped words\n");
});

describe("sessions", () => {
  test("-c goes on with the last one, -r with a named one, --fork-session with a copy", async () => {
    const environment = await serve([{ text: "first" }, { text: "second" }, { text: "third" }, { text: "fourth" }]);
    const run = (...args: string[]) =>
      runWaymark(["-p", ...args, "--output-format", "json"], { ...place, environment });
    const idOf = (stdout: string): unknown => jsonLines(stdout).at(-1)?.["session_id"];
    const first = idOf((await run("one")).stdout);
    expect(idOf((await run("two", "-c")).stdout)).toBe(first);
    const forked = idOf((await run("three", "-c", "--fork-session")).stdout);
    expect(forked).not.toBe(first);
    expect(idOf((await run("four", "-r", String(first).slice(0, 30))).stdout)).toBe(first);
    expect(server?.requests.map((request) => JSON.parse(request.body).messages.length)).toEqual([2, 4, 6, 6]);
    const list = await runWaymark(["sessions", "list", "--json"], place);
    expect((JSON.parse(list.stdout) as { id: string }[]).map((session) => session.id).sort()).toEqual(
      [first, forked].sort(),
    );
    const shown = await runWaymark(["sessions", "export", String(first), "--format", "md"], place);
    expect(shown.stdout).toMatch(/## You\n\none[\s\S]*first[\s\S]*## You\n\ntwo/);
    expect((await runWaymark(["sessions", "fsck"], place)).code).toBe(0);
    expect((await runWaymark(["sessions", "rm", String(forked)], place)).code).toBe(0);
    expect((await runWaymark(["sessions", "show", String(forked)], place)).code).toBe(42);
  });

  test("--no-session-persistence leaves nothing behind", async () => {
    const environment = await serve([{ text: "hi" }]);
    await runWaymark(["-p", "hello", "--no-session-persistence"], { ...place, environment });
    expect(existsSync(join(place.home, "waymark", "state", "sessions"))).toBe(false);
  });
});

test("a limit gives a partial answer, its own code and subtype", async () => {
  const environment = await serve(Array.from({ length: 5 }, () => ({ calls: [{ name: "list_files", input: {} }] })));
  const run = await runWaymark(["-p", "go", "--max-turns", "2", "--output-format", "json"], { ...place, environment });
  expect(run.code).toBe(53);
  expect(jsonLines(run.stdout)).toEqual([
    expect.objectContaining({
      subtype: "error_max_turns",
      is_error: true,
      num_turns: 2,
      result: expect.stringMatching(/limit of 2 steps/),
    }),
  ]);
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

test("AGENTS.md reaches the model, the nearest last, with its imports", async () => {
  mkdirSync(join(place.cwd, ".git"));
  mkdirSync(join(place.cwd, "sub"));
  writeFileSync(join(place.cwd, "AGENTS.md"), "Root rule.\n@more.md\n");
  writeFileSync(join(place.cwd, "more.md"), "Imported rule.\n");
  writeFileSync(join(place.cwd, "sub", "AGENTS.md"), "Nearest rule.\n");
  const environment = await serve([{ text: "ok" }]);
  await runWaymark(["-p", "hi", "-C", "sub"], { ...place, environment });
  const system = JSON.parse(server?.requests[0]?.body ?? "{}").messages[0].content as string;
  expect(system).toMatch(/Root rule\.\nImported rule\.[\s\S]*Nearest rule\./);
});

test("a denied write names the rule that would allow it, and that rule does", async () => {
  const replies: readonly WireReply[] = [
    { calls: [{ name: "write_file", input: { path: "b.txt", content: "b\n" } }] },
    { text: "done" },
  ];
  const first = await runWaymark(["-p", "write", "--output-format", "stream-json"], {
    ...place,
    environment: await serve(replies),
  });
  expect(first.stdout).toContain("--allowedTools 'write_file(b.txt)'");
  expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
  await server?.close();
  await runWaymark(["-p", "write", "--allowedTools", "write_file(b.txt)"], {
    ...place,
    environment: await serve(replies),
  });
  expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("b\n");
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

  test("flag, environment, project, user and default win in this order, and explain says which", async () => {
    write(join(place.home, "waymark", "config", "config.json"), { maxTurns: 4 });
    const explain = async (environment: Record<string, string> = {}) =>
      JSON.parse((await runWaymark(["config", "explain", "maxTurns", "--json"], { ...place, environment })).stdout) as {
        value: number;
        source: string;
      };
    expect(await explain()).toMatchObject({ value: 4, source: expect.stringMatching(/config\.json$/) });
    write(join(place.cwd, ".waymark", "config.json"), { maxTurns: 5 });
    expect(await explain()).toMatchObject({ value: 4 });
    await runWaymark(["config", "trust"], place);
    expect(await explain()).toMatchObject({
      value: 5,
      source: expect.stringContaining(join(".waymark", "config.json")),
    });
    writeFileSync(join(place.home, "waymark", "config", ".env"), "WAYMARK_MAX_TURNS=8\n");
    expect(await explain()).toMatchObject({ value: 8, source: "environment WAYMARK_MAX_TURNS (from .env)" });
    expect(await explain({ WAYMARK_MAX_TURNS: "6" })).toMatchObject({
      value: 6,
      source: "environment WAYMARK_MAX_TURNS",
    });
  });

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
