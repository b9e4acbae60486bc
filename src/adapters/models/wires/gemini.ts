import { GoogleLanguageModel } from "@ai-sdk/google/internal";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { WireSettings } from "./wire-settings.ts";

export function openGemini({ choice, fetch }: WireSettings): LanguageModelV4 {
  let count = 0;
  return new GoogleLanguageModel(choice.model, {
    provider: "google.generative-ai",
    baseURL: choice.baseUrl,
    headers: () => (choice.key === undefined ? {} : ({ "x-goog-api-key": choice.key } as Record<string, string>)),
    // Gemini names its calls only since version 3; ours need to be unique within a conversation, which the client sees to.
    generateId: () => `call_${++count}`,
    fetch,
  });
}
