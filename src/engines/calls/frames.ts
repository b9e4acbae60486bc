/**
 * How models mark calls, as data. The reader knows no family: it flattens these rows, and what it finds between the marks
 * is read by one grammar. A new format needs a row at most, and none where the name of a known tool tells.
 */
export interface FrameRow {
  readonly family: string;
  /** Plain tags around one call or several. Their names stand without `<>`; a prefix such as `antml:` is no part. */
  readonly tags?: readonly string[];
  /** Special tokens after which a call may begin; closing ones need no row, for a token is never content. */
  readonly marks?: readonly string[];
  /** Closing tokens that look like tags. */
  readonly closers?: readonly string[];
  /** Special tokens after which an identifier stands that is no name. */
  readonly ids?: readonly string[];
  /** Tokens that stand for a quote. */
  readonly quotes?: readonly string[];
  /** Tokens without any meaning, to be taken out of values too. */
  readonly noise?: readonly string[];
  /** Opening and closing of what the model thinks. */
  readonly thinking?: readonly (readonly [string, string])[];
  /** Closing marks of thinking that the template opens. */
  readonly ends?: readonly string[];
  /** Messages with a header: `open … body`, the recipient of a call as `to=name` in the header, first word the channel. */
  readonly header?: {
    readonly open: readonly string[];
    readonly inner: readonly string[];
    readonly body: string;
    readonly silent: readonly string[];
  };
}

export const FRAMES: readonly FrameRow[] = [
  {
    family: "hermes",
    tags: ["tool_call", "tool_calls", "tool_use", "tool_code"],
    thinking: [
      ["<think>", "</think>"],
      ["<thinking>", "</thinking>"],
      ["<thought>", "</thought>"],
      ["<reasoning>", "</reasoning>"],
    ],
  },
  { family: "xml", tags: ["function_calls", "function_call", "invoke", "use_tool", "call_tool", "tool_invocation"] },
  {
    family: "qwen",
    tags: ["function", "tool", "call"],
    marks: ["<|tool_call|>", "✿FUNCTION✿"],
    closers: ["✿ARGS✿", "✿RESULT✿", "✿RETURN✿"],
  },
  { family: "seed", thinking: [["<seed:think>", "</seed:think>"]] },
  { family: "glm", tags: ["tool_call"], marks: ["<tool_sep>"] },
  {
    family: "mistral",
    marks: ["[TOOL_CALLS]", "[TOOL_CALL]", "[/TOOL_CALLS]", "[ARGS]", "[CALL_ID]"],
    ids: ["[CALL_ID]"],
    thinking: [["[THINK]", "[/THINK]"]],
  },
  { family: "llama", marks: ["<|python_tag|>", "<|python_start|>"] },
  {
    family: "deepseek",
    marks: ["<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool_call_begin｜>"],
    thinking: [["<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"]],
  },
  {
    family: "kimi",
    marks: ["<|tool_call_begin|>", "<|tool_calls_section_begin|>"],
    thinking: [["◁think▷", "◁/think▷"]],
  },
  { family: "solar", marks: ["<|tool_call:begin|>", "<|tool_calls|>"], thinking: [["<|think|>", "<|end|>"]] },
  { family: "granite", marks: ["<|tool_call|>"], tags: ["function_call"] },
  { family: "internlm", marks: ["<|action_start|>", "<|plugin|>"] },
  {
    family: "cohere",
    marks: ["<|START_ACTION|>"],
    thinking: [["<|START_THINKING|>", "<|END_THINKING|>"]],
  },
  {
    family: "gemma",
    marks: ["<|tool_call>", "<start_function_call>"],
    closers: ["<end_function_call>"],
    quotes: ['<|"|>', "<escape>"],
    thinking: [["<|channel>", "<channel|>"]],
  },
  { family: "minimax", tags: ["tool_call"], noise: ["]<]minimax[>["] },
  { family: "apertus", marks: ["<|tools_prefix|>"], thinking: [["<|inner_prefix|>", "<|inner_suffix|>"]] },
  { family: "apriel", ends: ["[BEGIN FINAL RESPONSE]"] },
  { family: "gigachat", marks: ["<|function_call|>", "function call<|role_sep|>"] },
  { family: "lfm", marks: ["<|tool_call_start|>"] },
  { family: "phi", marks: ["functools", "<|tool_call|>"] },
  {
    family: "harmony",
    header: { open: ["<|start|>", "<|channel|>"], inner: ["<|constrain|>"], body: "<|message|>", silent: ["analysis"] },
  },
];

/** Whether a special token (its text) can announce a call. Tokens of no row are told by their own words. */
export function announcesCall(mark: string): boolean {
  if (MARKS.has(mark)) return !/^\[\/|sep[|｜]?>$/.test(mark);
  return (
    /tool|func|action|plugin|python|call|invoke|\bapi\b/i.test(mark) &&
    !/[/]|end|suffix|output|response|result|stop/i.test(mark)
  );
}

const TAGS: ReadonlySet<string> = new Set(FRAMES.flatMap(({ tags = [] }) => tags));
/** Whether a tag stands around calls: one of a row, or one that says it by its name. */
export function framesCall(tag: string): boolean {
  return TAGS.has(tag) || /(?:tool|function|action)[_-]?(?:calls?|use|code|calling|invocations?|requests?)$/i.test(tag);
}

/** Tags of pages, which name no tool by their attributes. */
export const HTML =
  /^(?:a|b|i|p|q|s|u|br|hr|li|ol|ul|td|th|tr|dl|dt|dd|em|h[1-6]|div|img|nav|pre|sub|sup|svg|code|body|head|html|form|link|meta|span|table|tbody|thead|script|style|strong|details|summary|section|article|button|input|label|main|header|footer|path|template|option|select|textarea|iframe|canvas|video|audio)$/i;

export const MARKS: ReadonlySet<string> = new Set(FRAMES.flatMap(({ marks = [] }) => marks));
export const IDS: ReadonlySet<string> = new Set(FRAMES.flatMap(({ ids = [] }) => ids));
export const QUOTES: readonly string[] = FRAMES.flatMap(({ quotes = [] }) => quotes);
export const NOISE: readonly string[] = FRAMES.flatMap(({ noise = [] }) => noise);
export const THINKING: ReadonlyMap<string, string> = new Map(FRAMES.flatMap(({ thinking = [] }) => thinking));
/** The names of the tags among them. */
export const THINKING_TAGS: ReadonlySet<string> = new Set(
  [...THINKING.keys()].flatMap((open) => /^<(?:[a-z]+:)?([a-z]+)>$/.exec(open)?.[1] ?? []),
);
export const THINKING_ENDS: ReadonlySet<string> = new Set(
  [...THINKING.values(), ...FRAMES.flatMap(({ ends = [] }) => ends)].filter(
    (end) => end !== "<|end|>" && end !== "<channel|>",
  ),
);
export const HEADERS = FRAMES.flatMap(({ header = [] }) => header);
/** Marks that the tokenizer cannot tell by their shape. */
export const ODD_MARKS: readonly string[] = [
  ...MARKS,
  ...QUOTES,
  ...NOISE,
  ...FRAMES.flatMap(({ closers = [] }) => closers),
  ...["◁think▷", "◁/think▷"],
].filter((mark) => !/^<[|｜]/.test(mark));

/** Words around a name that are not a name: `call:f`, `function=f`, `Action: f`, `>>> tool f`. */
const FRAME_WORDS: ReadonlySet<string> = new Set(
  "action ação acao call calling calls code execute ferramenta function functions invoke invoking name recipient request run to tool tools use using with use api command cmd step await json".split(
    " ",
  ),
);
/** One of them, or several glued together: `call_tool`, `use-function`. */
export function isFrameWord(word: string): boolean {
  return word
    .toLowerCase()
    .split(/[_-]/)
    .every((part) => FRAME_WORDS.has(part));
}
/** Whether more letters may make such a word of it. */
export function beginsFrameWord(word: string): boolean {
  const parts = word.toLowerCase().split(/[_-]/);
  const last = parts.pop() ?? "";
  return parts.every((part) => FRAME_WORDS.has(part)) && [...FRAME_WORDS].some((known) => known.startsWith(last));
}
/** What the arguments are called where they are named as a whole. */
export const ARGUMENT_WORDS: ReadonlySet<string> = new Set(
  "arguments parameters args params input inputs tool_input action_input tool_args tool_arguments tool_parameters function_args kwargs argument parameter action input entrada payload body data".split(
    " ",
  ),
);
export const ARGUMENT_KEYS: readonly string[] =
  "arguments parameters args params input inputs tool_input action_input tool_args tool_arguments tool_parameters actionInput toolInput toolArgs function_args kwargs payload".split(
    " ",
  );
export const NAME_KEYS: readonly string[] =
  "name tool_name toolName function_name functionName tool function action recipient_name recipient method command api".split(
    " ",
  );
/** Members beside name and arguments that mean nothing here. */
export const SIDE_KEYS: ReadonlySet<string> = new Set(
  "id type index tool_call_id call_id callId toolCallId thought thoughts reasoning explanation".split(" "),
);
