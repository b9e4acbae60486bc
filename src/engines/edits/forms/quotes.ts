const QUOTED = /^ {0,3}>/;
const QUOTED_WITH_BLANK = /^ {0,3}>(?: |\r?$)/;

/** A text without the marks of its quotation, as mails and Markdown have them; as it is where nothing is quoted. */
export function withoutQuotes(text: string): string {
  const lines = text.split("\n");
  const quoted = lines.filter((line) => QUOTED.test(line));
  if (quoted.length === 0) return text;
  // The blank behind the mark belongs to it where every line has one; else it is that of a context line.
  const mark = quoted.every((line) => QUOTED_WITH_BLANK.test(line)) ? /^ {0,3}> ?/ : QUOTED;
  return lines.map((line) => line.replace(mark, "")).join("\n");
}
