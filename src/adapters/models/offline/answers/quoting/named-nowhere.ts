import { escapeRegExp } from "../../../../../base/glob.ts";
import { saysLittle } from "../../../../../engines/passages/question.ts";
import { sameWords } from "../../../../../engines/words/related-words.ts";
import { meantWords } from "../../../../../engines/words/said-words.ts";
import { type Found, type Looking, lookAll } from "../../looking.ts";
import { saysDoing } from "../../reading/subject.ts";
import { isPortuguese, plain } from "../../reading/tokens.ts";
import { formsOf } from "../../reading/word-forms.ts";

const WORDS_MAX = 4;
const CHARS_MIN = 4;
/** What says how, or what is done: that no line says it tells nothing. */
const NO_NOUN = /(?:ly|ed|ing|mente|ado|ada|ando|endo)$|^(?:over|such|even|kind|sort|case|\w+where)$/;

/**
 * Those of some words that no file names at all, in no form and by no other word for the same, comments included. True by search: what was
 * cut, left out or failed is not claimed, nor what is Portuguese without a known word for it in English.
 */
export function* namedNowhere(words: readonly string[], question: string): Looking<readonly string[]> {
  const nouns = words
    .filter((word) => word.length >= CHARS_MIN && isNoun(word) && !isHalfOfWord(word, question))
    .slice(0, WORDS_MAX);
  const wanted = nouns.flatMap((word) => {
    const others = [...sameWords(word), ...(isPortuguese(question) ? meantWords(word, "portuguese") : [])];
    if (isPortuguese(question) && others.length === 0) return [];
    const pattern = [word, ...others].map(formsOf).join("|");
    return [{ word, call: { name: "search_code", input: { pattern, ignore_case: true, limit: 1 } } }];
  });
  const found = yield* lookAll(wanted.map(({ call }) => call));
  return wanted.flatMap(({ word }, index) => (isOfNothing(found[index]) ? [word] : []));
}

/** Whether the nouns among some words are known to be named by no file. */
export function* isNamedNowhere(words: readonly string[], question: string): Looking<boolean> {
  const nouns = words.filter((word) => isNoun(plain(word)));
  return nouns.length > 0 && (yield* namedNowhere(nouns, question)).length === nouns.length;
}

/** A literal of code that a question spells, such as `strict=True`, and that stands nowhere. */
export function* spelledNowhere(question: string): Looking<readonly string[]> {
  const spelled = [...new Set(question.match(LITERAL) ?? [])];
  const found = yield* lookAll(
    spelled.map((text) => ({
      name: "search_code",
      input: { pattern: escapeRegExp(text).replace("=", "\\s*[=:]\\s*"), ignore_case: true, limit: 1 },
    })),
  );
  return spelled.filter((_, index) => isOfNothing(found[index]));
}

const LITERAL = /(?<![\w.])[A-Za-z_][\w.]*=[\w.]+/g;

const isNoun = (word: string): boolean =>
  /^\p{L}+$/u.test(word) && !NO_NOUN.test(word) && !saysLittle(word) && !saysDoing(word);

/** "Hard-coded" is one word, and "hard" names nothing in it. */
const isHalfOfWord = (word: string, question: string): boolean =>
  new RegExp(`(?<![\\w-])${word}-\\p{L}|\\p{L}-${word}(?![\\w-])`, "u").test(plain(question)) &&
  !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(plain(question));

/** Nothing is said below it of files that were left out, or of a search that was cut. */
const isOfNothing = (found: Found | undefined): boolean =>
  found !== undefined && !found.failed && /^No match for [^\n]*\s*$/.test(found.text);
