/**
 * Ways in which models write tool calls, for the property test of the call reader: random tools and arguments, put into
 * the formats of chat templates, tool parsers and agents. Nothing here knows how the reader works.
 */

export interface Random {
  /** An integer from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly chance: (share: number) => boolean;
}

/** Mulberry32: small, fast, the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, pick: (list) => list[below(list.length)]!, chance: (share) => next() < share };
}

type Json = Record<string, unknown>;
export interface Tool {
  readonly name: string;
  readonly parameters: Json;
}
export interface Call {
  readonly name: string;
  readonly arguments: Json;
}

const NAMES =
  "read_file write_file search run_command get_weather listDirectory apply-edit web.fetch send_message 搜索文件 später create_task".split(
    " ",
  );
const KEYS = "path content query count limit recursive mode tags options city lines ratio note enabled".split(" ");
const WORDS =
  "src/app.ts|hello world|Zürich|北京|a|don't|42|true|null|C:\\temp\\x|42 items|x = y; // z|[1, 2]|{a: 1}|100 %|naïve café|/tmp/a b.txt|#tag|key: value|🙂 ok".split(
    "|",
  );
/** Texts that hold markup or quotes: only for forms that can carry them. */
const HARD = [
  'say "hi"',
  "if (a < b && c > d) {}",
  "<b>bold</b>",
  "line 1\nline 2\n  line 3",
  "</tool_call>",
  "tab\there",
  "a\\nb",
  "```ts\nx\n```",
  "[TOOL_CALLS]",
  '{"name": "x"}',
];

type Kind = "string" | "integer" | "number" | "boolean" | "enum" | "strings" | "integers" | "object";
const KINDS: readonly Kind[] = [
  "string",
  "string",
  "string",
  "integer",
  "number",
  "boolean",
  "enum",
  "strings",
  "integers",
  "object",
];

/** What a form can carry. */
export interface Reach {
  /** Only texts, numbers and truth values, no lists or objects. */
  readonly isFlat?: boolean;
  /** Texts without markup, quotes and line breaks. */
  readonly isPlain?: boolean;
  /** At least one argument. */
  readonly isFilled?: boolean;
  readonly isAscii?: boolean;
}

export function randomTools(random: Random, count: number): readonly Tool[] {
  const names = [...NAMES].sort(() => random.below(3) - 1).slice(0, count);
  return names.map((name) => {
    const kinds = KEYS.filter(() => random.chance(0.3))
      .slice(0, 5)
      .map((key) => [key, random.pick(KINDS)] as const);
    const properties = Object.fromEntries(kinds.map(([key, kind]) => [key, schemaOf(kind)]));
    const required = kinds.filter(() => random.chance(0.5)).map(([key]) => key);
    return { name, parameters: { type: "object", properties, required } };
  });
}

function schemaOf(kind: Kind): Json {
  if (kind === "enum") return { type: "string", enum: ["fast", "slow", "off"] };
  if (kind === "strings") return { type: "array", items: { type: "string" } };
  if (kind === "integers") return { type: "array", items: { type: "integer" } };
  if (kind === "object") return { type: "object", properties: { id: { type: "integer" }, label: { type: "string" } } };
  return { type: kind };
}

export function randomCall(random: Random, tool: Tool, reach: Reach): Call {
  const properties = tool.parameters["properties"] as Record<string, Json>;
  const required = tool.parameters["required"] as readonly string[];
  const given: Json = {};
  for (const [key, schema] of Object.entries(properties))
    if (required.includes(key) || random.chance(0.6)) given[key] = randomValue(random, schema, reach);
  return { name: tool.name, arguments: given };
}

function randomValue(random: Random, schema: Json, reach: Reach): unknown {
  const text = (): string => (reach.isPlain !== true && random.chance(0.3) ? random.pick(HARD) : random.pick(WORDS));
  if (Array.isArray(schema["enum"])) return random.pick(schema["enum"] as readonly string[]);
  const list = <T>(make: () => T): T[] => Array.from({ length: 1 + random.below(3) }, make);
  switch (schema["type"]) {
    case "integer":
      return random.below(2000) - 500;
    case "number":
      return (random.below(2000) - 500) / 8;
    case "boolean":
      return random.chance(0.5);
    case "array":
      return (schema["items"] as Json)["type"] === "string" ? list(text) : list(() => random.below(100));
    case "object":
      return { id: random.below(100), label: text() };
    default:
      return text();
  }
}

export interface Framing {
  readonly name: string;
  readonly reach: Reach;
  /** @param calls  one, or more where the form has room for them */
  readonly write: (calls: readonly Call[], random: Random) => string;
  /** Whether several calls fit into one. */
  readonly isMany?: boolean;
  /** What the form says beside its calls, once for each. */
  readonly says?: string;
}

const json = JSON.stringify;
const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);
const each =
  (write: (call: Call, random: Random, index: number) => string, between = "\n") =>
  (calls: readonly Call[], random: Random): string =>
    calls.map((call, index) => write(call, random, index)).join(between);
const object = (call: Call, key = "arguments"): Json => ({ name: call.name, [key]: call.arguments });

const python = (value: unknown): string => {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value as Json)
      .map(([key, member]) => `${json(key)}: ${python(member)}`)
      .join(", ")}}`;
  return typeof value === "string" ? json(value) : String(value);
};
const keywords = (call: Call): string =>
  `${call.name}(${Object.entries(call.arguments)
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(", ")})`;

/** Text between tags: verbatim where it holds markup, and JSON for what is no text. */
const inTags = (value: unknown): string => {
  const text = typeof value === "string" ? value : json(value);
  return typeof value === "string" && /[<&]/.test(text) ? `<![CDATA[${text}]]>` : text;
};
const nested = (value: unknown, key: string): string => {
  if (Array.isArray(value)) return `<${key}>${value.map((item) => nested(item, "item")).join("")}</${key}>`;
  if (typeof value === "object" && value !== null)
    return `<${key}>${Object.entries(value)
      .map(([inner, member]) => nested(member, inner))
      .join("")}</${key}>`;
  return `<${key}>${inTags(value)}</${key}>`;
};
const members = (call: Call, write: (key: string, text: string) => string, between = "\n"): string =>
  Object.entries(call.arguments)
    .map(([key, value]) => write(key, inTags(value)))
    .join(between);
const attribute = (value: unknown): string =>
  (typeof value === "string" ? value : json(value))
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
const attributes = (call: Call): string =>
  Object.entries(call.arguments)
    .map(([key, value]) => ` ${key}="${attribute(value)}"`)
    .join("");
const yaml = (value: Json, indent: string): string =>
  Object.entries(value)
    .map(([key, member]) => {
      if (Array.isArray(member))
        return `${indent}${key}:\n${member.map((item) => `${indent}  - ${json(item)}`).join("\n")}`;
      if (typeof member === "object" && member !== null)
        return `${indent}${key}:\n${yaml(member as Json, `${indent}  `)}`;
      return `${indent}${key}: ${json(member)}`;
    })
    .join("\n");
const gemma = (value: unknown): string => {
  if (typeof value === "string") return `<|"|>${value}<|"|>`;
  if (Array.isArray(value)) return `[${value.map(gemma).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${key}:${gemma(member)}`)
      .join(",")}}`;
  return String(value);
};

/** The prefix that one vendor puts before its tags. */
const P = `${"ant"}${"ml"}:`;
const ANY: Reach = {};
const FLAT: Reach = { isFlat: true };
const TAGGED: Reach = { isPlain: true };
const form = (name: string, write: Framing["write"], reach: Reach = ANY, isMany = true, says = ""): Framing => ({
  name,
  write,
  reach,
  isMany,
  says,
});

export const FRAMINGS: readonly Framing[] = [
  form(
    "name and input in marks",
    each((call) => `[TOOL]${call.name}[/TOOL][INPUT]${json(call.arguments)}[/INPUT]`),
  ),
  form(
    "name and arguments in elements",
    each((call) => `<function>${call.name}</function><args>${json(call.arguments)}</args>`),
    { isPlain: true },
  ),
  form(
    "a function that calls tools",
    each((call) => `call_tool("${call.name}", ${json(call.arguments)})`),
    ANY,
    false,
  ),
  form(
    "JSON-RPC",
    each((call) => json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: object(call) })),
  ),
  form(
    "YAML list",
    (calls) => {
      const items = calls.map(
        (call) =>
          `- name: ${call.name}\n  arguments:\n${Object.entries(call.arguments)
            .map(([key, value]) => `    ${key}: ${json(value)}\n`)
            .join("")}`,
      );
      return `\`\`\`yaml\n${items.join("")}\`\`\``;
    },
    { isAscii: true, isFilled: true },
  ),
  form(
    "gorilla",
    each(
      (call) =>
        `<<function>>${call.name}(${Object.entries(call.arguments)
          .map(([key, value]) => `${key}=${python(value)}`)
          .join(", ")})`,
    ),
    { isAscii: true },
  ),
  form(
    "info of a fence",
    each((call) => `\`\`\`tool:${call.name}\n${json(call.arguments)}\n\`\`\``),
  ),
  form(
    "recipient in a tag",
    each((call) => `<assistant to="${call.name}">${json(call.arguments)}</assistant>`),
  ),
  form(
    "name in brackets",
    each((call) => `<<<${call.name}>>>${json(call.arguments)}<<<end>>>`),
    { isAscii: true },
  ),
  form(
    "hermes",
    each((call) => `<tool_call>\n${json(object(call))}\n</tool_call>`),
  ),
  form(
    "hermes, on one line",
    each((call) => `<tool_call>${json(object(call))}</tool_call>`, ""),
  ),
  form(
    "hermes, pretty",
    each((call) => `<tool_call>\n${pretty(object(call))}\n</tool_call>`),
  ),
  form(
    "hermes, without an end",
    each((call) => `<tool_call>\n${json(object(call))}`),
    ANY,
  ),
  form("hermes, a list", (calls) => `<tool_call>\n${json(calls.map((call) => object(call)))}\n</tool_call>`),
  form(
    "arguments as text",
    each((call) => `<tool_call>${json({ name: call.name, arguments: json(call.arguments) })}</tool_call>`),
  ),
  form(
    "python dict",
    each((call) => `<tool_call>\n${python(object(call))}\n</tool_call>`),
  ),
  form(
    "loose JSON",
    each((call) => `<tool_call>{name: ${json(call.name)}, arguments: ${json(call.arguments)},}</tool_call>`),
  ),
  form(
    "escaped once more",
    each((call) => `<tool_call>${json(object(call)).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}</tool_call>`),
    TAGGED,
  ),
  form(
    "longcat",
    each((call) => `<longcat_tool_call>${json(object(call))}</longcat_tool_call>`),
  ),
  form("nemotron", (calls) => `<TOOLCALL>${json(calls.map((call) => object(call)))}</TOOLCALL>`),
  form("hunyuan a13b", (calls) => `<tool_calls>${json(calls.map((call) => object(call)))}</tool_calls>`),
  form("granite", (calls) => `<|tool_call|>${json(calls.map((call) => object(call)))}`),
  form(
    "granite 20b",
    each((call) => `<function_call> ${json(object(call))}`),
  ),
  form("mistral", (calls) => `[TOOL_CALLS] ${json(calls.map((call) => object(call)))}`),
  form("mistral, closed", (calls) => `[TOOL_CALLS]${json(calls.map((call) => object(call)))}[/TOOL_CALLS]`),
  form(
    "mistral 11",
    each((call) => `[TOOL_CALLS]${call.name}[ARGS]${json(call.arguments)}`, ""),
  ),
  form(
    "mistral 13",
    each((call) => `[TOOL_CALLS]${call.name}[CALL_ID]a1b2c3d4e[ARGS]${json(call.arguments)}`, ""),
  ),
  form(
    "llama 3",
    each((call) => json(object(call, "parameters")), "; "),
  ),
  form(
    "llama 3 tag",
    each((call) => `<|python_tag|>${json(object(call, "parameters"))}`, ""),
  ),
  form(
    "llama 3 function",
    each((call) => `<function=${call.name}>${json(call.arguments)}</function>`),
  ),
  form(
    "functionary",
    each((call) => `>>>${call.name}\n${json(call.arguments)}`),
  ),
  form(
    "internlm",
    each((call) => `<|action_start|><|plugin|>${json(object(call, "parameters"))}<|action_end|>`),
  ),
  form(
    "cohere",
    (calls) =>
      `<|START_ACTION|>${pretty(calls.map((call, index) => ({ tool_call_id: String(index), tool_name: call.name, parameters: call.arguments })))}<|END_ACTION|>`,
  ),
  form(
    "cohere, fenced",
    (calls) =>
      `Action:\n\`\`\`json\n${pretty(calls.map((call) => ({ tool_name: call.name, parameters: call.arguments })))}\n\`\`\``,
  ),
  form("phi", (calls) => `functools${json(calls.map((call) => object(call)))}`),
  form(
    "gigachat",
    each((call) => `<|function_call|>${json(object(call))}`, "</s>"),
  ),
  form(
    "apertus",
    (calls) => `<|tools_prefix|>${json(calls.map((call) => ({ [call.name]: call.arguments })))}<|tools_suffix|>`,
    { isFilled: true },
  ),
  form("openai wire", (calls) =>
    json({
      tool_calls: calls.map((call, index) => ({
        id: `call_${index}`,
        type: "function",
        function: { name: call.name, arguments: json(call.arguments) },
      })),
    }),
  ),
  form("anthropic wire", (calls) =>
    json(calls.map((call) => ({ type: "tool_use", id: "toolu_1", name: call.name, input: call.arguments }))),
  ),
  form(
    "fenced",
    each((call) => `\`\`\`json\n${pretty(object(call))}\n\`\`\``),
    { isPlain: true },
  ),
  form(
    "fenced tool call",
    each((call) => `\`\`\`tool_call\n${json(object(call))}\n\`\`\``),
    { isPlain: true },
  ),
  form(
    "fenced by name",
    each((call) => `\`\`\`${call.name}\n${json(call.arguments)}\n\`\`\``),
    { isPlain: true, isAscii: true },
  ),
  form(
    "deepseek 3",
    (calls) =>
      `<｜tool▁calls▁begin｜>${calls.map((call) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.name}\n\`\`\`json\n${json(call.arguments)}\n\`\`\`<｜tool▁call▁end｜>`).join("\n")}<｜tool▁calls▁end｜>`,
  ),
  form(
    "deepseek 3.1",
    (calls) =>
      `<｜tool▁calls▁begin｜>${calls.map((call) => `<｜tool▁call▁begin｜>${call.name}<｜tool▁sep｜>${json(call.arguments)}<｜tool▁call▁end｜>`).join("")}<｜tool▁calls▁end｜>`,
  ),
  form(
    "deepseek 3.2",
    (calls) =>
      `<｜DSML｜function_calls>\n${calls
        .map(
          (call) =>
            `<｜DSML｜invoke name="${call.name}">\n${Object.entries(call.arguments)
              .map(
                ([key, value]) =>
                  `<｜DSML｜parameter name="${key}" string="${typeof value === "string"}">${typeof value === "string" ? value : json(value)}</｜DSML｜parameter>`,
              )
              .join("\n")}\n</｜DSML｜invoke>`,
        )
        .join("\n")}\n</｜DSML｜function_calls>`,
    TAGGED,
  ),
  form(
    "kimi",
    (calls) =>
      `<|tool_calls_section_begin|>${calls.map((call, index) => `<|tool_call_begin|>functions.${call.name}:${index}<|tool_call_argument_begin|>${json(call.arguments)}<|tool_call_end|>`).join("")}<|tool_calls_section_end|>`,
  ),
  form(
    "solar",
    (calls) =>
      `<|tool_calls|>${calls.map((call, index) => `<|tool_call:begin|>${index}<|tool_call:name|>${call.name}<|tool_call:args|>${json(call.arguments)}<|tool_call:end|>`).join("")}`,
  ),
  form(
    "harmony",
    each(
      (call) =>
        `<|channel|>commentary to=functions.${call.name} <|constrain|>json<|message|>${json(call.arguments)}<|call|>`,
      "<|start|>assistant",
    ),
  ),
  form(
    "harmony, after a preamble",
    each(
      (call) =>
        `<|channel|>commentary<|message|>One moment.<|end|><|start|>assistant to=functions.${call.name}<|channel|>commentary json<|message|>${json(call.arguments)}<|call|>`,
      "<|start|>assistant",
    ),
    ANY,
    true,
    "One moment.",
  ),
  form(
    "gemma 4",
    each((call) => `<|tool_call>call:${call.name}${gemma(call.arguments)}<tool_call|>`, ""),
  ),
  form(
    "functiongemma",
    each(
      (call) =>
        `<start_function_call>call:${call.name}${gemma(call.arguments).replaceAll('<|"|>', "<escape>")}<end_function_call>`,
      "",
    ),
  ),
  form(
    "glm",
    each(
      (call) =>
        `<tool_call>${call.name}\n${members(call, (key, text) => `<arg_key>${key}</arg_key>\n<arg_value>${text}</arg_value>`)}\n</tool_call>`,
    ),
  ),
  form(
    "glm 4.7",
    each(
      (call) =>
        `<tool_call>${call.name}${members(call, (key, text) => `<arg_key>${key}</arg_key><arg_value>${text}</arg_value>`, "")}</tool_call>`,
      "",
    ),
  ),
  form(
    "hunyuan",
    (calls) =>
      `<tool_calls>\n${calls.map((call) => `<tool_call>${call.name}<tool_sep>\n${members(call, (key, text) => `<arg_key>${key}</arg_key>\n<arg_value>${text}</arg_value>`)}\n</tool_call>`).join("\n")}\n</tool_calls>`,
  ),
  form(
    "qwen 3 coder",
    each(
      (call) =>
        `<tool_call>\n<function=${call.name}>\n${members(call, (key, text) => `<parameter=${key}>\n${text}\n</parameter>`)}\n</function>\n</tool_call>`,
    ),
  ),
  form(
    "qwen 3 coder, bare",
    each(
      (call) =>
        `<function=${call.name}>${members(call, (key, text) => `<parameter=${key}>${text}</parameter>`, "")}</function>`,
    ),
  ),
  form(
    "seed",
    each(
      (call) =>
        `<seed:tool_call>\n<function=${call.name}>\n${members(call, (key, text) => `<parameter=${key}>${text}</parameter>`)}\n</function>\n</seed:tool_call>`,
    ),
  ),
  form(
    "claude",
    (calls) =>
      `<function_calls>\n${calls.map((call) => `<invoke name="${call.name}">\n${members(call, (key, text) => `<parameter name="${key}">${text}</parameter>`)}\n</invoke>`).join("\n")}\n</function_calls>`,
  ),
  form(
    "claude, prefixed",
    (calls) =>
      `<${P}function_calls>\n${calls.map((call) => `<${P}invoke name="${call.name}">\n${members(call, (key, text) => `<${P}parameter name="${key}">${text}</${P}parameter>`)}\n</${P}invoke>`).join("\n")}\n</${P}function_calls>`,
  ),
  form(
    "minimax 2",
    (calls) =>
      `<minimax:tool_call>\n${calls.map((call) => `<invoke name="${call.name}">\n${members(call, (key, text) => `<parameter name="${key}">${text}</parameter>`)}\n</invoke>`).join("\n")}\n</minimax:tool_call>`,
  ),
  form(
    "minimax 3",
    each((call) =>
      `<tool_call><invoke name="${call.name}">${Object.entries(call.arguments)
        .map(([key, value]) => nested(value, key))
        .join("")}</invoke></tool_call>`.replaceAll(/(?=<(?!!))/g, "]<]minimax[>["),
    ),
    TAGGED,
  ),
  form(
    "step 3",
    each(
      (call) =>
        `<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="${call.name}">${members(call, (key, text) => `<steptml:parameter name="${key}">${text}</steptml:parameter>`, "")}</steptml:invoke><｜tool_call_end｜>`,
    ),
  ),
  form(
    "minicpm",
    each(
      (call) =>
        `<function name="${call.name}">${members(call, (key, text) => `<param name="${key}">${text}</param>`, "")}</function>`,
    ),
  ),
  form(
    "cline",
    each((call) => `<${call.name}>\n${members(call, (key, text) => `<${key}>${text}</${key}>`)}\n</${call.name}>`),
    { isFilled: true, isAscii: true },
  ),
  form(
    "cline, nested",
    each(
      (call) =>
        `<${call.name}>\n${Object.entries(call.arguments)
          .map(([key, value]) => nested(value, key))
          .join("\n")}\n</${call.name}>`,
    ),
    { isFilled: true, isAscii: true },
  ),
  form(
    "tags, YAML inside",
    each((call) => `<${call.name}>\n${yaml(call.arguments, "")}\n</${call.name}>`),
    { isFilled: true, isPlain: true, isAscii: true },
  ),
  form(
    "tags, JSON inside",
    each((call) => `<${call.name}>${json(call.arguments)}</${call.name}>`),
    { isAscii: true },
  ),
  form(
    "tags, attributes",
    each((call) => `<${call.name}${attributes(call)}/>`),
    { isFlat: true, isAscii: true },
  ),
  form(
    "morph",
    each(
      (call) => `<tool_use>\n<name>${call.name}</name>\n<arguments>${json(call.arguments)}</arguments>\n</tool_use>`,
    ),
    TAGGED,
  ),
  form(
    "name and members",
    each(
      (call) =>
        `<tool_call>\n<tool_name>${call.name}</tool_name>\n<parameters>\n${members(call, (key, text) => `<${key}>${text}</${key}>`)}\n</parameters>\n</tool_call>`,
    ),
    { isFilled: true },
  ),
  form(
    "server and tool",
    each(
      (call) =>
        `<use_tool>\n<id>7</id>\n<tool_name>${call.name}</tool_name>\n<arguments>\n${pretty(call.arguments)}\n</arguments>\n</use_tool>`,
    ),
    TAGGED,
  ),
  form(
    "tool by attribute",
    each((call) => `<tool name="${call.name}">${json(call.arguments)}</tool>`),
  ),
  form(
    "invoke by attribute",
    each(
      (call) =>
        `<invoke tool="${call.name}">${Object.entries(call.arguments)
          .map(([key, value]) => `<arg name="${key}" value="${attribute(value)}"/>`)
          .join("")}</invoke>`,
    ),
    FLAT,
  ),
  form(
    "key and value tags",
    each(
      (call) =>
        `<function=${call.name}>${members(call, (key, text) => `<param><key>${key}</key><value>${text}</value></param>`)}</function>`,
    ),
    { isFilled: true },
  ),
  form(
    "swapped parameters",
    each(
      (call) =>
        `<function=${call.name}>\n${members(call, (key, text) => `<parameter>${key}</parameter>\n${text}\n</parameter>`)}\n</function>`,
    ),
    { isPlain: true, isFilled: true },
  ),
  form(
    "YAML call",
    each((call) => `<tool_call>\nname: ${call.name}\narguments:\n${yaml(call.arguments, "  ")}\n</tool_call>`),
    { isPlain: true, isFilled: true },
  ),
  form("pythonic", (calls) => `[${calls.map(keywords).join(", ")}]`, { isAscii: true }),
  form("pythonic in marks", (calls) => `<|python_start|>[${calls.map(keywords).join(", ")}]<|python_end|>`, {
    isAscii: true,
  }),
  form("lfm", (calls) => `<|tool_call_start|>[${calls.map(keywords).join(", ")}]<|tool_call_end|>`, { isAscii: true }),
  form("olmo", (calls) => `<function_calls>\n${calls.map(keywords).join("\n")}\n</function_calls>`, { isAscii: true }),
  form("tool code", (calls) => `\`\`\`tool_code\n${calls.map(keywords).join("\n")}\n\`\`\``, {
    isAscii: true,
    isPlain: true,
  }),
  form(
    "calling tool",
    each((call) => `[Calling tool: ${call.name}(${json(call.arguments)})]`),
    { isAscii: true },
  ),
  form(
    "ReAct",
    each((call) => `Thought: I look.\nAction: ${call.name}\nAction Input: ${json(call.arguments)}`),
    ANY,
    false,
    "Thought: I look.",
  ),
  form(
    "ReAct, fenced",
    each((call) => `Action: \`${call.name}\`\nAction Input:\n\`\`\`json\n${pretty(call.arguments)}\n\`\`\``),
    { isPlain: true },
    false,
  ),
  form(
    "tool and input",
    each((call) => `Tool: ${call.name}\nInput: ${json(call.arguments)}`, "\n\n"),
  ),
  form(
    "tool and arguments, bold",
    each((call) => `**Tool:** ${call.name}\n**Arguments:** ${json(call.arguments)}`, "\n\n"),
  ),
  form(
    "qwen agent",
    each((call) => `✿FUNCTION✿: ${call.name}\n✿ARGS✿: ${json(call.arguments)}`),
  ),
  form(
    "recipient on a line",
    each((call) => `to=functions.${call.name} ${json(call.arguments)}`),
  ),
  form(
    "numbered function",
    each((call, _, index) => `functions.${call.name}:${index} ${json(call.arguments)}`),
  ),
];

/** Forms that no model was seen to write, put together from their parts: opener, place of the name, style, closer. */
export function composedFraming(random: Random): Framing {
  const style = random.pick(STYLES);
  const place = random.pick(style.places);
  const [open, close] = random.pick(place.brackets);
  return {
    name: `${open || "nothing"} · ${place.name} · ${style.name}`,
    reach: { ...style.reach, ...place.reach },
    isMany: open !== "",
    write: each((call) => `${open}${place.write(call, style.write(call))}${close}`),
  };
}

interface Place {
  readonly name: string;
  readonly reach: Reach;
  readonly brackets: readonly (readonly [string, string])[];
  readonly write: (call: Call, given: string) => string;
}
interface Style {
  readonly name: string;
  readonly reach: Reach;
  readonly places: readonly Place[];
  readonly write: (call: Call) => string;
}

const MARKED: readonly (readonly [string, string])[] = [
  ["<tool_call>", "</tool_call>"],
  ["<tool_call>\n", "\n</tool_call>"],
  ["<|tool_call|>", "<|/tool_call|>"],
  ["<|call_begin|>", "<|call_end|>"],
  ["<function_call>", "</function_call>"],
  ["<api_call>", "</api_call>"],
  ["<my:tool_call>", "</my:tool_call>"],
  ["<toolCall>", "</toolCall>"],
  ["<|FunctionCallBegin|>", "<|FunctionCallEnd|>"],
  ["<|invoke|>", "<|end|>"],
  ["<action>", "</action>"],
  ["[TOOL_REQUEST]", "[END_TOOL_REQUEST]"],
];
const BARE: readonly (readonly [string, string])[] = [["", ""]];
const JSON_PLACES: readonly Place[] = [
  ...["name", "tool", "tool_name", "function", "function_name", "toolName"].flatMap((name) =>
    ["arguments", "parameters", "input", "args", "params", "tool_input"].map(
      (key): Place => ({
        name: `{${name}, ${key}}`,
        reach: ANY,
        brackets: [...MARKED, ...BARE],
        write: (call, given) => `{"${name}": ${json(call.name)}, "${key}": ${given}}`,
      }),
    ),
  ),
  {
    name: "key",
    reach: { isFilled: true },
    brackets: MARKED,
    write: (call, given) => `{${json(call.name)}: ${given}}`,
  },
  { name: "name, line", reach: ANY, brackets: MARKED, write: (call, given) => `${call.name}\n${given}` },
  { name: "name:", reach: ANY, brackets: MARKED, write: (call, given) => `${call.name}: ${given}` },
  { name: "name glued", reach: ANY, brackets: MARKED, write: (call, given) => `${call.name}${given}` },
  { name: "call:name", reach: ANY, brackets: MARKED, write: (call, given) => `call:${call.name}${given}` },
  {
    name: "functions.name:0",
    reach: ANY,
    brackets: MARKED,
    write: (call, given) => `functions.${call.name}:0 ${given}`,
  },
  { name: "name()", reach: { isAscii: true }, brackets: MARKED, write: (call, given) => `${call.name}(${given})` },
  { name: "Tool: name", reach: ANY, brackets: BARE, write: (call, given) => `Tool: ${call.name}\nArguments: ${given}` },
  {
    name: "Function call: name",
    reach: ANY,
    brackets: BARE,
    write: (call, given) => `Function call: ${call.name}\nParameters: ${given}`,
  },
  {
    name: "invoke",
    reach: ANY,
    brackets: [...MARKED.slice(0, 2), ...BARE],
    write: (call, given) => `<invoke name="${call.name}">${given}</invoke>`,
  },
  {
    name: "tool tag",
    reach: ANY,
    brackets: [...MARKED.slice(0, 2), ...BARE],
    write: (call, given) => `<tool=${call.name}>${given}</tool>`,
  },
  {
    name: "name element",
    reach: { isPlain: true },
    brackets: MARKED.slice(0, 2),
    write: (call, given) => `<name>${call.name}</name><args>${given}</args>`,
  },
];
const TAG_PLACES: readonly Place[] = [
  {
    name: "own tag",
    reach: { isAscii: true },
    brackets: [...MARKED.slice(0, 2), ...BARE],
    write: (call, given) => `<${call.name}>${given}</${call.name}>`,
  },
  ...["function", "invoke", "tool", "call"].flatMap((tag): Place[] => [
    {
      name: `${tag}=`,
      reach: ANY,
      brackets: [...MARKED.slice(0, 2), ...BARE],
      write: (call, given) => `<${tag}=${call.name}>${given}</${tag}>`,
    },
    {
      name: `${tag} name=`,
      reach: ANY,
      brackets: [...MARKED.slice(0, 2), ...BARE],
      write: (call, given) => `<${tag} name='${call.name}'>${given}</${tag}>`,
    },
  ]),
  { name: "name, line", reach: ANY, brackets: MARKED.slice(0, 2), write: (call, given) => `${call.name}\n${given}` },
  {
    name: "name element",
    reach: ANY,
    brackets: MARKED.slice(0, 2),
    write: (call, given) => `<name>${call.name}</name><arguments>${given}</arguments>`,
  },
];
const STYLES: readonly Style[] = [
  { name: "JSON", reach: ANY, places: JSON_PLACES, write: (call) => json(call.arguments) },
  { name: "JSON, pretty", reach: ANY, places: JSON_PLACES, write: (call) => pretty(call.arguments) },
  { name: "Python", reach: ANY, places: JSON_PLACES, write: (call) => python(call.arguments) },
  {
    name: "child tags",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) =>
      Object.entries(call.arguments)
        .map(([key, value]) => nested(value, key))
        .join("\n"),
  },
  {
    name: "parameter=",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) => members(call, (key, text) => `<parameter=${key}>${text}</parameter>`),
  },
  {
    name: "param name=",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) => members(call, (key, text) => `<param name="${key}">${text}</param>`),
  },
  {
    name: "key, value",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) => members(call, (key, text) => `<key>${key}</key><value>${text}</value>`),
  },
];
