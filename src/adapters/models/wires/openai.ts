import { OpenAIChatLanguageModel, OpenAIResponsesLanguageModel } from "@ai-sdk/openai/internal";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { bearerHeaders, type WireSettings } from "./wire-settings.ts";

export function openChat(settings: WireSettings): LanguageModelV4 {
  return new OpenAIChatLanguageModel(settings.choice.model, { provider: "openai.chat", ...common(settings) });
}

export function openResponses(settings: WireSettings): LanguageModelV4 {
  return new OpenAIResponsesLanguageModel(settings.choice.model, { provider: "openai.responses", ...common(settings) });
}

function common({ choice, fetch }: WireSettings) {
  return {
    url: ({ path }: { readonly path: string }) => `${choice.baseUrl}${path}`,
    headers: () => bearerHeaders(choice),
    fetch,
  };
}
