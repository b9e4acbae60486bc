// Work that a call gives on to a run of its own: a sub-agent, with its own context and the parent's permissions at most.

/** A sub-agent that can be given work. */
export interface AgentOffer {
  readonly name: string;
  /** For the model: what it is good for. */
  readonly description: string;
}

export interface WorkOrder {
  /** The call that gives the work: with it an earlier process's beginning is found again. */
  readonly callId: string;
  readonly agent: string;
  readonly prompt: string;
  /** It goes on beside the parent's own steps. */
  readonly background: boolean;
}

/** One sub-agent of this session, as people and models are told of it. */
export interface AgentAtWork {
  /** `NAME-NUMBER`, once in a session. */
  readonly id: string;
  readonly agent: string;
  readonly prompt: string;
  readonly state: "working" | "done" | "failed" | "cancelled";
  readonly steps: number;
  readonly costUsd: number;
  /** What it came to, or why there is nothing; empty while it works. */
  readonly answer: string;
}

/** The sub-agents of one run. */
export interface SubAgents {
  offered(): readonly AgentOffer[];
  /** Whether the work of this call was begun by a process that ended before it did. */
  isBegun(callId: string): boolean;
  /**
   * Begins the work, or goes on where an earlier process was. Resolves at its end; in the background at its beginning.
   * @throws {ToolFailure} when there is no such agent, or it cannot be given work
   */
  start(order: WorkOrder, signal: AbortSignal): Promise<AgentAtWork>;
  list(): readonly AgentAtWork[];
  /** Text for one of them, read before its next step. @returns whether it was still at work */
  tell(id: string, text: string): boolean;
  /** Cancels one of them. @returns undefined when there is none such */
  stop(id: string): Promise<AgentAtWork | undefined>;
  /** Waits until one of them has ended. @returns undefined when there is none such */
  ended(id: string, signal: AbortSignal): Promise<AgentAtWork | undefined>;
}
