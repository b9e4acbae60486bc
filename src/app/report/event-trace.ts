import { channel } from "node:diagnostics_channel";
import type { AgentEvent } from "../../core/protocol/event.ts";

/** What the agent gives out, for whoever looks for a mistake; nobody listens otherwise. */
export const agentEvents = channel("waymark.event");

/** The same events, each told to the listeners of the channel. */
export function traced(events: AsyncGenerator<AgentEvent, void>): AsyncGenerator<AgentEvent, void> {
  return agentEvents.hasSubscribers ? tellEach(events) : events;
}

async function* tellEach(events: AsyncGenerator<AgentEvent, void>): AsyncGenerator<AgentEvent, void> {
  for await (const event of events) {
    agentEvents.publish(event);
    yield event;
  }
}
