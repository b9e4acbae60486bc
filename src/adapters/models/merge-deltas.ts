import { asList, asNumber, asRecord, asText, type JsonRecord } from "./json-shape.ts";
import type { Wire } from "./providers.ts";

/**
 * Adds the text of one stream event to the event before it, so that the provider package sees one event a network packet.
 * Its schema validation and web streams cost about 50 µs an event, a token; the text, the calls and the usage that come out
 * are the same, since all wires append deltas of the same kind and place anyway.
 * @returns false, and changes nothing, unless both are plain deltas of the same kind, place and shape
 */
export type MergeDeltas = (into: JsonRecord, next: JsonRecord) => boolean;

export const MERGE_DELTAS: Readonly<Record<Wire, MergeDeltas>> = {
  chat: mergeChat,
  compatible: mergeChat,
  responses: mergeResponses,
  anthropic: mergeAnthropic,
  gemini: mergeGemini,
};

const CHAT_TEXTS = ["content", "reasoning_content", "reasoning"] as const;

function mergeChat(into: JsonRecord, next: JsonRecord): boolean {
  const left = plainChatDelta(into);
  const right = plainChatDelta(next);
  if (!left || !right || left.kind !== right.kind) return false;
  left.holder[left.key] = `${left.holder[left.key]}${right.holder[right.key]}`;
  return true;
}

/** Where the only text of a chunk is, when the chunk carries nothing else that counts. */
function plainChatDelta(
  chunk: JsonRecord,
): { readonly kind: string; readonly holder: JsonRecord; readonly key: string } | undefined {
  const choices = chunk["choices"];
  if (!Array.isArray(choices) || choices.length !== 1 || chunk["usage"] || chunk["error"]) return undefined;
  const choice = choices[0] as JsonRecord;
  const delta = asRecord(choice["delta"]);
  if (!delta || choice["finish_reason"] || choice["index"]) return undefined;
  let found: string | undefined;
  for (const key in delta) {
    const value = delta[key];
    if (value === null || value === "" || key === "role") continue;
    if (found !== undefined) return undefined;
    found = key;
  }
  if (found === undefined) return undefined;
  if (found === "tool_calls") return plainCallDelta(delta["tool_calls"]);
  const isText = CHAT_TEXTS.some((key) => key === found) && typeof delta[found] === "string";
  return isText ? { kind: found, holder: delta, key: found } : undefined;
}

function plainCallDelta(
  calls: unknown,
): { readonly kind: string; readonly holder: JsonRecord; readonly key: string } | undefined {
  const list = asList(calls);
  const call = asRecord(list[0]);
  const target = asRecord(call?.["function"]);
  if (list.length !== 1 || !call || !target || typeof target["arguments"] !== "string") return undefined;
  if (call["id"] || target["name"] || call["extra_content"] || asNumber(call["index"]) === undefined) return undefined;
  return { kind: `call ${call["index"]}`, holder: target, key: "arguments" };
}

const RESPONSES_DELTAS: ReadonlySet<unknown> = new Set([
  "response.output_text.delta",
  "response.function_call_arguments.delta",
  "response.reasoning_summary_text.delta",
]);

function mergeResponses(into: JsonRecord, next: JsonRecord): boolean {
  if (into["type"] !== next["type"] || !RESPONSES_DELTAS.has(into["type"])) return false;
  if (typeof into["delta"] !== "string" || typeof next["delta"] !== "string") return false;
  for (const key of ["item_id", "output_index", "content_index", "summary_index"]) {
    if (into[key] !== next[key]) return false;
  }
  if (asList(into["logprobs"]).length > 0 || asList(next["logprobs"]).length > 0) return false;
  into["delta"] += next["delta"];
  return true;
}

const ANTHROPIC_TEXTS: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  input_json_delta: "partial_json",
};

function mergeAnthropic(into: JsonRecord, next: JsonRecord): boolean {
  if (into["type"] !== "content_block_delta" || next["type"] !== "content_block_delta") return false;
  const left = asRecord(into["delta"]);
  const right = asRecord(next["delta"]);
  if (!left || !right || into["index"] !== next["index"] || left["type"] !== right["type"]) return false;
  const key = ANTHROPIC_TEXTS[asText(left["type"]) ?? ""];
  if (!key || typeof left[key] !== "string" || typeof right[key] !== "string") return false;
  left[key] = `${left[key]}${right[key]}`;
  return true;
}

function mergeGemini(into: JsonRecord, next: JsonRecord): boolean {
  const left = plainGeminiText(into);
  const right = plainGeminiText(next);
  if (!left || !right || left["thought"] !== right["thought"]) return false;
  left["text"] = `${left["text"]}${right["text"]}`;
  // Counts are running totals: the later ones hold for both.
  if (next["usageMetadata"] !== undefined) into["usageMetadata"] = next["usageMetadata"];
  return true;
}

const GEMINI_CANDIDATE_KEYS: ReadonlySet<string> = new Set(["content", "index"]);

function plainGeminiText(chunk: JsonRecord): JsonRecord | undefined {
  const candidates = asList(chunk["candidates"]);
  const candidate = asRecord(candidates[0]);
  if (candidates.length !== 1 || !candidate || chunk["promptFeedback"] || chunk["error"]) return undefined;
  for (const key in candidate) if (!GEMINI_CANDIDATE_KEYS.has(key)) return undefined;
  const parts = asList(asRecord(candidate["content"])?.["parts"]);
  const part = asRecord(parts[0]);
  if (parts.length !== 1 || !part || typeof part["text"] !== "string" || part["text"] === "") return undefined;
  for (const key in part) if (key !== "text" && key !== "thought") return undefined;
  return part;
}
