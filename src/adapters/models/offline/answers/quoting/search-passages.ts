import { sameSubject } from "../../../../../engines/words/subject-words.ts";
import { type Looking, look } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import { plain } from "../../reading/tokens.ts";
import { type FoundPassage, readPassages, readTaken } from "../../result-text.ts";

const RANKED_MAX = 8;

/** What was found for a question. */
export interface Searched {
  readonly found: readonly FoundPassage[];
  readonly taken: ReturnType<typeof readTaken>;
}

/** Passages for a question, the best first, and what misspelled words of it were taken for. */
export function* searched(question: string): Looking<Searched> {
  const found = yield* look("find_passages", { query: searchText(question), limit: RANKED_MAX });
  return found.failed ? { found: [], taken: [] } : { found: readPassages(found.text), taken: readTaken(found.text) };
}

/** A question as it is searched for: in English words where they are known, each with others for the same. */
export const searchText = (question: string): string => withOtherNames(inEnglish(question));

/** Each word with what else names the same subject, behind `|`. */
export const withOtherNames = (question: string): string =>
  question.replace(/(?<![\w-])\p{L}{3,}(?![\w-])/gu, (word) => [word, ...sameSubject(plain(word))].join("|"));
