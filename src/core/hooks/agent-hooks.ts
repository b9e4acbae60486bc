import type { Hooks, Occasion } from "../ports/hooks.ts";
import type { HookEvent } from "./hook-events.ts";

/** What a run of its own is to the session is the work of a sub-agent to its hooks. */
const OF_SUB_AGENTS: Readonly<Partial<Record<HookEvent, HookEvent>>> = {
  UserPromptSubmit: "SubagentStart",
  Stop: "SubagentStop",
};

/** The hooks of a session as they are for a sub-agent of it: they are told which one, and of its beginning and end as such. */
export function hooksOfAgent(hooks: Hooks, agent: { readonly id: string; readonly type: string }): Hooks {
  const meant = (event: HookEvent): HookEvent => OF_SUB_AGENTS[event] ?? event;
  return {
    has: (event) => hooks.has(meant(event)),
    fire(occasion, signal) {
      const event = meant(occasion.event);
      const told: Occasion = {
        ...occasion,
        event,
        ...(event === occasion.event ? {} : { subject: agent.type }),
        fields: { ...occasion.fields, agent_id: agent.id, agent_type: agent.type },
      };
      return hooks.fire(told, signal);
    },
  };
}
