import type { Access } from "../permissions/accesses.ts";
import type { CallResult, ToolCall } from "../protocol/event.ts";

/** A call that permission was given for, and what came of it. */
export interface SettledCall {
  readonly call: ToolCall;
  readonly accesses: readonly Access[];
  readonly result: CallResult;
}

/** What failed here before, and how it was mended. */
export interface Remedies {
  /** Learns from a call. @returns one line that the model reads below a failed result; empty where nothing is known of it */
  settled(settled: SettledCall): Promise<string>;
}
