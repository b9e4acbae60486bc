/** What other agents are offered of our tools: what only looks, and what changes files by the edit engine. Commands they run themselves. */
export type ServedKind = "looks" | "changes";

const LOOKS = /^(?:read_file|list_files|find_files|search_code|recall|citadel_\w+)$/;
const CHANGES = /^(?:edit_file|apply_diff|write_file|file_action)$/;

/** Undefined: not offered. */
export function servedKind(name: string): ServedKind | undefined {
  if (LOOKS.test(name)) return "looks";
  return CHANGES.test(name) ? "changes" : undefined;
}
