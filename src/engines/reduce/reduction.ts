/** A long output made short by rules alone: what is left is copied from it, never reworded. */
export interface Reduction {
  /** What it was taken for, as people call it: `test output`, `a diff`. */
  readonly kind: string;
  readonly text: string;
}

/** Tries one reading of a text; undefined when it is none of its kind or nothing would be won. */
export type Reducer = (text: string, charsMax: number) => Reduction | undefined;

export const SHOWN_LINE_CHARS_MAX = 400;

export function cutLine(line: string): string {
  return line.length > SHOWN_LINE_CHARS_MAX ? `${line.slice(0, SHOWN_LINE_CHARS_MAX)}…` : line;
}

/** Lines as long as they fit; says how many more there were. */
export function linesWithin(lines: readonly string[], charsMax: number, noun: string): string[] {
  const shown: string[] = [];
  let chars = 0;
  for (const line of lines) {
    const cut = cutLine(line);
    chars += cut.length + 1;
    if (chars > charsMax) {
      shown.push(`… ${lines.length - shown.length} more ${noun}`);
      break;
    }
    shown.push(cut);
  }
  return shown;
}
