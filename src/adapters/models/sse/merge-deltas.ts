import type { Wire } from "../services/providers.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "./json-shape.ts";

/** Where the only thing that an event adds to the reply is: a piece of text at `holder[key]`. */
export interface PlainDelta {
  /** What kind of text it is, and of which part of the reply: deltas of one place follow each other and nothing else. */
  readonly place: string;
  readonly holder: JsonRecord;
  readonly key: string;
}

/** The delta in an event that carries nothing else that counts; undefined for any other event. */
export function plainDelta(wire: Wire, value: JsonRecord): PlainDelta | undefined {
  switch (wire) {
    case "chat":
    case "compatible":
      return plainChatDelta(value);
    case "responses":
      return plainResponsesDelta(value);
    case "anthropic":
      return plainAnthropicDelta(value);
    case "gemini":
      return plainGeminiDelta(value);
  }
}

/** What a merged event takes from the later one besides its text: running totals, of which the later hold for both. */
export function adoptTotals(into: JsonRecord, next: JsonRecord): void {
  if (next["usageMetadata"] !== undefined) into["usageMetadata"] = next["usageMetadata"];
}

/** The names under which the wires hold a text in the bytes of an event. */
export const DELTA_KEYS: Readonly<Record<Wire, readonly string[]>> = {
  chat: ["content", "reasoning_content", "reasoning", "arguments"],
  compatible: ["content", "reasoning_content", "reasoning", "arguments"],
  responses: ["delta"],
  anthropic: ["text", "thinking", "partial_json"],
  gemini: ["text"],
};

function plainChatDelta(chunk: JsonRecord): PlainDelta | undefined {
  const choices = asList(chunk["choices"]);
  const choice = asRecord(choices[0]);
  const delta = asRecord(choice?.["delta"]);
  if (choices.length !== 1 || !choice || !delta || choice["finish_reason"] || chunk["usage"]) return undefined;
  const keys = Object.keys(delta);
  const key = keys[0];
  if (keys.length !== 1 || key === undefined) return undefined;
  if (key === "tool_calls") return plainCallDelta(asList(delta["tool_calls"]));
  const isText = (key === "content" || key === "reasoning_content") && typeof delta[key] === "string";
  return isText ? { place: key, holder: delta, key } : undefined;
}

function plainCallDelta(calls: readonly unknown[]): PlainDelta | undefined {
  const call = asRecord(calls[0]);
  const target = asRecord(call?.["function"]);
  if (calls.length !== 1 || !call || !target || typeof target["arguments"] !== "string") return undefined;
  const index = asNumber(call["index"]);
  if (call["id"] || target["name"] || call["extra_content"] || index === undefined) return undefined;
  return { place: `call ${index}`, holder: target, key: "arguments" };
}

const RESPONSES_DELTAS: ReadonlySet<unknown> = new Set([
  "response.output_text.delta",
  "response.function_call_arguments.delta",
  "response.reasoning_summary_text.delta",
]);

function plainResponsesDelta(event: JsonRecord): PlainDelta | undefined {
  if (!RESPONSES_DELTAS.has(event["type"]) || typeof event["delta"] !== "string") return undefined;
  if (asList(event["logprobs"]).length > 0) return undefined;
  const place = `${event["type"]} ${event["item_id"]} ${event["output_index"]} ${event["content_index"]} ${event["summary_index"]}`;
  return { place, holder: event, key: "delta" };
}

const ANTHROPIC_TEXTS: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  input_json_delta: "partial_json",
};

function plainAnthropicDelta(event: JsonRecord): PlainDelta | undefined {
  if (event["type"] !== "content_block_delta") return undefined;
  const delta = asRecord(event["delta"]);
  const key = ANTHROPIC_TEXTS[asText(delta?.["type"]) ?? ""];
  if (!delta || !key || typeof delta[key] !== "string") return undefined;
  return { place: `${key} ${event["index"]}`, holder: delta, key };
}

function plainGeminiDelta(chunk: JsonRecord): PlainDelta | undefined {
  const candidates = asList(chunk["candidates"]);
  const candidate = asRecord(candidates[0]);
  if (candidates.length !== 1 || !candidate || chunk["promptFeedback"]) return undefined;
  for (const key in candidate) if (key !== "content" && key !== "index") return undefined;
  const parts = asList(asRecord(candidate["content"])?.["parts"]);
  const part = asRecord(parts[0]);
  if (parts.length !== 1 || !part || typeof part["text"] !== "string" || part["text"] === "") return undefined;
  for (const key in part) if (key !== "text" && key !== "thought") return undefined;
  return { place: part["thought"] === true ? "thought" : "text", holder: part, key: "text" };
}
