import { errorText, onOneLine } from "../../base/error-text.ts";
import type { Words } from "../../base/phrase.ts";
import { UserError } from "../../base/user-error.ts";

/** The languages besides English: each is a file, from the English text to its own. */
const TRANSLATIONS = {
  pt: async () => (await import("./pt.json", { with: { type: "json" } })).default,
} as const;

export type Language = "en" | keyof typeof TRANSLATIONS;

let translations: Readonly<Record<string, string>> = {};
let chosen: Language = "en";

/** From here on people are told in this language; its file is read when it is first wanted. */
export async function speakIn(language: Language): Promise<void> {
  translations = language === "en" ? {} : await TRANSLATIONS[language]();
  chosen = language;
}

export const languageSpoken = (): Language => chosen;

/** What a person reads of it. What a phrase has no translation for is said in English. */
export function spoken(words: Words): string {
  return typeof words === "string" ? words : words.in(translated);
}

/** What a person reads of anything thrown, on one line. */
export function spokenError(error: unknown): string {
  return error instanceof UserError ? onOneLine(spoken(error.words)) : errorText(error);
}

/** A text of ours without values, such as what a flag does. */
export const spokenText = (text: string): string => translated(text);

/** Ends of lines belong to where a text is shown, not to its words. */
function translated(pattern: string): string {
  const words = pattern.trimEnd();
  const known = Object.hasOwn(translations, words) ? translations[words] : undefined;
  return known === undefined ? pattern : known + pattern.slice(words.length);
}
