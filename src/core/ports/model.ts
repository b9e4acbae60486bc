import type { Effort } from "../protocol/effort.ts";
import type { Image, ReplyEnd, ReplyPart } from "../protocol/event.ts";
import type { ModelFailure } from "../protocol/outcome.ts";
import type { ToolSet, ToolSpec } from "../protocol/tool-spec.ts";
import type { Usage } from "../protocol/usage.ts";

// The language model, and what reads its plain text.

/** A language model, or something that behaves like one. */
export interface ModelClient {
  /** `provider/model`. */
  readonly id: string;
  readonly abilities: ModelAbilities;
  /** Part of how it was named (`openai/o3:high`): holds for requests that say nothing of it. */
  readonly effort?: Effort | undefined;
  /**
   * One request, one reply; tools are never executed here and nothing is retried.
   * Ends with exactly one `end` or `failed` part. Throws only when `signal` aborts.
   */
  step(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
  /** How often one step of it is tried; as often as any other's where absent. */
  readonly attemptsMax?: number | undefined;
  /** What the service counts for a request, which it does not answer; undefined where it cannot say. */
  readonly count?: ((request: ModelRequest, signal: AbortSignal) => Promise<number | undefined>) | undefined;
  /** Frees what it holds in this process; a later step takes it again. */
  readonly close?: (() => Promise<void>) | undefined;
  /**
   * Present while another model stands ready: it takes over all steps to come, under its own id and abilities.
   * @returns undefined where the failure is none that another model helps with
   */
  readonly fallBack?: ((failure: ModelFailure) => Promise<FallBack | undefined>) | undefined;
}

/** What became of the other models. */
export interface FallBack {
  /** False: none of them can be opened. */
  readonly goesOn: boolean;
  /** What to tell the person. */
  readonly told: string;
}

export interface ModelAbilities {
  /** False sends the run to the judge or react-text strategy. */
  readonly nativeTools: boolean;
  /** Which tools it is offered; `core` where nothing is known of it. */
  readonly toolSet?: ToolSet;
  readonly contextTokensMax?: number;
  readonly outputTokensMax?: number;
  /** False: pictures are left out of what it is sent. Absent where nobody knows. */
  readonly images?: boolean;
  /** What the model can be told of how much to think; empty: nothing. Absent where nobody knows. */
  readonly efforts?: readonly Effort[];
  /** False: it has no words of its own, so a compaction is made from the log alone. */
  readonly summarizes?: boolean;
  /** False: each prompt is a question of its own; what is said while it works waits until that is answered. */
  readonly takesSteering?: boolean;
  /** False: its text quotes what it found, so that nothing in it is read as a call. */
  readonly callsInText?: boolean;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  readonly sessionId: string;
  readonly outputTokensMax?: number;
  readonly temperature?: number;
  /** How much the model should think; its own way where absent. One that cannot be told so answers without. */
  readonly effort?: Effort;
  /** What the text of an answer without calls is to be: JSON of this schema. A wire that can hold the model to it does; who asks checks it. */
  readonly answerSchema?: unknown;
}

export type ModelMessage =
  | {
      readonly role: "user";
      readonly text: string;
      readonly images?: readonly Image[];
      /** What was said last, where `text` has other texts before it. */
      readonly saidLast?: string;
      /** True: the engine says it between the calls of a run; it is no prompt that somebody gave. */
      readonly isAside?: true;
    }
  | { readonly role: "assistant"; readonly content: readonly ReplyPart[] }
  | { readonly role: "tool"; readonly results: readonly ToolMessage[] };

export interface ToolMessage {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly failed: boolean;
}

export type ModelPart =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "call-input-delta"; readonly callId: string; readonly name: string; readonly text: string }
  /** The whole reply; calls in it have unique ids. */
  | {
      readonly type: "end";
      readonly content: readonly ReplyPart[];
      readonly end: ReplyEnd;
      readonly usage: Usage;
      readonly costUsd: number;
      /** What the service says of its limits; absent where it does not. */
      readonly limits?: readonly RateLimit[];
      /** Said by who is no model: what was asked needs one. */
      readonly unanswered?: "change" | "question";
    }
  | { readonly type: "failed"; readonly failure: ModelFailure }
  /** What a person should know meanwhile. */
  | { readonly type: "status"; readonly text: string };

/** How much more a service will answer, as it said with a reply. */
export interface RateLimit {
  /** Differs for each limit of a service. */
  readonly name: string;
  readonly counts: "requests" | "tokens" | "inputTokens" | "outputTokens";
  readonly remaining: number;
  /** What there is when nothing was asked. */
  readonly most?: number;
  /** Until all of it is there again. */
  readonly resetMs: number;
}

/** A call found in text; `repairs` as in a {@link ToolCall}. */
export interface TextCall {
  readonly name: string;
  readonly input: unknown;
  readonly repairs?: readonly string[];
  /** Where it stood in the content, an offset; absent where no words stand behind it. */
  readonly at?: number;
  /** The text that it was read from, its frame included; absent for an edit. */
  readonly written?: string;
}

/** What a prompt asks for: that something be done, an answer from what is there, or to be shown a text, such as a diff or a plan. */
export type AskedFor = "deed" | "answer" | "text";

/** What a model's plain text means, decided without another model. */
export type TextReading =
  /** It makes calls; `content` is the text around them. */
  | {
      readonly kind: "calls";
      readonly content: string;
      readonly calls: readonly TextCall[];
      readonly how: string;
      /** It is an edit, which nobody has held against the files yet. */
      readonly isEdit?: true;
      /** What stands in the text as if it were to be done, and is not done: the model is told each, and what to do. */
      readonly leftOut?: readonly string[];
    }
  /** Meant as calls, and unusable: each problem tells the model what to do. */
  | { readonly kind: "broken"; readonly problems: readonly string[] }
  /** It speaks of files it has not seen. */
  | { readonly kind: "speculation"; readonly paths: readonly string[] }
  | { readonly kind: "answer" }
  /** It tells of a call without making one, or begins an edit that cannot be read. */
  | { readonly kind: "unsure"; readonly why: string };

/** What is told of a call that the model was shown before it wrote it. */
export const QUOTED_CALL =
  "The call in your answer was not made: it stands in what you were shown. If you mean it, write it again with nothing else; if you only show it, give your answer again.";

/** The tool that makes the edits of a text. */
export const EDITING_TOOL = "apply_diff";

export interface ReadTextOptions {
  /** An edit anywhere in the text counts. */
  readonly edits: boolean;
  /** None could be made: an edit is words like the others. */
  readonly showsEdits?: boolean;
  /** Whether a call stands in what was shown to the model: it is quoted then. Absent: nothing was. */
  readonly wasShown?: (call: TextCall) => boolean;
  /** What the answer was given to; with it, one that is nothing but a step is read as one whatever its form is. */
  readonly asked?: AskedFor;
  /** What was asked for is not done: nothing was changed yet, or the last call failed. */
  readonly isOpen?: boolean;
  /**
   * Whether the text begins within thinking that the template of the prompt has opened, or holds none because thinking came
   * apart from it. Where neither is known a closing mark alone deletes nothing, and calls before it do not run.
   */
  readonly thinking?: "opened" | "closed";
}

/** What arguments that were no JSON say, read without guessing, or why nobody can know. */
export type ReadArguments =
  | {
      readonly kind: "read";
      readonly input: unknown;
      readonly repairs: readonly string[];
      /** They may be meant otherwise. */
      readonly isGuess: boolean;
    }
  | { readonly kind: "cut"; readonly problem: string };

/** Finds calls and edits in plain text, in whatever form a model writes them. */
export interface TextReader {
  /** How a model without tool calling is told to answer. @param options  `edits`: whether an edit in its text can be made */
  instructions(tools: readonly ToolSpec[], options: { readonly edits: boolean }): string;
  read(text: string, tools: readonly ToolSpec[], options: ReadTextOptions): Promise<TextReading>;
  /** Passes on what may be shown while it streams: everything that cannot be a call. */
  filter(tools: readonly ToolSpec[]): Promise<{ push(text: string): string; end(): string }>;
  /** Native arguments that were no JSON; undefined when they may be a text that is meant as it is. */
  repairArguments(raw: string): Promise<ReadArguments | undefined>;
  /** A JSON value out of text that may be cut, fenced or sloppy; undefined when there is none. */
  json(text: string): Promise<unknown>;
}
