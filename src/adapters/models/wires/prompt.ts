import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import type { SdkChoice } from "../services/providers.ts";
import { asRecord } from "../sse/json-shape.ts";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** One cache marker of Anthropic's wire. */
const EPHEMERAL = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

/**
 * Turns our requests into the SDK's, for one client. What it makes of a message depends on that message alone, so the bytes of
 * a request are a prefix of the next one's; what it made is kept for as long as the message is.
 */
export class PromptWriter {
  readonly #choice: SdkChoice;
  readonly #written = new WeakMap<ModelMessage, LanguageModelV4Message>();

  constructor(choice: SdkChoice) {
    this.#choice = choice;
  }

  write(request: ModelRequest): LanguageModelV4CallOptions {
    const isAnthropic = this.#choice.wire === "anthropic";
    const prompt: LanguageModelV4Message[] = [];
    if (request.system !== "") {
      const system = { role: "system", content: request.system } as const;
      prompt.push(isAnthropic ? { ...system, providerOptions: EPHEMERAL } : system);
    }
    for (const message of request.messages) prompt.push(this.#message(message));
    const tools = request.tools.map(
      (tool, index): LanguageModelV4FunctionTool => ({
        type: "function",
        name: tool.name,
        description: tool.description,
        inputSchema: tool.schema as JSONSchema7,
        ...(isAnthropic && index === request.tools.length - 1 ? { providerOptions: EPHEMERAL } : {}),
      }),
    );
    return {
      prompt,
      providerOptions: requestOptions(this.#choice, request.sessionId),
      ...(tools.length === 0 ? {} : { tools }),
      ...(request.outputTokensMax === undefined ? {} : { maxOutputTokens: request.outputTokensMax }),
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    };
  }

  #message(message: ModelMessage): LanguageModelV4Message {
    let written = this.#written.get(message);
    if (!written) {
      written = this.#writeMessage(message);
      this.#written.set(message, written);
    }
    return written;
  }

  #writeMessage(message: ModelMessage): LanguageModelV4Message {
    switch (message.role) {
      case "user":
        return { role: "user", content: [{ type: "text", text: message.text }] };
      case "assistant":
        return { role: "assistant", content: message.content.flatMap((part) => this.#part(part)) };
      case "tool":
        return {
          role: "tool",
          content: message.results.map((result) => ({
            type: "tool-result",
            toolCallId: this.#callId(result.callId),
            toolName: wireName(result.name),
            output: { type: result.failed ? "error-text" : "text", value: result.text },
          })),
        };
    }
  }

  #part(part: ReplyPart): AssistantPart[] {
    const meta = asRecord(part.meta);
    const options = meta ? { providerOptions: meta as SharedV4ProviderOptions } : {};
    switch (part.kind) {
      case "text":
        // An empty text is refused by some servers; it counts only where it carries a signature.
        return part.text === "" && !meta ? [] : [{ type: "text", text: part.text, ...options }];
      case "reasoning": {
        const { wire, provider } = this.#choice;
        const isWanted = wire !== "compatible" || provider.quirks.reasoningBack === true;
        return isWanted ? [{ type: "reasoning", text: part.text, ...options }] : [];
      }
      case "call": {
        const { id, name, input } = part.call;
        // A call with unreadable arguments must still go back as the object that every wire requires.
        const readable = asRecord(input) ?? { unreadable_arguments: input };
        const written = { toolCallId: this.#callId(id), toolName: wireName(name), input: readable };
        return [{ type: "tool-call", ...written, ...options }];
      }
    }
  }

  #callId(id: string): string {
    if (!this.#choice.provider.quirks.shortCallIds || /^[A-Za-z0-9]{9}$/.test(id)) return id;
    return shortId(id);
  }
}

/** Names that a model made up may hold characters that the wire refuses in the next request. */
function wireName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, NAME_CHARS_MAX) || "unnamed";
}

const NAME_CHARS_MAX = 64;

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

/** What travels beside the messages: cache markers in the one place that does not move from request to request. */
function requestOptions(choice: SdkChoice, sessionId: string): SharedV4ProviderOptions {
  switch (choice.wire) {
    case "responses":
      return { openai: { store: false, promptCacheKey: sessionId } };
    case "chat":
      return { openai: { promptCacheKey: sessionId } };
    case "anthropic":
      // On the request, Anthropic marks the last block itself. Streamed tool input unvalidated is not worth broken JSON.
      return { anthropic: { cacheControl: { type: "ephemeral" }, toolStreaming: false } };
    case "compatible": {
      const prefix = choice.provider.quirks.cacheControlFor;
      const isMarked = prefix !== undefined && choice.model.startsWith(prefix);
      return isMarked ? { compatible: { cache_control: { type: "ephemeral" } } } : {};
    }
    case "gemini":
      return {};
  }
}
