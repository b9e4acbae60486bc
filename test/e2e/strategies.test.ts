import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { BUG_FIX_FLAGS, bugFixPlace, FIXED_LINE } from "./bug-fix-scenario.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply } from "./provider-servers/wire-server.ts";
import { jsonLines, type Place, runWaymark } from "./run-waymark.ts";

const open: Place[] = [];
afterEach(() => {
  for (const place of open.splice(0)) place.remove();
});

const STRATEGIES = ["react", "plan", "judge"] as const;
type Strategy = (typeof STRATEGIES)[number];

const READ = { name: "read_file", input: { path: "total.mjs" } };
const READ_TEST = { name: "read_file", input: { path: "total.test.mjs" } };
const FIX = {
  name: "edit_file",
  input: { path: "total.mjs", old_string: "let index = 1;", new_string: "let index = 0;" },
};
const PROVE = { name: "shell", input: { command: "node total.test.mjs" } };
const ANSWER = "It starts at 0 now.";

/** The same work in the words of each strategy: a call a reply, all of it planned, or calls as text. */
function repliesFor(strategy: Strategy): readonly WireReply[] {
  const turns = [READ, READ_TEST, FIX, PROVE];
  if (strategy === "react") return [...turns.map((call) => ({ calls: [call] })), { text: ANSWER }];
  if (strategy === "judge") {
    const text = (call: object & { name: string; input: object }): string =>
      `<tool_call>\n${JSON.stringify({ name: call.name, arguments: call.input })}\n</tool_call>`;
    return [...turns.map((call) => ({ text: text(call) })), { text: ANSWER }];
  }
  const steps = turns.map(({ name, input }, index) => ({
    ...{ id: `s${index}`, title: name, tool: name, params: input, needs: index === 0 ? [] : [`s${index - 1}`] },
  }));
  const last = { id: "say", title: "say", tool: "think", params: { prompt: "Say what was done." }, needs: ["s3"] };
  return [{ text: JSON.stringify({ steps: [...steps, last] }) }, { text: ANSWER }];
}

type Line = Readonly<Record<string, unknown>>;

async function play(strategy: Strategy, source: "scripted" | "loopback"): Promise<readonly Line[]> {
  const replies = repliesFor(strategy);
  const place = bugFixPlace();
  open.push(place);
  const server = await startOpenAiChat((_, index) => replies[Math.min(index, replies.length - 1)] ?? {});
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify(replies));
  const model = source === "scripted" ? `scripted/${script}` : "openai-compatible/m";
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const flags = ["-p", "fix the bug", "--strategy", strategy, "-m", model, "--output-format", "stream-json"];
  const run = await runWaymark([...flags, ...BUG_FIX_FLAGS], { ...place, environment });
  await server.close();
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(readFileSync(join(place.cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
  return jsonLines(run.stdout);
}

/** A line without what no two runs have in common: ids, times, counts. */
function shapeOf(line: Line): string {
  const { type, subtype } = line;
  if (type !== "assistant" && type !== "user") return [type, subtype, line["status"]].filter(Boolean).join(" ");
  const { content } = line["message"] as { readonly content: readonly Line[] };
  const parts = content.map((part) => {
    if (part["type"] === "tool_use") return `tool_use ${String(part["name"])} ${JSON.stringify(part["input"])}`;
    return part["type"] === "tool_result"
      ? `tool_result ${part["is_error"] ? "failed" : "ok"}`
      : `text ${String(part["text"])}`;
  });
  return `${type}: ${parts.join(", ")}`;
}

/** What is documented to differ (docs/guide/plans.md): the plan's own lines and planner, the judge's notes. */
function isDocumented(line: Line): boolean {
  if (line["subtype"] === "plan") return true;
  if (line["subtype"] === "status") return line["status"] === "judge" || line["status"] === "correction";
  const shape = shapeOf(line);
  return shape.startsWith('assistant: text {"steps"');
}

test("a scripted model and a real one on the wire give the same events under every strategy", async () => {
  for (const strategy of STRATEGIES) {
    const [scripted, loopback] = await Promise.all([play(strategy, "scripted"), play(strategy, "loopback")]);
    const shapes = (lines: readonly Line[]): readonly string[] =>
      lines.map((line) => shapeOf(line).replace(/\d{8}-\d{6}/g, "STAMP"));
    expect(shapes(loopback), strategy).toEqual(shapes(scripted));
    expect(Object.keys(loopback[0] ?? {})).toEqual(Object.keys(scripted[0] ?? {}));
    expect(Object.keys(loopback.at(-1) ?? {})).toEqual(Object.keys(scripted.at(-1) ?? {}));
  }
});

test("the same goal through react, plan and judge gives the same events but for those that are documented", async () => {
  const courses = new Map<Strategy, readonly Line[]>();
  for (const strategy of STRATEGIES) courses.set(strategy, await play(strategy, "loopback"));
  const common = (strategy: Strategy): readonly string[] =>
    (courses.get(strategy) ?? []).filter((line) => !isDocumented(line)).map(shapeOf);
  const react = common("react");
  expect(react).toEqual([
    "system init",
    ...[READ, READ_TEST, FIX, PROVE].flatMap(({ name, input }) => [
      `assistant: tool_use ${name} ${JSON.stringify(input)}`,
      "user: tool_result ok",
    ]),
    `assistant: text ${ANSWER}`,
    "result success",
  ]);
  expect(common("plan")).toEqual(react);
  expect(common("judge")).toEqual(react);
  const own = (strategy: Strategy): readonly unknown[] => [
    ...new Set(
      (courses.get(strategy) ?? [])
        .filter(isDocumented)
        .map(({ type, subtype, status }) => [type, subtype, status].filter(Boolean).join(" ")),
    ),
  ];
  expect(own("react")).toEqual([]);
  expect(own("plan").toSorted()).toEqual(
    [
      "assistant",
      "system plan completed",
      "system plan draft",
      "system plan running",
      "system status correction",
    ].toSorted(),
  );
  expect(own("judge")).toEqual(["system status judge"]);
  for (const lines of courses.values())
    expect(lines[0]?.["strategy"]).toBe([...courses].find(([, own]) => own === lines)?.[0]);
});
