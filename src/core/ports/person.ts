import type { Decision } from "../permissions/decision.ts";
import type { Display, TodoItem } from "../protocol/display.ts";
import type { ToolCall } from "../protocol/event.ts";

// The person at the other side.

export interface TodoList {
  read(): readonly TodoItem[];
  replace(items: readonly TodoItem[]): void;
}

export interface Question {
  readonly question: string;
  readonly options: readonly string[];
}

/** Asks the person; undefined when there is nobody (headless). */
export interface Asker {
  ask(question: Question, signal: AbortSignal): Promise<string | undefined>;
}

export interface ApprovalRequest {
  readonly call: ToolCall;
  readonly display: Display;
  readonly decision: Decision;
}

export type ApprovalAnswer =
  | {
      readonly allowed: true;
      /** A rule that allows the like from now on. */
      readonly remember?: string;
      /** Another call is done in its place: a part of the change, say. `why` is told to the model. */
      readonly instead?: { readonly name: string; readonly input: unknown; readonly why: string };
    }
  | { readonly allowed: false; readonly why: string };

/** Answers when policy says "ask". Each frontend brings its own. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

/** Texts that a person sends while a run is under way; read before the next step. */
export interface Inbox {
  take(): readonly string[];
}
