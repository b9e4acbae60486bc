import { SessionContext } from "../../core/context/context-keeper.ts";
import { hooksOfAgent } from "../../core/hooks/agent-hooks.ts";
import type { AgentParts } from "../../core/loop/agent-parts.ts";
import { RunLedger } from "../../core/loop/run-ledger.ts";
import type { PermissionPolicy } from "../../core/permissions/decide.ts";
import { coversTool } from "../../core/permissions/rule.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import type { Approver, Inbox } from "../../core/ports/person.ts";
import type { Processes } from "../../core/ports/processes.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Tool } from "../../core/tool.ts";
import { TASK, TASK_ACTION } from "../../tools/agents/names.ts";
import { contextSettings } from "../context/context-settings.ts";
import type { Rooms } from "../rooms.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { memoryTodos } from "../session/memory-todos.ts";
import type { AgentDefinition } from "./agent-definition.ts";

/** Model steps of one that says nothing of it. */
const TURNS_DEFAULT = 50;
/** How deep work may be given on: the session's own agents, theirs, and no further. */
export const DEPTH_MAX = 2;

const REPORT =
  "Your last message is your report: it is all that whoever gave you this work will see. Nobody answers questions.";

export interface Child {
  readonly rooms: Rooms;
  readonly made: AgentSession;
  readonly definition: AgentDefinition;
  readonly id: string;
  /** 1 for those of the session itself. */
  readonly depth: number;
  /** Of whoever gave the work; where it is done in a copy, as they are there. */
  readonly parent: AgentParts;
  /** What every agent is told. */
  readonly system: string;
  readonly model: ModelClient;
  readonly inbox: Inbox;
  readonly signal: AbortSignal;
}

/** What a sub-agent works with: the parent's parts with a context, a ledger and limits of its own, and never a permission more. */
export function childParts(child: Child): Omit<AgentParts, "history"> & { readonly context: SessionContext } {
  const { rooms, made, definition, id, parent, system, model, inbox, signal } = child;
  const tools = narrowedTools(child);
  // What the session's answer is to be is no matter of whoever only reports.
  const { answerSchema: _, ...kept } = parent;
  const catalogue = (): readonly Tool[] => [...tools.values()];
  return {
    ...kept,
    model,
    judgeModel: () => made.models.judgeOf(model),
    system: `${system}\n\n# Your part\n${definition.prompt}\n\n${REPORT}`,
    tools,
    ...(definition.tools === undefined ? {} : { offer: catalogue }),
    ports: {
      ...parent.ports,
      processes: waitedFor(parent.ports.processes),
      asker: NOBODY_ASKED,
      todos: memoryTodos(),
      catalogue,
    },
    policy: () => narrowedPolicy(child),
    approver: namedApprover(parent.approver, id),
    inbox,
    limits: {
      ...{ stepsMax: definition.maxTurns ?? TURNS_DEFAULT, wallTimeMs: 0, tokensMax: 0, costUsdMax: 0 },
      advice: "Give the rest to another agent, or a smaller piece of it.",
    },
    ledger: new RunLedger(parent.clock.now(), parent.ledger),
    whole: parent,
    sessionId: `${parent.sessionId}-${id}`,
    ...(parent.hooks && { hooks: hooksOfAgent(parent.hooks, { id, type: definition.name }) }),
    callPrefix: `${id}-`,
    context: new SessionContext(contextSettings(rooms.config, rooms.redaction, made.models.named)),
    signal,
  };
}

/** The person sends an agent to the background, not what it runs. */
function waitedFor(processes: Processes): Processes {
  return { ...processes, run: ({ mayGoOn: _, ...request }, signal) => processes.run(request, signal) };
}

const NOBODY_ASKED = { ask: async () => undefined };

/** The parent's tools that its file names; work is given on only by one whose file says so, and the person is not asked. */
function narrowedTools({ definition: { tools, disallowedTools }, parent, depth }: Child): ReadonlyMap<string, Tool> {
  return new Map(
    [...parent.tools].filter(([name]) => {
      if (name === "ask_user" || coversTool(disallowedTools, name)) return false;
      // Where tools are named all of them are offered: it would find none, and speak of those that the agent must not have.
      if (name === "find_tool" && tools !== undefined) return false;
      if (name === TASK || name === TASK_ACTION) return depth < DEPTH_MAX && (tools?.includes(TASK) ?? false);
      return tools === undefined || coversTool(tools, name);
    }),
  );
}

/** Its own mode under the parent's rules, and whatever it would allow the parent's policy must allow as well. */
function narrowedPolicy({ rooms, definition: { permissionMode }, parent }: Child): PermissionPolicy {
  const outer = parent.policy();
  if (permissionMode === undefined || permissionMode === outer.mode) return outer;
  return { ...rooms.policy(permissionMode, outer.rules), within: outer };
}

/** The person is told whose call it is. */
function namedApprover(approver: Approver, agent: string): Approver {
  return { approve: (request, signal) => approver.approve({ agent, ...request }, signal) };
}

/** What a run of it came to, if its log has its end. */
export function finishedRun(
  history: readonly RecordedEvent[],
): Extract<RecordedEvent, { type: "run-end" }> | undefined {
  const last = history.findLast(({ type }) => type === "run-end" || type === "run-start");
  return last?.type === "run-end" ? last : undefined;
}
