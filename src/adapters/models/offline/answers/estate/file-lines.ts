import { type Looking, lookAll } from "../../looking.ts";
import { readNumbered } from "../../result-text.ts";

/** So many lines of any file are given whole. */
const PAGE_LINES = 250;
const PAGES_AT_ONCE = 8;
const ROUNDS_MAX = 5;

/** The lines of a file, the first at 0; none where it cannot be read. */
export function* fileLines(path: string): Looking<readonly string[]> {
  const lines: string[] = [];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const from = round * PAGES_AT_ONCE;
    const offsets = Array.from({ length: PAGES_AT_ONCE }, (_, page) => (from + page) * PAGE_LINES + 1);
    const found = yield* lookAll(
      offsets.map((offset) => ({ name: "read_file", input: { path, offset, limit: PAGE_LINES } })),
    );
    for (const page of found)
      for (const { line, text } of readNumbered(page.failed ? "" : page.text, path)) lines[line - 1] = text;
    if (lines.length < (from + PAGES_AT_ONCE) * PAGE_LINES) break;
  }
  return Array.from(lines, (line = "") => line);
}
