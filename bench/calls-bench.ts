import { performance } from "node:perf_hooks";
import { extractToolCalls } from "../src/engines/calls/extract.ts";
import { createCallExtractor } from "../src/engines/calls/stream.ts";
import { LooseJsonError } from "../src/engines/json/cursor.ts";
import { readLooseJson } from "../src/engines/json/loose-json.ts";

export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
}

const MEGABYTE = 1_000_000;
const ANSWER_BYTES = 5 * MEGABYTE;
const tools = ["read_file", "write_file", "search_code"].map((name) => ({
  type: "function",
  function: {
    name,
    parameters: { type: "object", properties: { path: { type: "string" }, query: { type: "string" } } },
  },
}));

/** What a model writes at length: prose, lists, links, inline code, fenced programs, JSON that is no call, and a few calls. */
const PARAGRAPH = `The parser keeps a cursor over the text and asks each reader in turn; see [the notes](docs/notes.md) for why.
It handles \`a < b\` and \`items[0]\`, and when the list is empty (as in [1, 2, 3]) it returns early. Costs are < 5 % of a run.

\`\`\`ts
export function total(items: readonly Item[]): number {
  return items.filter((item) => item.price > 0).map((item) => ({ ...item, price: item.price * 2 })).reduce((a, b) => a + b.price, 0);
}
\`\`\`

1. First, \`total\` is pure. 2. The configuration is {"level": 3, "mode": "fast"} and it may grow. <br> Nothing else changes.
`;
const CALL = `<tool_call>\n{"name": "read_file", "arguments": {"path": "src/index.ts"}}\n</tool_call>\n`;

const HOSTILE: Readonly<Record<string, string>> = {
  "{": "{",
  "[": "[",
  "<tool_call>": "<tool_call>",
  "<tool_call>{": "<tool_call>{",
  '<tool_call>{"': '<tool_call>{"',
  "<think>": "<think>",
  "nested quotes": `{"name":"read_file","arguments":{"path":"a"b"c`,
  "<function=": "<function=read_file><parameter=path>",
  "invoke without end": `<invoke name="read_file"><parameter name="path">`,
  backticks: "```json\n{",
  pythonic: "[read_file(path='a",
  "nested calls": "[read_file(path='a', ",
  "action lines": "Action: read_file\nAction Input: {\n",
  "tool tags": "<read_file><path>",
  harmony: "<|channel|>commentary to=functions.read_file<|message|>{",
  "lines of backticks": "```\n",
  "names on lines": "read_file\n",
  "special tokens": "<|tool_call|>{",
  "nested frames": "<tool_calls><tool_call><function=read_file>",
  "closed frames": "<read_file><path></read_file>",
  attributes: '<a b="',
  CDATA: "<read_file><![CDATA[",
  quotes: "\"'",
  tags: "<a>",
};

/** Speed of finding calls, on an ordinary answer and on input made to be slow: `node bench/calls-bench.ts`. */
export async function bench(): Promise<readonly Measure[]> {
  const unit = PARAGRAPH.repeat(40) + CALL;
  const answer = unit.repeat(Math.ceil(ANSWER_BYTES / unit.length));
  const results: Measure[] = [];
  const whole = fastest(12, () => extractToolCalls(answer, { tools }));
  results.push({
    name: "calls: model answer of 5 MB, whole",
    value: round(answer.length / MEGABYTE / (whole / 1000)),
    unit: "MB/s",
    target: ">= 50",
  });
  const streamed = fastest(2, () => {
    const extractor = createCallExtractor({ tools });
    for (let at = 0; at < answer.length; at += 40) extractor.push(answer.slice(at, at + 40));
    extractor.end();
  });
  results.push({
    name: "calls: the same as a stream of 40 characters",
    value: round(answer.length / MEGABYTE / (streamed / 1000)),
    unit: "MB/s",
  });
  for (const [name, text] of Object.entries(HOSTILE)) {
    const input = text.repeat(Math.ceil(ANSWER_BYTES / text.length));
    const megabyte = input.slice(0, MEGABYTE);
    const time = fastest(3, () => extractToolCalls(megabyte, { tools }));
    results.push({
      name: `calls: hostile 1 MB of ${name}`,
      value: round(time),
      unit: "ms",
      target: "<= 200",
    });
    const loose = fastest(1, () => readOrFail(input));
    results.push({
      name: `loose JSON: hostile 5 MB of ${name}`,
      value: round((loose * 1e6) / input.length),
      unit: "ns/byte",
      target: "<= 1000",
    });
  }
  return results;
}

function readOrFail(text: string): void {
  try {
    readLooseJson(text);
  } catch (error) {
    if (!(error instanceof LooseJsonError)) throw error;
  }
}

function fastest(times: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < times; run += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

if (process.argv[1] === import.meta.filename)
  for (const { name, value, unit, target } of await bench())
    console.log(`${name}: ${value} ${unit}${target === undefined ? "" : ` (${target})`}`);
