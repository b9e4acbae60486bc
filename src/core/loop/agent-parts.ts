import type { PermissionPolicy } from "../permissions/decide.ts";
import type { Approver, Clock, Inbox, ModelClient, OutputStore, Snapshots, TextReader } from "../ports.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { Tool, ToolPorts } from "../tool.ts";
import type { RunLedger } from "./run-ledger.ts";

/** Bounds of one run; zero or less means none. */
export interface RunLimits {
  readonly stepsMax: number;
  readonly wallTimeMs: number;
  readonly tokensMax: number;
  readonly costUsdMax: number;
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
>;

/** What a strategy works with. Built once per run by the composition root. */
export interface AgentParts {
  readonly model: ModelClient;
  /** Decides what a reply means where the local rules abstain; the model itself when absent. */
  readonly judgeModel?: ModelClient;
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
  readonly temperature?: number;
  readonly outputTokensMax?: number;
  readonly signal: AbortSignal;
}
