import { isBidiControl, isBidiMark, isFormatOddity, isTag } from "../../../engines/terminal-text/code-points.ts";

const PICTURES = 0x2400;
const DELETE_PICTURE = "\u2421";
const REPLACEMENT = "\ufffd";

/**
 * How a text being written stands on the screen: each character that a terminal would act on, or that would reorder or hide others, has
 * a picture in its place, of as many UTF-16 units and one column each, so that every offset holds for both. What is sent is the text.
 */
export function picturedText(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return text.replace(/[^\x20-\x7e\n]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    // A terminal draws a tab as wide as it likes; here it takes the one column that is counted for it.
    if (point === 0x09) return " ";
    if (point < 0x20) return String.fromCharCode(PICTURES + point);
    if (point === 0x7f) return DELETE_PICTURE;
    return isHidden(point) ? REPLACEMENT.repeat(character.length) : character;
  });
}

const isHidden = (point: number): boolean =>
  (point >= 0x80 && point <= 0x9f) ||
  (point >= 0x2028 && point <= 0x2029) ||
  (point >= 0xd800 && point <= 0xdfff) ||
  isBidiControl(point) ||
  isBidiMark(point) ||
  isFormatOddity(point) ||
  isTag(point);
