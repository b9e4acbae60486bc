/**
 * Forms that a model of any family might write one day, made up without a look at the reader: other notations for the
 * members, other places for the name, other things around it.
 */
import type { Call, Json } from "./random-calls.ts";
import {
  ANY,
  attribute,
  attributes,
  each,
  FLAT,
  type Framing,
  form,
  json,
  keywords,
  members,
  object,
  pretty,
  python,
  TAGGED,
  yaml,
} from "./writers.ts";

const entries = (call: Call, write: (key: string, value: unknown) => string, between = " "): string =>
  Object.entries(call.arguments)
    .map(([key, value]) => write(key, value))
    .join(between);
/** `{ a = 1 }` */
const toml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (typeof value !== "object" || value === null) return json(value);
  return `{ ${Object.entries(value as Json)
    .map(([key, member]) => `${key} = ${toml(member)}`)
    .join(", ")} }`;
};
const tomlLines = (call: Call): string => entries(call, (key, value) => `${key} = ${toml(value)}`, "\n");
const lisp = (value: unknown): string => {
  if (Array.isArray(value)) return `(${value.map(lisp).join(" ")})`;
  if (typeof value !== "object" || value === null) return json(value);
  return `(${Object.entries(value as Json)
    .map(([key, member]) => `:${key} ${lisp(member)}`)
    .join(" ")})`;
};
const lispCall = (call: Call): string =>
  `(${[call.name, entries(call, (key, value) => `:${key} ${lisp(value)}`)].join(" ").trim()})`;
const shell = (value: unknown): string =>
  `'${(typeof value === "string" ? value : json(value)).replaceAll("'", "'\\''")}'`;
const flags = (call: Call, glue = " "): string => entries(call, (key, value) => `--${key}${glue}${shell(value)}`);
const plain = (value: unknown): string => (typeof value === "string" ? value : json(value));
/** `a: 1` as in Ruby, Swift and Kotlin. */
const labelled = (call: Call): string => entries(call, (key, value) => `${key}: ${json(value)}`, ", ");
const inner = (call: Call): string => keywords(call).slice(call.name.length + 1, -1);
const NAMED = { isAscii: true };
const FILLED = { isFilled: true };
/** One value on one line, without quotes. */
const LINES = { isFlat: true, isPlain: true, isFilled: true };

const NOTATIONS: readonly Framing[] = [
  form(
    "TOML tables",
    each((call) => `[tool_call]\nname = "${call.name}"\n\n[tool_call.arguments]\n${tomlLines(call)}`, "\n\n"),
    FILLED,
    false,
  ),
  form(
    "TOML in a fence",
    each(
      (call) => `\`\`\`toml\n[[tool_calls]]\nname = "${call.name}"\n[tool_calls.arguments]\n${tomlLines(call)}\n\`\`\``,
    ),
    { ...FILLED, isPlain: true },
    false,
  ),
  form(
    "TOML in tags",
    each((call) => `<tool_call>\nname = "${call.name}"\n[arguments]\n${tomlLines(call)}\n</tool_call>`),
    FILLED,
  ),
  form("Lisp", each(lispCall), { ...FILLED, ...NAMED, isFlat: true }, false),
  form(
    "Lisp in tags",
    each((call) => `<tool_call>${lispCall(call)}</tool_call>`),
    { ...NAMED, isFlat: true, isPlain: true },
  ),
  form(
    "flags in tags",
    each((call) => `<tool_call>\n${call.name} ${flags(call)}\n</tool_call>`),
    { ...NAMED, isPlain: true },
  ),
  form(
    "flags with =, in marks",
    each((call) => `<|tool_call|>${call.name} ${flags(call, "=")}<|/tool_call|>`),
    NAMED,
  ),
  form(
    "flags in a fence for tools",
    each((call) => `\`\`\`tool_call\n${call.name} ${flags(call)}\n\`\`\``),
    { ...NAMED, isPlain: true },
  ),
  form(
    "flags after a word",
    each((call) => `Tool call: ${call.name} ${flags(call)}`),
    { ...NAMED, isFilled: true, isPlain: true },
    false,
  ),
  form(
    "braces twice",
    each((call) => `{{${keywords(call)}}}`),
    NAMED,
  ),
  form(
    "braces twice, spaced",
    each((call) => `{{ ${keywords(call)} }}`),
    NAMED,
  ),
  form(
    "a statement of a template",
    each((call) => `{% call ${keywords(call)} %}`),
    NAMED,
  ),
  form(
    "a directive",
    each((call) => `::${call.name}{${entries(call, (key, value) => `${key}="${plain(value)}"`)}}`),
    { ...NAMED, ...LINES },
    false,
  ),
  form(
    "hash rockets",
    each(
      (call) =>
        `[TOOL_CALL]\n{tool => "${call.name}", args => {\n${entries(call, (key, value) => `  --${key} ${json(value)}`, "\n")}\n}}\n[/TOOL_CALL]`,
    ),
    FILLED,
  ),
  form(
    "labels in tags",
    each((call) => `<tool_call>${call.name}(${labelled(call)})</tool_call>`),
    NAMED,
  ),
  form(
    "labels in a list",
    each((call) => `<function_calls>[${call.name}(${labelled(call)})]</function_calls>`),
    NAMED,
  ),
  form(
    "an object in parentheses",
    each((call) => `<tool_call>${call.name}({${labelled(call)}})</tool_call>`),
    NAMED,
  ),
  form(
    "await in a fence",
    each((call) => `\`\`\`tool_code\nawait tools.${call.name}({${labelled(call)}});\n\`\`\``),
    { ...NAMED, isPlain: true },
  ),
  form(
    "stars",
    each((call) => `<tool_call>${call.name}(**${python(call.arguments)})</tool_call>`),
    NAMED,
  ),
  form(
    "a dot and call",
    each((call) => `<|python_tag|>${call.name}.call(${inner(call)})`),
    NAMED,
    false,
  ),
  form(
    "key=value lines in tags",
    each(
      (call) =>
        `<tool_call>\n${call.name}\n${entries(call, (key, value) => `${key}=${plain(value)}`, "\n")}\n</tool_call>`,
    ),
    LINES,
  ),
  form(
    "YAML under a name",
    each((call) => `<tool_call>\n${call.name}:\n${yaml(call.arguments, "  ")}\n</tool_call>`),
    { isPlain: true, isFilled: true },
  ),
  form(
    "YAML, tool and params",
    each((call) => `<tool_call>\ntool: ${call.name}\nparams:\n${yaml(call.arguments, "  ")}\n</tool_call>`),
    { isPlain: true, isFilled: true },
  ),
  form(
    "YAML with a flow mapping",
    each((call) => `<tool_call>\ntool: ${call.name}\nparams: ${json(call.arguments)}\n</tool_call>`),
    TAGGED,
  ),
  form(
    "pairs in a list",
    each(
      (call) =>
        `<tool_call>${json({ name: call.name, arguments: Object.entries(call.arguments).map(([name, value]) => ({ name, value })) })}</tool_call>`,
    ),
    FILLED,
  ),
];

const LINES_AND_HEADINGS: readonly Framing[] = [
  form(
    "heading and bullets",
    each(
      (call) => `### Tool: ${call.name}\n${entries(call, (key, value) => `- ${key}: ${plain(value)}`, "\n")}`,
      "\n\n",
    ),
    LINES,
    false,
  ),
  form(
    "heading and bold bullets",
    each(
      (call) =>
        `## Tool call: \`${call.name}\`\n\n${entries(call, (key, value) => `- **${key}**: ${plain(value)}`, "\n")}`,
      "\n\n",
    ),
    LINES,
    false,
  ),
  form(
    "function and indented arguments",
    each(
      (call) =>
        `Function: ${call.name}\nArguments:\n${entries(call, (key, value) => `  ${key}: ${plain(value)}`, "\n")}`,
      "\n\n",
    ),
    LINES,
    false,
  ),
  form(
    "action and keys",
    each((call) => `Action: ${call.name}\n${entries(call, (key, value) => `${key}: ${plain(value)}`, "\n")}`, "\n\n"),
    LINES,
    false,
  ),
  form(
    "numbered ReAct",
    each((call) => `Action 1: ${call.name}\nAction Input 1: ${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "ReAct with a call",
    each((call) => `Action: ${call.name}(${json(call.arguments)})`),
    NAMED,
    false,
  ),
  form(
    "ReAct with an object",
    each(
      (call) =>
        `Thought: I look.\nAction:\n\`\`\`json\n${pretty({ action: call.name, action_input: call.arguments })}\n\`\`\``,
    ),
    { isPlain: true },
    false,
    "Thought: I look.",
  ),
  form(
    "smolagents",
    each((call) => `Action:\n${pretty(object(call))}<end_code>`),
    ANY,
    false,
  ),
  form(
    "tool name and tool input",
    each((call) => `Tool Name: ${call.name}\nTool Input: ${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "using tool, fenced",
    each((call) => `Using tool: ${call.name}\nParameters:\n\`\`\`json\n${pretty(call.arguments)}\n\`\`\``),
    { isPlain: true },
    false,
  ),
  form(
    "tool | args",
    each((call) => `TOOL: ${call.name} | ARGS: ${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "tool= args=",
    each((call) => `tool=${call.name} args=${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "CALL … WITH",
    each((call) => `CALL ${call.name} WITH ${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "call … with keywords",
    each((call) => `call ${call.name} with ${inner(call)}`),
    { ...NAMED, isFilled: true, isPlain: true },
    false,
  ),
  form(
    "an arrow",
    each((call) => `→ ${call.name}(${inner(call)})`),
    NAMED,
    false,
  ),
  form(
    "an arrow and JSON",
    each((call) => `=> ${call.name} ${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "@ and JSON",
    each((call) => `@${call.name} ${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "a slash and JSON",
    each((call) => `/${call.name} ${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "container",
    each((call) => `:::${call.name}\n${pretty(call.arguments)}\n:::`),
    ANY,
    false,
  ),
];

const BRACKETS: readonly Framing[] = [
  form(
    "CJK brackets",
    each((call) => `【tool】${call.name}【args】${json(call.arguments)}【/tool】`),
  ),
  form(
    "name in CJK brackets",
    each((call) => `【${call.name}】${json(call.arguments)}`),
    NAMED,
  ),
  form(
    "triangles",
    each((call) => `◁call▷${call.name}${json(call.arguments)}◁/call▷`),
  ),
  form(
    "BBCode",
    each((call) => `[tool=${call.name}]${json(call.arguments)}[/tool]`),
    NAMED,
  ),
  form(
    "name as a bracket",
    each((call) => `[${call.name}]${json(call.arguments)}[/${call.name}]`),
    NAMED,
  ),
  form(
    "name in a bracket with JSON",
    each((call) => `[CALL:${call.name}] ${json(call.arguments)}`),
    NAMED,
  ),
  form(
    "two angles",
    each((call) => `<<${call.name} ${attributes(call).trim()}>>`),
    { ...NAMED, ...LINES },
    false,
  ),
  form(
    "bracket call",
    each((call) => `[[${call.name}(${inner(call)})]]`),
    NAMED,
  ),
  form(
    "tokens of nobody",
    each((call) => `<|assistant_tool|>${call.name}<|args|>${json(call.arguments)}<|end|>`),
  ),
  form(
    "tokens of nobody, one of them JSON",
    each((call) => `<|call|>${call.name}<|json|>${json(call.arguments)}<|/call|>`),
  ),
  form(
    "DSML",
    (calls) =>
      `<｜DSML｜function_calls>\n${calls.map((call) => `<｜DSML｜invoke name="${call.name}">\n${entries(call, (key, value) => `<｜DSML｜parameter name="${key}" string="${typeof value === "string"}">${plain(value)}</｜DSML｜parameter>`, "\n")}\n</｜DSML｜invoke>`).join("\n")}\n</｜DSML｜function_calls>`,
    TAGGED,
  ),
];

const TAGS: readonly Framing[] = [
  form(
    "action by type",
    each((call) => `<action type="${call.name}">${members(call, (key, text) => `<${key}>${text}</${key}>`)}</action>`),
    FILLED,
  ),
  form(
    "call with attributes",
    each((call) => `<call tool="${call.name}"${attributes(call)}/>`),
    FLAT,
  ),
  form(
    "CDATA of JSON",
    each((call) => `<execute name="${call.name}"><![CDATA[${json(call.arguments)}]]></execute>`),
    TAGGED,
  ),
  form(
    "tool as a prefix",
    each(
      (call) => `<tool:${call.name}>${members(call, (key, text) => `<${key}>${text}</${key}>`)}</tool:${call.name}>`,
    ),
    { ...FILLED, ...NAMED },
  ),
  form(
    "tool with a dot",
    each((call) => `<tool.${call.name}>${json(call.arguments)}</tool.${call.name}>`),
    NAMED,
  ),
  form(
    "JSON in an attribute",
    each((call) => `<function_call name="${call.name}" arguments="${attribute(call.arguments)}"/>`),
  ),
  form(
    "JSON in an attribute, single quotes",
    each((call) => `<function_call name="${call.name}" arguments='${json(call.arguments)}'/>`),
    TAGGED,
  ),
  form(
    "parameters of JSON",
    each((call) => `<invoke name="${call.name}"><parameters>${json(call.arguments)}</parameters></invoke>`),
  ),
  form(
    "invoke of old",
    each(
      (call) =>
        `<function_calls>\n<invoke>\n<tool_name>${call.name}</tool_name>\n<parameters>\n${members(call, (key, text) => `<${key}>${text}</${key}>`)}\n</parameters>\n</invoke>\n</function_calls>`,
    ),
    FILLED,
  ),
  form(
    "function in parentheses",
    each((call) => `<function(${call.name})>${json(call.arguments)}</function>`),
    NAMED,
  ),
  form(
    "function and colon",
    each((call) => `<function:${call.name}>${json(call.arguments)}</function>`),
    NAMED,
  ),
  form(
    "function and space",
    each((call) => `<function ${call.name}>${json(call.arguments)}</function>`),
    NAMED,
  ),
  form(
    "tool call by attribute",
    each((call) => `<tool_call name="${call.name}">${json(call.arguments)}</tool_call>`),
  ),
  form(
    "tool call and colon",
    each((call) => `<tool_call:${call.name}>${json(call.arguments)}</tool_call:${call.name}>`),
    NAMED,
  ),
  form(
    "arguments behind",
    each((call) => `<tool_call>${call.name}</tool_call>${json(call.arguments)}`),
    ANY,
    false,
  ),
  form(
    "key attributes",
    each(
      (call) =>
        `<tool_call><name>${call.name}</name><args>${members(call, (key, text) => `<arg key="${key}">${text}</arg>`)}</args></tool_call>`,
    ),
    FILLED,
  ),
  form(
    "function within",
    each(
      (call) =>
        `<tool_call id="call_1"><function><name>${call.name}</name><arguments>${json(call.arguments)}</arguments></function></tool_call>`,
    ),
    TAGGED,
  ),
  form(
    "server and tool",
    each(
      (call) =>
        `<use_mcp_tool>\n<server_name>local</server_name>\n<tool_name>${call.name}</tool_name>\n<arguments>\n${pretty(call.arguments)}\n</arguments>\n</use_mcp_tool>`,
    ),
    TAGGED,
  ),
  form(
    "a list of tools",
    (calls) =>
      `<tools>\n${calls.map((call) => `<${call.name}>${members(call, (key, text) => `<${key}>${text}</${key}>`)}</${call.name}>`).join("\n")}\n</tools>`,
    { ...FILLED, ...NAMED },
  ),
  form(
    "fence within",
    each((call) => `<tool_call>\n\`\`\`json\n${pretty(object(call))}\n\`\`\`\n</tool_call>`),
    { isPlain: true },
  ),
  form(
    "fence around",
    each((call) => `\`\`\`tool\n<tool_call>\n${json(object(call))}\n</tool_call>\n\`\`\``),
    { isPlain: true },
    false,
  ),
  form(
    "json in tags",
    each((call) => `<json>${json(object(call))}</json>`),
  ),
  form(
    "flat in tags",
    each((call) => `<tool_call>${json({ name: call.name, ...call.arguments })}</tool_call>`),
    FILLED,
  ),
  form(
    "two objects",
    each((call) => `<tool_call>{"name": ${json(call.name)}}\n${json(call.arguments)}</tool_call>`),
    FILLED,
  ),
];

const OBJECTS: readonly Framing[] = [
  form("OpenAI message", (calls) =>
    json({
      role: "assistant",
      content: null,
      tool_calls: calls.map((call, index) => ({
        id: `call_${index}`,
        type: "function",
        function: { name: call.name, arguments: json(call.arguments) },
      })),
    }),
  ),
  form(
    "OpenAI function call",
    each((call) => json({ function_call: { name: call.name, arguments: json(call.arguments) } })),
    ANY,
    false,
  ),
  form(
    "Anthropic block",
    each((call) => json({ type: "tool_use", id: "toolu_01", name: call.name, input: call.arguments })),
    ANY,
    false,
  ),
  form("Anthropic blocks", (calls) =>
    json(calls.map((call) => ({ type: "tool_use", id: "toolu_01", name: call.name, input: call.arguments }))),
  ),
  form(
    "Gemini",
    each((call) => json({ functionCall: { name: call.name, args: call.arguments } })),
    ANY,
    false,
  ),
  form(
    "Bedrock",
    each((call) => json({ toolUse: { toolUseId: "tooluse_1", name: call.name, input: call.arguments } })),
    ANY,
    false,
  ),
  form(
    "AutoGPT",
    each((call) => pretty({ thoughts: { text: "I look." }, command: { name: call.name, args: call.arguments } })),
    ANY,
    false,
  ),
  form(
    "tool as an object",
    each((call) => json({ tool: { name: call.name, parameters: call.arguments } })),
    ANY,
    false,
  ),
  form(
    "names as keys in a list",
    (calls) => json({ calls: calls.map((call) => ({ [call.name]: call.arguments })) }),
    FILLED,
  ),
  form(
    "a line each",
    each((call) => json(object(call))),
  ),
  form(
    "the word json",
    each((call) => `json\n${pretty(object(call))}`),
    ANY,
    false,
  ),
  form(
    "tilde fence",
    each((call) => `~~~json\n${pretty(object(call))}\n~~~`),
    { isPlain: true },
    false,
  ),
  form(
    "fence of a function",
    each((call) => `\`\`\`function_call\n${json(object(call))}\n\`\`\``),
    { isPlain: true },
  ),
  form(
    "fence named for the tool",
    each((call) => `\`\`\`${call.name}\n${pretty(call.arguments)}\n\`\`\``),
    { isPlain: true, isAscii: true },
  ),
  form(
    "assigned",
    each((call) => `<tool_call>${call.name} = ${json(call.arguments)}</tool_call>`),
  ),
];

/** Forms that stay content: code is not looked into, and two notations of other trades. */
export const LEFT_ALONE: readonly Framing[] = [
  form(
    "here document",
    each((call) => `<tool_call>\n${call.name} <<EOF\n${pretty(call.arguments)}\nEOF\n</tool_call>`),
    TAGGED,
  ),
  form(
    "request line",
    each((call) => `POST /tools/${call.name}\n\n${json(call.arguments)}`),
    NAMED,
    false,
  ),
  form(
    "code span",
    each((call) => `\`${json(object(call))}\``),
    { isPlain: true },
    false,
  ),
];

export const INVENTED: readonly Framing[] = [...NOTATIONS, ...LINES_AND_HEADINGS, ...BRACKETS, ...TAGS, ...OBJECTS];
