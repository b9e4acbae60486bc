import { isAskingWord } from "../../../../engines/passages/asking-words.ts";
import { saysLittle } from "../../../../engines/passages/question.ts";
import { inEnglish } from "../portuguese/as-english.ts";
import { saysDoing } from "./subject.ts";
import { plain } from "./tokens.ts";
import { holdsWord } from "./word-forms.ts";

/**
 * Whether a part names nothing of its own, "which ones", "and to what", "how often does each run": it asks more of what the part before it asks.
 * So does one that has no verb, "by which jobs", and one whose words the part before has said. What stands behind an article is a thing, "how
 * is the process started".
 * @param before  the part before it
 */
export const leansOnBefore = (part: string, before = ""): boolean =>
  LACKS_VERB.test(plain(part)) ||
  asksPartsOfIt(part) ||
  [part, inEnglish(part)].some((said) => namesNothing(said, before));

/** "Which are the options": what something is made up of, where nothing says what; the part before it does. */
export const asksPartsOfIt = (part: string): boolean => PARTS_OF_IT.test(plain(part));

const PARTS_OF_IT =
  /^\W*(?:(?:and|e) )?(?:(?:which|what) are the|quais sao (?:as|os)) (?:options|choices|fields|values|parameters|arguments|columns|entries|items|opcoes|campos|valores|parametros|argumentos|colunas|entradas|itens)\W*$/;

const namesNothing = (part: string, before: string): boolean =>
  (plain(part).match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? []).every(
    (word, index, words) =>
      isAskingWord(word) ||
      ((saysLittle(word) || saysDoing(word) || ASKS_MORE.test(word) || holdsWord(before, word)) &&
        !ARTICLE.test(words[index - 1] ?? "")),
  );

/** "By which jobs and for which queues". */
const LACKS_VERB =
  /^\W*(?:(?:and|but|e|mas) )?(?:(?:by|for|from|to|with|por|para|de|com) (?:which|what|que|quais) \p{L}+(?:,? (?:and|or|e|ou) )?)+\W*$/u;

const ARTICLE = /^(?:the|an?|o|um|uma)$/;

/** What only asks for more of the same, or in which form. */
const ASKS_MORE =
  /^(?:often|time|total|why|ok|eg|so|please|favor|exactly|(?:for|back)wards?|they'?re|once|quantas?|vezes|cada|entao)$/;
