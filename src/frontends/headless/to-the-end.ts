import type { Agent } from "../../app/agent.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";

/** A run whose end is the session's as well: what its commands in the background left is told before it. */
export async function* toTheEnd(
  events: AsyncIterable<AgentEvent>,
  agent: Pick<Agent, "commands">,
): AsyncGenerator<AgentEvent, void> {
  for await (const event of events) {
    if (event.type === "run-end") yield* agent.commands.end();
    yield event;
  }
}
