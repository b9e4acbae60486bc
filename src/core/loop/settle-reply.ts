import { afterBatch } from "../hooks/ask-hooks.ts";
import { unprovedDeed } from "../prompts/unproved-deed.ts";
import { unprovedPass } from "../prompts/unproved-pass.ts";
import {
  type AgentEvent,
  type CallResult,
  type ReplyPart,
  replyCalls,
  replyText,
  type ToolCall,
} from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";
import { limitOutcome, reachedLimit } from "./budgets.ts";
import { askAboutRepetition, noteRepetition, noteRound } from "./repetition.ts";
import { runCalls } from "./run-calls.ts";

export type Settled = { readonly outcome: Outcome } | { readonly results: readonly CallResult[] };

/**
 * Runs the calls of a reply, if it has any; without calls, or with a finishing one beside which none failed, the run is over.
 * @param options `isBounded` for a caller that bounds its own rounds of such results
 */
export async function* settleReply(
  content: readonly ReplyPart[],
  parts: AgentParts,
  options: { readonly isBounded?: (results: readonly CallResult[]) => boolean } = {},
): AsyncGenerator<AgentEvent, Settled> {
  const calls = replyCalls(content);
  if (calls.length === 0) return (yield* askForProof(replyText(content), parts)) ?? done(replyText(content));
  const { results, finish } = yield* runCalls(calls, { ...parts, shown: parts.history });
  if (parts.signal.aborted) return { outcome: { kind: "cancelled", text: replyText(content) } };
  const { halted } = parts.ledger;
  if (halted !== undefined) return { outcome: { kind: "failed", text: `Stopped by a hook: ${halted}` } };
  const isEarly = finish !== undefined && results.some(({ failed }) => failed);
  if (finish !== undefined && !isEarly) return (yield* askForProof(finish, parts)) ?? done(finish);
  if (isEarly) yield { type: "prompt", text: ENDED_EARLY, origin: "engine" };
  const said = yield* afterBatch(results, parts);
  if (said !== undefined) yield { type: "prompt", text: said, origin: "engine" };
  if (options.isBounded?.(results)) return { results };
  const guarded = await guardRepetition(calls, results, parts);
  if (guarded === "stop") return { outcome: limitOutcome("repetition", parts) };
  if (guarded !== "fine") yield { type: "prompt", text: guarded.text, origin: "engine" };
  return { results };
}

/** Its words were written before anything of the reply was done. */
const ENDED_EARLY =
  "The task is not ended: a call beside the one that ends it failed, as its result says. Settle that first, or end the task anew and say in the summary what was not done.";

const done = (text: string): Settled => ({ outcome: { kind: "done", text } });

/** An answer that what was shown speaks against goes back once in a run, where there is room for another step. */
function* askForProof(answer: string, parts: AgentParts): Generator<AgentEvent, Settled | undefined> {
  const { ledger, answerSchema, history } = parts;
  if (ledger.isAskedForProof || answerSchema !== undefined || reachedLimit(parts)) return undefined;
  const doubt = unprovedPass(answer, history) ?? unprovedChange(answer, parts);
  if (doubt === undefined) return undefined;
  ledger.isAskedForProof = true;
  yield { type: "prompt", text: doubt, origin: "engine" };
  return { results: [] };
}

/** Only where one may be made, and whoever refused it did not say so. */
function unprovedChange(answer: string, { ledger, policy, history }: AgentParts): string | undefined {
  if (ledger.effectCount > 0 || ledger.denials.length > 0 || policy().mode === "plan") return undefined;
  const prompt = history.findLast((event) => event.type === "prompt" && event.origin !== "engine");
  return prompt?.type === "prompt" ? unprovedDeed(answer, prompt.text) : undefined;
}

/** Whether the calls of a reply repeat what failed or go in a circle; `text` is said to the model. */
async function guardRepetition(
  calls: readonly ToolCall[],
  results: readonly CallResult[],
  parts: AgentParts,
): Promise<"fine" | "stop" | { readonly text: string }> {
  const failing = failingAgain(calls, results, parts);
  if (failing === "stop") return "stop";
  const round = noteRound(calls, results, parts.ledger);
  if (round === "stop") return "stop";
  if (failing.length > 0) return askAboutRepetition(failing, "failing", parts);
  if (round !== "tell") return "fine";
  const names = calls.map(({ name }) => name);
  return askAboutRepetition(names, "circle", parts);
}

/** Names of the calls that have failed as often as is told; one reply that makes the same call several times has tried it once. */
function failingAgain(
  calls: readonly ToolCall[],
  results: readonly CallResult[],
  { ledger }: AgentParts,
): readonly string[] | "stop" {
  const failing: string[] = [];
  const tried = new Set<string>();
  for (const [index, result] of results.entries()) {
    const call = calls[index];
    const key = JSON.stringify([call?.name, call?.input]);
    const verdict = call && !tried.has(key) ? noteRepetition(call, result, ledger) : "fine";
    tried.add(key);
    if (verdict === "stop") return "stop";
    if (verdict === "tell") failing.push(result.name);
  }
  return failing;
}
