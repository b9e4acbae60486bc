import { afterEach, describe, expect, test } from "vitest";
import { bugFixPlace } from "./bug-fix-scenario.ts";
import { WAYS } from "./provider-servers/index.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { type Place, runWaymark } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

describe.each(WAYS)("over $name", ({ start, model, variables }) => {
  test("the messages and tools of each request begin with those of the one before", async () => {
    place = bugFixPlace();
    const turns = 50;
    const replies = Array.from({ length: turns }, (_, index) => ({
      text: `turn ${index}`,
      calls: [{ name: "read_file", input: { path: "total.mjs", limit: 1 + index } }],
    }));
    server = await start([...replies, { text: "done" }]);
    const run = await runWaymark(["-p", "read on", "-m", model], { ...place, environment: variables(server.url) });
    expect(run.code).toBe(0);
    expect(server.requests).toHaveLength(turns + 1);
    const parsed = server.requests.map((request) => stableParts(JSON.parse(request.body)));
    for (const [index, { messages, rest }] of parsed.slice(1).entries()) {
      expect(rest).toBe(parsed[index]?.rest);
      expect(messages.slice(0, parsed[index]?.messages.length)).toEqual(parsed[index]?.messages);
    }
  });
});

/** The list that grows, and everything that must not change. Cache markers move with the end of the list by design. */
function stableParts(body: Record<string, unknown>): { messages: string[]; rest: string } {
  const key = ["messages", "input", "contents"].find((candidate) => Array.isArray(body[candidate])) ?? "";
  const withoutMarkers = (value: unknown): string =>
    JSON.stringify(value, (name, inner) => (name === "cache_control" ? undefined : (inner as unknown)));
  const { [key]: list, ...rest } = body;
  return { messages: (list as unknown[]).map(withoutMarkers), rest: withoutMarkers(rest) };
}
