import { parseForeignJson } from "../../../base/json-depth.ts";
import type { JsonSchema } from "../../../base/json-schema.ts";
import type { ToolMessage } from "../../../core/ports/model.ts";
import type { ReplyPart, ToolCall } from "../../../core/protocol/event.ts";
import type { ToolSpec } from "../../../core/tool.ts";
import { asRecord, asText } from "../sse/json-shape.ts";

/** What the model is told: how to call, and with what. */
export function callInstructions(tools: readonly ToolSpec[]): string {
  const list = tools.map(
    ({ name, description, schema }) => `- ${name}: ${firstSentence(description)} ${parameters(schema)}`,
  );
  return [
    'Answer with one JSON object. To call a tool: {"tool": NAME, "arguments": {…}}. To answer: {"answer": TEXT}.',
    `Tools:\n${list.join("\n")}`,
  ].join("\n\n");
}

function firstSentence(text: string): string {
  return /^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split("\n")[0] ?? "";
}

function parameters({ properties = {}, required = [] }: JsonSchema): string {
  return `(${Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(", ")})`;
}

/**
 * A JSON Schema that admits exactly a call of one of the tools, or an answer, in the subset that the grammar compiler knows:
 * it demands every property, so an optional one may be null.
 */
export function callSchema(tools: readonly ToolSpec[]): unknown {
  const calls = tools.map(({ name, schema }) => ({
    type: "object",
    properties: { tool: { const: name }, arguments: grammarSchema(schema) },
  }));
  return { oneOf: [...calls, { type: "object", properties: { answer: { type: "string" } } }] };
}

const DEPTH_MAX = 8;

function grammarSchema(schema: JsonSchema, depth = 0): unknown {
  if (depth > DEPTH_MAX) return { type: "string" };
  if (schema.enum) return { enum: schema.enum };
  const { type, properties = {}, required = [], items } = schema;
  if (type === "object" || (type === undefined && Object.keys(properties).length > 0)) {
    const entries = Object.entries(properties).map(([name, property]) => {
      const inner = grammarSchema(property, depth + 1);
      return [name, required.includes(name) ? inner : { oneOf: [inner, { type: "null" }] }] as const;
    });
    return { type: "object", properties: Object.fromEntries(entries) };
  }
  if (type === "array") return { type: "array", items: items ? grammarSchema(items, depth + 1) : { type: "string" } };
  return { type: type ?? "string" };
}

export type Bound =
  | { readonly kind: "call"; readonly call: Omit<ToolCall, "id"> }
  | { readonly kind: "answer"; readonly text: string }
  /** The token limit cut it. */
  | { readonly kind: "cut"; readonly text: string };

/** What a reply within the grammar means. */
export function readBound(text: string): Bound {
  let value: Record<string, unknown> | undefined;
  try {
    value = asRecord(parseForeignJson(text));
  } catch {
    return { kind: "cut", text: answerSoFar(text) };
  }
  const tool = asText(value?.["tool"]);
  if (tool !== undefined) return { kind: "call", call: { name: tool, input: withoutNulls(value?.["arguments"]) } };
  return { kind: "answer", text: asText(value?.["answer"]) ?? "" };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  const record = asRecord(value);
  if (!record) return value;
  const kept = Object.entries(record).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutNulls(inner)]));
}

/** The text of an answer whose JSON is not whole yet; nothing while it may be a call. */
export function answerSoFar(text: string): string {
  const start = /^\s*\{\s*"answer"\s*:\s*"/.exec(text);
  if (!start) return "";
  const body = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/.exec(text.slice(start[0].length))?.[0] ?? "";
  // Half of a surrogate pair waits for the other half.
  const whole = body.replace(/(?:\\u[dD][89abAB][\dA-Fa-f]{2}|[\uD800-\uDBFF])$/, "");
  try {
    return JSON.parse(`"${whole.replace(/[\u0000-\u001F]/g, (sign) => JSON.stringify(sign).slice(1, -1))}"`) as string;
  } catch {
    return "";
  }
}

/** A part of an earlier reply, as the grammar would have had it; thinking is left out. */
export function boundText(part: ReplyPart): string {
  switch (part.kind) {
    case "text":
      return JSON.stringify({ answer: part.text });
    case "call":
      return JSON.stringify({ tool: part.call.name, arguments: part.call.input });
    case "reasoning":
      return "";
  }
}

/** Results for a model that knows no role of tools: the person says them. */
export function resultsText(results: readonly ToolMessage[]): string {
  return results.map(({ name, text, failed }) => `${name} ${failed ? "failed" : "gave"}:\n${text}`).join("\n\n");
}
