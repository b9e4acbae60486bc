import { escapeRegExp } from "../../../../../base/glob.ts";
import { isMisspelledAsking } from "../../../../../engines/passages/respell.ts";
import { isPortuguese, plain } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { searchText } from "./search-passages.ts";

/** How something is asked for or done, never what it is about: that a passage lacks it tells nothing. */
const CIRCUMSTANCES: ReadonlySet<string> = new Set(
  "going gets around particular together apart rest few several couple sure alone away especially actually basically exactly roughly simply normally usually properly correctly somehow somewhere currently laptop myself ourselves little bit lot actual whatever whenever anyway instead difference worked working supposed able try trying minha minhas meus nossas nossos meio mesmo bem apenas juntos sozinho alguns algumas varios normalmente exatamente".split(
    " ",
  ),
);
const SHORT_CHARS_MAX = 4;

/**
 * The words of a question of which nothing that is shown speaks, to be named as such: none that the question does not say itself, none that
 * only says how, and none that stands in what is shown in another form.
 * @param shown  all that is quoted, as it is quoted
 */
export function unspoken(missing: readonly string[], question: string, shown: string): readonly string[] {
  const said = plain(isPortuguese(question) ? `${question} ${searchText(question)}` : question);
  return missing.filter(
    (word) => said.includes(word) && !CIRCUMSTANCES.has(word) && !isMisspelledAsking(word) && !isShown(shown, word),
  );
}

/** In a short word other words begin too often: it is asked for whole. */
function isShown(shown: string, word: string): boolean {
  if (word.length <= SHORT_CHARS_MAX)
    return new RegExp(`(?<![a-z\\d])${escapeRegExp(word)}(?:e?s|ed|ing)?(?![a-z\\d])`, "i").test(shown);
  return holdsWord(shown, word);
}
