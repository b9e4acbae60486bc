/** A comment line of a source, without its marks. */
export interface HeaderLine {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

const LINES_BEFORE = 25;
const LINES_AFTER = 40;
const KEPT_MAX = 4;
const WORDS_MIN = 2;
/** Fixed columns, `*>`, JCL, assembler and script comments; a comment in marks may go on over lines. */
const COMMENT = /^(?:.{6}[*/](?!>)|\s*\*>|\/\/\*|\*|\s*(?:\/\*|--|#(?!!)|\/\/(?!\S)))\s?(.*)$/;
const BOILERPLATE =
  /copyright|licen[sc]e|warrant|all rights|spdx|as is|compliance|applicable law|permission|redistribut|limitations?\b|http|[({]c[)}]\s*\d{4}|^\s*(?:author|date|version|ver)\b/i;
/** Statements that were turned off are no words about the program. */
const CODE =
  /^\s*(?:MOVE|PERFORM|CALL|IF|END-|EXEC|DISPLAY|COPY|GO\s+TO|SET|PIC|\d\d\s+\S+\s+PIC|EVALUATE|WHEN|ELSE)\b/;

/**
 * What a source says of a unit in the comments at its beginning: the first lines that are sentences and no legal text.
 * @param unit  lines of the unit, 1-based
 */
export function headerLines(
  source: string,
  unit: { readonly start: number; readonly end: number },
): readonly HeaderLine[] {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, unit.start - LINES_BEFORE);
  const last = Math.min(lines.length, unit.start + LINES_AFTER, Math.max(unit.end, unit.start));
  const found: HeaderLine[] = [];
  for (let line = first; line <= last && found.length < KEPT_MAX; line++) {
    const text = wordsOf(lines[line - 1] ?? "");
    if (text !== undefined) found.push({ text, line });
    // What comes after a gap is about something else.
    else if (found.length > 0 && !COMMENT.test(lines[line - 1] ?? "")) break;
  }
  return found;
}

function wordsOf(line: string): string | undefined {
  const comment = COMMENT.exec(line)?.[1];
  if (comment === undefined) return undefined;
  const text = comment
    .replace(/\*\/.*$/, "")
    .replace(/^[\s*=\-#:/]+|[\s*=\-#/]+$/g, "")
    .replace(/\s+/g, " ");
  if (BOILERPLATE.test(text) || CODE.test(text)) return undefined;
  return (text.match(/\p{L}{3,}/gu) ?? []).length >= WORDS_MIN ? text : undefined;
}
