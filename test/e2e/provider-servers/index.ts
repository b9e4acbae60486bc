import { startAnthropic } from "./anthropic.ts";
import { startGemini } from "./gemini.ts";
import { startOpenAiChat } from "./openai-chat.ts";
import { startOpenAiResponses } from "./openai-responses.ts";

/** The wires, each with a server, a model behind it and the variables that lead there. */
export const WIRES = [
  {
    name: "OpenAI chat",
    start: startOpenAiChat,
    model: "openai-compatible/m",
    variables: (url: string, key = "k") => ({
      OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: key,
    }),
  },
  {
    name: "OpenAI responses",
    start: startOpenAiResponses,
    model: "openai/m",
    variables: (url: string, key = "k") => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: key,
      WAYMARK_OPENAI_API: "responses",
    }),
  },
  {
    name: "Anthropic",
    start: startAnthropic,
    model: "anthropic/m",
    variables: (url: string, key = "k") => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }),
  },
  {
    name: "Gemini",
    start: startGemini,
    model: "google/m",
    variables: (url: string, key = "k") => ({ GOOGLE_BASE_URL: url, GEMINI_API_KEY: key }),
  },
] as const;

/** The wires, and a package of the AI SDK that is installed beside Waymark. */
export const WAYS = [
  ...WIRES,
  {
    name: "a package",
    start: startOpenAiChat,
    model: "ai-sdk:groq/m",
    variables: (url: string, key = "k") => ({ GROQ_BASE_URL: `${url}/v1`, GROQ_API_KEY: key }),
  },
] as const;
