import { modeNews } from "../prompts/mode-news.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { AgentParts } from "./agent-parts.ts";

/** What came between two steps: what happened to files outside of the run, another mode, what a person has sent, and what others report. */
export async function* toldBetween({
  inbox,
  model,
  history,
  policy,
}: Pick<AgentParts, "inbox" | "model" | "history" | "policy">): AsyncGenerator<AgentEvent, void> {
  for (const text of (await inbox.news?.()) ?? []) yield { type: "prompt", text, origin: "engine" };
  // It would be answered in place of the prompt, or not at all; `react` gives it when the prompt has its answer.
  if (model.abilities.takesSteering === false) return;
  const ofMode = modeNews(history, policy().mode);
  if (ofMode !== undefined) yield { type: "prompt", text: ofMode, origin: "engine" };
  for (const said of inbox.take()) yield { type: "prompt", ...said };
}
