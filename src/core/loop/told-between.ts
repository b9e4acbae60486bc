import { modeNews } from "../prompts/mode-news.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { AgentParts } from "./agent-parts.ts";

/** What commands of the background did of which nobody reads in their output. */
export const BACKGROUND_TOPIC = "background";

/** That, to the person and to the model. */
export async function* toldOfBackground({
  inbox,
  model,
}: Pick<AgentParts, "inbox" | "model">): AsyncGenerator<AgentEvent, void> {
  for (const text of (await inbox.notices?.()) ?? []) {
    yield { type: "note", topic: BACKGROUND_TOPIC, text };
    if (model.abilities.takesSteering !== false) yield { type: "prompt", text, origin: "engine" };
  }
}

/** What came between two steps: what happened to files outside of the run, another mode, what a person has sent, and what others report. */
export async function* toldBetween({
  inbox,
  model,
  history,
  policy,
}: Pick<AgentParts, "inbox" | "model" | "history" | "policy">): AsyncGenerator<AgentEvent, void> {
  yield* toldOfBackground({ inbox, model });
  // It would be answered in place of the prompt, or not at all; `react` gives it when the prompt has its answer.
  if (model.abilities.takesSteering === false) return;
  for (const text of (await inbox.news?.()) ?? []) yield { type: "prompt", text, origin: "engine" };
  const ofMode = modeNews(history, policy().mode);
  if (ofMode !== undefined) yield { type: "prompt", text: ofMode, origin: "engine" };
  for (const said of inbox.take()) yield { type: "prompt", ...said };
}
