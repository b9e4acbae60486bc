import { type AgentEvent, type CallResult, type ReplyPart, replyCalls, replyText } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";
import { limitOutcome } from "./budgets.ts";
import { noteRepetition, REPETITION_WARNING } from "./repetition.ts";
import { runCalls } from "./run-calls.ts";

export type Settled = { readonly outcome: Outcome } | { readonly results: readonly CallResult[] };

/**
 * Runs the calls of a reply, if it has any; without calls, or with a finishing one, the run is over.
 * @param options `guardsRepetition: false` for a caller that bounds its own rounds
 */
export async function* settleReply(
  content: readonly ReplyPart[],
  parts: AgentParts,
  options: { readonly guardsRepetition: boolean } = { guardsRepetition: true },
): AsyncGenerator<AgentEvent, Settled> {
  const calls = replyCalls(content);
  if (calls.length === 0) return { outcome: { kind: "done", text: replyText(content) } };
  const { results, finish } = yield* runCalls(calls, parts);
  if (parts.signal.aborted) return { outcome: { kind: "cancelled", text: replyText(content) } };
  if (finish !== undefined) return { outcome: { kind: "done", text: finish } };
  if (!options.guardsRepetition) return { results };
  let isTold = false;
  for (const [index, result] of results.entries()) {
    const call = calls[index];
    const verdict = call ? noteRepetition(call, result, parts.ledger) : "fine";
    if (verdict === "stop") return { outcome: limitOutcome("repetition", parts) };
    isTold ||= verdict === "tell";
  }
  if (isTold) yield { type: "prompt", text: REPETITION_WARNING, origin: "engine" };
  return { results };
}
