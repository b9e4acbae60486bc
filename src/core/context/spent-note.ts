import type { AgentParts } from "../loop/agent-parts.ts";
import type { NoteEvent } from "../ports/hooks.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Usage } from "../protocol/usage.ts";

/** What was asked of a model outside of any run, whose end would tell of it. */
export interface Spent {
  readonly usage: Usage;
  readonly costUsd: number;
  readonly apiDurationMs: number;
  /** Nobody knows the price of the model: `costUsd` is not all of it. */
  readonly isCostUnknown?: true;
}

const TOPIC = "spent";

/** What these parts have spent, for the log and for whoever adds it up; people are shown no line of it. */
export async function* tellSpending({ ledger, model, knowsPrice }: AgentParts): AsyncGenerator<NoteEvent, void> {
  const { usage, costUsd, apiDurationMs } = ledger;
  if (usage.inputTokens + usage.outputTokens === 0) return;
  const isKnown = costUsd > 0 || knowsPrice === undefined || (await knowsPrice(model.id));
  const spent: Spent = { usage, costUsd, apiDurationMs, ...(isKnown ? {} : { isCostUnknown: true as const }) };
  yield { type: "note", topic: TOPIC, text: "", detail: spent };
}

/** What an event says was spent; undefined where it is about something else. */
export function spentIn(event: AgentEvent): Spent | undefined {
  return event.type === "note" && event.topic === TOPIC ? (event.detail as Spent) : undefined;
}
