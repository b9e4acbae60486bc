import { touchedPaths } from "../permissions/accesses.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { CallParts } from "./agent-parts.ts";
import type { PreparedCall } from "./prepare-call.ts";

const HEADING = /^\[Instructions of (.+), for what lies below it\]$/gm;

/**
 * What the folders that a call worked in say and the model has not been told: not since the last compaction, and not by a call of
 * the same wave.
 * @param told  the files that calls of this wave have told; grows
 */
export function newInstructions(item: PreparedCall | undefined, parts: CallParts, told: Set<string>): string {
  const { deeperInstructions, shown } = parts;
  if (item?.kind !== "ready" || deeperInstructions === undefined || shown === undefined) return "";
  const paths = touchedPaths(item.intent.accesses);
  const found = paths.flatMap((path) => deeperInstructions(path)).filter(({ path }) => !told.has(path));
  if (found.length === 0) return "";
  for (const path of toldIn(shown)) told.add(path);
  return found
    .filter(({ path }) => !told.has(path) && told.add(path))
    .map(({ path, text }) => `\n\n[Instructions of ${path}, for what lies below it]\n${text}`)
    .join("");
}

function toldIn(history: readonly RecordedEvent[]): readonly string[] {
  const since = history.slice(history.findLastIndex(({ type }) => type === "compaction") + 1);
  return since.flatMap((event) =>
    event.type === "call-end" ? [...event.result.text.matchAll(HEADING)].map(([, path = ""]) => path) : [],
  );
}
