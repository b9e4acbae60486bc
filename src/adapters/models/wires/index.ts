// One language model of the AI SDK for one wire. Only the package in use is imported, and of it only the language model: the
// `/internal` entries hold the same classes as the main ones, without images, speech and tools of the providers' own.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Wire } from "../services/providers.ts";
import type { WireSettings } from "./wire-settings.ts";

type OpenWire = (settings: WireSettings) => LanguageModelV4;

/** Loads the code of a wire; the returned function is cheap. */
export async function loadWire(wire: Wire): Promise<OpenWire> {
  switch (wire) {
    case "compatible":
      return (await import("./compatible.ts")).openCompatible;
    case "chat":
      return (await import("./openai.ts")).openChat;
    case "responses":
      return (await import("./openai.ts")).openResponses;
    case "anthropic":
      return (await import("./anthropic.ts")).openAnthropic;
    case "gemini":
      return (await import("./gemini.ts")).openGemini;
  }
}
