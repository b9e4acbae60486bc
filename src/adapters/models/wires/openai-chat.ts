// Chat Completions: OpenAI's own (https://platform.openai.com/docs/api-reference/chat) and what dozens of servers make of it. What a
// server does otherwise is a quirk in its row of providers; what any of them may do otherwise is read here without asking who it is.

import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import type { Image, ReplyPart } from "../../../core/protocol/event.ts";
import type { Usage } from "../../../core/protocol/usage.ts";
import type { Quirks } from "../services/provider.ts";
import type { WireChoice } from "../services/providers.ts";
import { effortFor, isThinker, thinkingOf } from "../services/thinking.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { answerFields } from "./answer-schema.ts";
import { ChatCalls } from "./chat-calls.ts";
import type { Reply } from "./reply.ts";
import { SpokenThinking } from "./spoken-thinking.ts";
import {
  type AnswerEvents,
  bearerHeaders,
  dataUrl,
  type EventReader,
  metaOf,
  readReply,
  type WireRequest,
  wireInput,
  wireName,
} from "./wire.ts";

export function request(prompt: ModelRequest, choice: WireChoice): WireRequest {
  const { model, wire, provider } = choice;
  const isOwn = wire === "chat";
  const isOwnThinker = isOwn && isThinker(choice);
  const { system, tools, outputTokensMax, temperature } = prompt;
  return {
    url: `${choice.baseUrl}/chat/completions`,
    headers: bearerHeaders(choice),
    body: {
      model,
      [isOwnThinker ? "max_completion_tokens" : "max_tokens"]: outputTokensMax,
      temperature: isOwnThinker ? undefined : temperature,
      ...effortFields(prompt, choice),
      ...answerFields(prompt, wire),
      ...(isOwn ? { prompt_cache_key: prompt.sessionId } : {}),
      ...(isMarked(choice) ? { cache_control: { type: "ephemeral" } } : {}),
      messages: [
        ...(system === "" ? [] : [{ role: isOwnThinker ? "developer" : "system", content: system }]),
        ...prompt.messages.flatMap((message) => chatMessages(message, choice)),
      ],
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map(({ name, description, schema }) => ({
              type: "function",
              function: { name, description, parameters: schema },
            })),
          }),
      stream: true,
      ...(provider.quirks.noStreamOptions ? {} : { stream_options: { include_usage: true } }),
    },
  };
}

function effortFields({ effort: wanted, tools }: ModelRequest, choice: WireChoice): object {
  // These refuse tools together with thinking over this wire.
  if (choice.wire === "chat" && /^gpt-5\.(?:[6-9]|\d\d)/.test(choice.model) && tools.length > 0)
    return { reasoning_effort: "none" };
  const effort = effortFor(wanted, thinkingOf(choice));
  if (effort === undefined) return {};
  const { effortForm } = choice.provider.quirks;
  if (effortForm === "object") return { reasoning: { effort } };
  if (effortForm !== "switch") return { reasoning_effort: effort };
  return effort === "none"
    ? { thinking: { type: "disabled" } }
    : { thinking: { type: "enabled" }, reasoning_effort: effort };
}

/** Whether the server takes a cache marker for the whole request. */
function isMarked({ model, provider }: WireChoice): boolean {
  const prefix = provider.quirks.cacheControlFor;
  return prefix !== undefined && model.startsWith(prefix);
}

function chatMessages(message: ModelMessage, choice: WireChoice): readonly object[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.images ? withImages(message.text, message.images) : message.text }];
    case "assistant":
      return [assistantMessage(message.content, choice)];
    case "tool":
      return message.results.map(({ callId, text }) => ({
        role: "tool",
        tool_call_id: idOf(callId, choice.provider.quirks),
        content: text,
      }));
  }
}

function withImages(text: string, images: readonly Image[]): readonly object[] {
  return [
    { type: "text", text },
    ...images.map((image) => ({ type: "image_url", image_url: { url: dataUrl(image) } })),
  ];
}

function assistantMessage(content: readonly ReplyPart[], choice: WireChoice): object {
  const said = (kind: "text" | "reasoning") => content.map((part) => (part.kind === kind ? part.text : "")).join("");
  const calls = content.flatMap((part) => (part.kind === "call" ? [toolCall(part, choice)] : []));
  const text = said("text");
  const reasoning = choice.wire === "compatible" && choice.provider.quirks.reasoningBack ? said("reasoning") : "";
  return {
    role: "assistant",
    content: calls.length > 0 ? text || null : text,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function toolCall(part: Extract<ReplyPart, { kind: "call" }>, { wire, provider }: WireChoice): object {
  const { id, name, input } = part.call;
  const meta = metaOf(part, "compatible") ?? metaOf(part, "google");
  const signature = wire === "compatible" ? meta?.["thoughtSignature"] : undefined;
  return {
    id: idOf(id, provider.quirks),
    type: "function",
    function: { name: wireName(name), arguments: JSON.stringify(wireInput(input)) },
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  };
}

function idOf(id: string, quirks: Quirks): string {
  return !quirks.shortCallIds || /^[A-Za-z0-9]{9}$/.test(id) ? id : shortId(id);
}

/** Nine letters or digits that depend on the id alone (FNV-1a, twice). */
function shortId(id: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < id.length; index += 1) {
    low = Math.imul(low ^ id.charCodeAt(index), 0x01000193) >>> 0;
    high = Math.imul(high ^ id.charCodeAt(index), 0x85ebca6b) >>> 0;
  }
  return `${low.toString(36)}${high.toString(36)}`.padStart(9, "0").slice(-9);
}

export const events = (answer: AnswerEvents, choice: WireChoice) =>
  readReply(answer, (reply) => new ChatReader(reply, choice));

class ChatReader implements EventReader {
  readonly #reply: Reply;
  readonly #quirks: Quirks;
  readonly #calls: ChatCalls;
  /** A server of any kind may leave the thinking in the text; OpenAI's own does not. */
  readonly #spoken: SpokenThinking | undefined;
  #lastReasoning: string | undefined;
  #refused = false;

  constructor(reply: Reply, { wire, provider }: WireChoice) {
    this.#reply = reply;
    this.#quirks = provider.quirks;
    this.#calls = new ChatCalls(reply);
    this.#spoken = wire === "compatible" ? new SpokenThinking() : undefined;
  }

  event(value: JsonRecord): void {
    const choice = asRecord(asList(value["choices"])[0]);
    const delta = asRecord(choice?.["delta"]) ?? asRecord(choice?.["message"]);
    if (delta) this.#delta(delta);
    const reason = choice?.["finish_reason"];
    if (reason !== undefined && reason !== null && reason !== "") this.#reply.ending = endingOf(String(reason));
    const usage = asRecord(value["usage"] ?? choice?.["usage"] ?? asRecord(value["x_groq"])?.["usage"]);
    if (usage) this.#reply.usage = usageOf(usage, this.#quirks);
  }

  /** done-without-reason: a server that sends [DONE] has said all it had to say, finish_reason or not. */
  done(): void {
    this.#reply.ending ??= "other";
  }

  end(): void {
    this.#endText();
    // A completed answer whose words are a refusal ended because of it.
    if (this.#refused && this.#reply.ending === "stop") this.#reply.ending = "filtered";
  }

  #delta(delta: JsonRecord): void {
    const content = delta["content"];
    if (typeof content === "string") {
      const reasoning = reasoningOf(delta);
      if (reasoning !== "") this.#think(reasoning);
      this.#say(content);
    } else {
      this.#think(reasoningOf(delta));
      for (const part of asList(content)) this.#part(asRecord(part));
    }
    const refusal = asText(delta["refusal"]);
    if (refusal) {
      this.#refused = true;
      this.#say(refusal);
    }
    for (const call of asList(delta["tool_calls"])) this.#calls.add(asRecord(call));
    // function-call: the form before tool_calls, still spoken by some gateways.
    const single = asRecord(delta["function_call"]);
    if (single) this.#calls.add({ index: 0, function: single });
  }

  /** Mistral's list of parts. */
  #part(part: JsonRecord | undefined): void {
    if (part?.["type"] === "text") this.#say(asText(part["text"]) ?? "");
    if (part?.["type"] !== "thinking") return;
    this.#think(
      asList(part["thinking"])
        .map((chunk) => asText(asRecord(chunk)?.["text"]) ?? "")
        .join(""),
    );
  }

  #say(text: string): void {
    if (text === "") return;
    this.#reply.close("reasoning");
    if (!this.#spoken) this.#reply.say("text", text);
    else for (const piece of this.#spoken.push(text)) this.#reply.say(piece.kind, piece.text, { key: "spoken" });
  }

  #think(text: string): void {
    if (text === "") return;
    // repeated-reasoning (xAI): the same summary line is sent several times in a row and means one.
    const isRepeated = this.#quirks.repeatedReasoning === true && text === this.#lastReasoning;
    this.#lastReasoning = text;
    if (isRepeated) return;
    this.#endText();
    this.#reply.say("reasoning", text);
  }

  #endText(): void {
    for (const piece of this.#spoken?.end() ?? []) this.#reply.say(piece.kind, piece.text, { key: "spoken" });
    this.#reply.close("text");
    for (const kind of ["text", "reasoning"] as const) this.#reply.close(kind, "spoken");
  }
}

function reasoningOf(delta: JsonRecord): string {
  const plain = asText(delta["reasoning_content"]) || asText(delta["reasoning"]);
  if (plain) return plain;
  return asList(delta["reasoning_details"])
    .map((detail) => asText(asRecord(detail)?.["text"]) ?? asText(asRecord(detail)?.["summary"]) ?? "")
    .join("");
}

function endingOf(reason: string): Reply["ending"] {
  switch (reason) {
    case "stop":
    case "tool_calls":
    case "function_call":
      return "stop";
    case "length":
      return "length";
    case "content_filter":
      return "filtered";
  }
  return "other";
}

/** Counts come as null, text and fractions too. */
function usageOf(from: JsonRecord, quirks: Quirks): Usage {
  const prompt = asRecord(from["prompt_tokens_details"]);
  const reasoning = asNumber(asRecord(from["completion_tokens_details"])?.["reasoning_tokens"]) ?? 0;
  const answered = asNumber(from["completion_tokens"]) ?? 0;
  return {
    inputTokens: asNumber(from["prompt_tokens"]) ?? 0,
    // reasoning-apart (xAI): reasoning is paid as output and counted beside it.
    outputTokens: quirks.reasoningApart ? answered + reasoning : answered,
    // DeepSeek counts its cache beside the total instead of inside the details.
    cacheReadTokens: asNumber(prompt?.["cached_tokens"]) ?? asNumber(from["prompt_cache_hit_tokens"]) ?? 0,
    cacheWriteTokens: asNumber(prompt?.["cache_write_tokens"]) ?? 0,
  };
}
