import type { JsonSchema } from "../../base/json-schema.ts";
import type { Decision } from "../permissions/decision.ts";
import type { Display, TodoItem } from "../protocol/display.ts";
import type { ToolCall } from "../protocol/event.ts";

// The person at the other side.

export interface TodoList {
  read(): readonly TodoItem[];
  replace(items: readonly TodoItem[]): void;
}

/** A question of the model; `options` may be empty. */
export interface Question {
  readonly question: string;
  readonly options: readonly string[];
}

/** Asks the person; undefined when there is nobody (headless), or who is there gave no answer. */
export interface Asker {
  ask(question: Question, signal: AbortSignal): Promise<string | undefined>;
  /** Somebody sits there: no answer (Escape, the end of input) is no yes. */
  readonly isThere?: boolean;
}

/** Whether no answer may be taken for a yes: what was started where nobody can be asked goes on. */
export const goesOnUnanswered = (answer: string | undefined, { isThere = false }: Asker): boolean =>
  answer === undefined && !isThere;

/** A call that policy asks about: what it would do, and why it is asked. */
export interface ApprovalRequest {
  readonly call: ToolCall;
  readonly display: Display;
  readonly decision: Decision;
  /** The mode in which it would be done unasked; told where nobody can be asked. */
  readonly allowingMode?: "acceptEdits";
  /** It changes what starts programs or says what is allowed: a yes takes that all of it was seen. */
  readonly startsPrograms?: true;
  /** The sub-agent whose call it is; absent: the session's own. */
  readonly agent?: string;
}

/** What a person says to a call that policy asks about. */
export type ApprovalAnswer =
  | {
      readonly allowed: true;
      /** A rule that allows the like from now on. */
      readonly remember?: string;
      /** It stands in the person's settings, too: other sessions have it. */
      readonly isKept?: true;
      /** Another call is done in its place: a part of the change, say. `why` is told to the model. */
      readonly instead?: { readonly name: string; readonly input: unknown; readonly why: string };
    }
  /** `said`: a person refused it, with these words or none. */
  | { readonly allowed: false; readonly why: string; readonly said?: string };

/** Answers when policy says "ask". Each frontend brings its own. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

/** A text for the model between two steps: what the person says, or what the engine reports. */
export interface Said {
  readonly text: string;
  readonly origin: "steer" | "engine";
}

/** What is said while a run is under way; read before the next step. */
export interface Inbox {
  /** All of it, or the first of it. */
  take(countMax?: number): readonly Said[];
  /** What has happened outside to what the model has seen, each said once; asked for before a step, and no reason for one. */
  news?(): Promise<readonly string[]>;
  /** The same of what the person is to hear of as well. */
  notices?(): Promise<readonly string[]>;
  /** Waits while somebody at work will still write, or until there is a text. @returns false when the signal cut it short */
  quiet?(signal: AbortSignal): Promise<boolean>;
}

/** What a server of tools wants of the person: values for a form, or a visit to a page of the network. */
export type Inquiry = { readonly message: string } & (
  | { readonly kind: "form"; readonly schema: JsonSchema }
  | { readonly kind: "page"; readonly url: string }
);

/** `cancelled`: nobody decided; a visited page gives no values. */
export type InquiryAnswer =
  | { readonly kind: "given"; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: "declined" }
  | { readonly kind: "cancelled" };

/** Answers what servers ask. */
export interface Inquirer {
  inquire(server: string, inquiry: Inquiry, signal: AbortSignal): Promise<InquiryAnswer>;
}
