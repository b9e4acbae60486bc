import type { PermissionPolicy } from "../permissions/decide.ts";
import type { PlanStore } from "../plan/plan-store.ts";
import type { Hooks, NoteEvent } from "../ports/hooks.ts";
import type { ModelClient, ModelRequest, TextReader } from "../ports/model.ts";
import type { Approver, Inbox } from "../ports/person.ts";
import type { Remedies } from "../ports/remedies.ts";
import type { Clock, OutputStore, Snapshots } from "../ports/session.ts";
import type { Effort } from "../protocol/effort.ts";
import type { AgentEvent, RecordedEvent, ToolCall } from "../protocol/event.ts";
import type { ToolSet, ToolSpec } from "../protocol/tool-spec.ts";
import type { Usage } from "../protocol/usage.ts";
import type { Tool, ToolOutput, ToolPorts } from "../tool.ts";
import type { AccessGate } from "./access-gate.ts";
import type { RunLedger } from "./run-ledger.ts";

/** Bounds of one run; zero or less means none. */
export interface RunLimits {
  readonly stepsMax: number;
  readonly callsMax?: number;
  readonly wallTimeMs: number;
  readonly tokensMax: number;
  readonly costUsdMax: number;
  /** How to go on when one is reached, one sentence; that of a run of its own by default. */
  readonly advice?: string;
}

/** What settling calls needs; a part of {@link AgentParts}. */
export type CallParts = Pick<
  AgentParts,
  | "tools"
  | "ports"
  | "outputs"
  | "policy"
  | "approver"
  | "clock"
  | "ledger"
  | "signal"
  | "textReader"
  | "snapshots"
  | "context"
  | "asMeant"
  | "gate"
  | "hooks"
  | "deeperInstructions"
  | "remedies"
> &
  Partial<Pick<AgentParts, "limits" | "whole">> & {
    /** Takes what is worth telling while a call runs. */
    readonly onNote?: (note: NoteEvent) => void;
    /** What the maker of the calls has been shown; absent for a person or a plan, which need no showing. */
    readonly shown?: readonly RecordedEvent[];
    /** What of each result the model has room for; absent: as much as results may have. */
    readonly resultCharsMax?: number;
  };

/** What folders below the working folder say to whoever works there, the farthest first; paths as accesses have them. */
export type DeeperInstructions = (path: string) => readonly { readonly path: string; readonly text: string }[];

/** A call by our names, and what is to be told of them. */
export interface MeantCall {
  readonly call: ToolCall;
  /** For each name that was another's, one phrase. */
  readonly told: readonly string[];
}

/** What every request of a session begins with. */
export type RequestFrame = Pick<ModelRequest, "system" | "tools">;

/** Keeps requests within the model's window, and single results within their bound. One per session. */
export interface ContextKeeper {
  /** Called before each request made from the log: makes room where it is needed, as recorded events. */
  relieve(parts: AgentParts, frame: RequestFrame): AsyncGenerator<AgentEvent, void>;
  /** After the model refused a request as too large. @returns whether a second try is worth it */
  relieveOverflow(parts: AgentParts, frame: RequestFrame): AsyncGenerator<AgentEvent, boolean>;
  /** Learns from the reply that was recorded last. */
  noteReply(parts: AgentParts, frame: RequestFrame, usage: Usage): Iterable<AgentEvent>;
  /** Characters that each of so many results may have, so that all of them reach the model; undefined where that is not known. */
  resultCharsMax(history: readonly RecordedEvent[], results: number): number | undefined;
  /** A result as the model reads it; the whole stays under the handle. `isForRoom`: only its share of the room has made it short. */
  condense(
    output: ToolOutput,
    call: ToolCall,
    parts: CallParts,
  ): Promise<{ readonly text: string; readonly handle?: string; readonly note?: NoteEvent; readonly isForRoom?: true }>;
}

/** What a strategy works with. Built once per run by the composition root. */
export interface AgentParts {
  readonly model: ModelClient;
  /** Decides what a reply means where the local rules abstain; the model itself when absent. */
  readonly judgeModel?: () => Promise<ModelClient | undefined>;
  readonly textReader: TextReader;
  readonly system: string;
  /** Hides values that may not leave this machine, in what every request begins with; absent: none are known. */
  readonly withoutSecrets?: (text: string) => string;
  /** All that can be called. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Those of them that a model is told of from the first request on, as it is told; all when absent. */
  readonly offer?: (set: ToolSet) => readonly ToolSpec[];
  /** Reads a call under another agent's names of tools and arguments; absent: names count as they are written. */
  readonly asMeant?: (call: ToolCall) => MeantCall;
  readonly ports: ToolPorts;
  readonly outputs: OutputStore;
  /** Read anew for each call: a person may change the mode while the run goes on. */
  readonly policy: () => PermissionPolicy;
  readonly approver: Approver;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly limits: RunLimits;
  /** Whether what a model costs is known; absent: it is. */
  readonly knowsPrice?: (modelId: string) => Promise<boolean>;
  /** How often one model step is tried; at least 1. */
  readonly retryAttemptsMax: number;
  readonly ledger: RunLedger;
  /** The run that gave this one its work: its limits hold here as well. */
  readonly whole?: AgentParts;
  /** Where calls of runs that go on side by side wait for one another; absent where there is one run. */
  readonly gate?: AccessGate;
  /** Absent where nothing of the session is kept. */
  readonly snapshots?: Snapshots;
  readonly sessionId: string;
  /** Put before the id of each call: agents side by side may be given the same ids. */
  readonly callPrefix?: string;
  /** Recorded events so far, oldest first; grows as the run is consumed. */
  readonly history: readonly RecordedEvent[];
  /** Absent: nothing is relieved, and results are only cut. */
  readonly context?: ContextKeeper;
  readonly temperature?: number;
  readonly effort?: Effort;
  readonly outputTokensMax?: number;
  /** What the answer of the run is to be. */
  readonly answerSchema?: unknown;
  readonly signal: AbortSignal;
  /** What is to happen around calls, prompts and ends; absent where nothing is set. */
  readonly hooks?: Hooks;
  /** Told with the first call that works there; absent where no instructions are read. */
  readonly deeperInstructions?: DeeperInstructions;
  /** What failed before and what mended it; absent where nothing of it is kept. */
  readonly remedies?: Remedies;
  /** Where plans are kept; absent where none can be. */
  readonly plans?: PlanStore;
}
