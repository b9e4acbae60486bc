import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { extractToolCalls } from "./extract.ts";
import { createCallExtractor } from "./stream.ts";

const tools = ["read_file", "search"].map((name) => ({
  type: "function",
  function: {
    name,
    parameters: { type: "object", properties: { path: { type: "string" }, query: { type: "string" } } },
  },
}));

const PIECES = [
  "Some prose, with a < b and a[0]. ",
  "A [link](https://example.test/x) and {braces}. ",
  "\n",
  "```ts\nconst x = { y: [1, 2] };\n```\n",
  "`inline <tool_call>` code ",
  '<tool_call>\n{"name": "search", "arguments": {"query": "a"}}\n</tool_call>\n',
  "<tool_call>\n<function=read_file>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>",
  "<read_file><path>a.ts</path></read_file>",
  '[TOOL_CALLS]search[ARGS]{"query": "a"}',
  '{"name": "search", "arguments": {"query": "b"}}',
  "[search(query='c')]\n",
  '\nAction: search\nAction Input: {"query": "d"}\n',
  "<think>some thought <tool_call></think>",
  "<|channel|>analysis<|message|>hm<|end|>",
  "<tool_call>",
  "</think>",
  "[TOOL]search[/TOOL]",
  '[INPUT]{"query": "e"}[/INPUT]',
  "<function>search</function>",
  '<args>{"query": "f"}</args>',
  "```yaml\n- name: search\n  arguments:\n    query: g\n```\n",
  "```tool_code\nprint(search(query='h'))\n```\n",
  '<<function>>search(query="i")',
  "</tool_call>",
  '{"name": "search", "argu',
  "<function=search>",
  "Action:",
];

test("however a text is split, the end is that of the whole, and what was shown is its beginning", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 }),
      (pieces, sizes) => {
        const text = pieces.join("");
        const extractor = createCallExtractor({ tools });
        let shown = "";
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          shown += extractor.push(text.slice(at, at + size)).text;
          at += size;
        }
        const { text: rest, ...found } = extractor.end();
        expect(found).toEqual(extractToolCalls(text, { tools }));
        expect(shown + rest).toBe(found.content);
      },
    ),
    { numRuns: rounds(200) },
  );
});

test("prose is shown as it comes, and a call never is", () => {
  const extractor = createCallExtractor({ tools });
  const shown = [
    "I look",
    " into it. ",
    "<tool",
    '_call>{"name": "search", "argum',
    'ents": {"query": "a"}}</tool_call>',
    " Then we",
    " see.",
  ].map((chunk) => extractor.push(chunk).text);
  expect(shown).toEqual(["I look", " into it. ", "", "", "", " Then we", " see."]);
  expect(extractor.end().calls).toEqual([{ name: "search", arguments: { query: "a" } }]);
});

test("a bracket that cannot become a call is shown with the piece that tells", () => {
  const extractor = createCallExtractor({ tools });
  expect(["a ", "<", " b and [1", ", 2] "].map((chunk) => extractor.push(chunk).text)).toEqual([
    "a ",
    "",
    "< b and [1",
    ", 2] ",
  ]);
});
