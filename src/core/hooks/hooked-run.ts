import type { AgentParts } from "../loop/agent-parts.ts";
import type { AgentEvent } from "../protocol/event.ts";
import { endsInWords, type Outcome } from "../protocol/outcome.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { fireHooks } from "./ask-hooks.ts";

/** How often hooks may send a run that wants to end back to work. */
const STOP_ROUNDS_MAX = 8;

/** How a session comes to be used: begun, gone on with, emptied, or after its context was condensed. */
export type SessionStartSource = "startup" | "resume" | "clear" | "compact";

/** What hooks say of a prompt before the model has it. @returns why it is refused, or what the model is to know besides */
export async function* beforePrompt(
  prompt: string,
  source: SessionStartSource | undefined,
  parts: AgentParts,
): AsyncGenerator<AgentEvent, { readonly refusal: string } | { readonly context: readonly string[] }> {
  const context: string[] = source === undefined ? [] : [...(yield* sessionContext(source, parts))];
  if (parts.ledger.halted !== undefined) return { refusal: parts.ledger.halted };
  const answer = yield* fireHooks({ event: "UserPromptSubmit", fields: { prompt } }, parts);
  const refusal = answer.block ?? answer.halt;
  return refusal === undefined ? { context: [...context, ...answer.context] } : { refusal };
}

async function* sessionContext(
  source: SessionStartSource,
  parts: AgentParts,
): AsyncGenerator<AgentEvent, readonly string[]> {
  const { id: model } = parts.model;
  const answer = yield* fireHooks({ event: "SessionStart", subject: source, fields: { source, model } }, parts);
  return answer.context;
}

/** A strategy that ends only when the hooks let it, but not for ever. */
export function untilHooksAgree(strategy: Strategy): Strategy {
  return async function* agreed(parts): AsyncGenerator<AgentEvent, Outcome> {
    for (let round = 0; ; round++) {
      const outcome = yield* strategy(parts);
      if (!endsInWords(outcome) || parts.signal.aborted) return yield* toldFailure(outcome, parts);
      const fields = { stop_hook_active: round > 0, last_assistant_message: outcome.text };
      const answer = yield* fireHooks({ event: "Stop", fields }, parts);
      if (answer.halt !== undefined) return { kind: "failed", text: `Stopped by a hook: ${answer.halt}` };
      if (answer.block === undefined || round >= STOP_ROUNDS_MAX) return outcome;
      yield { type: "prompt", text: [answer.block, ...answer.context].join("\n"), origin: "engine" };
    }
  };
}

async function* toldFailure(outcome: Outcome, parts: AgentParts): AsyncGenerator<AgentEvent, Outcome> {
  if (outcome.kind !== "model-failed") return outcome;
  const { kind: error, message } = outcome.failure;
  yield* fireHooks({ event: "StopFailure", subject: error, fields: { error, error_details: message } }, parts);
  return outcome;
}

export type CompactionTrigger = "auto" | "manual";

/** @returns whether the hooks let the context be condensed now */
export async function* mayCompact(trigger: CompactionTrigger, parts: AgentParts): AsyncGenerator<AgentEvent, boolean> {
  const fields = { trigger, custom_instructions: "" };
  const { block } = yield* fireHooks({ event: "PreCompact", subject: trigger, fields }, parts);
  return block === undefined;
}

/** Tells the hooks of a compaction, and the model what they want it to know again. */
export async function* afterCompaction(
  trigger: CompactionTrigger,
  summary: string,
  parts: AgentParts,
): AsyncGenerator<AgentEvent, void> {
  const fields = { trigger, compact_summary: summary };
  yield* fireHooks({ event: "PostCompact", subject: trigger, fields }, parts);
  const context = yield* sessionContext("compact", parts);
  if (context.length > 0) yield { type: "prompt", text: context.join("\n"), origin: "engine" };
}
