import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../../core/ports/model.ts";
import { createScriptedModel } from "../scripted/scripted.ts";
import { recordModel, replayModel } from "./recorder.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recorder-"));
});
afterAll(() => rm(folder, { recursive: true }));

const READ = { name: "read", description: "Reads.", schema: { type: "object", properties: {} } } as const;
const REPLIES = [
  { text: "Reading.", calls: [{ name: "read", input: { path: "/home/me/project/a.ts" } }], chunkChars: 3 },
  { text: "half", fail: { kind: "overloaded" as const } },
  { text: "It says hello.", usage: { inputTokens: 5 } },
];

/** Three steps: a call, a failure, and the same request again. */
function requests(cwd: string, result = "hello"): ModelRequest[] {
  const start: ModelMessage[] = [{ role: "user", text: `In ${cwd}: what is in a.ts?` }];
  const call = { id: "call_1_1", name: "read", input: { path: `${cwd}/a.ts` } };
  const later: ModelMessage[] = [
    ...start,
    {
      role: "assistant",
      content: [
        { kind: "text", text: "Reading." },
        { kind: "call", call },
      ],
    },
    { role: "tool", results: [{ callId: "call_1_1", name: "read", text: result, failed: false }] },
  ];
  return [start, later, later].map((messages, index) => ({
    system: `You work in ${cwd}.`,
    messages,
    tools: [READ],
    sessionId: `s${index}`,
  }));
}

async function play(model: ModelClient, asked: readonly ModelRequest[]): Promise<ModelPart[][]> {
  const steps: ModelPart[][] = [];
  for (const request of asked) steps.push(await Array.fromAsync(model.step(request, new AbortController().signal)));
  return steps;
}

async function record(cwd: string) {
  const lines: string[] = [];
  const options = { neutral: [{ text: cwd, as: "{{cwd}}" }] };
  const model = recordModel(
    createScriptedModel(REPLIES, { id: "scripted/x" }),
    (line) => void lines.push(line),
    options,
  );
  const steps = await play(model, requests(cwd));
  const path = join(folder, "run.jsonl");
  const text = lines.join("");
  await writeFile(path, text);
  return { path, text, steps, options };
}

describe("a recorded run", () => {
  test("replays part for part, in a session of another name", async () => {
    const { path, steps, options } = await record("/home/me/project");
    const replay = await replayModel(path, options);
    expect(replay.id).toBe("scripted/x");
    const again = requests("/home/me/project").map((request) => ({ ...request, sessionId: "another" }));
    expect(await play(replay, again)).toEqual(steps);
  });

  test("replays in another folder, with the paths of that one", async () => {
    const { path, text } = await record("/home/me/project");
    expect(text).not.toContain("/home/me/project");
    const replay = await replayModel(path, { neutral: [{ text: "/tmp/elsewhere", as: "{{cwd}}" }] });
    const [first] = await play(replay, requests("/tmp/elsewhere"));
    expect(JSON.stringify(first)).toContain("/tmp/elsewhere/a.ts");
  });

  test("keeps a long conversation once, not once a step", async () => {
    const { text } = await record("/home/me/project");
    expect(text.split("what is in a.ts?")).toHaveLength(2);
  });
});

describe("a replay that is asked something else", () => {
  test("fails and names the step and the first difference", async () => {
    const { path, options } = await record("/home/me/project");
    const steps = await play(await replayModel(path, options), requests("/home/me/project", "hello, world"));
    expect(steps[1]).toEqual([
      {
        type: "failed",
        failure: {
          kind: "replay-mismatch",
          message: `Step 2 of the recording ${path}: request.messages[2].results[0].text differs at character 6: recorded "hello", now "hello, world"; record it again with --record.`,
        },
      },
    ]);
  });

  test("fails after its last step", async () => {
    const { path, options } = await record("/home/me/project");
    const asked = requests("/home/me/project");
    const steps = await play(await replayModel(path, options), [...asked, ...asked.slice(2)]);
    expect(steps[3]).toMatchObject([
      { failure: { kind: "replay-mismatch", message: expect.stringContaining("ends after step 3") } },
    ]);
  });
});

describe("a recording that cannot be read", () => {
  test.each([
    ['{"some": "file"}\n', "line 1: no recording"],
    ["not json\n", "line 1: no JSON"],
    ["", "line 1: no recording"],
    ['{"recording":1,"model":"m","abilities":{}}\n{"step":2}\n', "line 2: step 1 is missing or damaged"],
  ])("%j names the line", async (text, message) => {
    const path = join(folder, "bad.jsonl");
    await writeFile(path, text);
    await expect(replayModel(path)).rejects.toThrow(message);
  });

  test("a torn last line is left out", async () => {
    const { path, text, options } = await record("/home/me/project");
    await writeFile(path, text.slice(0, -30));
    const steps = await play(await replayModel(path, options), requests("/home/me/project"));
    expect(steps[1]?.at(-1)).toMatchObject({ failure: { kind: "overloaded" } });
    expect(steps[2]).toMatchObject([{ failure: { message: expect.stringContaining("ends after step 2") } }]);
  });

  test("a file that is not there says how to make one", async () => {
    await expect(replayModel(join(folder, "none.jsonl"))).rejects.toThrow(
      "none.jsonl does not exist; make one with --record",
    );
  });
});
