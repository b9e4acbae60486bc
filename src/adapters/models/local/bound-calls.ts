import type { JsonSchema } from "../../../base/json-schema.ts";
import type { ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import type { ToolSpec } from "../../../core/tool.ts";
import { answerSoFar, boundText, callInstructions, readBound, resultsText } from "../embedded/call-grammar.ts";

/**
 * A model that calls no tools by itself, on a server that holds an answer to a JSON Schema: what it says where there are tools
 * is one valid call or an answer. Of a server that holds it to nothing, the text comes through as it was said.
 */
export function withBoundCalls(model: ModelClient): ModelClient {
  return {
    get id() {
      return model.id;
    },
    get abilities() {
      return { ...model.abilities, nativeTools: true };
    },
    get effort() {
      return model.effort;
    },
    close: async () => model.close?.(),
    async *step(request, signal) {
      if (request.tools.length === 0) return yield* model.step(request, signal);
      yield* boundParts(model.step(boundRequest(request), signal), `${request.messages.length}`);
    },
  };
}

async function* boundParts(parts: AsyncIterable<ModelPart>, callId: string): AsyncGenerator<ModelPart> {
  let said = "";
  let shown = 0;
  for await (const part of parts) {
    if (part.type === "text-delta") {
      said += part.text;
      const text = answerSoFar(said);
      if (text.length > shown) yield { type: "text-delta", text: text.slice(shown) };
      shown = text.length;
    } else if (part.type === "end") {
      const content = boundContent(part.content, callId);
      const isCall = content.some(({ kind }) => kind === "call");
      yield { ...part, content, end: isCall ? "calls" : part.end };
    } else yield part;
  }
}

function boundContent(content: readonly ReplyPart[], callId: string): readonly ReplyPart[] {
  const text = content.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const thought = content.filter(({ kind }) => kind === "reasoning");
  const bound = readBound(text);
  if (bound.kind === "call") return [...thought, { kind: "call", call: { id: `bound-${callId}`, ...bound.call } }];
  return [...thought, { kind: "text", text: bound.text === "" ? text : bound.text }];
}

function boundRequest(request: ModelRequest): ModelRequest {
  const { system, messages, tools } = request;
  return {
    ...request,
    system: `${system}\n\n${callInstructions(tools)}`.trim(),
    messages: messages.map(boundMessage),
    tools: [],
    answerSchema: answerOrCall(tools),
  };
}

function boundMessage(message: ModelMessage): ModelMessage {
  switch (message.role) {
    case "user":
      return message;
    case "assistant":
      return { role: "assistant", content: [{ kind: "text", text: message.content.map(boundText).join("") }] };
    case "tool":
      return { role: "user", text: resultsText(message.results) };
  }
}

/** One schema an object: `anyOf` and `enum` are what every compiler of grammars knows. */
function answerOrCall(tools: readonly ToolSpec[]): JsonSchema {
  const calls = tools.map(({ name, schema }) =>
    exactly({ tool: { type: "string", enum: [name] }, arguments: { type: "object", ...structure(schema) } }),
  );
  return { anyOf: [...calls, exactly({ answer: { type: "string" } })] };
}

function exactly(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** What gives a value its shape; bounds and patterns are judged when the call comes, and not every server compiles them. */
function structure({ type, properties, required, items, enum: values }: JsonSchema): JsonSchema {
  const shaped = Object.entries(properties ?? {}).map(([name, property]) => [name, structure(property)] as const);
  return {
    ...(type === undefined ? {} : { type }),
    ...(values === undefined ? {} : { enum: values }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(shaped), additionalProperties: false }),
    ...(required === undefined ? {} : { required }),
    ...(items === undefined ? {} : { items: structure(items) }),
  };
}
