/** Columns that text takes in a terminal. What is surely one column a character is counted without the segmenter, which costs 20 ms to load. */

/** ASCII, Latin, dashes and quotes, arrows, box drawing and the signs of our own screens: none joins with what follows. */
const SINGLE_COLUMNS =
  /^[\x20-\x7e\xa0-\xa8\xaa-\xac\xaf-\u02ff\u2010-\u2027\u2030-\u203b\u2190-\u21ff\u2234\u2387\u2500-\u25ff\u2713\u2717\u276f\u22ee]*$/;
/** Kana, Han, Hangul and full-width forms: two columns each. */
const DOUBLE = /[\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]/;
/** None of these or of ASCII joins with what follows. */
const UNJOINED = new RegExp(`^(?:[\\x20-\\x7e]|${DOUBLE.source})*$`);
const WIDE_SHAPES = /[\u25fd\u25fe]/;
const MARK = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\u200b-\u200f]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u{1f1e6}-\u{1f1ff}]{2}|[0-9#*]\ufe0f?\u20e3/u;
let segmenter: Intl.Segmenter | undefined;

function isSingleColumns(text: string): boolean {
  return SINGLE_COLUMNS.test(text) && !WIDE_SHAPES.test(text);
}

/** What a person sees as one character, in order. */
export function graphemes(text: string): readonly string[] {
  if (isSingleColumns(text) || UNJOINED.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Columns of text without escape sequences; a tab counts as one blank. */
export function textWidth(text: string): number {
  if (isSingleColumns(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

export function graphemeWidth(grapheme: string): number {
  const point = grapheme.codePointAt(0) ?? 0;
  if (point < 0x300)
    return point === 0x09 || (point >= 0x20 && point !== 0x7f && !(point >= 0x80 && point < 0xa0)) ? 1 : 0;
  if (grapheme.length === 1 && DOUBLE.test(grapheme)) return 2;
  if (MARK.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || isWide(point) ? 2 : 1;
}

/** Ranges of Unicode 16 EastAsianWidth W and F that are in use, begin and end of each. */
const WIDE = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0xa4cf,
  0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff01, 0xff60, 0xffe0, 0xffe6,
  0x16fe0, 0x18cff, 0x1aff0, 0x1b2ff, 0x1f200, 0x1f265, 0x20000, 0x3fffd,
] as const;

function isWide(point: number): boolean {
  if (point < 0x1100) return false;
  for (let index = 0; index < WIDE.length; index += 2)
    if (point >= (WIDE[index] ?? 0) && point <= (WIDE[index + 1] ?? 0)) return true;
  return false;
}

const ESCAPE = /\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;

/** Columns of a line that may hold colours and links of our own. */
export function lineWidth(line: string): number {
  return textWidth(line.includes("\x1b") ? line.replace(ESCAPE, "") : line);
}

export function stripStyles(line: string): string {
  return line.includes("\x1b") ? line.replace(ESCAPE, "") : line;
}

export type LinePiece = { readonly kind: "escape" | "text"; readonly text: string };

/** A line as escape sequences and the text between them. */
export function linePieces(line: string): readonly LinePiece[] {
  if (!line.includes("\x1b")) return [{ kind: "text", text: line }];
  const pieces: LinePiece[] = [];
  let end = 0;
  for (const match of line.matchAll(ESCAPE)) {
    if (match.index > end) pieces.push({ kind: "text", text: line.slice(end, match.index) });
    pieces.push({ kind: "escape", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < line.length) pieces.push({ kind: "text", text: line.slice(end) });
  return pieces;
}
