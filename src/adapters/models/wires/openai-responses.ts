// OpenAI's Responses (https://platform.openai.com/docs/api-reference/responses). Nothing is stored at the server: thinking comes
// sealed and goes back sealed.

import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import type { WireChoice } from "../services/providers.ts";
import { effortFor, isThinker, thinkingOf } from "../services/thinking.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { answerFields } from "./answer-schema.ts";
import type { Meta, OpenCall, Reply } from "./reply.ts";
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
  const reasons = isThinker(choice);
  const { system, tools } = prompt;
  const effort = effortFor(prompt.effort, thinkingOf(choice));
  return {
    url: `${choice.baseUrl}/responses`,
    headers: bearerHeaders(choice),
    body: {
      model: choice.model,
      input: [
        ...(system === "" ? [] : [{ role: reasons ? "developer" : "system", content: system }]),
        ...prompt.messages.flatMap(toItems),
      ],
      temperature: reasons ? undefined : prompt.temperature,
      max_output_tokens: prompt.outputTokensMax,
      store: false,
      // Whoever asks for thinking wants to see it.
      ...(effort === undefined ? {} : { reasoning: { effort, ...(effort === "none" ? {} : { summary: "auto" }) } }),
      ...answerFields(prompt, choice.wire),
      ...(reasons ? { include: ["reasoning.encrypted_content"] } : {}),
      prompt_cache_key: prompt.sessionId,
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map(({ name, description, schema }) => ({
              type: "function",
              name,
              description,
              parameters: schema,
              strict: false,
            })),
          }),
      stream: true,
    },
  };
}

function toItems(message: ModelMessage): readonly object[] {
  switch (message.role) {
    case "user":
      return [
        {
          role: "user",
          content: [
            { type: "input_text", text: message.text },
            ...(message.images ?? []).map((image) => ({
              type: "input_image",
              image_url: dataUrl(image),
              detail: "auto",
            })),
          ],
        },
      ];
    case "assistant":
      return replyItems(message.content);
    case "tool":
      return message.results.map(({ callId, text }) => ({
        type: "function_call_output",
        call_id: callId,
        output: text,
      }));
  }
}

/** Neighbours of one reasoning item are its summary, part by part. */
function replyItems(content: readonly ReplyPart[]): readonly object[] {
  const items: object[] = [];
  let lastId: unknown;
  let summary: object[] = [];
  for (const part of content) {
    if (part.kind !== "reasoning") {
      items.push(...toItem(part));
      continue;
    }
    const { itemId, reasoningEncryptedContent: sealed } = metaOf(part, "openai") ?? {};
    // Without its seal it means nothing to a server that stored nothing.
    if (itemId === undefined || !sealed) continue;
    if (itemId !== lastId) {
      summary = [];
      items.push({ type: "reasoning", id: itemId, encrypted_content: sealed, summary });
    }
    lastId = itemId;
    if (part.text !== "") summary.push({ type: "summary_text", text: part.text });
  }
  return items;
}

function toItem(part: Exclude<ReplyPart, { kind: "reasoning" }>): readonly object[] {
  if (part.kind === "call") {
    const { id, name, input } = part.call;
    return [{ type: "function_call", call_id: id, name: wireName(name), arguments: JSON.stringify(wireInput(input)) }];
  }
  if (part.text === "") return [];
  const phase = metaOf(part, "openai")?.["phase"];
  return [{ role: "assistant", content: part.text, ...(phase === undefined ? {} : { phase }) }];
}

export const events = (answer: AnswerEvents) => readReply(answer, (reply) => new ResponseReader(reply));

class ResponseReader implements EventReader {
  readonly #reply: Reply;
  /** By `output_index`: one item of the response each. */
  readonly #calls = new Map<unknown, OpenCall>();
  readonly #summaries = new Map<unknown, Set<unknown>>();
  readonly #said = new Set<unknown>();
  #refused = false;

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  event(value: JsonRecord): void {
    const at = value["output_index"];
    switch (value["type"]) {
      case "response.output_item.added":
        this.#begin(at, asRecord(value["item"]) ?? {});
        break;
      case "response.output_text.delta":
        this.#say(at, asText(value["delta"]) ?? "");
        break;
      case "response.refusal.delta":
        this.#refused = true;
        this.#say(at, asText(value["delta"]) ?? "");
        break;
      case "response.reasoning_summary_text.delta":
        this.#think(at, `summary ${value["summary_index"]}`, asText(value["delta"]) ?? "");
        break;
      case "response.reasoning_text.delta":
        this.#think(at, `text ${value["content_index"]}`, asText(value["delta"]) ?? "");
        break;
      case "response.function_call_arguments.delta": {
        const call = this.#calls.get(at);
        if (call) this.#reply.addInput(call, asText(value["delta"]) ?? "");
        break;
      }
      case "response.output_item.done":
        this.#complete(at, asRecord(value["item"]) ?? {});
        break;
      case "response.completed":
      case "response.incomplete":
        this.#end(asRecord(value["response"]) ?? {});
        break;
      default:
        if (value["object"] === "response") this.#whole(value);
    }
  }

  /** The answer of a server that does not stream. */
  #whole(response: JsonRecord): void {
    for (const [index, item] of asList(response["output"]).entries()) this.#complete(index, asRecord(item) ?? {});
    this.#end(response);
  }

  #begin(at: unknown, item: JsonRecord): void {
    const call = callOf(item);
    // Until it is done it is none: a call that did not come whole is never made.
    if (call) this.#calls.set(at, this.#reply.call(call.id, call.name, { isWhole: false }));
    // Its place among the pieces is where it begins.
    if (item["type"] === "message") this.#reply.say("text", "", { key: at });
    if (item["type"] === "reasoning") this.#think(at, "summary 0", "");
  }

  #say(at: unknown, text: string): void {
    this.#said.add(at);
    this.#reply.say("text", text, { key: at });
  }

  #think(at: unknown, part: unknown, text: string): void {
    const parts = this.#summaries.get(at) ?? new Set();
    this.#summaries.set(at, parts.add(part));
    this.#reply.say("reasoning", text, { key: `${at} ${part}` });
  }

  /** An item that is done says everything once more, and some things for the first time. */
  #complete(at: unknown, item: JsonRecord): void {
    const said = callOf(item);
    if (said) {
      const call = this.#calls.get(at) ?? this.#reply.call(said.id, said.name);
      this.#calls.set(at, call);
      call.isWhole = true;
      if (call.text === "") this.#reply.addInput(call, said.text);
    }
    switch (item["type"]) {
      case "message":
        this.#completeText(at, item);
        break;
      case "reasoning":
        this.#completeThinking(at, item);
        break;
    }
  }

  #completeText(at: unknown, item: JsonRecord): void {
    if (!this.#said.has(at))
      for (const part of asList(item["content"]).map(asRecord)) {
        this.#refused ||= part?.["type"] === "refusal";
        this.#say(at, asText(part?.["text"]) ?? asText(part?.["refusal"]) ?? "");
      }
    // Newer models tell comments on the way from the answer by it, and want to be reminded.
    const phase = asText(item["phase"]);
    if (phase) this.#reply.say("text", "", { key: at, meta: { openai: { phase } } });
    this.#reply.close("text", at);
  }

  #completeThinking(at: unknown, item: JsonRecord): void {
    if (!this.#summaries.has(at))
      for (const [index, part] of asList(item["summary"]).entries())
        this.#think(at, `summary ${index}`, asText(asRecord(part)?.["text"]) ?? "");
    if (!this.#summaries.has(at)) this.#think(at, "summary 0", "");
    const sealed = item["encrypted_content"];
    const meta: Meta = { openai: { itemId: item["id"], ...(sealed ? { reasoningEncryptedContent: sealed } : {}) } };
    for (const part of this.#summaries.get(at) ?? [])
      this.#reply.say("reasoning", "", { key: `${at} ${part}`, ...(sealed ? { meta } : {}) });
  }

  #end(response: JsonRecord): void {
    // Servers that leave the end of an item out say it here.
    for (const [index, item] of asList(response["output"]).entries())
      if (this.#calls.get(index)?.isWhole === false) this.#complete(index, asRecord(item) ?? {});
    const reason = asText(asRecord(response["incomplete_details"])?.["reason"]);
    const ended = this.#refused ? "filtered" : "stop";
    this.#reply.ending = reason === undefined ? ended : (INCOMPLETE[reason] ?? "other");
    const usage = asRecord(response["usage"]);
    if (!usage) return;
    const input = asRecord(usage["input_tokens_details"]);
    this.#reply.usage = {
      inputTokens: asNumber(usage["input_tokens"]) ?? 0,
      outputTokens: asNumber(usage["output_tokens"]) ?? 0,
      cacheReadTokens: asNumber(input?.["cached_tokens"]) ?? 0,
      cacheWriteTokens: asNumber(input?.["cache_write_tokens"]) ?? 0,
    };
  }
}

const INCOMPLETE: Readonly<Record<string, Reply["ending"]>> = {
  max_output_tokens: "length",
  content_filter: "filtered",
};

/**
 * The call that an item is. Besides functions the API has tools of its own that the client runs; nobody asks for them here, so a model that
 * calls one all the same is told that there is none of that name.
 */
function callOf(
  item: JsonRecord,
): { readonly id: string | undefined; readonly name: string; readonly text: string } | undefined {
  const id = asText(item["call_id"]);
  const action = asRecord(item["action"]) ?? {};
  switch (item["type"]) {
    case "function_call":
      return { id, name: asText(item["name"]) ?? "", text: asText(item["arguments"]) ?? "" };
    case "custom_tool_call":
      return { id, name: asText(item["name"]) ?? "", text: JSON.stringify(item["input"] ?? "") };
    case "apply_patch_call":
      return { id, name: "apply_patch", text: JSON.stringify({ callId: id, operation: item["operation"] }) };
    case "local_shell_call":
      return { id, name: "local_shell", text: JSON.stringify({ action: camelCased(action) }) };
    case "shell_call":
      return { id, name: "shell", text: JSON.stringify({ action: camelCased(action) }) };
  }
  return undefined;
}

function camelCased(record: JsonRecord): JsonRecord {
  const entries = Object.entries(record).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
