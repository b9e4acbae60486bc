import type { HookEvent } from "../hooks/hook-events.ts";
import type { Access } from "../permissions/accesses.ts";
import type { Verdict } from "../permissions/decision.ts";
import type { RecordedEvent, ToolCall } from "../protocol/event.ts";

// What people have set to happen around what an agent does.

/** Something that happens, or is about to. */
export interface Occasion {
  readonly event: HookEvent;
  /** The call that it is about. */
  readonly call?: ToolCall & { readonly accesses: readonly Access[] };
  /** What a matcher is held against where there is no call: how a session starts, why it ends. */
  readonly subject?: string;
  /** Further fields, by the names that hooks know. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Hooks that gave the call other arguments, the last one last: that one need not be asked what it thinks of them, and none gives others again. */
  readonly changedBy?: readonly string[];
}

/** What all hooks of an occasion said together: the strictest word counts. */
export interface HookAnswer {
  /** Why it must not happen, or what is wrong with it. */
  readonly block?: string;
  /** A word on the permission of a call; policy still has its own. */
  readonly permission?: { readonly verdict: Verdict; readonly reason: string };
  /** Other arguments for the call; judged like a model's. A word that allows is of these, not of what the call was before. */
  readonly input?: unknown;
  /** Which hook gave them. */
  readonly inputBy?: string;
  /** What the model is to read in place of the result. */
  readonly output?: string;
  /** For the model to know. */
  readonly context: readonly string[];
  /** Why the run is to end. */
  readonly halt?: string;
}

export type NoteEvent = Extract<RecordedEvent, { type: "note" }>;

/** Set by a person or by the program that Waymark is part of. */
export interface Hooks {
  /** Whether anything is set for it: most often nothing is. */
  has(event: HookEvent): boolean;
  /**
   * Runs what is set for an occasion. An answer that the log has for it already is given again, and nothing is run.
   * @returns the answer, and what is to be recorded of it. Never rejects: a hook that fails is told of in the note.
   */
  fire(
    occasion: Occasion,
    signal: AbortSignal,
  ): Promise<{ readonly answer: HookAnswer; readonly note: NoteEvent | undefined }>;
}

export const NO_ANSWER: HookAnswer = { context: [] };
