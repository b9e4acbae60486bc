import type { CallParts, ContextKeeper } from "../loop/agent-parts.ts";
import type { ToolCall } from "../protocol/event.ts";
import type { ToolOutput } from "../tool.ts";
import { boundOutput, isPaged } from "./bound-output.ts";

/** An output as the model is given it: what is too long is kept under a handle. */
export async function condense(
  output: ToolOutput,
  call: ToolCall,
  parts: CallParts,
): Promise<Awaited<ReturnType<ContextKeeper["condense"]>>> {
  if (parts.context) return parts.context.condense(output, call, parts);
  if (output.handle) return { text: output.text, handle: output.handle };
  return isPaged(output) ? { text: output.text } : boundOutput(output.text, parts.outputs);
}
