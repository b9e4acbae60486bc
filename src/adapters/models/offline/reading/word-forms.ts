import { escapeRegExp } from "../../../../base/glob.ts";
import { sameSubject } from "../../../../engines/words/subject-words.ts";
import { plain } from "./tokens.ts";

/** Words in all the forms that English and Portuguese give them, and what speaks of the same subject, as one pattern. */
export function formsOf(word: string): string {
  const said = word.toLowerCase();
  return [...new Set([said, ...sameSubject(plain(said))].map(stemOf))].join("|");
}

const STEM_CHARS_MIN = 5;

function stemOf(word: string): string {
  const stem =
    word.length > 5
      ? word.replace(/(?:ly|ations?|ements?|ings?|ers?|ed|es|s|ies|cao|coes|ador|ar|er|ir)$/i, "")
      : word.replace(/s$/, "");
  // A short rest begins too many other words.
  const kept = stem.length >= STEM_CHARS_MIN || word.length <= 5 ? stem : word.replace(/(?<=.{4})s$/, "");
  return escapeRegExp(kept.length >= 3 ? kept : word).replace(/-/g, "[- ]?");
}

/** Whether a text holds a word in one of its forms, at the beginning of a word or of a part of a name; a name with capitals inside as a whole, too. */
export function holdsWord(text: string, word: string): boolean {
  const form = wordForm(word);
  return form.test(text) || form.test(text.replace(/([a-z\d])([A-Z])/g, "$1 $2"));
}

const known = new Map<string, RegExp>();

function wordForm(word: string): RegExp {
  const form = known.get(word) ?? new RegExp(`(?<![a-z])(?:${formsOf(word)})`, "i");
  known.set(word, form);
  return form;
}
