import { afterEach, describe, expect, test } from "vitest";
import { WAYS } from "./provider-servers/index.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

type OneWire = (typeof WAYS)[number];

async function play(
  wire: OneWire,
  replies: readonly WireReply[],
  more: Record<string, string> = {},
): Promise<WaymarkRun> {
  place = makePlace({ "a.txt": "alpha\n" });
  server = await wire.start(replies);
  const environment = { ...wire.variables(server.url, "secret-key-value"), ...more };
  return runWaymark(["-p", "go", "-m", wire.model, "--output-format", "stream-json"], { ...place, environment });
}

const retries = (run: WaymarkRun) => jsonLines(run.stdout).filter((line) => line["subtype"] === "api_retry");
const result = (run: WaymarkRun) => jsonLines(run.stdout).at(-1);
const done: WireReply = { text: "done" };
const fault = (kind: NonNullable<WireReply["fault"]>): WireReply => ({
  text: "a longer text that is cut somewhere",
  fault: kind,
});

const PASSING: readonly WireReply[] = [
  // First: on a connection that was used before, a request that nothing was heard of is sent anew without a word.
  fault({ kind: "reset-before-headers" }),
  fault({ kind: "status", status: 429, retryAfter: "0" }),
  fault({ kind: "status", status: 429 }),
  fault({ kind: "status", status: 500 }),
  fault({ kind: "status", status: 529 }),
  fault({ kind: "reset-mid-stream" }),
  fault({ kind: "truncated-json" }),
  fault({ kind: "cut" }),
  fault({ kind: "stall-before-headers" }),
  fault({ kind: "stall-mid-stream" }),
  // An empty answer.
  {},
];

describe.each(WAYS)("over $name", (wire) => {
  test("each fault that passes is tried again once and shown, whatever came before it", async () => {
    const replies = PASSING.flatMap((reply, index): WireReply[] => [
      reply,
      { calls: [{ name: "find_files", input: { pattern: `${index}*` } }] },
    ]);
    const run = await play(wire, [...replies, done], { WAYMARK_FIRST_BYTE_TIMEOUT: "1", WAYMARK_STALL_TIMEOUT: "1" });
    expect(run.code, run.stderr).toBe(0);
    // One retry before each result of a call: none is missing, and none stands for another.
    const shown = jsonLines(run.stdout).flatMap(({ type, subtype, attempt }) =>
      subtype === "api_retry" ? [`retry ${attempt}`] : type === "user" ? ["result"] : [],
    );
    expect(shown).toEqual(PASSING.flatMap(() => ["retry 1", "result"]));
    expect(result(run)).toMatchObject({ subtype: "success", result: "done" });
  });

  test("a fault that does not pass ends with 75 and keeps the prompt", async () => {
    const run = await play(
      wire,
      Array.from({ length: 9 }, () => fault({ kind: "status", status: 503, retryAfter: "0" })),
    );
    expect(run.code).toBe(75);
    expect(result(run)).toMatchObject({ subtype: "error_during_execution", is_error: true });
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("a request that is not taken is not tried again and ends with 1", async () => {
    const run = await play(wire, [fault({ kind: "status", status: 422, message: "no such thing" })]);
    expect(run.code).toBe(1);
    expect(retries(run)).toEqual([]);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("a wrong key ends at once with 41, and the key is shown nowhere", async () => {
    const run = await play(wire, [fault({ kind: "status", status: 401, message: "bad key secret-key-value" })]);
    expect(run.code).toBe(41);
    expect(retries(run)).toEqual([]);
    expect(run.stdout + run.stderr).not.toContain("secret-key-value");
  });

  test("an unknown tool, invalid arguments and arguments that are no JSON are told to the model", async () => {
    const run = await play(wire, [
      { calls: [{ name: "no_such_tool", input: {} }] },
      { calls: [{ name: "read_file", input: { path: 7, limit: "many" } }] },
      { calls: [{ name: "read_file", input: '{"path": ' }] },
      done,
    ]);
    expect(run.code, run.stderr).toBe(0);
    const results = jsonLines(run.stdout).filter((line) => line["type"] === "user");
    expect(results).toHaveLength(3);
    expect(JSON.stringify(results[0])).toContain("There is no tool");
    expect(JSON.stringify(results[1])).toMatch(/limit/);
  });

  test("duplicate call ids are told apart", async () => {
    const run = await play(wire, [
      {
        calls: [
          { name: "read_file", input: { path: "a.txt" }, id: "same" },
          { name: "list_files", input: {}, id: "same" },
        ],
      },
      done,
    ]);
    expect(run.code, run.stderr).toBe(0);
    const lines = JSON.stringify(jsonLines(run.stdout));
    const ids = [...lines.matchAll(/"tool_use_id":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(2);
  });
});

test("what is tried again by itself asks nobody to send the prompt again", async () => {
  const [wire] = WAYS;
  place = makePlace({});
  server = await wire.start([fault({ kind: "status", status: 503, retryAfter: "0" }), done]);
  const environment = wire.variables(server.url, "secret-key-value");
  const run = await runWaymark(["-p", "go", "-m", wire.model], { ...place, environment });
  expect(run.stderr).toMatch(/Trying again in/);
  expect(run.stderr).not.toContain("send the prompt again");
});
