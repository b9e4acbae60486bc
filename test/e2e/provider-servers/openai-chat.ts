import {
  cutText,
  DEFAULT_USAGE,
  dataEvent,
  inputText,
  startWireServer,
  type WireReply,
  type WireScript,
  type WireSpeech,
} from "./wire-server.ts";

/** OpenAI Chat Completions, as most servers speak it. */
export const CHAT_SPEECH: WireSpeech = {
  route: /\/chat\/completions$/,
  models: { object: "list", data: [{ id: "chat-model", object: "model" }] },
  events,
  errorDocument: (status, message) => ({ error: { message, type: "scripted", code: String(status) } }),
  streamError: (message) => dataEvent({ error: { message, type: "server_error", code: "server_error" } }),
};

export const startOpenAiChat = (script: WireScript) => startWireServer(CHAT_SPEECH, script);

function events(reply: WireReply, index: number): string[] {
  const base = {
    id: `chatcmpl-${index}`,
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "chat-model",
  };
  const chunk = (delta: object, finish_reason: string | null = null) =>
    dataEvent({ ...base, choices: [{ index: 0, delta, finish_reason }] });
  const list = [chunk({ role: "assistant", content: "" })];
  for (const reasoning_content of cutText(reply.reasoning ?? "", reply.deltaChars))
    list.push(chunk({ reasoning_content }));
  for (const content of cutText(reply.text ?? "", reply.deltaChars)) list.push(chunk({ content }));
  for (const [position, call] of (reply.calls ?? []).entries()) {
    const id = call.id ?? `call_${index}_${position}`;
    const target = { name: call.name, arguments: "" };
    list.push(chunk({ tool_calls: [{ index: position, id, type: "function", function: target }] }));
    for (const piece of cutText(inputText(call.input), reply.deltaChars)) {
      list.push(chunk({ tool_calls: [{ index: position, function: { arguments: piece } }] }));
    }
  }
  const ends = { length: "length", filtered: "content_filter" };
  list.push(chunk({}, reply.end ? ends[reply.end] : reply.calls ? "tool_calls" : "stop"));
  const { input, output, cached } = { ...DEFAULT_USAGE, ...reply.usage };
  const details = { prompt_tokens_details: { cached_tokens: cached } };
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...details };
  // Groq counts in a place of its own.
  list.push(dataEvent({ ...base, choices: [], usage, x_groq: { usage } }), "data: [DONE]\n\n");
  return list;
}
