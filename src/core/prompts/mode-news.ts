import type { PermissionMode } from "../permissions/decide.ts";
import type { RecordedEvent } from "../protocol/event.ts";

const ONLY_LOOK =
  "Plan mode: look, and change nothing (calls that would are refused). Answer with what you found and what you propose.";
const MAY_CHANGE = "This is not plan mode: calls that change something are allowed, asked about or refused like others.";

/** What a model has to be told of the mode: that only looking is allowed, or no longer; what it was told before a compaction is gone. */
export function modeNews(history: readonly RecordedEvent[], mode: PermissionMode): string | undefined {
  const isToldToLook = lastTold(history.slice(lastOf(history, "compaction") + 1)) === ONLY_LOOK;
  if (isToldToLook === (mode === "plan")) return undefined;
  return isToldToLook ? MAY_CHANGE : ONLY_LOOK;
}

/** Plan mode, where the last run was in it: by how it began, and by what its model was told since. Any other mode may be less than the person has now. */
export function keptMode(history: readonly RecordedEvent[]): "plan" | undefined {
  const run = history.slice(Math.max(0, lastOf(history, "run-start")));
  const [start] = run;
  const told = lastTold(run);
  const isPlan = told === undefined ? start?.type === "run-start" && start.permissionMode === "plan" : told === ONLY_LOOK;
  return isPlan ? "plan" : undefined;
}

const lastOf = (history: readonly RecordedEvent[], type: RecordedEvent["type"]): number =>
  history.findLastIndex((event) => event.type === type);

function lastTold(history: readonly RecordedEvent[]): string | undefined {
  const told = history.findLast(
    (event) => event.type === "prompt" && event.origin === "engine" && [ONLY_LOOK, MAY_CHANGE].includes(event.text),
  );
  return told?.type === "prompt" ? told.text : undefined;
}
