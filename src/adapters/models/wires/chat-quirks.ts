import type { Quirks } from "../services/providers.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";

/** Stateful over one stream. */
export interface EventFixes {
  /** The event as the package should see it; none to leave it out. */
  fix(value: JsonRecord): readonly JsonRecord[];
  /** What is owed at `[DONE]`. */
  atDone(): readonly JsonRecord[];
}

/**
 * Chat Completions as dozens of servers speak it, brought to the one form that the packages' schemas take. Only what a reply is
 * made of is kept; anything else can only fail validation (a string `created`, a role `tool`, a null `choices`).
 */
export function cleanChatChunk(quirks: Quirks): EventFixes {
  let finished = false;
  let sawCalls = false;
  let lastReasoning: string | undefined;

  /** repeated-reasoning (xAI): the same summary line is sent several times in a row and means one. */
  const dropRepeated = (clean: JsonRecord): void => {
    const reasoning = asText(clean["reasoning_content"]);
    if (!reasoning) return;
    if (reasoning === lastReasoning) delete clean["reasoning_content"];
    lastReasoning = reasoning;
  };

  const fix = (value: JsonRecord): readonly JsonRecord[] => {
    const choice = asRecord(asList(value["choices"])[0]);
    const delta = asRecord(choice?.["delta"]) ?? asRecord(choice?.["message"]);
    const clean = delta ? cleanDelta(delta) : {};
    sawCalls ||= clean["tool_calls"] !== undefined;
    if (quirks.repeatedReasoning) dropRepeated(clean);
    const reason = choice?.["finish_reason"];
    finished ||= isGiven(reason);
    const given = value["usage"] ?? choice?.["usage"] ?? asRecord(value["x_groq"])?.["usage"];
    const usage = cleanUsage(given, quirks);
    if (Object.keys(clean).length === 0 && !finished && !usage) return [];
    const ended = reason ? { finish_reason: String(reason) } : {};
    return [{ choices: choice ? [{ index: 0, delta: clean, ...ended }] : [], ...(usage ? { usage } : {}) }];
  };
  // done-without-reason: a server that sends [DONE] has said all it had to say, finish_reason or not.
  const atDone = () =>
    finished ? [] : [{ choices: [{ index: 0, delta: {}, finish_reason: sawCalls ? "tool_calls" : "none_given" }] }];
  return { fix, atDone };
}

const isGiven = (reason: unknown): boolean => reason !== undefined && reason !== null && reason !== "";

function cleanDelta(delta: JsonRecord): JsonRecord {
  const clean: JsonRecord = {};
  const content = delta["content"];
  if (typeof content === "string" ? content !== "" : Array.isArray(content)) clean["content"] = content;
  const reasoning = asText(delta["reasoning_content"]) || asText(delta["reasoning"]) || reasoningDetails(delta);
  if (reasoning) clean["reasoning_content"] = reasoning;
  if (asText(delta["refusal"])) clean["refusal"] = delta["refusal"];
  const toolCalls = asList(delta["tool_calls"]).flatMap((call) => cleanCall(asRecord(call)));
  // function-call: the form before tool_calls, still spoken by some gateways.
  const single = asRecord(delta["function_call"]);
  if (single) toolCalls.push(...cleanCall({ index: 0, function: single }));
  if (toolCalls.length > 0) clean["tool_calls"] = toolCalls;
  return clean;
}

function reasoningDetails(delta: JsonRecord): string {
  return asList(delta["reasoning_details"])
    .map((detail) => asText(asRecord(detail)?.["text"]) ?? asText(asRecord(detail)?.["summary"]) ?? "")
    .join("");
}

function cleanCall(call: JsonRecord | undefined): JsonRecord[] {
  if (!call) return [];
  const target = asRecord(call["function"]) ?? {};
  const given = target["arguments"];
  // object-arguments: Ollama's native form leaks through some gateways.
  const text = given !== null && typeof given === "object" ? JSON.stringify(given) : asText(given);
  const index = asNumber(call["index"]);
  return [
    {
      ...(index === undefined ? {} : { index }),
      ...(asText(call["id"]) ? { id: call["id"] } : {}),
      function: {
        ...(asText(target["name"]) ? { name: target["name"] } : {}),
        ...(text === undefined ? {} : { arguments: text }),
      },
      ...(asRecord(call["extra_content"]) ? { extra_content: call["extra_content"] } : {}),
    },
  ];
}

/** The packages take numbers or nothing; counts come as null, text and fractions too. */
function cleanUsage(usage: unknown, quirks: Quirks): JsonRecord | undefined {
  const from = asRecord(usage);
  if (!from) return undefined;
  const prompt = asRecord(from["prompt_tokens_details"]);
  const completion = asRecord(from["completion_tokens_details"]);
  const reasoning = asNumber(completion?.["reasoning_tokens"]);
  const answered = asNumber(from["completion_tokens"]);
  // reasoning-apart (xAI): reasoning is paid as output and counted beside it.
  const isApart = quirks.reasoningApart === true && answered !== undefined && reasoning !== undefined;
  return {
    prompt_tokens: asNumber(from["prompt_tokens"]),
    completion_tokens: isApart ? answered + reasoning : answered,
    total_tokens: asNumber(from["total_tokens"]),
    prompt_tokens_details: {
      // DeepSeek counts its cache beside the total instead of inside the details.
      cached_tokens: asNumber(prompt?.["cached_tokens"]) ?? asNumber(from["prompt_cache_hit_tokens"]),
      cache_write_tokens: asNumber(prompt?.["cache_write_tokens"]),
    },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
