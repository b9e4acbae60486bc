import {
  cutText,
  DEFAULT_USAGE,
  inputText,
  namedEvent,
  startWireServer,
  type WireReply,
  type WireScript,
  type WireSpeech,
} from "./wire-server.ts";

/** Anthropic's Messages wire. */
export const ANTHROPIC_SPEECH: WireSpeech = {
  route: /\/v1\/messages$/,
  models: { data: [{ type: "model", id: "claude-model", display_name: "Claude" }], has_more: false },
  events,
  errorDocument: (status, message) => ({
    type: "error",
    error: { type: ERROR_TYPES[status] ?? "api_error", message },
  }),
  streamError: (message) =>
    namedEvent({ type: "error", error: { type: "overloaded_error", message } } as { type: string }),
};

export const startAnthropic = (script: WireScript) => startWireServer(ANTHROPIC_SPEECH, script);

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function events(reply: WireReply, index: number): string[] {
  const list: string[] = [];
  let block = 0;
  const event = (type: string, fields: object) => list.push(namedEvent({ type, ...fields } as { type: string }));
  const { input, output, cached } = { ...DEFAULT_USAGE, ...reply.usage };
  const usage = {
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  };
  const message = { id: `msg_${index}`, type: "message", role: "assistant", model: "claude-model", content: [] };
  event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null, usage } });
  if (reply.reasoning) {
    const signature = { type: "signature_delta", signature: `signed-${index}` };
    const thinking = cutText(reply.reasoning, reply.deltaChars).map((text) => ({
      type: "thinking_delta",
      thinking: text,
    }));
    addBlock({ type: "thinking", thinking: "", signature: "" }, [...thinking, signature]);
  }
  if (reply.text) {
    const deltas = cutText(reply.text, reply.deltaChars).map((text) => ({ type: "text_delta", text }));
    addBlock({ type: "text", text: "" }, deltas);
  }
  for (const [position, call] of (reply.calls ?? []).entries()) {
    const id = call.id ?? `toolu_${index}_${position}`;
    const pieces = cutText(inputText(call.input), reply.deltaChars);
    const deltas = pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
    addBlock({ type: "tool_use", id, name: call.name, input: {} }, deltas);
  }
  const ends = { length: "max_tokens", filtered: "refusal" };
  const stop_reason = reply.end ? ends[reply.end] : reply.calls ? "tool_use" : "end_turn";
  event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } });
  event("message_stop", {});
  return list;

  function addBlock(content_block: object, deltas: readonly object[]): void {
    event("content_block_start", { index: block, content_block });
    event("ping", {});
    for (const delta of deltas) event("content_block_delta", { index: block, delta });
    event("content_block_stop", { index: block });
    block += 1;
  }
}
