import { AnthropicLanguageModel } from "@ai-sdk/anthropic/internal";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { bearerHeaders, type WireSettings } from "./wire-settings.ts";

export function openAnthropic({ choice, fetch }: WireSettings): LanguageModelV4 {
  return new AnthropicLanguageModel(choice.model, {
    provider: "anthropic.messages",
    baseURL: choice.baseUrl,
    headers: () => ({
      "anthropic-version": "2023-06-01",
      ...(choice.bearer || choice.key === undefined ? bearerHeaders(choice) : { "x-api-key": choice.key }),
    }),
    fetch,
  });
}
