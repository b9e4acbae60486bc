// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public entry.
/**
 * `waymark`: an agent in your own program, with the same policy, sandbox, sessions and tools as at the terminal.
 * @module
 */
import type { AddedTool } from "../app/session/added-tool.ts";

export type {
  AddedTool,
  AddedToolContext,
  AddedToolIntent,
  AddedToolOutput,
  StandardSchema,
} from "../app/session/added-tool.ts";
export type { UndoExtent, UndoOptions, UndoReport } from "../app/session/undo.ts";
export type { JsonSchema } from "../base/json-schema.ts";
export { UserError } from "../base/user-error.ts";
export type { Access } from "../core/permissions/accesses.ts";
export type { PermissionMode } from "../core/permissions/decide.ts";
export type { AgentAtWork } from "../core/ports/agents.ts";
export type { ApprovalAnswer, ApprovalRequest, Question } from "../core/ports/person.ts";
export type { Display } from "../core/protocol/display.ts";
export type { AgentEvent, RecordedEvent } from "../core/protocol/event.ts";
export type { Outcome } from "../core/protocol/outcome.ts";
export type { AgentOptions, SessionOptions } from "../frontends/sdk/agent-options.ts";
export { type AgentSessionPort, createAgent, type WaymarkAgent } from "../frontends/sdk/create-agent.ts";

/**
 * A tool of yours, run in process: its calls are checked by `input`, declared by `intent`, decided by policy and recorded like any other.
 * Give it to `createAgent`, which refuses a tool that cannot be offered.
 *
 * @returns the same object, with the type of its input
 */
export function defineTool<Input>(tool: AddedTool<Input>): AddedTool<Input> {
  return tool;
}
