import {
  cutText,
  DEFAULT_USAGE,
  dataEvent,
  startWireServer,
  type WireReply,
  type WireScript,
  type WireSpeech,
} from "./wire-server.ts";

/** Gemini's streaming wire. */
export const GEMINI_SPEECH: WireSpeech = {
  route: /\/v1beta\/models\/[^/]+:streamGenerateContent/,
  models: {
    models: [{ name: "models/gemini-model", displayName: "Gemini", supportedGenerationMethods: ["generateContent"] }],
  },
  events,
  errorDocument: (status, message) => ({
    error: { code: status, message, status: ERROR_STATUS[status] ?? "INTERNAL" },
  }),
  streamError: (message) => dataEvent({ error: { code: 503, message, status: "UNAVAILABLE" } }),
};

export const startGemini = (script: WireScript) => startWireServer(GEMINI_SPEECH, script);

const ERROR_STATUS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
};

function events(reply: WireReply, index: number): string[] {
  const { input, output, cached } = { ...DEFAULT_USAGE, ...reply.usage };
  const chunk = (parts: readonly object[], finishReason?: string) =>
    dataEvent({
      candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason ? { finishReason } : {}) }],
      usageMetadata: {
        promptTokenCount: input,
        cachedContentTokenCount: cached,
        candidatesTokenCount: output,
        totalTokenCount: input + output,
      },
      modelVersion: "gemini-model",
      responseId: `resp_${index}`,
    });
  const list: string[] = [];
  for (const text of cutText(reply.reasoning ?? "", reply.deltaChars)) list.push(chunk([{ text, thought: true }]));
  for (const text of cutText(reply.text ?? "", reply.deltaChars)) list.push(chunk([{ text }]));
  for (const [position, call] of (reply.calls ?? []).entries()) {
    const functionCall = { name: call.name, args: call.input, ...(call.id ? { id: call.id } : {}) };
    list.push(chunk([{ functionCall, ...(position === 0 ? { thoughtSignature: `thought-${index}` } : {}) }]));
  }
  const ends = { length: "MAX_TOKENS", filtered: "SAFETY" };
  list.push(chunk([{ text: "" }], reply.end ? ends[reply.end] : "STOP"));
  return list;
}
