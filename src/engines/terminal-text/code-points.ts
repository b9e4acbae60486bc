/** Classes of code points that matter to a terminal. All predicates take one code point and never throw. */

const BIDI_CONTROLS = new Set([
  0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x206b, 0x206c, 0x206d, 0x206e,
  0x206f,
]);
const BIDI_MARKS = new Set([0x200e, 0x200f, 0x061c]);
const NOT_BLANK_BUT_INVISIBLE = new Set([
  0x00ad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x2800, 0x3164, 0xffa0, 0xfeff, 0xfffc,
]);
const LOOK_ALIKE_SIGNS = new Set([
  0x01c3, 0x037e, 0x055d, 0x05f3, 0x0589, 0x2024, 0x2039, 0x203a, 0x2044, 0x2215, 0x2216, 0x2223, 0x2236, 0x29f8,
  0x29f9, 0xa789, 0xa78c, 0xfe68,
]);

/** Overrides, embeddings, isolates: they reorder what stands beside them (CVE-2021-42574). */
export const isBidiControl = (point: number): boolean => BIDI_CONTROLS.has(point);

/** Directional marks, ordinary inside Hebrew and Arabic, suspect anywhere else. */
export const isBidiMark = (point: number): boolean => BIDI_MARKS.has(point);

export const isRightToLeftLetter = (character: string): boolean =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(character);

/** The tag characters mirror ASCII invisibly: whole prompts have been smuggled in them. */
export const isTag = (point: number): boolean => point >= 0xe0000 && point <= 0xe007f;

/** Variation selectors 17-256, a second invisible alphabet; ordinary only after an ideograph. */
export const isVariationSupplement = (point: number): boolean => point >= 0xe0100 && point <= 0xe01ef;

export const isVariationSelector = (point: number): boolean => point >= 0xfe00 && point <= 0xfe0f;

/** Interlinear annotation, musical and shorthand format controls, noncharacters: no terminal text needs them. */
export const isFormatOddity = (point: number): boolean =>
  (point >= 0xfff9 && point <= 0xfffb) ||
  (point >= 0x1d173 && point <= 0x1d17a) ||
  (point >= 0x1bca0 && point <= 0x1bca3) ||
  (point >= 0xfdd0 && point <= 0xfdef) ||
  (point & 0xfffe) === 0xfffe;

/** Whatever takes no ink or imitates a blank, except blank, tab and newline themselves. */
export function isInvisible(point: number): boolean {
  if (point < 0x80) return false;
  return (
    (point >= 0x200b && point <= 0x200f) ||
    (point >= 0x2028 && point <= 0x202e) ||
    (point >= 0x2060 && point <= 0x206f) ||
    (point >= 0x180b && point <= 0x180f) ||
    NOT_BLANK_BUT_INVISIBLE.has(point) ||
    isBidiMark(point) ||
    isVariationSelector(point) ||
    isTag(point) ||
    isVariationSupplement(point) ||
    isFormatOddity(point) ||
    /[\p{Zs}\p{Zl}\p{Zp}\p{Cf}]/u.test(String.fromCodePoint(point))
  );
}

export const isCombining = (point: number): boolean => point >= 0x300 && /\p{M}/u.test(String.fromCodePoint(point));

/** Scripts with letters that pass for Latin ones in most fonts, and the styled Latin alphabets. */
export const isLatinLookAlike = (character: string): boolean =>
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}\p{Script=Osage}\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a\u2100-\u214f\u0251\u0261\u026a\u1d00-\u1d7f\u24b6-\u24e9\u{1f130}-\u{1f189}]/u.test(
    character,
  );

export const isLookAlikeSign = (point: number): boolean => LOOK_ALIKE_SIGNS.has(point);

/** How a code point is spelt where it must not act: `\n`, `\x1b`, `\u{202e}`. */
export function spelled(point: number): string {
  if (point === 0x0a) return "\\n";
  if (point === 0x0d) return "\\r";
  if (point === 0x09) return "\\t";
  return point < 0x100 ? `\\x${point.toString(16).padStart(2, "0")}` : `\\u{${point.toString(16)}}`;
}
