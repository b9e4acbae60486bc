import { type Phrase, type PhraseValue, phrase } from "../../../base/phrase.ts";

/** What the page carries beside its data: each text of a page in another language; none where it is said in English. */
const known: Readonly<Record<string, string>> = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Tags what a page says: a text in the language in which the page was made. */
export const say = (parts: TemplateStringsArray, ...values: readonly PhraseValue[]): string =>
  inWords(phrase(parts, ...values));

export const inWords = (text: Phrase): string => text.in((pattern) => known[pattern] ?? pattern);
