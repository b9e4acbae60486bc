const STEM_CHARS_MIN = 3;

/**
 * A word without the endings that English adds to it, so that "posting", "posts" and "posted" meet: the S-stemmer of
 * Harman ("How effective is suffixing?", 1991), then -ing, -ed and a last -e. Not a word itself; only to be compared.
 */
export function stemOf(word: string): string {
  const single = singularOf(word);
  for (const ending of ["ing", "ed", "e"]) {
    if (!single.endsWith(ending)) continue;
    const stem = single.slice(0, -ending.length);
    return stem.length < STEM_CHARS_MIN ? single : withoutDouble(stem);
  }
  return single;
}

/** The word without the ending of a plural. */
export function singularOf(word: string): string {
  if (word.length <= STEM_CHARS_MIN || !word.endsWith("s")) return word;
  if (/(?:ss|us)$/.test(word)) return word;
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** `submitting` and `submit`. */
function withoutDouble(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
