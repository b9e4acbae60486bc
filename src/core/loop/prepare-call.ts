import type { CallResult, ToolCall } from "../protocol/event.ts";
import { type Intent, type Tool, ToolFailure } from "../tool.ts";
import type { CallParts } from "./agent-parts.ts";

export type PreparedCall =
  | {
      readonly kind: "ready";
      readonly call: ToolCall;
      readonly tool: Tool;
      readonly input: unknown;
      readonly intent: Intent;
    }
  | { readonly kind: "refused"; readonly call: ToolCall; readonly result: CallResult };

/** Finds the tool, checks the arguments, asks for the intent. Pure; a failure tells the model what to do next. */
export function prepareCall(call: ToolCall, parts: CallParts): PreparedCall {
  const tool = parts.tools.get(call.name);
  if (!tool) return { kind: "refused", call, result: failedResult(call, unknownTool(call.name, parts)) };
  try {
    const input = tool.parse(call.input);
    return { kind: "ready", call, tool, input, intent: tool.intent(input) };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return {
      kind: "refused",
      call,
      result: failedResult(call, `Invalid arguments for ${call.name}: ${error.message}`),
    };
  }
}

function unknownTool(name: string, parts: CallParts): string {
  return `Tool not found: ${name}. Call one of: ${[...parts.tools.keys()].join(", ")}.`;
}

export function failedResult(call: ToolCall, text: string, durationMs = 0): CallResult {
  return { callId: call.id, name: call.name, text, failed: true, display: { kind: "text", text }, durationMs };
}
