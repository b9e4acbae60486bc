/** Words of English and Portuguese for what is left as it is. */
const KEPT =
  "rest|remain(?:s|ing|der)?|existing|unchanged|unmodified|untouched|omitted|previous|(?:same )?as before|no changes?|resto|restante|existentes?|inalterad[oa]s?|omitid[oa]s?|sem (?:alteraç(?:ão|ões)|mudanças?)|como antes";
const WORD = String.raw`[\p{L}\d_'\x60-]+`;
const ELLIPSIS = String.raw`(?:\.{3,}|…)`;
const COMMENT = String.raw`(?:\/\/+|\/\*+|\{\/\*|#+|--+|;+|\*+>?|<!--|%+)`;
const SAID = `(?:${WORD}[ ,:]+){0,6}(?:${KEPT})(?:[ ,:]+${WORD}){0,6}`;
/** With an ellipsis; a name right behind the dots is spread in JavaScript. */
const ELIDED = new RegExp(
  String.raw`^${COMMENT}? *[[(<]?(?:${ELLIPSIS}(?:(?<=…)| |(?=[[(]))${COMMENT}? *[[(<]?${SAID}[\])>]?[ .…]*|${SAID} ?${ELLIPSIS})[\])>]? *(?:\*\/\}?|-->)?$`,
  "iu",
);
/** Or as a comment that says of what it is the rest. */
const REST_OF = new RegExp(
  String.raw`^${COMMENT} *(?:the )?(?:rest|remainder) of (?:the |this )?${WORD}(?:[ ,:]+${WORD}){0,5}[ .]*(?:\*\/\}?|-->)?$`,
  "iu",
);
/** Sequence numbers and the indicator of fixed COBOL. */
const FIXED_COLUMNS = /^(?:[\d ]{6})(?=\*)/;
const CHARACTERS_MAX = 160;

/**
 * A line that stands for lines of the file which the writer did not repeat (`// ... existing code ...`): the edit would remove them and leave
 * these words in their place. One that the file has already, or that replaces nothing, is text like any other.
 * @returns undefined where there is none; `line` from 1, in what the edit would leave
 */
export function placeholderIn(
  before: string,
  after: string,
): { readonly line: number; readonly text: string } | undefined {
  const lines = linesOf(after);
  // Few texts have any, and of a large one what it had is as much again.
  if (!lines.some(isPlaceholder)) return undefined;
  const had = new Set(linesOf(before));
  const at = lines.findIndex((line) => isPlaceholder(line) && !had.has(line));
  if (at < 0) return undefined;
  const kept = new Set(lines);
  const isLoss = [...had].some((line) => line !== "" && !kept.has(line));
  return isLoss ? { line: at + 1, text: lines[at] ?? "" } : undefined;
}

const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|\n|\r/).map((line) => line.replace(FIXED_COLUMNS, "").trim());

const isPlaceholder = (line: string): boolean =>
  line.length <= CHARACTERS_MAX && (ELIDED.test(line) || REST_OF.test(line));

/** What is said of it to whoever wrote it. */
export const placeholderText = (
  path: string,
  { line, text }: { readonly line: number; readonly text: string },
): string =>
  `${path}: line ${line} of it would be ${JSON.stringify(text)}, which stands for lines that the file would lose: nothing was written.`;

export const PLACEHOLDER_HINT = "Write all of the lines, or change only those that become others.";
