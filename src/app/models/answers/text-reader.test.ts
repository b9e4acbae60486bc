import { describe, expect, test } from "vitest";
import type { ToolSpec } from "../../../core/tool.ts";
import { parseEdit } from "../../../engines/edits/forms/parse-edit.ts";
import { TOOLS } from "../../../tools/index.ts";
import { textReader } from "./text-reader.ts";

const READER = [
  { name: "read_file", description: "Reads.", schema: { type: "object", properties: { path: { type: "string" } } } },
] as unknown as readonly ToolSpec[];
const CALL = '<tool_call>{"name": "read_file", "arguments": {"path": "a.ts"}}</tool_call>';
const readThinking = (text: string, thinking?: "opened" | "closed") =>
  textReader.read(text, READER, { edits: false, ...(thinking && { thinking }) });

test("a call before a stray closing mark runs only where thinking came apart from the text", async () => {
  const text = `I look. ${CALL}</think>`;
  expect(await readThinking(text, "closed")).toMatchObject({ kind: "calls", calls: [{ name: "read_file" }] });
  expect(await readThinking(text)).toMatchObject({ kind: "broken" });
});

test("where the template has opened the thinking, what stands before its end is no answer", async () => {
  const reading = await readThinking(`Perhaps ${CALL}?</think>I look. ${CALL}`, "opened");
  expect(reading).toMatchObject({ kind: "calls", content: "I look. ", calls: [{ input: { path: "a.ts" } }] });
});

test("a call in front of words has its place among them", async () => {
  const places = async (text: string): Promise<unknown> => {
    const reading = await textReader.read(text, READER, { edits: true });
    return (
      reading.kind === "calls" && reading.calls.map(({ at }) => (at === undefined ? at : reading.content.slice(at)))
    );
  };
  expect(await places(`I look.\n${CALL}\nThen ${CALL} I edit.`)).toEqual(["\nThen  I edit.", " I edit."]);
  expect(await places(`<think>Hm.</think>${CALL}${CALL}\n\nI wait.`)).toEqual(["\n\nI wait.", "\n\nI wait."]);
  expect(await places(`I look.\n${CALL}\n`)).toEqual([undefined]);
});

test("of a model that has tools a call with words behind it is shown: told of where a deed was asked for", async () => {
  const kinds = (text: string) =>
    Promise.all(
      (["deed", "answer", "text", undefined] as const).map(
        async (asked) => (await textReader.read(text, READER, { edits: false, ...(asked && { asked }) })).kind,
      ),
    );
  expect(await kinds(`For example:\n${CALL}\nIt reads a file.`)).toEqual(["broken", "answer", "answer", "answer"]);
  expect(await kinds(`I look.\n${CALL}\n`)).toEqual(["calls", "calls", "calls", "calls"]);
});

const read = (text: string) => textReader.read(text, TOOLS, { edits: false });

test.each([
  ['<tool_call>\n{"name": "Bash", "arguments": {"command": "ls"}}\n</tool_call>', "Bash", { command: "ls" }],
  ["<function=Read><parameter=file_path>a</parameter></function>", "Read", { file_path: "a" }],
])("a framed call under another agent's name is a call: %s", async (text, name, input) => {
  expect(await read(text)).toMatchObject({ kind: "calls", calls: [{ name, input }] });
});

test("a framed call of a tool that nobody has is told of", async () => {
  expect(await read('<tool_call>\n{"name": "Launch", "arguments": {}}\n</tool_call>')).toMatchObject({
    kind: "broken",
  });
});

describe("beside calls that can be read", () => {
  const leftOut = async (text: string, edits: boolean) => {
    const reading = await textReader.read(text, TOOLS, { edits, ...(edits ? {} : { asked: "deed" as const }) });
    return reading.kind === "calls" ? { names: reading.calls.map(({ name }) => name), told: reading.leftOut } : reading;
  };
  const framed = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
  const own = framed('{"name": "read_file", "arguments": {"path": "a"}}');

  test.each([true, false])("a call under another agent's name is one in its turn: edits %s", async (edits) => {
    const bash = framed('{"name": "bash", "arguments": {"cmd": "ls"}}');
    expect(await leftOut(`I look.\n${own}\n${bash}`, edits)).toEqual({ names: ["read_file", "Bash"], told: undefined });
  });

  test.each([true, false])("what was meant as a call and is none is told: edits %s", async (edits) => {
    const launch = framed('{"name": "Launch", "arguments": {}}');
    expect(await leftOut(`${own}\n${launch}`, edits)).toEqual({
      names: ["read_file"],
      told: [expect.stringMatching(/^Beside the calls that were made one was not: There is no tool "Launch"/)],
    });
    const bash = framed('{"name": "bash", "arguments": {"cmd": "ls"}}');
    const { told } = (await leftOut(`${own}\n${bash}\n${launch}`, edits)) as { told: readonly string[] };
    expect(told).toHaveLength(1);
    expect(told[0], "only our tools are named").not.toContain("BashOutput");
    expect(await leftOut(`<think>${launch} or ${own}</think>${own}`, edits)).toEqual({
      names: ["read_file"],
      told: undefined,
    });
  });
});

test.each(["```bash\nls\n```", 'Read(file_path="a")', "<edit>x</edit>"])(
  "what other agents call a tool is no call without a frame: %s",
  async (text) => {
    expect(await read(text)).toEqual({ kind: "answer" });
  },
);

test("what the instructions teach is what the reader reads: a call, and blocks that change a file", async () => {
  const taught = textReader.instructions(TOOLS, { edits: true }).split("\n- ")[0] ?? "";
  const [call = ""] = /<tool_call>[\s\S]*?<\/tool_call>/.exec(taught) ?? [];
  expect(await read(call)).toMatchObject({ kind: "calls", calls: [{ name: "read_file" }] });
  const edit = taught.slice(taught.indexOf("of this form:\n") + 14, taught.indexOf("Read a file before"));
  const parsed = parseEdit("auto", edit, undefined);
  expect(parsed).toMatchObject({ kind: "parsed", format: "search_replace" });
  expect(await textReader.read(edit, TOOLS, { edits: true })).toMatchObject({
    kind: "calls",
    calls: [{ name: "apply_diff", input: { diff: edit } }],
  });
  expect(await textReader.read(edit, TOOLS, { edits: true, showsEdits: true })).toEqual({ kind: "answer" });
  expect(textReader.instructions([], { edits: false })).not.toContain("SEARCH");
});

describe("an edit block beside calls", () => {
  const call = (command: string) =>
    `<tool_call>\n{"name": "shell", "arguments": {"command": "${command}"}}\n</tool_call>`;
  const BLOCK = "src/a.ts\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE";
  const calls = async (...parts: readonly string[]) => {
    const reading = await textReader.read(parts.join("\n\n"), TOOLS, { edits: true });
    if (reading.kind !== "calls") return reading.kind;
    return reading.calls.map(({ name, input }) => (input as { readonly command?: string }).command ?? name);
  };

  test.each([
    [
      [BLOCK, call("b")],
      ["apply_diff", "b"],
    ],
    [
      [call("a"), BLOCK],
      ["a", "apply_diff"],
    ],
    [
      [call("a"), "Now the change.", BLOCK, call("b")],
      ["a", "apply_diff", "b"],
    ],
  ])("is made in its turn: %#", async (parts, expected) => {
    expect(await calls(...parts)).toEqual(expected);
  });

  test("a call beside it that is cut off is told", async () => {
    const reading = await textReader.read(`${BLOCK}\n\n<tool_call>\n{"name": "shell", "argume`, TOOLS, { edits: true });
    expect(reading).toMatchObject({
      isEdit: true,
      leftOut: [expect.stringMatching(/^Beside the .* one was not: The text ends in the middle of a call/)],
    });
  });

  test("a diff beside a call may tell of what was done: only the call is made, and the model is told", async () => {
    const diff = "```diff\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-one\n+two\n```";
    expect(await calls("I changed this:", diff, call("a"))).toEqual(["a"]);
    const leftOut = async (...parts: readonly string[]) => {
      const reading = await textReader.read(parts.join("\n\n"), TOOLS, { edits: true });
      return reading.kind === "calls" ? reading.leftOut : reading.kind;
    };
    expect(await leftOut(diff, call("a"))).toEqual([expect.stringContaining("diff beside the calls was not applied")]);
    expect(await leftOut(diff, "```bash\nnpm test\n```")).toEqual([
      expect.stringContaining("was not run, only what stands beside it: call shell"),
    ]);
    expect(await leftOut("```bash\nnpm test\n```", call("a"))).toEqual([
      expect.stringContaining("was not run, only what stands beside it: call shell"),
    ]);
    for (const parts of [[diff], [call("a")], [BLOCK, call("a")], [call("cat <<E\\n```sh\\nx\\n```\\nE")]])
      expect(await leftOut(...parts)).toBeUndefined();
  });
});
