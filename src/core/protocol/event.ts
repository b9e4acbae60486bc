import type { Access } from "../permissions/accesses.ts";
import type { Orientation } from "../prompts/system-prompt.ts";
import type { Display } from "./display.ts";
import type { ModelFailure, Outcome } from "./outcome.ts";
import type { Usage } from "./usage.ts";

/** One tool call as the model asked for it. `input` is unchecked: parsed JSON, or the raw text where that is no JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** What had to be put right before the arguments could be read; a repaired call changes and runs nothing. */
  readonly repairs?: readonly string[];
}

/** What the model said in one step, in its order. `meta` goes back to the same provider untouched (signatures). */
export type ReplyPart =
  | { readonly kind: "text"; readonly text: string; readonly meta?: unknown }
  | { readonly kind: "reasoning"; readonly text: string; readonly meta?: unknown }
  | { readonly kind: "call"; readonly call: ToolCall; readonly meta?: unknown };

/** What one call gave back. `text` is what the model reads, already bounded. */
export interface CallResult {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly failed: boolean;
  readonly display: Display;
  /** Where the whole output is kept, when `text` is only a part of it. */
  readonly handle?: string;
  readonly durationMs: number;
}

/** How a reply ended: by itself, to have calls run, cut by its token limit, or filtered. */
export type ReplyEnd = "stop" | "calls" | "length" | "filtered" | "other";

/**
 * Facts that are written to the session log, each with the time `at` (ISO 8601) it was appended.
 * The model's context, the screen, exports and undo are projections of these.
 */
export type RecordedEvent =
  | {
      readonly type: "session-start";
      readonly sessionId: string;
      readonly cwd: string;
      readonly version: string;
      /** The session this one was forked from. */
      readonly parentId?: string;
      /** What the model was told of the folder; a later process that goes on tells it the same. */
      readonly orientation?: Orientation;
    }
  | {
      readonly type: "run-start";
      readonly strategy: string;
      readonly model: string;
      readonly permissionMode: string;
      readonly tools: readonly string[];
    }
  /** `engine` marks a correction that Waymark itself wrote to the model. */
  | { readonly type: "prompt"; readonly text: string; readonly origin: "user" | "steer" | "engine" }
  | {
      readonly type: "reply";
      readonly content: readonly ReplyPart[];
      readonly end: ReplyEnd;
      readonly model: string;
      readonly usage: Usage;
      readonly costUsd: number;
      readonly durationMs: number;
      /** Said to the engine (a plan as JSON): people are shown what comes of it. */
      readonly aside?: true;
    }
  /** The intent: on disk before anything happens, so that a crash shows what may have been done. */
  | {
      readonly type: "call-start";
      readonly call: ToolCall;
      readonly accesses: readonly Access[];
      readonly display: Display;
    }
  | { readonly type: "approval"; readonly callId: string; readonly allowed: boolean; readonly why: string }
  | { readonly type: "call-end"; readonly result: CallResult }
  /** Replaces everything before it in the model's context by `summary`; the log keeps it all. */
  | { readonly type: "compaction"; readonly summary: string; readonly detail?: unknown }
  | { readonly type: "plan-update"; readonly planId: string; readonly status: string; readonly detail?: unknown }
  | { readonly type: "note"; readonly topic: string; readonly text: string; readonly detail?: unknown }
  | {
      readonly type: "run-end";
      readonly outcome: Outcome;
      readonly steps: number;
      readonly usage: Usage;
      readonly costUsd: number;
      readonly durationMs: number;
      readonly apiDurationMs: number;
    };

/** Facts only a screen needs; never stored. */
export type LiveEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "call-input-delta"; readonly callId: string; readonly name: string; readonly text: string }
  | { readonly type: "call-progress"; readonly callId: string; readonly text: string }
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly attemptsMax: number;
      readonly delayMs: number;
      readonly failure: ModelFailure;
    }
  | { readonly type: "status"; readonly text: string };

export type AgentEvent = RecordedEvent | LiveEvent;

const LIVE: ReadonlySet<AgentEvent["type"]> = new Set<LiveEvent["type"]>([
  "text-delta",
  "reasoning-delta",
  "call-input-delta",
  "call-progress",
  "retry",
  "status",
]);

export function isRecorded(event: AgentEvent): event is RecordedEvent {
  return !LIVE.has(event.type);
}

export function replyText(content: readonly ReplyPart[]): string {
  return content.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

export function replyCalls(content: readonly ReplyPart[]): readonly ToolCall[] {
  return content.flatMap((part) => (part.kind === "call" ? [part.call] : []));
}
