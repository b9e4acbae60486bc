import type { PermissionMode } from "../permissions/decide.ts";
import type { RecordedEvent } from "../protocol/event.ts";

const ONLY_LOOK =
  "Plan mode: look, and change nothing (calls that would are refused). Answer with what you found and what you propose.";
const MAY_CHANGE = "Plan mode is over: changes may be made.";

/** What a model has to be told of the mode: that only looking is allowed, or no longer; what it was told before a compaction is gone. */
export function modeNews(history: readonly RecordedEvent[], mode: PermissionMode): string | undefined {
  const kept = history.slice(history.findLastIndex(({ type }) => type === "compaction") + 1);
  const told = kept.findLast(
    (event) => event.type === "prompt" && event.origin === "engine" && [ONLY_LOOK, MAY_CHANGE].includes(event.text),
  );
  const isToldToLook = told?.type === "prompt" && told.text === ONLY_LOOK;
  if (isToldToLook === (mode === "plan")) return undefined;
  return isToldToLook ? MAY_CHANGE : ONLY_LOOK;
}
