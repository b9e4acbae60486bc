/** A stretch of text with what opens and what closes it; offsets in UTF-16, ends exclusive. */
export interface Enclosed {
  readonly opening: RegExpExecArray;
  readonly at: number;
  readonly content: string;
  readonly end: number;
}

/** So many kinds of marks that nothing closes are no text of anybody who means well. */
const UNCLOSED_KINDS_MAX = 50;

/**
 * What stands between marks, each from where it opens to the first that closes it; what nothing closes is left out. A pattern
 * such as `<a>[\s\S]*?</a>` reads to the end of the text for each opening that has no end; this reads a text once for each kind.
 * @param opening    global
 * @param closingOf  the mark that closes that one, global too; the same pattern for openings of one kind
 */
export function* enclosedIn(
  text: string,
  opening: RegExp,
  closingOf: (opened: RegExpExecArray) => RegExp,
): Generator<Enclosed> {
  const unclosed = new Set<string>();
  let from = 0;
  for (;;) {
    opening.lastIndex = from;
    const opened = opening.exec(text);
    if (opened === null || unclosed.size > UNCLOSED_KINDS_MAX) return;
    const contentAt = opened.index + opened[0].length;
    from = contentAt;
    const closing = closingOf(opened);
    if (unclosed.has(closing.source)) continue;
    closing.lastIndex = contentAt;
    const closed = closing.exec(text);
    if (closed === null) {
      unclosed.add(closing.source);
      continue;
    }
    from = closed.index + closed[0].length;
    yield { opening: opened, at: opened.index, content: text.slice(contentAt, closed.index), end: from };
  }
}

/** The text without those stretches. */
export function withoutEnclosed(text: string, opening: RegExp, closingOf: (opened: RegExpExecArray) => RegExp): string {
  let rest = "";
  let from = 0;
  for (const { at, end } of enclosedIn(text, opening, closingOf)) {
    rest += text.slice(from, at);
    from = end;
  }
  return rest + text.slice(from);
}
