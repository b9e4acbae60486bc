import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import { nearestEffort } from "../../../core/protocol/effort.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import { metaOf, wireInput, wireName } from "../wires/wire.ts";
import type { Opened } from "./language-model.ts";

type Version = Opened["version"];

/** What a model of the fourth version can be told of how much to think; the earlier ones have no common word for it. */
export const LIBRARY_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;

/** A request in the words of the AI SDK. @param provider  whose marks on parts of earlier replies go back */
export function callOptions(request: ModelRequest, version: Version, provider: string): object {
  const { system, messages, tools, outputTokensMax, temperature } = request;
  const effort = request.effort && version === 4 ? nearestEffort(request.effort, LIBRARY_EFFORTS) : undefined;
  return {
    prompt: [
      ...(system === "" ? [] : [{ role: "system", content: system }]),
      ...messages.flatMap((message) => toMessage(message, version, provider)),
    ],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({
            type: "function",
            name,
            description,
            inputSchema: schema,
          })),
          toolChoice: { type: "auto" },
        }),
    ...(outputTokensMax === undefined ? {} : { maxOutputTokens: outputTokensMax }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(effort === undefined ? {} : { reasoning: effort }),
    // With tools some packages make a call of the answer.
    ...(request.answerSchema === undefined || tools.length > 0
      ? {}
      : { responseFormat: { type: "json", name: "answer", schema: request.answerSchema } }),
  };
}

function toMessage(message: ModelMessage, version: Version, provider: string): readonly object[] {
  switch (message.role) {
    case "user": {
      const images = (message.images ?? []).map(({ mediaType, base64 }) => ({
        type: "file",
        mediaType,
        data: version === 4 ? { type: "data", data: base64 } : base64,
      }));
      return [{ role: "user", content: [...images, { type: "text", text: message.text }] }];
    }
    case "assistant": {
      const content = message.content.flatMap((part) => toPart(part, provider));
      return content.length === 0 ? [] : [{ role: "assistant", content }];
    }
    case "tool":
      return [
        {
          role: "tool",
          content: message.results.map(({ callId, name, text, failed }) => ({
            type: "tool-result",
            toolCallId: callId,
            toolName: wireName(name),
            output: { type: failed ? "error-text" : "text", value: text },
          })),
        },
      ];
  }
}

function toPart(part: ReplyPart, provider: string): readonly object[] {
  const meta = metaOf(part, provider);
  const marks = meta && Object.keys(meta).length > 0 ? { providerOptions: meta } : {};
  switch (part.kind) {
    case "text":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text, ...marks }];
    case "reasoning":
      // The thinking of another service's model is nothing that this one has said.
      return meta ? [{ type: "reasoning", text: part.text, ...marks }] : [];
    case "call": {
      const { id, name, input } = part.call;
      return [{ type: "tool-call", toolCallId: id, toolName: wireName(name), input: wireInput(input), ...marks }];
    }
  }
}
