import { isInvisible, spelled } from "./code-points.ts";

/** A file, branch or other name on one line: controls and invisibles are spelt, the rest stays. */
export function displayName(name: string): string {
  let shown = "";
  for (const character of name.toWellFormed()) {
    const point = character.codePointAt(0) ?? 0;
    const isHidden = point < 0x20 || (point >= 0x7f && point <= 0x9f) || isInvisible(point);
    shown += isHidden ? spelled(point) : character;
  }
  return shown;
}
