import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { BUG_FIX_FLAGS, bugFixPlace, FIXED_LINE } from "./bug-fix-scenario.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
let server: WireServer;
afterEach(async () => {
  await server.close();
  place.remove();
});

const DIFF = (loop: string) =>
  `Here is the fix.\n\n\`\`\`diff\n--- a/total.mjs\n+++ b/total.mjs\n@@ -1,4 +1,4 @@\n export function total(values) {\n   let sum = 0;\n-  for (let index = ${loop}; index < values.length; index++) sum += values[index];\n+  for (let index = 0; index < values.length; index++) sum += values[index];\n   return sum;\n\`\`\`\n`;

/** Answers as a model without tools would; the wrong diff names a loop that is not in the file. */
const ANSWERS: readonly WireReply[] = [
  { text: "I would need to see total.mjs before I can say what is wrong." },
  { text: DIFF("2") },
  { text: DIFF("1") },
  {
    text: 'Now the test.\n<tool_call>\n{"name": "shell", "arguments": {"command": "node total.test.mjs"}}\n</tool_call>',
  },
  { text: "The loop started at 1; it starts at 0 now and the test prints: all good." },
];

/** A gateway that refuses tools, and otherwise plays the answers in order. */
function refusingTools(): (request: { body: string }) => WireReply {
  let next = 0;
  return ({ body }) => {
    if ((JSON.parse(body) as { tools?: unknown[] }).tools?.length)
      return { fault: { kind: "status", status: 400, message: "tools are not supported by this model" } };
    return ANSWERS[next++] ?? { text: "nothing more" };
  };
}

test.each(["judge", "auto"])(
  "BC-50, BC-51, BC-54, BC-56: a model without tool calling fixes the bug with --strategy %s, after one correction",
  async (strategy) => {
    place = bugFixPlace();
    server = await startOpenAiChat(refusingTools());
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const args = [
      "-p",
      "the test fails; fix it",
      "-m",
      "openai-compatible/m",
      "--strategy",
      strategy,
      "--output-format",
      "stream-json",
    ];
    const run = await runWaymark([...args, ...BUG_FIX_FLAGS], { ...place, environment });
    expect(run.code, run.stderr).toBe(0);
    expect(readFileSync(join(place.cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
    const lines = jsonLines(run.stdout);
    const notes = lines
      .filter((line) => line["subtype"] === "status")
      .map((line) => `${line["status"]}: ${line["text"]}`);
    expect(notes.filter((note) => !note.startsWith("strategy"))).toEqual([
      "judge: The answer speaks of total.mjs unseen: reading first.",
      "judge: Found in the answer: an edit in the form unified.",
      "judge: Round 1 of 3: the edit was rejected and goes back for correction.",
      expect.stringMatching(
        /^correction: ROUND 1 - EDIT CORRECTION REQUIRED[\s\S]*total\.mjs, each line after its number:\n1\texport function total/,
      ),
      "judge: Found in the answer: an edit in the form unified.",
      "judge: Found in the answer: 1 call (shell).",
    ]);
    expect(notes.filter((note) => note.startsWith("strategy"))).toHaveLength(strategy === "auto" ? 1 : 0);
    expect(lines.at(-1)?.["result"]).toContain("all good");
  },
);

test("an edit that does not fit in two files is put right in one round, each file shown around its own place", async () => {
  place = bugFixPlace();
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1} of it`);
  for (const name of ["first.txt", "second.txt"]) writeFileSync(join(place.cwd, name), `${lines.join("\n")}\n`);
  const block = (name: string, find: string) => `${name}\n<<<<<<< SEARCH\n${find}\n=======\nput\n>>>>>>> REPLACE\n`;
  server = await startOpenAiChat([
    { text: `${block("first.txt", "line 20 of that")}\n${block("second.txt", "line 280 of that")}` },
    { text: `${block("first.txt", "line 20 of it")}\n${block("second.txt", "line 280 of it")}` },
    { text: "Both are changed." },
  ]);
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-p", "change both", "-m", "openai-compatible/m", "--strategy", "judge", ...BUG_FIX_FLAGS];
  const run = await runWaymark(args, { ...place, environment });
  expect([run.code, run.stdout]).toEqual([0, "Both are changed.\n"]);
  const asked = JSON.parse(server.requests[1]?.body ?? "") as { messages: { content: string }[] };
  const [, first = "", second = ""] = JSON.stringify(asked.messages.at(-1)?.content).split(
    "each line after its number:",
  );
  expect([first, second].map((shown) => [shown.includes("20\\tline"), shown.includes("280\\tline")])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test.each([
  ["plan", "Here is the fix.", 1],
  ["default", "It was refused.", 2],
])(
  "in the mode %s an edit that may not be made is no rejected one: no round of correction asks for it again",
  async (mode, answer, requests) => {
    place = bugFixPlace();
    server = await startOpenAiChat([{ text: DIFF("1") }, { text: "It was refused." }]);
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const args = ["-p", "how would you mend total.mjs?", "-m", "openai-compatible/m", "--strategy", "judge"];
    const run = await runWaymark([...args, "--permission-mode", mode], { ...place, environment });
    expect(run.stdout).toContain(answer);
    expect(server.requests).toHaveLength(requests);
    const bodies = server.requests.map(({ body }) => body).join("\n");
    expect(bodies).not.toContain("EDIT CORRECTION");
    expect(bodies.includes("<<<<<<< SEARCH")).toBe(mode === "default");
    expect(bodies.includes("Not allowed: ")).toBe(mode === "default");
  },
);

test("a probe finds that the model takes no tools, and auto begins with judge from then on", async () => {
  place = bugFixPlace();
  server = await startOpenAiChat(({ body }) => {
    const { tools, messages } = JSON.parse(body) as { tools?: unknown[]; messages: { content: unknown }[] };
    if (tools?.length)
      return { fault: { kind: "status", status: 400, message: "tools are not supported by this model" } };
    const asked = JSON.stringify(messages.at(-1)?.content);
    if (asked.includes("echo"))
      return { text: '<tool_call>\n{"name": "echo", "arguments": {"word": "waymark"}}\n</tool_call>' };
    if (asked.includes("notes.txt"))
      return { text: "notes.txt\n<<<<<<< SEARCH\nbeta\n=======\ndelta\n>>>>>>> REPLACE\n" };
    return { text: "hello" };
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const probe = await runWaymark(["provider", "check", "--probe", "-m", "openai-compatible/m", "--json"], {
    ...place,
    environment,
  });
  expect(probe.code, probe.stderr).toBe(0);
  expect(JSON.parse(probe.stdout)).toMatchObject({
    nativeTools: false,
    textCalls: true,
    edits: true,
    strategy: "judge",
  });
  const before = server.requests.length;
  const run = await runWaymark(["-p", "hi", "-m", "openai-compatible/m"], { ...place, environment });
  expect([run.code, run.stdout]).toEqual([0, "hello\n"]);
  expect(server.requests.length).toBe(before + 1);
});

const FENCE = "```";
const JUDGED_NONE: WireReply = { text: '{"needs_tools": false, "tool_calls": [], "reasoning": "only words"}' };

test.each(
  inTurn(2, [
    ["a block for a shell", `Run this:\n\n${FENCE}bash\nsed -i 's/= 1/= 0/' total.mjs\n${FENCE}\n`],
    ["two fences", `Change\n${FENCE}\nlet index = 1\n${FENCE}\nto\n${FENCE}\nlet index = 0\n${FENCE}\n`],
    ["a promise", "I will now fix the loop in the function total."],
    ["a fence that is no edit", `${FENCE}patch\n*** something ***\n- let index = 1\n+ let index = 0\n${FENCE}\n`],
    ["plain words", "The loop has to start at 0. That is all there is to it."],
  ]),
)("%s in place of a change goes to the judge, is corrected once, and ends honestly", async (_, words) => {
  const talk: WireReply[] = [{ text: words }, JUDGED_NONE, { text: words }, JUDGED_NONE];
  place = bugFixPlace();
  server = await startOpenAiChat(talk);
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-p", "fix the bug", "-m", "openai-compatible/m", "--strategy", "judge"];
  const stuck = await runWaymark([...args, ...BUG_FIX_FLAGS], { ...place, environment });
  expect(stuck.code).toBe(1);
  expect(stuck.stdout).toMatch(/^Nothing was changed/);
  const asked = server.requests.map(({ body }) => body);
  expect(asked.filter((body) => body.includes("A change was asked for, and nothing has been changed"))).toHaveLength(1);
  await server.close();
  place.remove();

  place = bugFixPlace();
  server = await startOpenAiChat([{ text: words }, JUDGED_NONE, { text: DIFF("1") }, { text: "It starts at 0 now." }]);
  environment.OPENAI_COMPATIBLE_BASE_URL = `${server.url}/v1`;
  const mended = await runWaymark([...args, ...BUG_FIX_FLAGS], { ...place, environment });
  expect(mended.code, mended.stderr).toBe(0);
  expect(readFileSync(join(place.cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
});

test("an answer that says why nothing has to be changed is an answer", async () => {
  place = bugFixPlace();
  server = await startOpenAiChat([{ text: "It is right." }, JUDGED_NONE, { text: "NO CHANGE: it is right already." }]);
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-p", "fix the bug", "-m", "openai-compatible/m", "--strategy", "judge"];
  const run = await runWaymark([...args, ...BUG_FIX_FLAGS], { ...place, environment });
  expect([run.code, run.stdout]).toEqual([0, "NO CHANGE: it is right already.\n"]);
});

test("what stands beside calls and is not done is said to the model: it sends the diff again, and the file is changed", async () => {
  place = bugFixPlace();
  const call = '<tool_call>\n{"name": "shell", "arguments": {"command": "node total.test.mjs"}}\n</tool_call>';
  const bodies: string[] = [];
  server = await startOpenAiChat(({ body }) => {
    bodies.push(body);
    if (bodies.length === 1) return { text: `${DIFF("1")}\n${call}` };
    if (bodies.length === 2) return { text: body.includes("was not applied") ? DIFF("1") : "All is done." };
    return { text: "The loop starts at 0 now." };
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-p", "fix the bug", "-m", "openai-compatible/m", "--strategy", "judge"];
  const run = await runWaymark([...args, ...BUG_FIX_FLAGS], { ...place, environment });
  expect(run.code, run.stderr).toBe(0);
  expect(readFileSync(join(place.cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
  expect(bodies).toHaveLength(3);
});

test("in plan mode a diff in the text is the proposal that it is: neither a call nor something to correct", async () => {
  place = bugFixPlace();
  const bodies: string[] = [];
  server = await startOpenAiChat(({ body }) => {
    bodies.push(body);
    return { text: DIFF("1") };
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-p", "fix the loop", "-m", "openai-compatible/m", "--strategy", "judge", "--permission-mode", "plan"];
  const run = await runWaymark(args, { ...place, environment });
  expect(run.code, run.stderr).toBe(0);
  expect(run.stdout).toContain("let index = 0");
  expect(readFileSync(join(place.cwd, "total.mjs"), "utf8")).not.toContain(FIXED_LINE);
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).not.toContain("SEARCH");
  expect(bodies[0]).toContain("Plan mode: look, and change nothing");
});

test("an edit that is not permitted goes back with the refusal alone, once", async () => {
  place = bugFixPlace();
  const bodies: string[] = [];
  server = await startOpenAiChat(({ body }) => {
    bodies.push(body);
    return { text: bodies.length === 1 ? DIFF("1") : "It may not be changed." };
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-p", "fix the loop", "-m", "openai-compatible/m", "--strategy", "judge"];
  const run = await runWaymark(args, { ...place, environment });
  expect(run.stdout).toContain("It may not be changed.");
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toContain("Not allowed: ");
  expect(bodies[1]).not.toContain("CORRECTION");
});
