import type { AgentParts } from "../loop/agent-parts.ts";
import { correctionPrompt } from "../prompts/correction.ts";
import type { AgentEvent, CallResult } from "../protocol/event.ts";

/** Rounds of correction after a rejected edit; then the model is left to itself, or the run fails honestly (BC-53). */
export const ROUNDS_MAX = 3;

/** Failed calls that would have changed a file; what was not permitted is no fault of the edit, and is not asked for again. */
export function rejectedEdits(results: readonly CallResult[], parts: AgentParts): readonly CallResult[] {
  return results.filter((result) => result.failed && !isRefused(result, parts) && isEdit(result, parts));
}

const isRefused = ({ callId }: CallResult, { history }: AgentParts): boolean =>
  history.some((event) => event.type === "approval" && event.callId === callId && !event.allowed);

function isEdit(result: CallResult, { history }: AgentParts): boolean {
  const start = history.findLast((event) => event.type === "call-start" && event.call.id === result.callId);
  if (start?.type === "call-start") return start.accesses.some((access) => access.kind === "write");
  return /diff|edit|write|file_action/.test(result.name);
}

interface Rejected {
  readonly rejected: readonly CallResult[];
  /** All of the reply, in call order. */
  readonly results: readonly CallResult[];
}

/** The exact error and the numbered file go back to the model. @param round from 1 */
export async function* sendBack(
  { rejected, results }: Rejected,
  round: number,
  parts: AgentParts,
): AsyncGenerator<AgentEvent, void> {
  const text = `Round ${round} of ${ROUNDS_MAX}: the edit was rejected and goes back for correction.`;
  yield { type: "note", topic: "judge", text };
  yield { type: "prompt", text: await correctionPrompt({ round, rejected, results, parts }), origin: "engine" };
}

/**
 * After a step of a model with a small set of tools: what of its edits was rejected goes back, in rounds.
 * @param rounds  that were needed so far
 * @returns       that are needed now; 0 when nothing was rejected
 */
export async function* correctStep(rounds: number, parts: AgentParts): AsyncGenerator<AgentEvent, number> {
  if (parts.model.abilities.toolSet !== "small") return 0;
  const results = lastResults(parts);
  const rejected = rejectedEdits(results, parts);
  if (rejected.length === 0) return 0;
  if (rounds < ROUNDS_MAX) yield* sendBack({ rejected, results }, rounds + 1, parts);
  return rounds + 1;
}

function lastResults({ history }: AgentParts): readonly CallResult[] {
  const start = history.findLastIndex((event) => event.type === "reply");
  return history.slice(start).flatMap((event) => (event.type === "call-end" ? [event.result] : []));
}
