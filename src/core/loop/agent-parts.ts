import type { PermissionPolicy } from "../permissions/decide.ts";
import type { PlanStore } from "../plan/plan-store.ts";
import type { ModelClient, ModelRequest, TextReader } from "../ports/model.ts";
import type { Approver, Inbox } from "../ports/person.ts";
import type { Clock, OutputStore, Snapshots } from "../ports/session.ts";
import type { AgentEvent, RecordedEvent, ToolCall } from "../protocol/event.ts";
import type { Usage } from "../protocol/usage.ts";
import type { Tool, ToolOutput, ToolPorts } from "../tool.ts";
import type { RunLedger } from "./run-ledger.ts";

/** Bounds of one run; zero or less means none. */
export interface RunLimits {
  readonly stepsMax: number;
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
> & {
  /** Takes what is worth telling while a call runs. */
  readonly onNote?: (note: NoteEvent) => void;
};

type NoteEvent = Extract<RecordedEvent, { type: "note" }>;

/** What every request of a session begins with. */
export type RequestFrame = Pick<ModelRequest, "system" | "tools">;

/** Keeps requests within the model's window, and single results within their bound. One per session. */
export interface ContextKeeper {
  /** Called before each request made from the log: makes room where it is needed, as recorded events. */
  relieve(parts: AgentParts, frame: RequestFrame): AsyncGenerator<AgentEvent, void>;
  /** After the model refused a request as too large. @returns whether a second try is worth it */
  relieveOverflow(parts: AgentParts, frame: RequestFrame): AsyncGenerator<AgentEvent, boolean>;
  /** Learns from a reply. @param historyLength how many events the request was made from */
  noteReply(parts: AgentParts, frame: RequestFrame, usage: Usage, historyLength: number): Iterable<AgentEvent>;
  /** A result as the model reads it; the whole stays under the handle. */
  condense(
    output: ToolOutput,
    call: ToolCall,
    parts: CallParts,
  ): Promise<{ readonly text: string; readonly handle?: string; readonly note?: NoteEvent }>;
}

/** What a strategy works with. Built once per run by the composition root. */
export interface AgentParts {
  readonly model: ModelClient;
  /** Decides what a reply means where the local rules abstain; the model itself when absent. */
  readonly judgeModel?: () => Promise<ModelClient | undefined>;
  readonly textReader: TextReader;
  readonly system: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly ports: ToolPorts;
  readonly outputs: OutputStore;
  /** Read anew for each call: a person may change the mode while the run goes on. */
  readonly policy: () => PermissionPolicy;
  readonly approver: Approver;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly limits: RunLimits;
  /** How often one model step is tried; at least 1. */
  readonly retryAttemptsMax: number;
  readonly ledger: RunLedger;
  /** Absent where nothing of the session is kept. */
  readonly snapshots?: Snapshots;
  readonly sessionId: string;
  /** Recorded events so far, oldest first; grows as the run is consumed. */
  readonly history: readonly RecordedEvent[];
  /** Absent: nothing is relieved, and results are only cut. */
  readonly context?: ContextKeeper;
  readonly temperature?: number;
  readonly outputTokensMax?: number;
  readonly signal: AbortSignal;
  /** Where plans are kept; absent where none can be. */
  readonly plans?: PlanStore;
}
