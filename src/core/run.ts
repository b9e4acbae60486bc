import { INTERRUPTED_RESULT, openCalls } from "./context/project-history.ts";
import type { AgentParts } from "./loop/agent-parts.ts";
import { limitOutcome } from "./loop/budgets.ts";
import type { AgentEvent } from "./protocol/event.ts";
import type { Outcome } from "./protocol/outcome.ts";
import type { Strategy } from "./strategies/strategy.ts";

export interface RunStart {
  readonly prompt: string;
  readonly strategy: string;
  readonly permissionMode: string;
}

/** A strategy from prompt to outcome. First closes what a crash left open; the outcome is the last event. */
export async function* run(start: RunStart, strategy: Strategy, parts: AgentParts): AsyncGenerator<AgentEvent, void> {
  yield {
    type: "run-start",
    strategy: start.strategy,
    model: parts.model.id,
    permissionMode: start.permissionMode,
    tools: [...parts.tools.keys()],
  };
  yield* closeOpenCalls(parts);
  yield { type: "prompt", text: start.prompt, origin: "user" };
  const outcome = overdue(yield* strategy(parts), parts);
  yield* closeOpenCalls(parts);
  const { ledger, clock } = parts;
  yield {
    type: "run-end",
    outcome,
    steps: ledger.steps,
    usage: ledger.usage,
    costUsd: ledger.costUsd,
    durationMs: clock.now() - ledger.startedAtMs,
    apiDurationMs: ledger.apiDurationMs,
  };
}

/** A run that was cut because its time was up has reached a limit; nobody cancelled it. */
function overdue(outcome: Outcome, parts: AgentParts): Outcome {
  const { limits, ledger, clock } = parts;
  const isOver = limits.wallTimeMs > 0 && clock.now() - ledger.startedAtMs >= limits.wallTimeMs;
  return outcome.kind === "cancelled" && isOver ? limitOutcome("wall-time", parts) : outcome;
}

async function* closeOpenCalls(parts: AgentParts): AsyncGenerator<AgentEvent, void> {
  for (const [callId, name] of openCalls(parts.history)) {
    const display = { kind: "text", text: "interrupted" } as const;
    yield {
      type: "call-end",
      result: { callId, name, text: INTERRUPTED_RESULT, failed: true, display, durationMs: 0 },
    };
  }
}
