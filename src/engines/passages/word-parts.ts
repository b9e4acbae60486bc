const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** The words of a text in lower case; a name by its parts: `maxRetries`, `max_retries` and `MAX-RETRIES` are max and retries. */
export function wordParts(text: string): readonly string[] {
  return (unaccented(text).match(PART) ?? []).map((part) => part.toLowerCase());
}

/** The same with upper case kept, as the names of mainframes run words together in it. */
export const writtenParts = (text: string): readonly string[] => unaccented(text).match(PART) ?? [];

const ACCENTED = /[\u00c0-\u024f]/;

const unaccented = (text: string): string =>
  ACCENTED.test(text) ? text.normalize("NFD").replace(/\p{Mn}/gu, "") : text;
