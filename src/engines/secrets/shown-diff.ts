import { type FileDiff, unifiedDiff } from "../text/unified-diff.ts";
import { maskAcross, secretsAcrossLines } from "./across-lines.ts";

/** What a change makes of a text, to be shown: its hunks begin behind lines that give away what is in them. */
export function shownDiff(path: string, before: string | undefined, after: string): FileDiff {
  const diff = unifiedDiff(path, before, after);
  const patch = [before ?? "", after].reduce((text, whole) => maskAcross(text, secretsAcrossLines(whole)), diff.patch);
  return { ...diff, patch };
}
