/** Texts that speak of tools and call none: documentation, programs, definitions, logs, plans. */
import type { Random } from "../random.ts";
import type { Json, Tool } from "./random-calls.ts";

type Mention = (tool: Tool, random: Random) => string;

const properties = ({ parameters }: Tool): readonly (readonly [string, Json])[] =>
  Object.entries(parameters["properties"] as Record<string, Json>);
const keys = (tool: Tool): readonly string[] => properties(tool).map(([key]) => key);
const each = (tool: Tool, write: (key: string, schema: Json) => string, between = "\n"): string =>
  properties(tool)
    .map(([key, schema]) => write(key, schema))
    .join(between);
const typeOf = (schema: Json): string => String(schema["type"]);
const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const example = (tool: Tool): string => JSON.stringify(Object.fromEntries(keys(tool).map((key) => [key, "…"])));

export const MENTIONS: Readonly<Record<string, Mention>> = {
  "a sentence": ({ name }) => `I would use ${name} for this, but it is not needed.`,
  "a sentence with a call": ({ name }) => `You could write ${name}(path="a.ts") there, as the old code did.`,
  "a sentence with a code span": ({ name }) => `Run \`${name}({"path": "a.ts"})\` yourself if you like.`,
  "a question": ({ name }) => `Shall I call ${name}? It takes a moment.`,
  "a heading and a list of parameters": (tool) =>
    `### ${tool.name}\n\nReads things.\n\n${each(tool, (key, schema) => `- ${key}: the ${key}, a ${typeOf(schema)}`)}`,
  "a heading with tool": (tool) =>
    `## Tool: ${tool.name}\n\n${each(tool, (key, schema) => `- **${key}** (${typeOf(schema)}): what to take`)}\n\nSee above.`,
  "a table": (tool) => `| tool | takes |\n|---|---|\n| ${tool.name} | ${keys(tool).join(", ")} |`,
  "a list of tools": ({ name }) => `The tools are:\n- ${name}: does the work\n- other: does nothing\n`,
  "a numbered plan": ({ name }) => `1. ${name}: look at the file\n2. Decide.\n3. Write it down.`,
  "a definition in JSON": (tool) => JSON.stringify({ type: "function", function: tool }, undefined, 2),
  "a definition, bare": (tool) =>
    JSON.stringify({ name: tool.name, description: "Reads.", parameters: tool.parameters }),
  "a definition of MCP": (tool) => fence("json", JSON.stringify({ name: tool.name, inputSchema: tool.parameters })),
  "definitions in a fence": (tool) => fence("json", JSON.stringify([{ type: "function", function: tool }])),
  "a signature of Python": (tool) =>
    fence("python", `def ${tool.name}(${each(tool, (key) => `${key}: str`, ", ")}) -> str:\n    """Reads."""`),
  "a program of Python": ({ name }) => fence("python", `result = ${name}(path="a.ts")\nprint(result)`),
  "a program of TypeScript": ({ name }) => fence("ts", `const result = await ${name}({ path: "a.ts" });`),
  "a command": (tool) => fence("bash", `${tool.name} ${each(tool, (key) => `--${key} x`, " ")}`),
  usage: (tool) => `Usage: ${tool.name} ${each(tool, (key) => `[--${key} <${key}>]`, " ")}\n\nReads.`,
  "an import": ({ name }) => `import { ${name} } from "./tools.ts";\n\nThat is where it comes from.`,
  "a log": ({ name }) => `12:00:01 INFO ${name} finished in 3 ms\n12:00:02 INFO done`,
  "a result": ({ name }) => `The result of ${name} was {"path": "a.ts", "lines": 3}, so nothing is wrong.`,
  "a changelog": ({ name }) => `- ${name}: now takes a limit\n- fixed a crash in ${name} (path=None)\n`,
  "YAML of a configuration": (tool) =>
    fence("yaml", `tools:\n  - name: ${tool.name}\n    description: Reads.\n    timeout: 3`),
  "XML of documentation": ({ name }) => `The form is\n\n${fence("xml", `<tool name="${name}">…</tool>`)}\n\nand so on.`,
  "an example in a fence, explained": (tool) =>
    `Send\n\n${fence("xml", `<tool_call>\n{"name": "${tool.name}", "arguments": ${example(tool)}}\n</tool_call>`)}\n\nand the answer follows.`,
  "a tag in prose": ({ name }) => `The <tool_call> element holds the name, ${name}, and nothing else.`,
  "a diff": ({ name }) => fence("diff", `-  ${name}(path="a.ts")\n+  ${name}(path="b.ts")`),
  "a citation": ({ name }) => `As 【3】 says, ${name} is slow 【12】.`,
  "a quotation": ({ name }) => `He said "${name}: use it" and left.`,
  "a test": ({ name }) => fence("js", `test("${name}", () => {\n  expect(${name}({ path: "a" })).toBe(1);\n});`),
  "a comment": ({ name }) => `// ${name} reads a file\n\nThat is what the comment says.`,
  "an object of another kind": ({ name }) => `{"tool": "${name}", "status": "ok", "took": 3}`,
  "a list of names": ({ name }) => `["${name}", "other", "third"]`,
  "keys of a tool in prose": (tool) => `${tool.name} takes ${keys(tool).join(" and ")}: see the manual.`,
  "a step of a plan": ({ name }) => `Step 1: ${name}\nStep 2: think about the answer`,
  "a diagram": ({ name }) => fence("mermaid", `graph TD\n  A[${name}] --> B{ok?}`),
  "a decorator": ({ name }) => fence("", `@${name}\ndef run():\n    pass`),
  "an assignment in prose": ({ name }) => `Set tool = ${name} in the file, then start it again.`,
};

/** One of them, between other sentences. */
export function randomMention(
  random: Random,
  tools: readonly Tool[],
): { readonly name: string; readonly text: string } {
  const [name, write] = random.pick(Object.entries(MENTIONS));
  const before = random.pick(["", "", "Here is how it works.\n\n", "Some notes:\n"]);
  const after = random.pick(["", "\n\nThat is all.", "\nMore below.\n"]);
  return { name, text: `${before}${write(random.pick(tools), random)}${after}` };
}
