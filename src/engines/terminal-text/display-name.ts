import { isInvisible, spelled } from "./code-points.ts";

/** A file, branch or other name on one line: controls and invisibles are spelt, the rest stays. */
export const displayName = (name: string): string => name.toWellFormed().replace(NOT_PLAIN, shownCharacter);

const NOT_PLAIN = /[^\x20-\x7e]/gu;

function shownCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const isControl = point < 0x20 || (point >= 0x7f && point <= 0x9f);
  return isControl || isInvisible(point) ? spelled(point) : character;
}
