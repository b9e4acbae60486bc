import { touchedPaths } from "../permissions/accesses.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { CallParts } from "./agent-parts.ts";
import type { PreparedCall } from "./prepare-call.ts";

/** What stands below a result, and the files that it comes from. */
export interface ToldBelow {
  readonly text: string;
  readonly instructed?: readonly string[];
}

/**
 * What the folders that a call worked in say and the model has not been told: not since the last compaction, and not by a call of
 * the same wave.
 * @param told  the files that calls of this wave have told; grows
 */
export function newInstructions(item: PreparedCall | undefined, parts: CallParts, told: Set<string>): ToldBelow {
  const { deeperInstructions, shown } = parts;
  if (item?.kind !== "ready" || deeperInstructions === undefined || shown === undefined) return { text: "" };
  const paths = touchedPaths(item.intent.accesses);
  const found = paths.flatMap((path) => deeperInstructions(path)).filter(({ path }) => !told.has(path));
  if (found.length === 0) return { text: "" };
  for (const path of toldIn(shown)) told.add(path);
  const more = found.filter(({ path }) => !told.has(path) && told.add(path));
  if (more.length === 0) return { text: "" };
  const text = more.map(({ path, text }) => `\n\n[Instructions of ${path}, for what lies below it]\n${text}`).join("");
  return { text, instructed: more.map(({ path }) => path) };
}

/** A result may say of itself that it holds them: only what was noted counts. */
function toldIn(history: readonly RecordedEvent[]): readonly string[] {
  const since = history.slice(history.findLastIndex(({ type }) => type === "compaction") + 1);
  return since.flatMap((event) => (event.type === "call-end" ? (event.result.instructed ?? []) : []));
}
