import { isAskingWord } from "../../../../engines/passages/asking-words.ts";
import { saysLittle } from "../../../../engines/passages/question.ts";
import { inEnglish } from "../portuguese/as-english.ts";
import { saysDoing } from "./subject.ts";
import { plain } from "./tokens.ts";

/**
 * Whether a part names nothing of its own, "which ones", "and to what", "how often does each run": it asks more of what the part before it asks.
 * What stands behind an article is a thing, "how is the process started".
 */
export const leansOnBefore = (part: string): boolean => [part, inEnglish(part)].some(namesNothing);

const namesNothing = (part: string): boolean =>
  (plain(part).match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? []).every(
    (word, index, words) =>
      isAskingWord(word) ||
      ((saysLittle(word) || saysDoing(word) || ASKS_MORE.test(word)) && !ARTICLE.test(words[index - 1] ?? "")),
  );

const ARTICLE = /^(?:the|an?|o|um|uma)$/;

/** What only asks for more of the same, or in which form. */
const ASKS_MORE = /^(?:often|time|total|why|ok|eg|so|please|favor|exactly|quantas?|vezes|cada|entao)$/;
