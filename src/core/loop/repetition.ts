import type { CallResult, ToolCall } from "../protocol/event.ts";
import type { RunLedger } from "./run-ledger.ts";

/** After so many equal failures the model is told; one more ends the run. */
const SAME_FAILURES_MAX = 3;

/** Notes how a call ended; says whether the model must be told, or has been told and did it again. */
export function noteRepetition(call: ToolCall, result: CallResult, ledger: RunLedger): "fine" | "tell" | "stop" {
  const key = `${call.name} ${JSON.stringify(call.input)}`;
  if (!result.failed) {
    ledger.failures.delete(key);
    return "fine";
  }
  const count = (ledger.failures.get(key) ?? 0) + 1;
  ledger.failures.set(key, count);
  if (count > SAME_FAILURES_MAX) return "stop";
  return count === SAME_FAILURES_MAX ? "tell" : "fine";
}

export const REPETITION_WARNING =
  "This exact call has now failed three times. Do not make it again: change the arguments, take another tool, or finish and say what blocks you.";
