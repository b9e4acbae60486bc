// Anthropic's Messages (https://platform.claude.com/docs/en/api/messages).

import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import type { Effort } from "../../../core/protocol/effort.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import { findModel } from "../services/catalogue.ts";
import type { ModelChoice, WireChoice } from "../services/providers.ts";
import { budgetFor, effortFor, thinkingOf } from "../services/thinking.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { answerFields } from "./answer-schema.ts";
import type { OpenCall, Reply } from "./reply.ts";
import {
  type AnswerEvents,
  bearerHeaders,
  type EventReader,
  metaOf,
  readReply,
  type WireRequest,
  wireInput,
  wireName,
} from "./wire.ts";

/** The API must be told how long an answer may be, and refuses more than the model can: this, where nobody knows. */
const outputTokensOf = (model: string): number => (model.includes("claude-") ? 32_000 : 8192);

/** The end of what does not change from request to request: one breakpoint of the prompt cache. */
const CACHED = { cache_control: { type: "ephemeral" } } as const;

export function request(prompt: ModelRequest, choice: WireChoice): WireRequest {
  const { model } = choice;
  const { system, tools } = prompt;
  const outputTokens =
    prompt.outputTokensMax ?? findModel(`anthropic/${model}`)?.outputTokensMax ?? outputTokensOf(model);
  const { effort, ...thinking } = thinkingFields(prompt, choice, outputTokens);
  const output = { ...(effort ? { effort } : {}), ...answerFields(prompt, choice.wire) };
  // Thinking has a temperature of its own.
  const temperature = takesTemperature(model) && !("thinking" in thinking) ? prompt.temperature : undefined;
  return {
    url: `${choice.baseUrl}/messages`,
    headers: keyHeaders(choice),
    body: {
      model,
      max_tokens: outputTokens,
      temperature,
      ...thinking,
      ...(Object.keys(output).length === 0 ? {} : { output_config: output }),
      ...(system === "" ? {} : { system: [{ type: "text", text: system, ...CACHED }] }),
      messages: joinNeighbours(prompt.messages.flatMap(toMessages)),
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map(({ name, description, schema }, index) => ({
              name,
              description,
              input_schema: schema,
              ...(index === tools.length - 1 ? CACHED : {}),
            })),
          }),
      stream: true,
      // On the request: the server marks the last block itself, wherever that is.
      ...CACHED,
    },
  };
}

/** What opens the API, whatever it is asked. */
export function keyHeaders(choice: Pick<ModelChoice, "key" | "bearer">): Record<string, string> {
  const { key, bearer } = choice;
  const opens = bearer || !key ? bearerHeaders(choice) : { "x-api-key": key };
  return { "anthropic-version": "2023-06-01", ...opens };
}

const BUDGET_TOKENS_MIN = 1024;

/** Whoever asks for thinking wants to see it. */
function thinkingFields(
  prompt: ModelRequest,
  choice: WireChoice,
  outputTokens: number,
): { readonly thinking?: object; readonly effort?: Effort } {
  const thinking = thinkingOf(choice);
  const effort = effortFor(prompt.effort, thinking);
  if (!thinking || effort === undefined) return {};
  if (effort === "none") return { thinking: { type: "disabled" } };
  if (thinking.form === "adaptive") return { thinking: { type: "adaptive", display: "summarized" }, effort };
  // The answer behind the thinking needs room too.
  const tokens = Math.min(budgetFor(effort, thinking, outputTokens), outputTokens - BUDGET_TOKENS_MIN);
  if (tokens < BUDGET_TOKENS_MIN || isAmongCalls(prompt.messages)) return {};
  return { thinking: { type: "enabled", budget_tokens: tokens } };
}

/** Between the calls of a reply that began without thinking a model cannot begin to think. */
function isAmongCalls(messages: readonly ModelMessage[]): boolean {
  if (messages.at(-1)?.role !== "tool") return false;
  const reply = messages.findLast((message) => message.role === "assistant");
  return reply?.role === "assistant" && !reply.content.some((part) => metaOf(part, "anthropic") !== undefined);
}

/** Models from the fifth generation on, and the last ones of the fourth, refuse it. */
const takesTemperature = (model: string): boolean =>
  !/claude-/.test(model) ||
  /claude-(?:[12]|3|instant|(?:sonnet|opus|haiku)-4(?:-[0-6](?:\D|$)|-\d{8}|@|$))/.test(model);

interface AnthropicMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly object[];
}

function toMessages(message: ModelMessage): readonly AnthropicMessage[] {
  switch (message.role) {
    case "user":
      return [
        {
          role: "user",
          content: [
            ...(message.images ?? []).map(({ mediaType, base64 }) => ({
              type: "image",
              source: { type: "base64", media_type: mediaType, data: base64 },
            })),
            { type: "text", text: message.text },
          ],
        },
      ];
    case "assistant": {
      const content = message.content.flatMap(toBlocks);
      return content.length === 0 ? [] : [{ role: "assistant", content }];
    }
    case "tool": {
      const content = message.results.map(({ callId, text, failed }) => ({
        type: "tool_result",
        tool_use_id: callId,
        content: text,
        ...(failed ? { is_error: true } : {}),
      }));
      return [{ role: "user", content }];
    }
  }
}

function toBlocks(part: ReplyPart): readonly object[] {
  switch (part.kind) {
    case "text":
      // A text of nothing but spaces is refused.
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "reasoning": {
      // Thinking goes back with the signature that it came with, and not at all without one.
      const meta = metaOf(part, "anthropic");
      if (meta?.["redactedData"] !== undefined) return [{ type: "redacted_thinking", data: meta["redactedData"] }];
      const signature = meta?.["signature"];
      return signature === undefined ? [] : [{ type: "thinking", thinking: part.text, signature }];
    }
    case "call": {
      const { id, name, input } = part.call;
      return [{ type: "tool_use", id, name: wireName(name), input: wireInput(input) }];
    }
  }
}

/** The roles alternate: results and what a person says behind them are one message. */
function joinNeighbours(messages: readonly AnthropicMessage[]): readonly AnthropicMessage[] {
  const joined: { readonly role: AnthropicMessage["role"]; readonly content: object[] }[] = [];
  for (const { role, content } of messages) {
    const last = joined.at(-1);
    if (last?.role === role) last.content.push(...content);
    else joined.push({ role, content: [...content] });
  }
  return joined;
}

export const events = (answer: AnswerEvents) => readReply(answer, (reply) => new MessageReader(reply));

class MessageReader implements EventReader {
  readonly #reply: Reply;
  readonly #calls = new Map<unknown, OpenCall>();

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  event(value: JsonRecord): void {
    switch (value["type"]) {
      case "message_start":
        this.#count(asRecord(asRecord(value["message"])?.["usage"]));
        break;
      case "content_block_start":
        this.#begin(value["index"], asRecord(value["content_block"]) ?? {});
        break;
      case "content_block_delta":
        this.#delta(value["index"], asRecord(value["delta"]) ?? {});
        break;
      case "message_delta":
        this.#count(asRecord(value["usage"]));
        this.#end(asText(asRecord(value["delta"])?.["stop_reason"]));
        break;
      case "message_stop":
        this.#reply.ending ??= "other";
        break;
      case "message":
        this.#whole(value);
        break;
    }
  }

  /** The answer of a server that does not stream. */
  #whole(message: JsonRecord): void {
    for (const [index, block] of asList(message["content"]).entries()) this.#begin(index, asRecord(block) ?? {});
    this.#count(asRecord(message["usage"]));
    this.#end(asText(message["stop_reason"]) ?? "end_turn");
  }

  #begin(index: unknown, block: JsonRecord): void {
    switch (block["type"]) {
      case "text":
        this.#reply.say("text", asText(block["text"]) ?? "", { key: index });
        break;
      case "thinking": {
        const signature = asText(block["signature"]);
        const meta = signature ? { meta: { anthropic: { signature } } } : {};
        this.#reply.say("reasoning", asText(block["thinking"]) ?? "", { key: index, ...meta });
        break;
      }
      case "redacted_thinking":
        this.#reply.say("reasoning", "", { key: index, meta: { anthropic: { redactedData: block["data"] } } });
        break;
      case "tool_use": {
        const call = this.#reply.call(asText(block["id"]), asText(block["name"]) ?? "");
        this.#calls.set(index, call);
        const input = asRecord(block["input"]) ?? {};
        if (Object.keys(input).length > 0) this.#reply.addInput(call, JSON.stringify(input));
        break;
      }
    }
  }

  #delta(index: unknown, delta: JsonRecord): void {
    switch (delta["type"]) {
      case "text_delta":
        this.#reply.say("text", asText(delta["text"]) ?? "", { key: index });
        break;
      case "thinking_delta":
        this.#reply.say("reasoning", asText(delta["thinking"]) ?? "", { key: index });
        break;
      case "signature_delta":
        this.#reply.say("reasoning", "", { key: index, meta: { anthropic: { signature: delta["signature"] } } });
        break;
      case "input_json_delta": {
        // A tool that the server runs itself has no call of ours.
        const call = this.#calls.get(index);
        if (call) this.#reply.addInput(call, asText(delta["partial_json"]) ?? "");
        break;
      }
    }
  }

  #end(reason: string | undefined): void {
    if (reason !== undefined) this.#reply.ending = ENDINGS[reason] ?? "other";
  }

  /** The counts of the start are corrected, and completed, by those of the end. */
  #count(usage: JsonRecord | undefined): void {
    if (!usage) return;
    const before = this.#reply.usage;
    const cacheReadTokens = asNumber(usage["cache_read_input_tokens"]) ?? before.cacheReadTokens;
    const cacheWriteTokens = asNumber(usage["cache_creation_input_tokens"]) ?? before.cacheWriteTokens;
    const freshBefore = before.inputTokens - before.cacheReadTokens - before.cacheWriteTokens;
    this.#reply.usage = {
      inputTokens: (asNumber(usage["input_tokens"]) ?? freshBefore) + cacheReadTokens + cacheWriteTokens,
      outputTokens: asNumber(usage["output_tokens"]) ?? before.outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
    };
  }
}

const ENDINGS: Readonly<Record<string, Reply["ending"]>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "stop",
  refusal: "filtered",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};
