import { stemOf } from "../../../../engines/bm25/stem.ts";
import { isAskingWord } from "../../../../engines/passages/asking-words.ts";
import { readQuestion, saysLittle } from "../../../../engines/passages/question.ts";
import { sameWords } from "../../../../engines/words/related-words.ts";
import { withAbsence } from "../answers/absence/with-absence.ts";
import type { Answer } from "../answers/answer.ts";
import { passages } from "../answers/passages.ts";
import { searchText } from "../answers/quoting/search-passages.ts";
import { unspoken } from "../answers/quoting/unspoken.ts";
import { firstLines, visiblePart } from "../cut-lists.ts";
import type { Folder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import { isBeside, lastOf, led, NEAREST, VERDICTS, withTextsThatName } from "../honest-answer.ts";
import type { Looking } from "../looking.ts";
import { projectNames } from "../query/rows/project.ts";
import { OF_WAYMARK } from "../reading/of-waymark.ts";
import { saysDoing } from "../reading/subject.ts";
import { isPortuguese, plain, readTokens, type Token } from "../reading/tokens.ts";
import { holdsWord } from "../reading/word-forms.ts";

/** So many words that a statement does not say, and lines near it do, tell that another thing is meant. */
const OTHERS_MIN = 2;
/** What is only near shows so many lines behind what leads. */
const NEARBY_LINES_MAX = 14;

/**
 * The one gate of all that is said of a part: what is told as its answer accounts for each of its weighty words, by what it names, by its kind of
 * question, or by a line that it shows. What does not stands below the passages that hold them, as what is nearby.
 */
export function* gated(answer: Answer, part: string, folder: Folder): Looking<Answer> {
  const told = yield* accounted(yield* withTextsThatName(answer, part), part, folder);
  return yield* withAbsence(told, part, folder);
}

function* accounted(answer: Answer, part: string, folder: Folder): Looking<Answer> {
  if (!isStatement(answer) || OF_WAYMARK.test(part)) return answer;
  const isOfForm = answer.isOfForm === true;
  const unsaid = yield* unsaidWords(answer, part, folder);
  const isUnsure = !isOfForm && ONE_OF_SEVERAL.test(answer.text);
  if (unsaid.length === 0 && !isUnsure) return answer;
  const spoken = yield* passages(part, folder);
  const quoted = quotedIn(spoken.text);
  const held = unsaid.filter((word) => holdsWord(quoted, word));
  const open = isOfForm ? namedTogether(held, part) : unsaid;
  const isOpen = open.length > 0;
  const isOther = held.filter((word) => open.includes(word)).length >= OTHERS_MIN;
  const isOfOther = isOther && (GUESSED.test(answer.text) || saysAll(spoken, part));
  const isOfCase = !isOfForm && wordsOfCase(part).some((word) => open.includes(word));
  const leads = isUnsure || isOfOther || isOfCase;
  if (spoken.isAnswer && leads) {
    const findings = nearby(answer);
    return { ...spoken, text: `${shortened(spoken, part)}\n${findings}`, findings };
  }
  if (!isOpen) return answer;
  const without = `Without regard to ${open.map((said) => `"${said}"`).join(", ")}, of which nothing below speaks:`;
  return led(without, { ...answer, text: withoutClaim(answer) });
}

/** All that lies here is of the project, whose name need not be said again. */
function* unsaidWords({ text }: Answer, part: string, folder: Folder): Looking<readonly string[]> {
  const open = openWords(text, part);
  if (open.length === 0) return open;
  const ofProject = yield* projectNames(folder);
  return open.filter((word) => !ofProject.has(word.toLowerCase()));
}

/** "The web service": words side by side name a thing. A form says what it is of in words of its own, and leaves out such a thing at most. */
function namedTogether(words: readonly string[], part: string): readonly string[] {
  const said: readonly string[] = plain(part).match(/\p{L}+/gu) ?? [];
  return words.filter((word) => {
    const at = said.indexOf(word);
    return [said[at - 1], said[at + 1]].some((beside) => words.includes(beside ?? ""));
  });
}

/** What leads before something else that may be meant leaves room for it. */
const shortened = (spoken: Answer, part: string): string =>
  lacksNothing(spoken) ? spoken.text : (spoken.text.split(`\n${framesFor(part).alsoNear}`)[0] ?? spoken.text);

/** Whether what is quoted says each weighty word of a part. */
function saysAll(spoken: Answer, part: string): boolean {
  const text = quotedIn(spoken.text);
  const isSaid = (words: readonly string[]): boolean => words.some((word) => holdsWord(text, word));
  const { terms } = readQuestion(searchText(part));
  return (
    lacksNothing(spoken) &&
    terms.every(({ weight, words, relatedFrom }) => weight < 1 || isSaid(words.slice(0, relatedFrom)))
  );
}

const lacksNothing = ({ text, isNearestOnly }: Answer): boolean =>
  isNearestOnly !== true && !/(?:does not speak of|não fala de) "/.test(text.split("\n", 1)[0] ?? "");

/** Quotations say themselves which words they lack, and what is not certain says that. */
const isStatement = ({ isAnswer, isOfPassages, text }: Answer): boolean =>
  isAnswer && isOfPassages !== true && !HEDGED.test(text);

const HEDGED = new RegExp(
  `${NEAREST.source}|^(?:The nearest |The function that is nearest|What the code offers nearest|What shows how that is done|Where the code (?:raises|handles|does) what is nearest)`,
  "m",
);

/** The weighty words of a part that nothing of an answer accounts for. */
export function openWords(text: string, part: string): readonly string[] {
  const shown = shownOf(text);
  const flat = squashed(shown);
  const tokens = readTokens(part);
  const written = tokens.flatMap(({ kind, text: said }) =>
    (kind === "name" || NUMBER.test(said)) && !flat.includes(squashed(lastOf(said))) ? [said] : [],
  );
  const names = tokens.flatMap(({ kind, text: said }) => (kind === "name" ? [said] : []));
  const open = weightyWords(tokens, part).filter(
    (word) => !isAccounted(word, shown) && !names.some((name) => isBeside(word, name, part)),
  );
  return [...new Set([...written, ...unspoken(open, part, shown)])];
}

/** Whether a text says a word: in another form, by a word that is near to it, or within a name, as FEEPOST says "posting". */
function isAccounted(word: string, shown: string): boolean {
  if ([word, ...sameWords(word)].some((one) => holdsWord(shown, one))) return true;
  const stem = stemOf(word);
  return stem.length >= WITHIN_CHARS_MIN && new RegExp(`${stem}(?![a-z])|(?<![a-z])${stem}`, "i").test(shown);
}

const WITHIN_CHARS_MIN = 4;

/** What an answer shows; a sentence about the question repeats its words and regards none. */
const shownOf = (text: string): string =>
  visiblePart(text)
    .split("\n")
    .filter((line) => !SAYS_AGAIN.test(line))
    .map((line) => line.replace(/^(I took )"[^"]*"/, "$1"))
    .join("\n");

/** What is quoted, without the sentences around it. */
const quotedIn = (text: string): string =>
  visiblePart(text)
    .split("\n")
    .filter((line) => /^(?: {2}|- )|^\S+:\d+/.test(line))
    .join("\n");

const SAYS_AGAIN = /^(?:I could not narrow this|Without regard to|Nothing of it says|I took this as)/;

/** Words that say what is asked about; of Portuguese none, as an answer says them in English. */
function weightyWords(tokens: readonly Token[], part: string): readonly string[] {
  if (isPortuguese(part)) return [];
  const ofCase = wordsOfCase(part);
  return tokens.flatMap(({ kind, word }) =>
    kind === "other" && isPlain(word) && (ofCase.includes(word) || !(saysLittle(word) || saysDoing(word)))
      ? [word]
      : [],
  );
}

const isPlain = (word: string): boolean => /^[a-z]{3,}(?<!ly|overall)$/.test(word) && !isAskingWord(word);

/** Words that tell in which case something is asked: "when adding a user" is not when adding another. */
function wordsOfCase(part: string): readonly string[] {
  const tokens = readTokens(part);
  const from = tokens.findIndex(({ word }, index) => index > 0 && /^(?:when|while|during)$/.test(word));
  return from < 0
    ? []
    : tokens.slice(from).flatMap(({ word }) => (isPlain(word) && !/(?:ed|ing)$/.test(word) ? [word] : []));
}

/** A subject that words only make likely. */
const GUESSED = /^I took (?:the program that is meant as |it as |"[^"]*" as )/m;
const ONE_OF_SEVERAL = /^I took the program that is meant as \S+ or |^No line says for certain which/m;

const nearby = (answer: Answer): string => `Nearby:\n${firstLines(withoutClaim(answer), NEARBY_LINES_MAX)}`;

/** What does not regard all of a question settles nothing of it. */
const withoutClaim = ({ text }: Answer): string =>
  text
    .split("\n")
    .filter((line) => !SAYS_AGAIN.test(line) && !CLAIMS.includes(line))
    .join("\n")
    .replace(/^(?:Yes|No)(?:: |\.\n)/, "");

const CLAIMS: readonly string[] = Object.values(VERDICTS);
const NUMBER = /^\d{3,}$|^v?\d+(?:\.\d+)+$/;
const squashed = (text: string): string => plain(text).replace(/[^a-z0-9]/g, "");
