import type { AgentAtWork } from "../../core/ports/agents.ts";
import type { GivenWork, RecordedEvent } from "../../core/protocol/event.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import type { SteeringInbox } from "../session/steering-inbox.ts";

/** A sub-agent of this process. */
export interface Work {
  readonly given: GivenWork;
  readonly prompt: string;
  readonly inbox: SteeringInbox;
  readonly abort: AbortController;
  steps: number;
  costUsd: number;
  outcome: Outcome | undefined;
  /** Tells whoever gave it that its report is there; undefined while they wait for it themselves. */
  hasWritten: (() => void) | undefined;
  /** Its giver waits no longer. */
  readonly moved: PromiseWithResolvers<void>;
  /** Who gave it: the session itself at 0. */
  readonly depth: number;
  readonly expect: () => () => void;
  /** Never rejects. */
  readonly ended: Promise<AgentAtWork>;
}

/** What is told of it. */
export function viewOf({ given, prompt, steps, costUsd, outcome }: Work): AgentAtWork {
  const { id, agent } = given;
  return { id, agent, prompt, steps, costUsd, state: stateOf(outcome), answer: outcome?.text ?? "" };
}

function stateOf(outcome: Outcome | undefined): AgentAtWork["state"] {
  if (outcome === undefined) return "working";
  if (outcome.kind === "cancelled") return "cancelled";
  return outcome.kind === "done" ? "done" : "failed";
}

/** How the giver is told of the end of background work; its beginning says in the log whose it was. */
export function reportText({ id, state, answer }: AgentAtWork): string {
  return `${reportHead(id)} ${ENDS[state]}. This is its report, nothing that the user has said.]\n${answer}`;
}

const ENDS: Record<AgentAtWork["state"], string> = {
  working: "goes on",
  done: "is done",
  failed: "has failed",
  cancelled: "was cancelled",
};

export const reportHead = (id: string): string => `[${id}, at work in the background,`;

/** Whether the giver was told of its end. */
export function isReported(id: string, history: readonly RecordedEvent[]): boolean {
  return history.some((event) => event.type === "prompt" && event.text.startsWith(reportHead(id)));
}

/** The highest number of each agent. */
export function countsOf(all: readonly GivenWork[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id, agent } of all)
    counts.set(agent, Math.max(counts.get(agent) ?? 0, Number(id.slice(agent.length + 1))));
  return counts;
}
