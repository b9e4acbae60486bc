import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { bearerHeaders, type WireSettings } from "./wire-settings.ts";

export function openCompatible({ choice, fetch }: WireSettings): LanguageModelV4 {
  return new OpenAICompatibleChatLanguageModel(choice.model, {
    provider: "compatible.chat",
    url: ({ path }) => `${choice.baseUrl}${path}`,
    headers: () => bearerHeaders(choice),
    fetch,
    includeUsage: choice.provider.quirks.noStreamOptions !== true,
  });
}
