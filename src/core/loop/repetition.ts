import type { CallResult, ToolCall } from "../protocol/event.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { RunLedger } from "./run-ledger.ts";

/** After so many equal failures the model is told; one more ends the run. */
const SAME_FAILURES_MAX = 3;
/** After so many failures of one tool in a row, whatever its arguments, the model is told (CD-70). */
const TOOL_FAILURES_MAX = 5;

/** Notes how a call ended; says whether the model must be told, or has been told and did it again. */
export function noteRepetition(call: ToolCall, result: CallResult, ledger: RunLedger): "fine" | "tell" | "stop" {
  const key = `${call.name} ${JSON.stringify(call.input)}`;
  const toolKey = `every ${call.name}`;
  if (!result.failed) {
    ledger.failures.delete(key);
    ledger.failures.delete(toolKey);
    return "fine";
  }
  const ofTool = (ledger.failures.get(toolKey) ?? 0) + 1;
  ledger.failures.set(toolKey, ofTool);
  const count = (ledger.failures.get(key) ?? 0) + 1;
  ledger.failures.set(key, count);
  if (count > SAME_FAILURES_MAX) return "stop";
  return count === SAME_FAILURES_MAX || ofTool % TOOL_FAILURES_MAX === 0 ? "tell" : "fine";
}

const STOP = "Stop";
const ADVICE: Readonly<Record<string, string>> = {
  "Try another approach": "The user says: try another approach.",
  "Gather information first": "The user says: gather information first, then decide.",
  Continue: "The user says: go on.",
};

/**
 * Asks the person what to do about calls that fail again and again; with nobody there the model is warned.
 * @returns what the model is told, or that the run is to stop
 */
export async function askAboutRepetition(
  names: readonly string[],
  { ports, signal }: Pick<AgentParts, "ports" | "signal">,
): Promise<{ readonly text: string } | "stop"> {
  const question = `Calls of ${[...new Set(names)].join(", ")} fail again and again. What should be done?`;
  const options = [...Object.keys(ADVICE), STOP];
  const answer = (await ports.asker.ask({ question, options }, signal))?.trim();
  if (answer === STOP) return "stop";
  if (!answer) return { text: REPETITION_WARNING };
  return { text: ADVICE[answer] ?? `The user says: ${answer}` };
}

export const REPETITION_WARNING =
  "These calls fail again and again. Do not make them again as they are: change the arguments, take another tool, or finish and say what blocks you.";
