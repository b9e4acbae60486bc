import type { AgentParts } from "../../core/loop/agent-parts.ts";
import { runCalls } from "../../core/loop/run-calls.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import { systemClock } from "../system-clock.ts";

export interface DirectCall {
  readonly name: string;
  readonly input: unknown;
}

/** One call that a person makes, through the checks and permissions of a model's. */
export async function* callToolDirectly(
  { name, input }: DirectCall,
  parts: AgentParts,
): AsyncGenerator<AgentEvent, void> {
  yield* runCalls([{ id: `own-${systemClock.id()}`, name, input }], parts);
}
