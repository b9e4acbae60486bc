/** Forms in which models are known to write calls: of chat templates, tool parsers and agents. */
import {
  ANY,
  attribute,
  attributes,
  each,
  FLAT,
  type Framing,
  form,
  gemma,
  json,
  keywords,
  members,
  nested,
  object,
  P,
  pretty,
  python,
  TAGGED,
  yaml,
} from "./writers.ts";

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
