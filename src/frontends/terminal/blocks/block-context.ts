import type { Theme } from "../theme.ts";

/** What every kind of block needs to become lines. */
export interface BlockContext {
  readonly width: number;
  readonly theme: Theme;
  /** Show everything, not the short form. */
  readonly isExpanded: boolean;
  /** Markdown as rows of at most `width` columns. */
  readonly markdown: (text: string, width: number) => readonly string[];
  /** Source as one coloured line for each of its lines; not wrapped. */
  readonly highlight: (code: string, language: string) => readonly string[];
  /** A Mermaid diagram as rows of text; undefined when it cannot be drawn. */
  readonly diagram: (source: string, width: number) => readonly string[] | undefined;
  /** `text` in parts, those marked that its other version does not have. */
  readonly changedWords: (other: string, text: string) => readonly WordPart[];
}

export interface WordPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Every row set in by some columns; the first one may begin with a mark. */
export function indentRows(rows: readonly string[], mark: string, rest = "  "): string[] {
  return rows.map((row, index) => (index === 0 ? mark + row : row === "" ? "" : rest + row));
}
