import { type AgentEvent, type CallResult, type ReplyPart, replyCalls, replyText } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";
import { limitOutcome } from "./budgets.ts";
import { askAboutRepetition, noteRepetition, noteRound } from "./repetition.ts";
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
  const failing: string[] = [];
  const tried = new Set<string>();
  for (const [index, result] of results.entries()) {
    const call = calls[index];
    const key = JSON.stringify([call?.name, call?.input]);
    // One reply that makes the same call several times has tried it once.
    const verdict = call && !tried.has(key) ? noteRepetition(call, result, parts.ledger) : "fine";
    tried.add(key);
    if (verdict === "stop") return { outcome: limitOutcome("repetition", parts) };
    if (verdict === "tell") failing.push(result.name);
  }
  const round = noteRound(calls, results, parts.ledger);
  if (round === "stop") return { outcome: limitOutcome("repetition", parts) };
  if (failing.length > 0 || round === "tell") {
    const names = failing.length > 0 ? failing : calls.map(({ name }) => name);
    const advice = await askAboutRepetition(names, failing.length > 0 ? "failing" : "circle", parts);
    if (advice === "stop") return { outcome: limitOutcome("repetition", parts) };
    yield { type: "prompt", text: advice.text, origin: "engine" };
  }
  return { results };
}
