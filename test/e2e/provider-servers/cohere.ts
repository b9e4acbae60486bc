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

/** Cohere's Chat (https://docs.cohere.com/v2/docs/streaming). */
export const COHERE_SPEECH: WireSpeech = {
  route: /\/chat$/,
  models: { models: [{ name: "command" }] },
  events,
  errorDocument: (_, message) => ({ id: "scripted", message }),
  streamError: (message) => namedEvent({ type: "error", error: { message, type: "server_error" } } as { type: string }),
};

export const startCohere = (script: WireScript) => startWireServer(COHERE_SPEECH, script);

function events(reply: WireReply, replyIndex: number): string[] {
  const list: object[] = [{ type: "message-start", id: `reply-${replyIndex}` }];
  let index = 0;
  const block = (kind: "thinking" | "text", text: string): void => {
    if (text === "") return;
    list.push({ type: "content-start", index, delta: { message: { content: { type: kind, [kind]: "" } } } });
    for (const piece of cutText(text, reply.deltaChars))
      list.push({ type: "content-delta", index, delta: { message: { content: { [kind]: piece } } } });
    list.push({ type: "content-end", index });
    index += 1;
  };
  block("thinking", reply.reasoning ?? "");
  block("text", reply.text ?? "");
  for (const [position, call] of (reply.calls ?? []).entries()) {
    const made = {
      id: call.id ?? `call_${replyIndex}_${position}`,
      type: "function",
      function: { name: call.name, arguments: "" },
    };
    list.push({ type: "tool-call-start", index: position, delta: { message: { tool_calls: made } } });
    for (const piece of cutText(inputText(call.input), reply.deltaChars))
      list.push({
        type: "tool-call-delta",
        index: position,
        delta: { message: { tool_calls: { function: { arguments: piece } } } },
      });
    list.push({ type: "tool-call-end", index: position });
  }
  const { input, output, cached } = { ...DEFAULT_USAGE, ...reply.usage };
  const ends = { length: "MAX_TOKENS", filtered: "ERROR_TOXIC" };
  const finish_reason = reply.end ? ends[reply.end] : reply.calls ? "TOOL_CALL" : "COMPLETE";
  const tokens = { input_tokens: input, output_tokens: output };
  list.push({
    type: "message-end",
    delta: { finish_reason, usage: { tokens, billed_units: tokens, cached_tokens: cached } },
  });
  return list.map((event) => namedEvent(event as { type: string }));
}
