import { type Looking, look } from "../../looking.ts";
import { readNumbered } from "../../result-text.ts";

const LINES_MAX = 2000;

/** The lines of a file, the first at 0; none where it cannot be read. */
export function* fileLines(path: string): Looking<readonly string[]> {
  const found = yield* look("read_file", { path, limit: LINES_MAX });
  const lines: string[] = [];
  for (const { line, text } of readNumbered(found.failed ? "" : found.text, path)) lines[line - 1] = text;
  return Array.from(lines, (line = "") => line);
}
