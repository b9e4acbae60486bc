// Gemini's generateContent (https://ai.google.dev/api/generate-content).

import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import type { WireChoice } from "../services/providers.ts";
import { budgetFor, effortFor, thinkingOf } from "../services/thinking.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { answerFields } from "./answer-schema.ts";
import { addPartial } from "./partial-args.ts";
import type { Meta, OpenCall, Reply } from "./reply.ts";
import {
  type AnswerEvents,
  type EventReader,
  metaOf,
  readReply,
  type WireRequest,
  wireInput,
  wireName,
} from "./wire.ts";

export function request(prompt: ModelRequest, choice: WireChoice): WireRequest {
  const { system, tools } = prompt;
  const path = choice.model.includes("/") ? choice.model : `models/${choice.model}`;
  return {
    url: `${choice.baseUrl}/${path}:streamGenerateContent?alt=sse`,
    headers: choice.key === undefined ? {} : { "x-goog-api-key": choice.key },
    body: {
      generationConfig: {
        maxOutputTokens: prompt.outputTokensMax,
        temperature: prompt.temperature,
        ...thinkingFields(prompt, choice),
        ...answerFields(prompt, choice.wire),
      },
      ...(system === "" ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      contents: prompt.messages.flatMap((message) => toContents(message, choice.model)),
      ...(tools.length === 0
        ? {}
        : {
            tools: [
              {
                functionDeclarations: tools.map(({ name, description, schema }) => ({
                  name,
                  description,
                  parametersJsonSchema: schema,
                })),
              },
            ],
          }),
    },
  };
}

/** What its models may write, thinking included. */
const OUTPUT_TOKENS = 65_536;

/** Whoever asks for thinking wants to see it. */
function thinkingFields({ effort: wanted, outputTokensMax }: ModelRequest, choice: WireChoice): object {
  const thinking = thinkingOf(choice);
  const effort = effortFor(wanted, thinking);
  if (!thinking || effort === undefined) return {};
  if (thinking.form === "word") return { thinkingConfig: { thinkingLevel: effort, includeThoughts: true } };
  const thinkingBudget = budgetFor(effort, thinking, outputTokensMax ?? OUTPUT_TOKENS);
  return { thinkingConfig: { thinkingBudget, includeThoughts: thinkingBudget > 0 } };
}

function toContents(message: ModelMessage, model: string): readonly object[] {
  switch (message.role) {
    case "user":
      return [
        {
          role: "user",
          parts: [
            { text: message.text },
            ...(message.images ?? []).map(({ mediaType, base64 }) => ({
              inlineData: { mimeType: mediaType, data: base64 },
            })),
          ],
        },
      ];
    case "assistant": {
      const parts = replyParts(message.content, model);
      return parts.length === 0 ? [] : [{ role: "model", parts }];
    }
    case "tool": {
      const parts = message.results.map(({ callId, name, text, failed }) => ({
        functionResponse: {
          id: callId,
          name: wireName(name),
          response: failed ? { error: text } : { output: text },
        },
      }));
      return [{ role: "user", parts }];
    }
  }
}

/** Google's own word for a call that another model made, or an older session (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const NOT_SIGNED = "skip_thought_signature_validator";

/** From its third generation on a model wants the first call of a reply signed. */
const wantsSignatures = (model: string): boolean => !/gemini-[12](?:[.-]|$)|gemma/.test(model);

function replyParts(content: readonly ReplyPart[], model: string): readonly object[] {
  const firstCall = wantsSignatures(model) ? content.find((part) => part.kind === "call") : undefined;
  return content.flatMap((part) => toPart(part, part === firstCall ? NOT_SIGNED : undefined));
}

/** @param mark  stands where the part has no signature */
function toPart(part: ReplyPart, mark: string | undefined): readonly object[] {
  const signature = metaOf(part, "google")?.["thoughtSignature"] ?? mark;
  const signed = signature === undefined ? {} : { thoughtSignature: signature };
  switch (part.kind) {
    case "text":
      return part.text === "" && signature === undefined ? [] : [{ text: part.text, ...signed }];
    case "reasoning":
      return signature === undefined ? [] : [{ text: part.text, thought: true, ...signed }];
    case "call": {
      const { id, name, input } = part.call;
      return [{ functionCall: { id, name: wireName(name), args: wireInput(input) }, ...signed }];
    }
  }
}

export const events = (answer: AnswerEvents) => readReply(answer, (reply) => new ContentReader(reply));

class ContentReader implements EventReader {
  readonly #reply: Reply;
  /** The block that the last text went to. */
  #block = { kind: "", key: 0 };
  /** The call whose arguments come one by one. */
  #partial: { readonly call: OpenCall; readonly args: JsonRecord } | undefined;

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  event(value: JsonRecord): void {
    const candidate = asRecord(asList(value["candidates"])[0]);
    for (const part of asList(asRecord(candidate?.["content"])?.["parts"])) this.#part(asRecord(part) ?? {});
    const usage = asRecord(value["usageMetadata"]);
    if (usage) this.#reply.usage = usageOf(usage);
    const reason = asText(candidate?.["finishReason"]);
    // The arguments of a call could not be read even there: the reply is as good as cut.
    if (reason && reason !== "MALFORMED_FUNCTION_CALL") this.#reply.ending = ENDINGS[reason] ?? "other";
    const blocked = asText(asRecord(value["promptFeedback"])?.["blockReason"]);
    if (blocked && blocked !== "BLOCK_REASON_UNSPECIFIED") this.#reply.ending = "filtered";
  }

  end(): void {
    // A call that did not come whole is never made.
    if (this.#partial) this.#partial.call.isWhole = false;
  }

  /** Whole, or begun with a name and gone on with pieces of its arguments for as long as it says so. */
  #call(call: JsonRecord, meta: { readonly meta?: Meta }): void {
    const name = asText(call["name"]);
    if (name !== undefined) {
      this.#endPartial();
      const begun = this.#reply.call(asText(call["id"]) || undefined, name, meta);
      const input = call["args"];
      if (input !== undefined && input !== null)
        this.#reply.addInput(begun, typeof input === "string" ? input : JSON.stringify(input));
      else this.#partial = { call: begun, args: {} };
    }
    for (const piece of asList(call["partialArgs"]))
      if (this.#partial) addPartial(this.#partial.args, asRecord(piece) ?? {});
    if (call["willContinue"] !== true) this.#endPartial();
  }

  #endPartial(): void {
    if (this.#partial) this.#reply.addInput(this.#partial.call, JSON.stringify(this.#partial.args));
    this.#partial = undefined;
  }

  #part(part: JsonRecord): void {
    const signature = asText(part["thoughtSignature"]);
    const meta = signature ? { meta: { google: { thoughtSignature: signature } } } : {};
    const call = asRecord(part["functionCall"]);
    if (call) {
      this.#call(call, meta);
      this.#block = { kind: "", key: this.#block.key };
      return;
    }
    const text = asText(part["text"]);
    if (text === undefined || (text === "" && !signature)) return;
    // A signature without words belongs to the text before it, or stands by itself.
    const isContinued = text === "" && this.#block.kind === "text";
    const kind = part["thought"] === true && !isContinued ? "reasoning" : "text";
    if (kind !== this.#block.kind) this.#block = { kind, key: this.#block.key + 1 };
    this.#reply.say(kind, text, { key: this.#block.key, ...meta });
    if (text === "" && !isContinued) this.#block = { kind: "", key: this.#block.key };
  }
}

/** Thinking and the server's own tools are counted beside the rest, and are paid for. */
function usageOf(usage: JsonRecord): Reply["usage"] {
  const count = (name: string) => asNumber(usage[name]) ?? 0;
  return {
    inputTokens: count("promptTokenCount") + count("toolUsePromptTokenCount"),
    outputTokens: count("candidatesTokenCount") + count("thoughtsTokenCount"),
    cacheReadTokens: count("cachedContentTokenCount"),
    cacheWriteTokens: 0,
  };
}

const ENDINGS: Readonly<Record<string, Reply["ending"]>> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  CONTINUATION: "length",
  SAFETY: "filtered",
  IMAGE_SAFETY: "filtered",
  RECITATION: "filtered",
  BLOCKLIST: "filtered",
  PROHIBITED_CONTENT: "filtered",
  SPII: "filtered",
};
