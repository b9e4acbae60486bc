/** The lines of an edit's text, and which of them end in a carriage return of their own. */
export interface TextLines {
  /** Without carriage returns at their ends. */
  readonly lines: readonly string[];
  /** A return that is no part of the text's line ends, so that it was written on purpose. */
  hasOwnReturn(index: number): boolean;
}

/** Where every line ends in CRLF, that is how the text was sent; otherwise a return belongs to its line. */
export function textLines(text: string): TextLines {
  const written = text.split("\n");
  const lines = written.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const isSentWithReturns = written.every((line, index) => line.endsWith("\r") || index === written.length - 1);
  return {
    lines,
    hasOwnReturn: (index) => !isSentWithReturns && (written[index] ?? "").endsWith("\r"),
  };
}
