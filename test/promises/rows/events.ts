import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { BOTH, FRESH, type Row } from "../row.ts";

const SCHEMA = resolve(import.meta.dirname, "../../../docs/reference/events.schema.json");
const ALL = ["--permission-mode", "bypassPermissions"];

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
}

const blocks = (line: Record<string, unknown>): readonly Block[] =>
  (line["message"] as { content?: readonly Block[] } | undefined)?.content ?? [];

/** What a program sees of a run, and what a tool is to it. */
export const EVENTS: readonly Row[] = [
  {
    id: "CD-01",
    title: "text comes piece by piece, calls whole, usage at the end, and an error is an error",
    what: "A reader of the stream sees words as they are written and never half of a call.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const { lines } = await stage.ask({
        replies: [
          { text: "I look at it.", calls: [{ name: "read_file", input: { path: "a.txt" } }], deltaChars: 4 },
          { text: "It is alpha, as you see.", deltaChars: 4, usage: { input: 30, output: 9 } },
        ],
        flags: ["--include-partial-messages"],
      });
      const whole = JSON.stringify(lines);
      const first = lines.findIndex(({ type }) => type === "assistant");
      stage.expect(lines.slice(0, first).map(({ type }) => type)).toContain("stream_event");
      stage.expect(whole).toContain('"type":"tool_use"');
      stage
        .expect(lines.at(-1))
        .toMatchObject({ result: "It is alpha, as you see.", usage: { input_tokens: 130, output_tokens: 29 } });
      const failed = await stage.ask({
        replies: [{ text: "half", fault: { kind: "stream-error", message: "model fell over" } }],
        environment: { WAYMARK_RETRY_ATTEMPTS: "1" },
      });
      stage.expect(failed.code).not.toBe(0);
      stage.expect(failed.lines.at(-1)).toMatchObject({ type: "result", is_error: true });
    },
  },
  {
    id: "CD-02",
    title: "every line of a run follows the published schema, every call has one result, the end is one line",
    what: "A program can rely on the order: beginning, calls with results, one end.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const schema = z.fromJSONSchema(JSON.parse(readFileSync(SCHEMA, "utf8")));
      const calls = [
        { name: "edit_file", input: { path: "a.txt", old_string: "alpha", new_string: "beta" } },
        { name: "shell", input: { command: "exit 3" } },
        { name: "read_file", input: { path: "none" } },
      ];
      const { lines, code } = await stage.ask({ replies: [{ text: "So.", calls }, { text: "Done." }], flags: ALL });
      stage.expect(code).toBe(0);
      for (const line of lines) stage.expect(schema.safeParse(line).error?.issues ?? []).toEqual([]);
      const asked = lines.flatMap((line) => blocks(line).flatMap(({ type, id }) => (type === "tool_use" ? [id] : [])));
      const given = lines.flatMap((line) =>
        blocks(line).flatMap(({ type, tool_use_id }) => (type === "tool_result" ? [tool_use_id] : [])),
      );
      stage.expect(given).toEqual(asked);
      stage.expect(asked).toHaveLength(3);
      stage.expect([lines[0]?.["type"], lines.filter(({ type }) => type === "result").length]).toEqual(["system", 1]);
    },
  },
  {
    id: "CD-03",
    title: "a model that is busy is asked again after the time it names, with a bound",
    what: "Keys may stand in a file of the settings; waiting and trying again happens by itself.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.putHome({ "waymark/config/.env": "OPENAI_COMPATIBLE_API_KEY=from-the-file\n" });
      const busy = { fault: { kind: "status", status: 429, retryAfter: "0" } } as const;
      const server = await stage.serve([busy, busy, { text: "Now." }, busy, busy, busy]);
      const ask = () =>
        stage.command({
          args: ["-p", "hi", "-m", "openai-compatible/m"],
          environment: { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, WAYMARK_RETRY_ATTEMPTS: "3" },
        });
      const good = await ask();
      stage.expect([good.code, good.stdout, server.requests.length]).toEqual([0, "Now.\n", 3]);
      stage.expect(server.requests[0]?.headers["authorization"]).toBe("Bearer from-the-file");
      const bad = await ask();
      stage.expect([bad.code === 0, server.requests.length]).toEqual([false, 6]);
    },
  },
  {
    id: "CD-10",
    title: "what only reads runs without asking; what writes, runs, reaches the network or remembers is asked for",
    what: "Permissions follow what a call would do, not which tool it is.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      const { results } = await stage.ask({
        replies: [
          {
            calls: [
              { name: "read_file", input: { path: "a.txt" } },
              { name: "shell", input: { command: "cat a.txt" } },
              { name: "write_file", input: { path: "b.txt", content: "b" } },
              { name: "shell", input: { command: "touch c.txt" } },
              { name: "remember", input: { text: "x" } },
            ],
          },
          { text: "ok" },
        ],
      });
      stage.expect(results.map(({ isError }) => isError)).toEqual([false, false, true, true, true]);
      stage.expect([stage.has("b.txt"), stage.has("c.txt")]).toEqual([false, false]);
    },
  },
  {
    id: "CD-11",
    title: "a change is asked for with what it would do, and a refusal names the rule that would allow it",
    what: "Nothing that changes files happens unasked; the way to allow it is in the message.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const replies = [{ calls: [{ name: "write_file", input: { path: "b.txt", content: "b\n" } }] }, { text: "done" }];
      const refused = await stage.ask({ replies });
      const rule = /--allowedTools '([^']+)'/.exec(refused.results[0]?.text ?? "")?.[1] ?? "";
      stage.expect([rule, stage.has("b.txt")]).toEqual(["write_file(/b.txt)", false]);
      await stage.ask({ replies, flags: ["--allowedTools", rule] });
      stage.expect(stage.read("b.txt")).toBe("b\n");
    },
  },
  {
    id: "CD-12",
    title: "any tool can be run by name from the command line: judged, carried out, its failure caught",
    what: "The same tools, rules and sandbox hold without a model.",
    ...{ status: "partly", from: BOTH, how: "command" },
    missing: "Tools cannot be added or taken away at run time.",
    async run(stage) {
      stage.put({ "a.txt": "alpha\n" });
      stage.expect((await stage.tool("write_file", { path: "b.txt", content: "b" })).isError).toBe(true);
      stage.expect(stage.has("b.txt")).toBe(false);
      const edited = await stage.act("edit_file", { path: "a.txt", old_string: "alpha", new_string: "beta" });
      stage.expect([edited.isError, stage.read("a.txt")]).toEqual([false, "beta\n"]);
    },
  },
];
