import { meantPhrases, meantWords } from "../../../../../engines/words/said-words.ts";
import { sameSubject } from "../../../../../engines/words/subject-words.ts";
import type { Folder } from "../../folder.ts";
import { type Looking, look } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import { isPortuguese, plain } from "../../reading/tokens.ts";
import {
  type FoundPassage,
  readPassages,
  readSingleLines,
  readTaken,
  readUnsaid,
  type SingleLine,
} from "../../result-text.ts";

const RANKED_MAX = 8;
/** More than are shown: some stand in what is quoted. */
const LINES_MAX = 40;

/** What was found for a question. */
export interface Searched {
  readonly found: readonly FoundPassage[];
  /** Lines that decide, each alone, of these and of passages behind them. */
  readonly lines: readonly SingleLine[];
  readonly taken: ReturnType<typeof readTaken>;
  /** Words of the question that nothing says. */
  readonly unsaid: readonly string[];
}

export const NOTHING_FOUND: Searched = { found: [], lines: [], taken: [], unsaid: [] };

/** Passages for a question, the best first, and what misspelled words of it were taken for. */
export function* searched(question: string, { about }: Pick<Folder, "about"> = {}): Looking<Searched> {
  const found = yield* look("find_passages", {
    query: searchText(question),
    limit: RANKED_MAX,
    lines: LINES_MAX,
    ...(about === undefined ? {} : { about: searchText(about) }),
  });
  if (found.failed) return NOTHING_FOUND;
  return {
    found: readPassages(found.text),
    lines: readSingleLines(found.text),
    taken: readTaken(found.text),
    unsaid: readUnsaid(found.text),
  };
}

/** A question as it is searched for: in English words where they are known, each with others for the same. */
export const searchText = (question: string): string =>
  isPortuguese(question)
    ? withMeant(withOtherNames(inEnglish(withPhrases(question))))
    : withOtherNames(inEnglish(question));

/** Several words of Portuguese that mean something together, in English. */
function withPhrases(question: string): string {
  const words = question.split(" ");
  const phrases = meantPhrases(
    words.map((word) => plain(word).replace(/\P{L}/gu, "")),
    "portuguese",
  );
  const within = new Set(phrases.flatMap(({ indexes }) => indexes));
  return words
    .flatMap((word, index) => {
      const phrase = phrases.find(({ indexes }) => indexes[0] === index);
      if (phrase) return phrase.means.slice(0, MEANT_MAX);
      return within.has(index) ? [] : [word];
    })
    .join(" ");
}

const MEANT_MAX = 2;

/** Words of Portuguese that are left, with what code says for them. */
const withMeant = (text: string): string =>
  text.replace(/(?<![\w|-])\p{Ll}{3,}(?![\w|-])/gu, (word) =>
    [word, ...meantWords(plain(word), "portuguese").slice(0, MEANT_MAX + 1)].join("|"),
  );

/** Each word with what else names the same subject, behind `|`. */
export const withOtherNames = (question: string): string =>
  question.replace(/(?<![\w-])\p{L}{3,}(?![\w-])/gu, (word) => [word, ...sameSubject(plain(word))].join("|"));
