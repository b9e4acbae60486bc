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

/** OpenAI's Responses wire. */
export const RESPONSES_SPEECH: WireSpeech = {
  route: /\/responses$/,
  models: { object: "list", data: [{ id: "responses-model", object: "model" }] },
  events,
  errorDocument: (status, message) => ({ error: { message, type: "scripted", code: String(status) } }),
  streamError: (message) =>
    namedEvent({ type: "error", sequence_number: 99, code: "server_error", message, param: null } as {
      type: string;
    }),
};

export const startOpenAiResponses = (script: WireScript) => startWireServer(RESPONSES_SPEECH, script);

function events(reply: WireReply, index: number): string[] {
  const list: string[] = [];
  let sequence = 0;
  const event = (type: string, fields: object) =>
    list.push(namedEvent({ type, sequence_number: sequence++, ...fields } as { type: string }));
  const output: object[] = [];
  event("response.created", { response: response(index, "in_progress", [], null) });
  if (reply.reasoning) addReasoning(reply.reasoning);
  if (reply.text) addText(reply.text);
  for (const [position, call] of (reply.calls ?? []).entries()) addCall(call, position);
  const { input, output: answered, cached } = { ...DEFAULT_USAGE, ...reply.usage };
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: answered,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + answered,
  };
  const reason = reply.end === "filtered" ? "content_filter" : "max_output_tokens";
  if (reply.end)
    event("response.incomplete", {
      response: { ...response(index, "incomplete", output, usage), incomplete_details: { reason } },
    });
  else event("response.completed", { response: response(index, "completed", output, usage) });
  return list;

  function addReasoning(text: string): void {
    const id = `rs_${index}`;
    const at = { output_index: output.length, item_id: id };
    const item = { type: "reasoning", id, summary: [] as object[] };
    event("response.output_item.added", { output_index: output.length, item });
    event("response.reasoning_summary_part.added", {
      ...at,
      summary_index: 0,
      part: { type: "summary_text", text: "" },
    });
    for (const delta of cutText(text, reply.deltaChars)) {
      event("response.reasoning_summary_text.delta", { ...at, summary_index: 0, delta });
    }
    event("response.reasoning_summary_part.done", { ...at, summary_index: 0, part: { type: "summary_text", text } });
    const done = { ...item, summary: [{ type: "summary_text", text }], encrypted_content: `sealed-${index}` };
    event("response.output_item.done", { output_index: output.length, item: done });
    output.push(done);
  }

  function addText(text: string): void {
    const id = `msg_${index}`;
    const at = { output_index: output.length, item_id: id, content_index: 0 };
    const item = { type: "message", id, role: "assistant", status: "in_progress", content: [] };
    event("response.output_item.added", { output_index: output.length, item });
    event("response.content_part.added", { ...at, part: { type: "output_text", text: "", annotations: [] } });
    for (const delta of cutText(text, reply.deltaChars))
      event("response.output_text.delta", { ...at, delta, logprobs: [] });
    event("response.output_text.done", { ...at, text });
    const part = { type: "output_text", text, annotations: [] };
    event("response.content_part.done", { ...at, part });
    const done = { ...item, status: "completed", content: [part] };
    event("response.output_item.done", { output_index: output.length, item: done });
    output.push(done);
  }

  function addCall(
    call: { readonly name: string; readonly input: unknown; readonly id?: string },
    position: number,
  ): void {
    const id = `fc_${index}_${position}`;
    const at = { output_index: output.length, item_id: id };
    const text = inputText(call.input);
    const item = { type: "function_call", id, call_id: call.id ?? `call_${index}_${position}`, name: call.name };
    event("response.output_item.added", {
      output_index: output.length,
      item: { ...item, status: "in_progress", arguments: "" },
    });
    for (const delta of cutText(text, reply.deltaChars))
      event("response.function_call_arguments.delta", { ...at, delta });
    event("response.function_call_arguments.done", { ...at, arguments: text });
    const done = { ...item, status: "completed", arguments: text };
    event("response.output_item.done", { output_index: output.length, item: done });
    output.push(done);
  }
}

function response(index: number, status: string, output: readonly object[], usage: object | null) {
  return {
    id: `resp_${index}`,
    object: "response",
    created_at: 1_790_000_000,
    model: "responses-model",
    status,
    output,
    usage,
  };
}
