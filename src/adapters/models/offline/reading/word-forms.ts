import { escapeRegExp } from "../../../../base/glob.ts";
/** Words in all the forms that English and Portuguese give them, as one pattern. */
export function formsOf(word: string): string {
  const stem =
    word.length > 5
      ? word.replace(/(?:ly|ations?|ements?|ings?|ers?|ed|es|s|ies|cao|coes|ador|ar|er|ir)$/i, "")
      : word.replace(/s$/, "");
  return escapeRegExp(stem.length >= 3 ? stem : word);
}
