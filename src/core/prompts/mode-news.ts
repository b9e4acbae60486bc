import { isObject } from "../../base/is-object.ts";
import type { PermissionMode } from "../permissions/decide.ts";
import type { NoteEvent } from "../ports/hooks.ts";
import type { RecordedEvent } from "../protocol/event.ts";

const ONLY_LOOK =
  "Plan mode: look, and change nothing (calls that would are refused). Answer with what you found and what you propose.";
const MAY_CHANGE =
  "This is not plan mode: calls that change something are allowed, asked about or refused like others.";

/** What a model has to be told of the mode: that only looking is allowed, or no longer; what it was told before a compaction is gone. */
export function modeNews(history: readonly RecordedEvent[], mode: PermissionMode): string | undefined {
  const isToldToLook = lastTold(history.slice(lastOf(history, "compaction") + 1)) === ONLY_LOOK;
  if (isToldToLook === (mode === "plan")) return undefined;
  return isToldToLook ? MAY_CHANGE : ONLY_LOOK;
}

const TOPIC = "permission-mode";

/** What a log keeps of a mode that the person chose. */
export const modeNote = (mode: PermissionMode): NoteEvent => ({
  type: "note",
  topic: TOPIC,
  text: "",
  detail: { mode },
});

/** Plan mode, where the session was left in it: by how its runs began, what was chosen and what its model was told since. Any other mode may be less than the person has now. */
export function keptMode(history: readonly RecordedEvent[]): "plan" | undefined {
  const event = history.findLast((one) => isPlan(one) !== undefined);
  return event !== undefined && isPlan(event) === true ? "plan" : undefined;
}

/** Undefined: it says nothing of it. */
function isPlan(event: RecordedEvent): boolean | undefined {
  if (event.type === "run-start") return event.permissionMode === "plan";
  if (event.type === "note" && event.topic === TOPIC) return isObject(event.detail) && event.detail["mode"] === "plan";
  return isModeNews(event) ? event.text === ONLY_LOOK : undefined;
}

const isModeNews = (event: RecordedEvent): event is Extract<RecordedEvent, { readonly type: "prompt" }> =>
  event.type === "prompt" && event.origin === "engine" && [ONLY_LOOK, MAY_CHANGE].includes(event.text);

const lastOf = (history: readonly RecordedEvent[], type: RecordedEvent["type"]): number =>
  history.findLastIndex((event) => event.type === type);

const lastTold = (history: readonly RecordedEvent[]): string | undefined => history.findLast(isModeNews)?.text;
