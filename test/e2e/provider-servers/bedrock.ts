import { crc32 } from "node:zlib";
import {
  cutText,
  DEFAULT_USAGE,
  inputText,
  startWireServer,
  type WireReply,
  type WireScript,
  type WireSpeech,
} from "./wire-server.ts";

/** Bedrock's ConverseStream (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). */
export const BEDROCK_SPEECH: WireSpeech = {
  route: /\/converse-stream$/,
  models: {},
  events,
  errorDocument: (_, message) => ({ message }),
  streamError: (message) => frame("exception", "serviceUnavailableException", { message }),
};

export const startBedrock = (script: WireScript) => startWireServer(BEDROCK_SPEECH, script);

function events(reply: WireReply, replyIndex: number): Uint8Array[] {
  const list = [frame("event", "messageStart", { role: "assistant" })];
  let contentBlockIndex = 0;
  const block = (deltas: readonly object[], start?: object): void => {
    if (start) list.push(frame("event", "contentBlockStart", { contentBlockIndex, start }));
    for (const delta of deltas) list.push(frame("event", "contentBlockDelta", { contentBlockIndex, delta }));
    list.push(frame("event", "contentBlockStop", { contentBlockIndex }));
    contentBlockIndex += 1;
  };
  const pieces = (text: string): string[] => cutText(text, reply.deltaChars);
  if (reply.reasoning)
    block([
      ...pieces(reply.reasoning).map((text) => ({ reasoningContent: { text } })),
      { reasoningContent: { signature: `signed-${replyIndex}` } },
    ]);
  if (reply.text) block(pieces(reply.text).map((text) => ({ text })));
  for (const [position, { name, input, id }] of (reply.calls ?? []).entries())
    block(
      pieces(inputText(input)).map((piece) => ({ toolUse: { input: piece } })),
      { toolUse: { toolUseId: id ?? `call_${replyIndex}_${position}`, name } },
    );
  const ends = { length: "max_tokens", filtered: "content_filtered" };
  list.push(
    frame("event", "messageStop", { stopReason: reply.end ? ends[reply.end] : reply.calls ? "tool_use" : "end_turn" }),
  );
  const { input, output, cached } = { ...DEFAULT_USAGE, ...reply.usage };
  const usage = {
    inputTokens: input - cached,
    outputTokens: output,
    cacheReadInputTokens: cached,
    cacheWriteInputTokens: 0,
  };
  list.push(frame("event", "metadata", { usage, metrics: { latencyMs: 1 } }));
  return list;
}

/** One message of `application/vnd.amazon.eventstream`: lengths, headers, payload, each part with its checksum. */
function frame(messageType: "event" | "exception", type: string, payload: object): Uint8Array {
  const header = (name: string, value: string): Buffer => {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, bytes]);
  };
  const headers = Buffer.concat([
    header(`:${messageType}-type`, type),
    header(":content-type", "application/json"),
    header(":message-type", messageType),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + body.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([start, checksum(start)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
