import type { Intent } from "./answers/answer.ts";
import { ASKING_CONCEPTS, BEFORE_VERB } from "./names.ts";
import { KIND_NOUNS, RELATIONS } from "./reading/lexicon.ts";
import { meaningsOfForms } from "./reading/question-form.ts";
import { saysDoing } from "./reading/subject.ts";
import type { Token } from "./reading/tokens.ts";

/** Meanings that are a subject themselves. */
const SUBJECTS: ReadonlySet<string> = new Set(
  "secret error config session permission undo key tech envvar licence endpoint comment login timeout dynamic".split(
    " ",
  ),
);
const ASKS_ONLY: ReadonlySet<string> = new Set([
  ...ASKING_CONCEPTS,
  ..."handle define use have source search explain anywhere effect happen event purpose list".split(" "),
]);

/** The tokens that say what a question is about, in order; what only asks is none of them. */
export function subjectTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, index): Token[] => {
    if (!isOwn(token)) return [];
    const before = tokens[index - 1]?.word ?? "";
    if (isVerb(token) || BEFORE_VERB.test(before)) return [token.kind === "name" ? token : { ...token, kind: "verb" }];
    const next = tokens[index + 1];
    const isAsked = /^(?:which|what|qual|quais|que|how)$/.test(before);
    // "Deprecated names", "file arguments": what stands before a noun tells which one.
    const isTelling = next !== undefined && isOwn(next) && isNounLike(next) && token.kind !== "name" && !isAsked;
    return [isTelling ? { ...token, kind: "told" } : token];
  });
}

function isOwn({ kind, concepts }: Token): boolean {
  if (kind === "name" || kind === "other" || kind === "told" || concepts.some((concept) => SUBJECTS.has(concept)))
    return true;
  return kind === "word" && !concepts.some((concept) => ASKS_ONLY.has(concept));
}

/** A word of a relation that is no kind of thing: "calls", "reads". */
const isVerb = ({ kind, word, concepts }: Token): boolean =>
  kind === "word" &&
  !saysDoing(word) &&
  concepts.some((concept) => RELATIONS.has(concept)) &&
  !concepts.some((concept) => KIND_NOUNS.has(concept) || SUBJECTS.has(concept) || concept === "test");

/** What the words of all forms of a kind of question mean. */
const meanings = new Map<string, ReadonlySet<string>>();

export function meaningsOf({ id, forms }: Intent): ReadonlySet<string> {
  const own = meanings.get(id) ?? meaningsOfForms(forms);
  meanings.set(id, own);
  return own;
}

/** What may be a noun, that is no verb of what is asked. */
const isNounLike = ({ word, kind, concepts }: Token): boolean =>
  kind !== "empty" &&
  !/(?:ed|ing|ly)$/.test(word) &&
  !saysDoing(word) &&
  (!concepts.some((concept) => RELATIONS.has(concept)) || concepts.some((concept) => KIND_NOUNS.has(concept)));
