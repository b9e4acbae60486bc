import type { ResultKind } from "../base/result-kind.ts";
import type { Memory, SkillLibrary } from "./knowledge.ts";
import type { Access, SandboxException } from "./permissions/accesses.ts";
import type { Verdict } from "./permissions/decision.ts";
import type { SubAgents } from "./ports/agents.ts";
import type { Documents } from "./ports/documents.ts";
import type { CodeIntelligence, Fetcher, Manual, WebSearch } from "./ports/knowledge.ts";
import type { OffThread } from "./ports/off-thread.ts";
import type { Asker, TodoList } from "./ports/person.ts";
import type { Processes } from "./ports/processes.ts";
import type { OutputStore } from "./ports/session.ts";
import type { Search, Workspace } from "./ports/workspace.ts";
import type { Display } from "./protocol/display.ts";
import type { Image, InBackground } from "./protocol/event.ts";
import type { ToolSpec } from "./protocol/tool-spec.ts";

export type { JsonSchema } from "../base/json-schema.ts";
export type { ToolSpec } from "./protocol/tool-spec.ts";

/** Thrown by a tool or a port when the model should read the message and try again. Says what to do next. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

/** What a call would touch and how to show it. Pure, so that policy, scheduling and preview share it. */
export interface Intent {
  readonly accesses: readonly Access[];
  readonly display: Display;
}

/** What a tool may use; built once per session by the composition root. */
export interface ToolPorts {
  readonly workspace: Workspace;
  readonly search: Search;
  readonly processes: Processes;
  readonly outputs: OutputStore;
  readonly todos: TodoList;
  readonly asker: Asker;
  readonly code: CodeIntelligence;
  readonly skills: SkillLibrary;
  readonly memory: Memory;
  readonly manual: Manual;
  /** All tools there are here, offered from the start or not. */
  catalogue(): readonly ToolSpec[];
  readonly documents: Documents;
  readonly offThread: OffThread;
  /** Absent where nothing may be fetched, or nobody could allow it. */
  readonly fetcher?: Fetcher;
  /** Absent where no service is set. */
  readonly searcher?: WebSearch;
  /** Absent where no run is under way that could give work on. */
  readonly agents?: SubAgents;
}

export interface ToolContext extends ToolPorts {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Characters of its result that the model has room for: a tool that pages shows no more, and says where it goes on. Absent: its own page. */
  readonly resultCharsMax?: number;
  /** Shows what happens while the call runs; never reaches the model. */
  progress(text: string): void;
  /** What would come of this call if it were made again with that exception: `deny` also where it is asked and nobody answers. */
  mayLeave(exception: SandboxException): Promise<Verdict>;
}

/** A source too long to be shown, and what is to be known of it. */
export interface Digest {
  readonly path: string;
  readonly text: string;
  readonly question: string;
}

export interface ToolOutput {
  /** What the model reads; longer than the bound is cut by the loop and kept whole under a handle. */
  readonly text: string;
  /** How it may be made short; absent: `text`. */
  readonly kind?: ResultKind;
  readonly display: Display;
  /** The call did what it could, and the model must see it as an error (a command that exited 1). */
  readonly failed?: boolean;
  /** What was seen; sent behind the results to a model that sees. */
  readonly images?: readonly Image[];
  /** Set when the tool has already stored its whole output. */
  readonly handle?: string;
  /** What the minion, where there is one, is to put into words below `text`. */
  readonly digest?: Digest;
  /** The command beside the run that the call has begun or ended. */
  readonly background?: InBackground;
  /** Tools that are offered from the next request on. */
  readonly found?: readonly string[];
  /** Ends the run after this call with this answer (`task_complete`). */
  readonly finish?: string;
}

export interface Tool<Input = unknown> extends ToolSpec {
  /** What every call of it does: `changes` files, `runs` code that is never proven to only read, or `reaches` the network. Absent: some call only looks. */
  readonly acts?: "changes" | "runs" | "reaches";
  /** Loads what `parse` and `intent` need; awaited before each call, so that a start does without it. */
  load?(): Promise<void>;
  /**
   * Checks the model's JSON: types, enums, ranges; applies defaults.
   * @throws {ToolFailure} naming each bad field and what is allowed
   */
  parse(raw: unknown): Input;
  /**
   * Adds to the input what only the project's files tell and the call depends on, so that `intent` can declare it.
   * Awaited once before it; reads, and changes nothing.
   * @throws {ToolFailure} when the call could not be made at all
   */
  prepare?(input: Input, ports: ToolPorts): Promise<Input>;
  intent(input: Input): Intent;
  /** A dry run: the diff to ask about. Throws {@link ToolFailure} when the call could not succeed. */
  preview?(input: Input, context: ToolContext): Promise<Display>;
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
  /** Whether a call that a crash broke off goes on when it is made again; absent: it counts as interrupted. */
  goesOn?(callId: string, ports: ToolPorts): boolean;
  /** Whether the tool is of use in this folder; absent means always. */
  isUseful?(ports: ToolPorts): boolean;
}
