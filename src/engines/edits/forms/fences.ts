/** An open code fence: its mark as it stands, and how far it is indented. */
export interface Fence {
  readonly mark: string;
  readonly indent: number;
  /** What follows the mark: a language, or a path. */
  readonly label: string;
}

const OPENING = /^([ \t]{0,40})(`{3,}|~{3,})(.*)$/s;

/** The fence that a line opens. */
export function openedFence(line: string): Fence | undefined {
  const match = OPENING.exec(line);
  if (match === null) return undefined;
  return { indent: match[1]?.length ?? 0, mark: match[2] ?? "", label: (match[3] ?? "").trim() };
}

/** A line closes a fence when it is a mark of that kind, as long or longer, and no further in: content is further in. */
export function closesFence(line: string, fence: Fence): boolean {
  const closing = openedFence(line);
  return (
    closing !== undefined &&
    closing.label === "" &&
    closing.mark.startsWith(fence.mark) &&
    closing.indent <= fence.indent
  );
}

/** Index of the line that closes a fence opened above `from`; the end of the text when nothing does. */
export function closingIndex(lines: readonly string[], from: number, fence: Fence): number {
  for (let at = from; at < lines.length; at++) if (closesFence(lines[at] ?? "", fence)) return at;
  return lines.length;
}

/** Whether a fence below a change at the margin is a line of it. */
const isContext = (lines: readonly string[], at: number, { indent }: Fence): boolean =>
  indent > 0 && (indent < LIST_INDENT_MIN || !BEGINS_CHANGE.test((lines[at + 1] ?? "").slice(indent)));

const BEGINS_CHANGE = /^(?:@@|diff --git |--- \S|\*\*\* Begin Patch)/;
/** A blank alone before a mark is the prefix of a context line. */
const LIST_INDENT_MIN = 2;

/**
 * Lines of fences that stand within a list or a quotation, moved to the margin by the depth of their fence. Below a
 * change that stands at the margin, a fence further in is one of its lines, unless it begins with a change itself.
 */
export function dedentFences(lines: readonly string[]): readonly string[] {
  const dedented = [...lines];
  let isInChange = false;
  for (let at = 0; at < lines.length; at++) {
    const fence = openedFence(lines[at] ?? "");
    isInChange ||= BEGINS_CHANGE.test(lines[at] ?? "");
    if (fence === undefined) continue;
    if (isInChange && isContext(lines, at, fence)) continue;
    const end = closingIndex(lines, at + 1, fence);
    const margin = (lines[at] ?? "").slice(0, fence.indent);
    const fenced = lines.slice(at, end + 1);
    if (fence.indent > 0 && fenced.every((line) => line.startsWith(margin) || line.trim() === ""))
      for (const [index, line] of fenced.entries()) dedented[at + index] = line.slice(fence.indent);
    at = end;
  }
  return dedented;
}
