import type { Wire } from "../services/provider.ts";
import { asNumber, type JsonRecord } from "../sse/json-shape.ts";
import type { WireRequest } from "./wire.ts";

interface CountRequest {
  readonly url: string;
  readonly body: JsonRecord;
  /** The count in the answer. */
  readonly read: (answer: JsonRecord) => number | undefined;
}

/**
 * What asks a service how many tokens a request has, made of that request; undefined where a wire has no such question.
 * https://platform.claude.com/docs/en/build-with-claude/token-counting, https://ai.google.dev/api/tokens,
 * https://platform.openai.com/docs/api-reference/responses/input-tokens
 */
export function countRequest(wire: Wire, { url, body }: WireRequest): CountRequest | undefined {
  const only = (...fields: readonly string[]): JsonRecord =>
    Object.fromEntries(fields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])));
  switch (wire) {
    case "anthropic":
      return {
        url: `${url}/count_tokens`,
        body: only("model", "system", "messages", "tools", "thinking"),
        read: (answer) => asNumber(answer["input_tokens"]),
      };
    case "responses":
      return {
        url: `${url}/input_tokens`,
        body: only("model", "input", "tools", "reasoning", "text"),
        read: (answer) => asNumber(answer["input_tokens"]),
      };
    case "gemini": {
      const [, model] = /\/((?:models|tunedModels)\/[^/:]+):streamGenerateContent/.exec(url) ?? [];
      return {
        url: url.replace(/:streamGenerateContent.*$/, ":countTokens"),
        body: { generateContentRequest: { model, ...body } },
        read: (answer) => asNumber(answer["totalTokens"]),
      };
    }
    case "chat":
    case "compatible":
      return undefined;
  }
}
