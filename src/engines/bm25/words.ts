/**
 * The words of a text for searching: lower case; a name with hyphens or underscores counts as a whole and by its parts,
 * so that `CBACT01C`, `ACCT-UPDATE` and `update` all find what they should.
 */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const match of text.toLowerCase().matchAll(WORD)) {
    const word = match[0];
    words.push(word);
    if (!PARTED.test(word)) continue;
    for (const part of word.split(/[-_.]+/)) if (part.length > 1) words.push(part);
  }
  return words;
}

const WORD = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu;
const PARTED = /[-_.]/;
