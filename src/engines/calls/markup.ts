import { matchAt, nextIndex, type Source, skipSpace } from "./source.ts";

/** A piece of markup around calls, or of a chat template. */
export interface Token {
  readonly text: string;
  readonly end: number;
  /** It announces a call: what follows may take looser forms. */
  readonly opensCall: boolean;
  /** Made of a model's special tokens: never content. A plain tag may be content when no call follows. */
  readonly isSpecial: boolean;
}

const PREFIX = "(?:｜DSML｜|[a-z]{1,20}[:_])?";
const TAG = new RegExp(`</?${PREFIX}(?:tool_?calls?|function_?calls?|tool_code|tool_use)>`, "iy");
const SPECIAL = /<(?:[|｜]\/?[\w▁:.-]{1,40}[|｜]?|[\w▁:.-]{1,40}[|｜]|\/s|SPECIAL_\d{1,4})>/y;
const WORD = /\[\/?TOOL_CALLS?\]|functools(?=\s{0,8}\[)|function call<\|role_sep\|>/y;
/** After these a chat template names the speaker. */
const SPEAKER = /(?:assistant|model|bot)(?=\s|<|$)/y;

/** The token at `at`, if one stands there. */
export function tokenAt(source: Source, at: number): Token | undefined {
  const character = source.text[at];
  if (character === "[" || character === "f") {
    const word = matchAt(source, WORD, at)?.[0];
    return word === undefined
      ? undefined
      : { text: word, end: at + word.length, opensCall: word[1] !== "/", isSpecial: true };
  }
  if (character !== "<") return undefined;
  const tag = matchAt(source, TAG, at)?.[0];
  if (tag !== undefined)
    return { text: tag, end: at + tag.length, opensCall: tag[1] !== "/", isSpecial: tag.includes("｜DSML｜") };
  const special = matchAt(source, SPECIAL, at)?.[0];
  if (special === undefined || special === '<|"|>') return undefined;
  let end = at + special.length;
  if (/begin|start/.test(special)) end += matchAt(source, SPEAKER, end)?.[0].length ?? 0;
  return { text: special, end, opensCall: announcesCall(special), isSpecial: true };
}

function announcesCall(special: string): boolean {
  if (!/tool|func|action|plugin|python|call/i.test(special)) return false;
  return !/[_▁:]end|end_|suffix|output|response|result|^<\w+\|>$|\/|python_end/i.test(special);
}

interface Reasoning {
  readonly open: string;
  readonly close: string;
}

const REASONING: readonly Reasoning[] = [
  { open: "<think>", close: "</think>" },
  { open: "<thinking>", close: "</thinking>" },
  { open: "<thought>", close: "</thought>" },
  { open: "<seed:think>", close: "</seed:think>" },
  { open: "<reasoning>", close: "</reasoning>" },
  { open: "[THINK]", close: "[/THINK]" },
  { open: "<|START_THINKING|>", close: "<|END_THINKING|>" },
  { open: "<|inner_prefix|>", close: "<|inner_suffix|>" },
  { open: "<|think|>", close: "<|end|>" },
  { open: "<|channel>", close: "<channel|>" },
  { open: "<｜tool▁outputs▁begin｜>", close: "<｜tool▁outputs▁end｜>" },
  { open: "◁think▷", close: "◁/think▷" },
];
/** Seen without its opening: the prompt had opened it, so all before was reasoning. */
const CLOSINGS: readonly string[] = [
  "</think>",
  "</thinking>",
  "</seed:think>",
  "[/THINK]",
  "<|END_THINKING|>",
  "<|inner_suffix|>",
  "◁/think▷",
  "[BEGIN FINAL RESPONSE]",
];
/** What every mark of reasoning begins with, to tell most brackets apart at a glance. */
const REASONING_AT_ALL =
  /<\/?(?:think|thought|seed:think|reasoning)|\[\/?(?:THINK|BEGIN FINAL)|<[|｜](?:START_THINKING|END_THINKING|inner_|think|channel>|tool▁outputs)|◁/y;
/** In reasoning that never ends only a family's special tokens still announce a call. */
const CALL_IN_OPEN_REASONING = ["<|tool_call", "<｜tool▁call", "[TOOL_CALLS]", "<|START_ACTION|>", "<tool_call>"];

export type ReasoningReading =
  | { readonly kind: "block"; readonly end: number }
  | { readonly kind: "closing"; readonly end: number }
  | { readonly kind: "open"; readonly end: number };

/** Reasoning that begins at `at`, or the end of reasoning that began before the text. */
export function reasoningAt(source: Source, at: number): ReasoningReading | undefined {
  const { text } = source;
  if (matchAt(source, REASONING_AT_ALL, at) === null) return undefined;
  const closing = CLOSINGS.find((mark) => text.startsWith(mark, at));
  if (closing !== undefined) return { kind: "closing", end: afterReasoning(source, at + closing.length) };
  const pair = REASONING.find(({ open }) => text.startsWith(open, at));
  if (pair === undefined) return undefined;
  const end = nextIndex(source, pair.close, at + pair.open.length);
  if (end >= 0) return { kind: "block", end: afterReasoning(source, end + pair.close.length) };
  const call = nearestCall(source, at + pair.open.length);
  return { kind: "open", end: call < 0 ? text.length : call };
}

function nearestCall(source: Source, from: number): number {
  let nearest = -1;
  for (const mark of CALL_IN_OPEN_REASONING) {
    const found = nextIndex(source, mark, from);
    if (found >= 0 && (nearest < 0 || found < nearest)) nearest = found;
  }
  return nearest;
}

/** Granite puts the answer after its reasoning in a tag of its own. */
function afterReasoning(source: Source, at: number): number {
  const next = skipSpace(source, at);
  if (source.text.startsWith("<response>", next)) return next + "<response>".length;
  return at;
}
