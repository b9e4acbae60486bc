import { expect, test } from "vitest";
import { textReader } from "../../app/models/answers/text-reader.ts";
import { isObject } from "../../base/is-object.ts";
import { readPlanAnswer } from "./make-plan.ts";
import { findAnswer } from "./read-answer.ts";
import { stepList } from "./read-plan.ts";
import { isChange } from "./revise-plan.ts";

const steps = (text: string) =>
  findAnswer(text, textReader.json, (value) =>
    stepList(value)?.every((step) => isObject(step) && "id" in step) ? stepList(value) : undefined,
  );
const ONE = '[{"id":1,"description":"a","tool":null}]';

/** The eleven replies of which the extractor of the seed read three. */
const REPLIES: readonly (readonly [string, string, unknown])[] = [
  ["plain JSON", ONE, [{ id: 1, description: "a", tool: null }]],
  [
    "a fence and prose around it",
    `Sure:\n\`\`\`json\n${ONE}\n\`\`\`\nThat is [all].`,
    [{ id: 1, description: "a", tool: null }],
  ],
  ["think tags before it", `<think>[1,2] or {x}?</think>${ONE}`, [{ id: 1, description: "a", tool: null }]],
  [
    "an address and a comma too many",
    '[{"id":1,"description":"see https://x.example//a","tool_params":{"url":"https://x.example/a"},},]',
    [{ id: 1, description: "see https://x.example//a", tool_params: { url: "https://x.example/a" } }],
  ],
  [
    "prose with brackets before the list",
    `Here is the plan [as asked] {v2}:\n${ONE}`,
    [{ id: 1, description: "a", tool: null }],
  ],
  ["single quotes", "[{'id': 1, 'description': 'it', 'tool': 'x'}]", [{ id: 1, description: "it", tool: "x" }]],
  ["Python's None", '[{"id": 1, "description": "a", "tool": None}]', [{ id: 1, description: "a", tool: null }]],
  ["a raw line end in a string", '[{"id":1,"description":"a\nb"}]', [{ id: 1, description: "a\nb" }]],
  [
    "a string that holds } {",
    '[{"id":1,"description":"a } { b"},{"id":2,"description":"c"}]',
    [
      { id: 1, description: "a } { b" },
      { id: 2, description: "c" },
    ],
  ],
  [
    "a comma that is missing",
    '[{"id":1,"description":"a"} {"id":2,"description":"b"}]',
    [
      { id: 1, description: "a" },
      { id: 2, description: "b" },
    ],
  ],
];

test.each(REPLIES)("CA-31: a planner's reply with %s is read as it is meant", async (_, text, wanted) => {
  expect(await steps(text)).toEqual({ value: wanted, isCut: false });
});

test("CA-31: a reply that is cut off is known to be, and its last step is not trusted", async () => {
  const text = '[{"id":1,"description":"a","tool":null},{"id":2,"description":"delete every';
  expect((await steps(text))?.isCut).toBe(true);
  const given = { id: "p", goal: "g", created: "2026-01-01" };
  const read = await readPlanAnswer(text, given, { textReader, tools: new Map() });
  expect(read.kind).toBe("cut");
  expect(read.kind === "cut" && read.plan.steps.map((step) => step.id)).toEqual(["1"]);
});

test("a verdict after prose with braces is found (2.8)", async () => {
  const text = 'I think {so}: {"action": "skip", "reason": "ok"}';
  const found = await findAnswer(text, textReader.json, (value) => (isChange(value) ? value : undefined));
  expect(found?.value).toEqual({ action: "skip", reason: "ok" });
});

test("an apostrophe in prose or in a string cuts nothing off", async () => {
  expect((await steps(`It's here: [{"id":1,"description":"don't"}] and that's all`))?.isCut).toBe(false);
});
