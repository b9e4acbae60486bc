import { isAskingWord } from "./asking-words.ts";

/** A word of a question, and what it was perhaps meant to be; empty for a word that only asks. */
export interface Respelling {
  readonly said: string;
  readonly meant: string;
}

const SHORT_CHARS_MIN = 4;
/** Below six letters two that are swapped are mended and nothing else: one letter more or less makes another word. */
const SWAPPED_CHARS_MIN = 5;
const CHARS_MIN = 6;
/** From here on a vowel for another one makes no other word (dependancies). */
const VOWEL_CHARS_MIN = 9;
/** A word that stands there once may be wrong itself. */
const COUNT_MIN = 2;
/** From here on a word without two of its letters is no other word. */
const LONG_CHARS_MIN = 12;
/** No word is longer. Each of its letters is tried with each other. */
const WORD_CHARS_MAX = 50;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * What a word that stands nowhere was perhaps meant to be: of a vocabulary the commonest word from which one letter is left out, or put
 * twice, or swapped with the next; of a long one in which a vowel stands for another, or from which a syllable was made longer
 * (authentification). Else a letter for another is not mended: that makes other words (charged, changed).
 */
export function respelled(word: string, vocabulary: ReadonlyMap<string, number>): Respelling | undefined {
  if (!/^[a-z]+$/.test(word) || word.length < SHORT_CHARS_MIN || word.length > WORD_CHARS_MAX) return undefined;
  if (isMisspelledAsking(word)) return { said: word, meant: "" };
  if (word.length < SWAPPED_CHARS_MIN) return undefined;
  const countOf = (other: string): number => vocabulary.get(other) ?? 0;
  const meant = meantBy(word).reduce((best, other) => (countOf(other) > countOf(best) ? other : best), word);
  return countOf(meant) < COUNT_MIN ? undefined : { said: word, meant };
}

const meantBy = (word: string): readonly string[] =>
  word.length < CHARS_MIN
    ? [...swapped(word)]
    : [...slips(word), ...swapped(word), ...vowels(word), ...withoutPairs(word)];

/** Whether it is a word that only asks with a slip in it: `wich`, `whcih`. Of the others too many have real words beside them. */
export const isMisspelledAsking = (word: string): boolean =>
  word.length >= SHORT_CHARS_MIN &&
  word.length <= WORD_CHARS_MAX &&
  !isAskingWord(word) &&
  [...slips(word), ...swapped(word)].some((other) => /^(?:wh|th|qu)/.test(other) && isAskingWord(other));

/** The words of which a word may be a slip with a letter left out or put twice; the first letter is right. */
function* slips(word: string): Iterable<string> {
  for (let at = 1; at <= word.length; at++) {
    const before = word.slice(0, at);
    for (const letter of LETTERS) if (at < word.length || letter !== "s") yield before + letter + word.slice(at);
    if (word[at] === word[at - 1] && at < word.length) yield before + word.slice(at + 1);
  }
}

function* swapped(word: string): Iterable<string> {
  for (let at = 1; at + 1 < word.length; at++)
    yield `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
}

function* vowels(word: string): Iterable<string> {
  if (word.length < VOWEL_CHARS_MIN) return;
  for (let at = 1; at < word.length; at++)
    if (VOWELS.includes(word[at] ?? " "))
      for (const vowel of VOWELS) yield word.slice(0, at) + vowel + word.slice(at + 1);
}

const VOWELS = "aeiou";

/** A long word without two letters beside each other in its midst. */
const withoutPairs = (word: string): readonly string[] =>
  word.length < LONG_CHARS_MIN
    ? []
    : Array.from({ length: word.length - 4 }, (_, index) => word.slice(0, index + 2) + word.slice(index + 4));
