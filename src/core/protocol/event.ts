import type { Access } from "../permissions/accesses.ts";
import type { Orientation } from "../prompts/system-prompt.ts";
import type { Canceller } from "./cancellation.ts";
import type { Display } from "./display.ts";
import type { Denial, ModelFailure, Outcome } from "./outcome.ts";
import type { Usage } from "./usage.ts";

/** One tool call as the model asked for it. `input` is unchecked: parsed JSON, or the raw text where that is no JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** What was guessed so that the arguments could be read: such a call changes and runs nothing. */
  readonly repairs?: readonly string[];
}

/** How many calls of one reply run; the model is told to send the others again. */
export const REPLY_CALLS_MAX = 64;
/** More than any tool takes: each name is compared with those that are meant. */
export const ARGUMENTS_MAX = 1_000;

/** The only field of the object that goes back to a model for arguments that were no JSON; weak models write it themselves then. */
export const UNREADABLE_ARGUMENTS = "unreadable_arguments";

/** What the text of a call begins with that a fault of the tool itself ended: it says nothing of what was asked. */
export const TOOL_FAULT = "Execution error: ";

/** A picture in a prompt or a result, in one of the forms that every wire takes. */
export interface Image {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly base64: string;
}

/** What the model said in one step, in its order. `meta` goes back to the same provider untouched (signatures). */
export type ReplyPart =
  | { readonly kind: "text"; readonly text: string; readonly meta?: unknown }
  | { readonly kind: "reasoning"; readonly text: string; readonly meta?: unknown }
  | { readonly kind: "call"; readonly call: ToolCall; readonly meta?: unknown };

/** A command beside the run, as a call has left it; it ends with the process that runs it. */
export interface InBackground {
  readonly id: string;
  readonly state: "running" | "exited";
}

/** What one call gave back. `text` is what the model reads, already bounded. */
export interface CallResult {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly failed: boolean;
  readonly display: Display;
  /** Pictures that the call gave, sent behind the results. */
  readonly images?: readonly Image[];
  /** Where the whole output is kept, when `text` is only a part of it. */
  readonly handle?: string;
  /** Tools that are offered from the next request on. */
  readonly found?: readonly string[];
  /** The files of instructions of folders that stand below what the call gave. */
  readonly instructed?: readonly string[];
  readonly background?: InBackground;
  readonly durationMs: number;
}

/**
 * A piece of the reply that is under way, shown only when it is on disk. The `reply` says all of it again; a `retry` takes
 * it back; an `interruption` says that there will be no more.
 */
export interface TextPiece {
  readonly type: "text-delta" | "reasoning-delta";
  readonly text: string;
}

/** Who cancelled, or what broke: the process that ended without a word, the model in the middle of its reply. */
export type Interrupter = Canceller | "crash" | "model";

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
      /** What the person calls it. */
      readonly name?: string;
      /** The session this one was forked from. */
      readonly parentId?: string;
      /** It is a sub-agent's: who it is, and the call of the session `parentId` that gave it its work. */
      readonly work?: GivenWork;
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
  | {
      readonly type: "prompt";
      readonly text: string;
      readonly origin: "user" | "steer" | "engine";
      readonly images?: readonly Image[];
    }
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
  | TextPiece
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly attemptsMax: number;
      readonly delayMs: number;
      readonly failure: ModelFailure;
    }
  /** The answer ends before its end. `text` is what was shown of a reply under way, which has no `reply` event; often empty. */
  | { readonly type: "interruption"; readonly by: Interrupter; readonly text: string }
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
      /** Of a model that was used nobody knows the price: `costUsd` is not all of it. */
      readonly isCostUnknown?: true;
      /** The calls that were refused, in their order. */
      readonly denials?: readonly Denial[];
    };

/** Facts only a screen needs; never stored. */
export type LiveEvent =
  | { readonly type: "call-input-delta"; readonly callId: string; readonly name: string; readonly text: string }
  | { readonly type: "call-progress"; readonly callId: string; readonly text: string }
  /** What is under way; or, where it stays, what a person has to know, as that the log cannot be written. */
  | { readonly type: "status"; readonly text: string; readonly stays?: true }
  /** Of a sub-agent, whose own log has it. `callId` is the call that gave it its work. */
  | { readonly type: "agent-event"; readonly callId: string; readonly agent: string; readonly event: AgentEvent };

/** What happens in a run, in its order. */
export type AgentEvent = RecordedEvent | LiveEvent;

const LIVE: ReadonlySet<AgentEvent["type"]> = new Set<LiveEvent["type"]>([
  "call-input-delta",
  "call-progress",
  "status",
  "agent-event",
]);

export function isRecorded(event: AgentEvent): event is RecordedEvent {
  return !LIVE.has(event.type);
}

/** A sub-agent and its work. */
export interface GivenWork {
  readonly id: string;
  readonly agent: string;
  readonly callId: string;
  readonly isBackground: boolean;
}

/** What was shown of a reply that is under way at the end of this log; empty when none is. */
export function textUnderWay(history: readonly RecordedEvent[]): string {
  const pieces: string[] = [];
  for (let index = history.length - 1; index >= 0; index--) {
    const event = history[index];
    if (event === undefined || ENDS_TEXT.has(event.type)) break;
    if (event.type === "text-delta") pieces.push(event.text);
  }
  return pieces.reverse().join("");
}

export type SettledEvent = Exclude<RecordedEvent, TextPiece | { readonly type: "retry" }>;

/** A log as it reads when nothing streams any more: a text that broke off at its end is said to have. */
export function settledEvents(events: readonly RecordedEvent[]): readonly SettledEvent[] {
  const settled = events.filter((event): event is SettledEvent => !isTextPiece(event) && event.type !== "retry");
  const text = textUnderWay(events);
  return text === "" ? settled : [...settled, { type: "interruption", by: "crash", text }];
}

export function isTextPiece(event: { readonly type: string }): event is TextPiece {
  return event.type === "text-delta" || event.type === "reasoning-delta";
}

const ENDS_TEXT: ReadonlySet<AgentEvent["type"]> = new Set<RecordedEvent["type"]>([
  "reply",
  "retry",
  "interruption",
  "prompt",
  "call-end",
]);

/** What stays of an answer that was interrupted, and the mark that says so: for the model, and for whoever reads the log. */
export function interruptedText({ by, text }: Extract<RecordedEvent, { type: "interruption" }>): string {
  return text.trim() === "" ? INTERRUPTION_MARKS[by] : `${text}\n\n${INTERRUPTION_MARKS[by]}`;
}

const INTERRUPTION_MARKS: Record<Interrupter, string> = {
  user: "[Interrupted by the user.]",
  limit: "[Interrupted: a limit of the run was reached.]",
  system: "[Interrupted: Waymark was told to end.]",
  crash: "[Interrupted: the process ended here.]",
  model: "[Interrupted: the connection to the model broke here.]",
};

export function replyText(content: readonly ReplyPart[]): string {
  return content.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

/** What a text reader is told of a reply: thinking that came as a part of its own stands in no text. */
export function thinkingOf(content: readonly ReplyPart[]): { readonly thinking?: "closed" } {
  return content.some((part) => part.kind === "reasoning") ? { thinking: "closed" } : {};
}

export function replyCalls(content: readonly ReplyPart[]): readonly ToolCall[] {
  return content.flatMap((part) => (part.kind === "call" ? [part.call] : []));
}

/** The result of a call that gave nothing but the reason. */
export function failedResult(call: ToolCall, text: string, durationMs = 0): CallResult {
  return { callId: call.id, name: call.name, text, failed: true, display: { kind: "text", text }, durationMs };
}
