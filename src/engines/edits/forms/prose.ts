/** Whether a line would change a file if it stood in a hunk. */
export const isChangeLine = (line: string): boolean => line.startsWith("+") || line.startsWith("-");

/**
 * A change line that means nothing outside of a fence: an item of a list, whose text follows one blank, or a rule of
 * three dashes; one more deletes such a rule. What begins with ` *` continues a block comment, which only code does.
 */
export const isProseLine = (line: string): boolean => /^- (?!\*[ /])\S/.test(line) || /^---\s*$/.test(line);

/**
 * Where the prose after a hunk begins that has no right counts and no fence around it. It begins behind a change: a rule
 * or an item above the first one is that change.
 * @returns `end` when all of it belongs to the hunk
 */
export function proseStart(lines: readonly string[], from: number, end: number): number {
  let start = end;
  for (let at = end - 1; at >= from; at--) {
    const line = lines[at] ?? "";
    if (line.trim() === "") start = at;
    else if (!mayBeProse(line)) break;
  }
  const before = lines.slice(from, start);
  const hasBareContext = before.some((line) => line !== "" && !/^[ +\\-]/.test(line));
  return hasBareContext || !before.some(isChangeLine) ? end : start;
}

/** Bare text, an item of a list, or one nested in a list. */
export const mayBeProse = (line: string): boolean =>
  isChangeLine(line) ? isProseLine(line) : !/^[ \\]/.test(line) || /^ {2,8}(?:[-*+]|\d{1,3}[.)]) \S/.test(line);
