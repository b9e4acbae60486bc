/**
 * Where the lines of a hunk of a unified diff end. The counts of its head decide: a removed line may look like a head.
 * @param start  the index of its first line below the head
 * @param counts  lines of the old and of the new text that the head names
 * @returns the index behind its last line
 */
export function hunkEnd(
  lines: readonly string[],
  start: number,
  counts: { readonly old: number; readonly fresh: number },
): number {
  let { old, fresh } = counts;
  let index = start;
  for (; index < lines.length && (old > 0 || fresh > 0); index++) {
    const mark = lines[index]?.[0];
    if (mark !== "+" && mark !== "\\") old--;
    if (mark !== "-" && mark !== "\\") fresh--;
  }
  return index;
}
