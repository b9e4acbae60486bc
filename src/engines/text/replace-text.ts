export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** `edit` is the 0-based index of the replacement that does not fit. */
export type ReplaceResult =
  /** `lines`: where each replacement begins, 1-based, in the text as it was when its turn came. */
  | { readonly kind: "replaced"; readonly text: string; readonly lines: readonly number[] }
  | { readonly kind: "missing"; readonly edit: number; readonly nearLine?: number }
  | { readonly kind: "ambiguous"; readonly edit: number; readonly lines: readonly number[] };

/**
 * Applies replacements one after the other, each on the result of the one before. Text is matched exactly; where it
 * is not found and the file has CRLF line ends, as the same lines with those, and what is written keeps them.
 */
export function replaceText(text: string, replacements: readonly Replacement[]): ReplaceResult {
  let current = text;
  const lines: number[] = [];
  for (const [edit, replacement] of replacements.entries()) {
    const { find, insert } = asFound(current, replacement);
    const offsets = find === "" ? [] : occurrences(current, find);
    if (offsets.length === 0) return missing(current, edit, replacement.oldText);
    if (offsets.length > 1 && !replacement.replaceAll)
      return { kind: "ambiguous", edit, lines: offsets.map((offset) => lineOf(current, offset)) };
    lines.push(...offsets.map((offset) => lineOf(current, offset)));
    current = current.split(find).join(insert);
  }
  return { kind: "replaced", text: current, lines };
}

function asFound(text: string, { oldText, newText }: Replacement): { find: string; insert: string } {
  const isCrlf = text.includes("\r\n");
  const insert = isCrlf && !hasBareFeed(text) ? withCrlf(newText) : newText;
  if (text.includes(oldText)) return { find: oldText, insert };
  const variants = isCrlf ? [withCrlf(oldText)] : [oldText.replaceAll("\r\n", "\n")];
  const find = variants.find((variant) => text.includes(variant)) ?? oldText;
  return { find, insert: isCrlf ? withCrlf(newText) : newText.replaceAll("\r\n", "\n") };
}

function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

function hasBareFeed(text: string): boolean {
  return /(?<!\r)\n/.test(text);
}

function occurrences(text: string, find: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) offsets.push(at);
  return offsets;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Finds the place the model most likely meant: its first line that is not blank, whatever the blanks around it. */
function missing(text: string, edit: number, oldText: string): ReplaceResult {
  const wanted = oldText
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
  const index = wanted === undefined ? -1 : text.split("\n").findIndex((line) => line.trim() === wanted);
  return index < 0 ? { kind: "missing", edit } : { kind: "missing", edit, nearLine: index + 1 };
}
