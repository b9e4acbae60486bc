import type { PermissionMode } from "../permissions/decide.ts";
import type { AgentEvent, RecordedEvent } from "../protocol/event.ts";
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

const ONLY_LOOK =
  "Plan mode: look, and change nothing (calls that would are refused). Answer with what you found and what you propose.";
const MAY_CHANGE = "Plan mode is over: changes may be made.";

/** What a model has to be told of the mode: that only looking is allowed, or no longer; what it was told before a compaction is gone. */
function modeNews(history: readonly RecordedEvent[], mode: PermissionMode): string | undefined {
  const kept = history.slice(history.findLastIndex(({ type }) => type === "compaction") + 1);
  const told = kept.findLast(
    (event) => event.type === "prompt" && event.origin === "engine" && [ONLY_LOOK, MAY_CHANGE].includes(event.text),
  );
  const isToldToLook = told?.type === "prompt" && told.text === ONLY_LOOK;
  if (isToldToLook === (mode === "plan")) return undefined;
  return isToldToLook ? MAY_CHANGE : ONLY_LOOK;
}
