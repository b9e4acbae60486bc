import type { Family, Frame } from "../family.ts";
import { balancedEnd, callsOf, readJsonSpan } from "../json-spans.ts";
import { NOT_A_CALL, type RawCall, type Reading, UNFINISHED } from "../model.ts";
import { nextIndex, nextOf, reach, type Source, skipSpace } from "../source.ts";

/** What may end JSON whose quotes are broken: the closing tags and tokens of all families that frame JSON. */
export const JSON_CLOSERS: readonly string[] = [
  "</tool_call>",
  "</tool_calls>",
  "</function_call>",
  "</TOOLCALL>",
  "</function>",
  "</longcat_tool_call>",
  "<|tool_call_end|>",
  "<｜tool▁call▁end｜>",
  "<|action_end|>",
  "[/TOOL_CALLS]",
];

/**
 * `<tool_call>{"name": …, "arguments": {…}}</tool_call>` and every other framing of the same JSON: Qwen 2.5/3, Granite,
 * InternLM, Mistral's first form, Hunyuan, Nemotron, Cohere, LongCat, GigaChat, Phi.
 */
export const hermes: Family = { name: "hermes", starts: /[{[]/, read: readFramedJson };

function readFramedJson(source: Source, at: number, frame: Frame): Reading {
  if (!frame.isFramed) return NOT_A_CALL;
  const reading = readJsonCalls(source, at);
  if (!/^<\w/.test(frame.opener)) return reading;
  const isOpenList = reading.kind === "calls" && reading.end >= source.text.length && source.text[at] === "[";
  return reading.kind === "none" || (isOpenList && balancedEnd(source, at) < 0)
    ? refused(source, at, frame.opener)
    : reading;
}

/** A tag announced a call and what it holds is none: content as it stands, up to the end of the frame. */
function refused(source: Source, at: number, opener: string): Reading {
  const closer = opener.replace("<", "</");
  const end = nextIndex(source, closer, at);
  const next = nextOf(source, [opener, "<think>"], at);
  if (next >= 0 && (end < 0 || next < end)) return { kind: "refused", end: next };
  return { kind: "refused", end: end < 0 ? source.text.length : end + closer.length };
}

/** The JSON calls at `at`; from a list that the text breaks off, those that are complete. */
export function readJsonCalls(source: Source, at: number): Reading {
  const reading = readJsonSpan(source, at, JSON_CLOSERS);
  if (reading.kind === "none") return NOT_A_CALL;
  if (reading.kind === "unfinished") return source.text[at] === "[" ? readOpenList(source, at) : UNFINISHED;
  const calls = callsOf(reading.span.value, reading.span.repairs);
  return calls === undefined ? NOT_A_CALL : { kind: "calls", calls, end: reading.span.end };
}

function readOpenList(source: Source, list: number): Reading {
  const calls: RawCall[] = [];
  let at = skipSpace(source, list + 1);
  while (source.text[at] === "{") {
    const end = balancedEnd(source, at);
    if (end < 0) break;
    const element = readJsonSpan(source, at, []);
    const found = element.kind === "json" ? callsOf(element.span.value, element.span.repairs) : undefined;
    if (found === undefined) return NOT_A_CALL;
    calls.push(...found);
    at = skipSpace(source, end);
    if (source.text[at] === ",") at = skipSpace(source, at + 1);
  }
  reach(source, source.text.length);
  if (calls.length === 0) return source.text[at] === "{" || at >= source.text.length ? UNFINISHED : NOT_A_CALL;
  return { kind: "calls", calls, end: at >= source.text.length || source.text[at] === "{" ? source.text.length : at };
}
