import type { Problem } from "../../part.ts";
import { isLiteral, type ShellWord } from "../../words.ts";

const ITEMS_MAX = 100;
/** A pattern below a named folder: what it finds is a path there, and no option. */
const PLACED_GLOB = /^(?:[\w.][\w. -]*)?\/[^{}]*$/;

/** Whether a loop's words are so few and so plain that each turn can be followed by itself. */
export const isFollowed = (words: readonly ShellWord[]): boolean =>
  words.length <= ITEMS_MAX && words.every((word) => isLiteral(word) && (!word.glob || PLACED_GLOB.test(word.text)));

/** What is to be said of words that are not followed one by one: any of them that leads out of the folder. */
export function strayWord(words: readonly ShellWord[]): Problem | undefined {
  const stray = words.find((word) => isLiteral(word) && /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(word.text));
  return (
    stray && {
      text: `the loop has more turns than are followed, one of them for ${stray.text} (run it in parts)`,
      blocks: "floor",
    }
  );
}
