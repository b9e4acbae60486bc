import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { extractToolCalls } from "./extract.ts";

const tools = [
  {
    type: "function",
    function: {
      name: "read_file",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, limit: { type: "integer" }, whole: { type: "boolean" } },
        required: ["path"],
        additionalProperties: false,
      },
    },
  },
  {
    type: "function",
    function: { name: "search", parameters: { type: "object", properties: { query: { type: "string" } } } },
  },
];
const extract = (text: string) => extractToolCalls(text, { tools });
const found = (text: string) => {
  const { calls, content } = extract(text);
  return { calls, content };
};
const call = { name: "read_file", arguments: { path: "src/a.ts", limit: 3 } };
const json = '{"path": "src/a.ts", "limit": 3}';

/** One call as each family writes it. */
const FORMS: Readonly<Record<string, string>> = {
  hermes: `<tool_call>\n{"name": "read_file", "arguments": ${json}}\n</tool_call>`,
  "hermes without an end tag": `<tool_call>{"name": "read_file", "arguments": ${json}}`,
  "qwen 3 coder":
    "<tool_call>\n<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n<parameter=limit>\n3\n</parameter>\n</function>\n</tool_call>",
  "mistral list": `[TOOL_CALLS] [{"name": "read_file", "arguments": ${json}}]`,
  "mistral 11": `[TOOL_CALLS]read_file[ARGS]${json}`,
  "llama bare": `{"name": "read_file", "parameters": ${json}}`,
  "llama tag": `<|python_tag|>{"name": "read_file", "parameters": ${json}}`,
  "llama function": `<function=read_file>${json}</function>`,
  "deepseek v3": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n\`\`\`json\n${json}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "deepseek v3.1": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>${json}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "deepseek v3.2":
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">src/a.ts</｜DSML｜parameter>\n<｜DSML｜parameter name="limit" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  harmony: `<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>${json}<|call|>`,
  kimi: `<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>${json}<|tool_call_end|><|tool_calls_section_end|>`,
  glm: "<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>src/a.ts</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
  gemma: '<|tool_call>call:read_file{path:<|"|>src/a.ts<|"|>,limit:3}<tool_call|>',
  pythonic: "[read_file(path='src/a.ts', limit=3)]",
  "pythonic in tags": '<function_calls>read_file(path="src/a.ts", limit=3)</function_calls>',
  anthropic:
    '<function_calls>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n<parameter name="limit">3</parameter>\n</invoke>\n</function_calls>',
  "tags named as the tool": "<read_file>\n<path>src/a.ts</path>\n<limit>3</limit>\n</read_file>",
  "YAML in a tag": "<read_file>\npath: src/a.ts\nlimit: 3\n</read_file>",
  "YAML call": "<tool_call>\nname: read_file\narguments:\n  path: src/a.ts\n  limit: 3\n</tool_call>",
  react: `Action: read_file\nAction Input: ${json}`,
  fenced: `\`\`\`json\n{"name": "read_file", "arguments": ${json}}\n\`\`\``,
  "fenced program of calls": '```tool_code\nread_file(path="src/a.ts", limit=3)\n```',
  openai: `{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "read_file", "arguments": ${JSON.stringify(json)}}}]}`,
  cohere: `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read_file", "parameters": ${json}}]<|END_ACTION|>`,
};

describe("a call is found in whatever way it is written", () => {
  test.each(Object.entries(FORMS))("%s", (_name, text) => {
    const { calls, content } = extract(text);
    expect(calls.map(({ name, arguments: given }) => ({ name, arguments: given }))).toEqual([call]);
    expect(content.trim()).toBe("");
  });

  test.each(Object.entries(FORMS))("%s, after reasoning and prose, twice", (_name, text) => {
    const { calls, content } = extract(`<think>\nMaybe ${FORMS["hermes"]}?\n</think>\nI look.\n${text}\n${text}`);
    expect(calls.map(({ name, arguments: given }) => ({ name, arguments: given }))).toEqual([call, call]);
    expect(content.trim()).toBe("I look.");
  });
});

describe("what only looks like a call is content, unchanged", () => {
  test.each([
    "Read [the docs](https://example.test) and a[0] < b, {x: 1}.",
    'The settings are {"name": "search", "type": "module"}.',
    'In code: `<tool_call>{"name": "search", "arguments": {}}</tool_call>` is a call.',
    "```python\n[search(query='x')]\nprint('<tool_call>')\n```",
    'const markup = \'<tool_call>{"name": "search", "arguments": {}}</tool_call>\';',
    "The list is [search(query='x'), 3] in the code.",
    '<tool_call>{"name": "unknown", "arguments": {}}</tool_call>',
    "See the <search> element of HTML.",
    'The JSON starts with {"name": and so on, then the list [{"id": follows.',
    "I would call read_file(path='x') here.",
    'before <tool_call>{"name": "read_file", "arguments": not json}</tool_call> after',
  ])("%s", (text) => expect(found(text)).toEqual({ calls: [], content: text }));
});

const CUT =
  "The text ends in the middle of a call. Send the call again, complete, or split the work into smaller calls.";

test.each([
  'I look. <tool_call>{"name": "read_file", "arguments": {"path": "src/',
  "I look. <function=read_file><parameter=path>src/",
])("a call that the text breaks off is not run, stays content, and is said to be cut: %s", (text) => {
  expect(extract(text)).toEqual({ calls: [], content: text, rejected: [{ at: 8, end: text.length, reason: CUT }] });
});

test.each([
  '{\n  "name": "ky",',
  'It prints\n{\n  "name": "ky",\n  "version": "1.0.0"',
  '[{"name": "alice", "age": 30}, {"name": "bo',
])("data that the text breaks off is no call for having a name: %s", (text) => {
  expect(extract(text)).toEqual({ calls: [], content: text });
});

test.each(['{"name": "read_file",', '{"name": "open", "arguments": {"path": "sr'])(
  "a call that the text breaks off is told by its tool's name, or by its arguments: %s",
  (text) => expect(extract(text).rejected).toEqual([{ at: 0, end: text.length, reason: CUT }]),
);

test("what was meant as a call and is none is told with its place and what to do, and stays content", () => {
  const reasons = (given: string) => {
    const text = `<tool_call>${given}</tool_call>`;
    const { content, rejected } = extract(text);
    if (rejected !== undefined) expect(text.slice(rejected[0]?.at, rejected[0]?.end)).toBe(content);
    return rejected?.map(({ reason }) => reason);
  };
  expect(reasons('{"name": "open", "arguments": {}}')).toEqual([
    'There is no tool "open"; there are: read_file, search.',
  ]);
  expect(reasons('{"name": "read_file", "arguments": {"path": "a", "limit": "many"}}')).toEqual([
    'In the call of "read_file": `limit` must be an integer, got "many".',
  ]);
  expect(reasons('{"name": "search", "arguments": []}')).toEqual([
    'Give the arguments of "search" as one JSON object.',
  ]);
  const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
  expect(reasons(`{"name": "search", "arguments": {"query": ${deep}}}`)?.[0]).toContain("could not be read");
  expect(reasons("{no call at all}")?.[0]).toContain("could not be read");
  expect(reasons('{"name": "search", "arguments": {}}')).toBeUndefined();
});

describe("whether a closing mark of thinking ends thinking is the caller's to say", () => {
  const text = `I could ${FORMS["hermes"]} first.</think>The answer.`;

  test("opened by the template: its calls do not run", () => {
    expect(extractToolCalls(text, { tools, thinking: "opened" })).toMatchObject({ calls: [], content: "The answer." });
  });

  test("not opened: the mark means nothing", () => {
    expect(extractToolCalls(text, { tools, thinking: "closed" })).toMatchObject({
      calls: [call],
      content: "I could  first.The answer.",
    });
  });

  test("not said: the answer stays, wherever it stands, and a call before the mark does not run", () => {
    const found = extract(text);
    expect(found).toMatchObject({ calls: [], content: "I could  first.The answer.", thinking: FORMS["hermes"] });
    expect(found.rejected?.[0]?.reason).toContain("inside thinking");
    expect(extract("The answer is 42.</think>\n").content.trim()).toBe("The answer is 42.");
    expect(extract("The answer is 42.</think>\nAnything else?").content).toBe("The answer is 42.\nAnything else?");
  });
});

test("a call inside thinking that never ends does not run, and the model is told", () => {
  const text = `<think>I could ${FORMS["hermes"]}`;
  expect(extract(text)).toMatchObject({ calls: [], content: "", thinking: text });
  expect(extract(text).rejected?.[0]?.reason).toContain("inside thinking");
});

test("an observation that the model made up calls nothing, and is kept", () => {
  const after = `\nObservation: 42\nThought: again\n${FORMS["react"]}`;
  const { calls, content, rejected } = extract(`Thought: look\n${FORMS["react"]}${after}`);
  expect(calls).toEqual([call]);
  expect(content).toBe(`Thought: look\n${after}`);
  expect(rejected?.[0]?.reason).toContain("made up");
});

test("a list of which one call is none calls nothing", () => {
  const text = '<tool_call>[{"name": "search", "arguments": {"query": "a"}}, {"name": "open"}]</tool_call>';
  expect(found(text)).toEqual({ calls: [], content: text });
});

test("a value ends at the next member, a closing tag of something else is text, and CDATA is verbatim", () => {
  const args = (text: string) => extract(text).calls[0]?.arguments;
  expect(args("<function=read_file><parameter=path>a<parameter=limit>3</parameter></function>")).toEqual({
    path: "a",
    limit: 3,
  });
  expect(args("<function=search><parameter=query>How to close </toolbox> tags</parameter></function>")).toEqual({
    query: "How to close </toolbox> tags",
  });
  expect(args("<search><query><![CDATA[<b>&amp;</b>]]></query></search>")).toEqual({ query: "<b>&amp;</b>" });
  expect(args("<search><query>a &lt; b</query></search>")).toEqual({ query: "a < b" });
});

test("a repeated argument counts as it stands last, which is told", () => {
  expect(extract("<read_file><path>a</path><path>b</path></read_file>").calls).toEqual([
    { name: "read_file", arguments: { path: "b" }, repairs: ["path: stood there twice, the last counts"] },
  ]);
});

test("arguments take the types of the schema, and a repair of the form is told", () => {
  const { calls } = extract(
    '<tool_call>{"name": "ReadFile", "arguments": {"path": "a", "limit": "3", "whole": "true",}}</tool_call>',
  );
  expect(calls).toEqual([
    {
      name: "read_file",
      arguments: { path: "a", limit: 3, whole: true },
      repairs: ['took the name "ReadFile" as "read_file"'],
    },
  ]);
});

test("text arguments stay text where the tool wants text", () => {
  const { calls } = extract("<function=search><parameter=query>42</parameter></function>");
  expect(calls[0]?.arguments).toEqual({ query: "42" });
});

test("arguments that reach for a prototype do not run", () => {
  const text = '<tool_call>{"name": "search", "arguments": {"__proto__": {"a": 1}}}</tool_call>';
  expect(found(text)).toEqual({ calls: [], content: text });
});

test("with a family named, every form is still found", () => {
  expect(extractToolCalls(FORMS["glm"] ?? "", { tools, family: "mistral" }).calls).toHaveLength(1);
  expect(extractToolCalls(FORMS["mistral 11"] ?? "", { tools, family: "mistral" }).calls).toHaveLength(1);
});

test("a text without brackets and words of calls is its own content", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9 .,;:!?"'()\n-]{0,200}$/), (text) => {
      expect(extract(text)).toEqual({ calls: [], content: text });
    }),
  );
});

test("markup in any disorder neither throws nor calls a tool that does not exist", () => {
  const pieces = [
    "<tool_call>",
    "</tool_call>",
    "{",
    "}",
    '"name"',
    ":",
    '"read_file"',
    "<function=",
    "read_file",
    ">",
    "<parameter=",
    "</function>",
    "[",
    "]",
    "(",
    ")",
    "```",
    "`",
    "<think>",
    "</think>",
    "<|channel|>",
    "<|message|>",
    "Action: ",
    "\n",
    "[TOOL_CALLS]",
    "<read_file>",
    "</read_file>",
    "<path>",
    "path:",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 50 }), (parts) => {
      const { calls } = extract(parts.join(""));
      expect(calls.every(({ name }) => name === "read_file" || name === "search")).toBe(true);
    }),
    { numRuns: rounds(200) },
  );
});

test.each([
  "{",
  "[",
  "<tool_call>",
  "<tool_call>{",
  "<think>",
  "<function=search><parameter=query>",
  "<read_file><path>",
  "[search(query='a",
])("300,000 characters of %s are worked through", (piece) => {
  expect(extract(piece.repeat(Math.ceil(300_000 / piece.length))).calls).toEqual([]);
});

test("a pattern of somebody else's schema keeps no call in a text waiting", () => {
  const slow = { type: "object", patternProperties: { "^a*a*a*a*a*a*b$": { type: "string" } } };
  const name = "a".repeat(200);
  const text = `<tool_call>{"name": "echo", "arguments": {"${name}": "1"}}</tool_call>`;
  const { calls } = extractToolCalls(text, {
    tools: [{ type: "function", function: { name: "echo", parameters: slow } }],
  });
  expect(calls).toEqual([{ name: "echo", arguments: { [name]: "1" } }]);
});
