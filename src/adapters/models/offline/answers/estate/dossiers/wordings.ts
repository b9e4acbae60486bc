import { askedWords } from "./asked-words.ts";

/** Behind it stands what something belongs to. */
const OF = /\b(?:for|of|on|in|when|if|while|by|at|from|to|into|per|during|after|before|that|which|who|where)\b/;
const WORDS_MAX = 5;
const MORE_MAX = 3;

/**
 * The words by which a field may be called, the most telling first: what is asked for with what it belongs to, with one word of that, alone,
 * without what stands before it.
 */
export function wordingsOf(what: string, besides: string): readonly (readonly string[])[] {
  const [head = "", ...of] = what.split(OF);
  const words = askedWords(head);
  if (words.length === 0) return [];
  const more = askedWords([...of, besides].join(" ")).filter((word) => !words.includes(word));
  const all = more.length === 0 ? [] : [[...words, ...more], ...more.slice(-MORE_MAX).map((word) => [...words, word])];
  return [...all, words, ...(words.length > 1 ? [words.slice(1)] : [])].filter(({ length }) => length < WORDS_MAX);
}
