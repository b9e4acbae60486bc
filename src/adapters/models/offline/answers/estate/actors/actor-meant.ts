import { relatedWords, sameWords } from "../../../../../../engines/words/related-words.ts";
import { isIn } from "../../../described.ts";
import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import type { Row } from "../../../query/shape.ts";
import { plain } from "../../../reading/tokens.ts";
import { formsOf, holdsWord } from "../../../reading/word-forms.ts";
import type { CitedLine } from "../../../result-text.ts";
import { cited } from "../../answer.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { type SaidOf, saidOfPrograms } from "./said-of-programs.ts";

/** A program that is meant by what it does. */
export interface Actor {
  readonly program: Row;
  /** The line that says so. */
  readonly line: CitedLine;
  /** The words of the question that it says. */
  readonly words: readonly string[];
  /** Those of them by which it is known. */
  readonly pair: readonly string[];
  readonly score: number;
}

/** So many words of a question are looked at. */
const WORDS_MAX = 14;
/** A doing and what it is done to stand so near to each other. */
const APART_MAX = 2;
/** What another word says for nearly the same tells less. */
const NEARLY = 0.8;
const NEAR_BEST = 0.87;
const ACTORS_MAX = 3;

/**
 * The programs that a question speaks of by what they do ("a user is deleted", "the list of transactions"): those of which one line says two words
 * that stand near each other in the question, the best first, all nearly alike. None where too many are.
 */
export function* actorsMeant(said: string, folder: Folder): Looking<readonly Actor[]> {
  const words = doingWords(said);
  if (words.length < 2) return [];
  const forms = new Map(words.map((word) => [word, namesFor(word).map(formsOf).join("|")]));
  const pairs = words.flatMap((word, at) =>
    words
      .slice(at + 1, at + 1 + APART_MAX)
      .filter((other) => isDoing(word, other))
      .map((other) => [forms.get(word) ?? "", forms.get(other) ?? ""] as const),
  );
  const told = yield* saidOfPrograms(pairs, folder);
  const weights = new Map(words.map((word) => [word, weightOf(word, told)]));
  const actors = told
    .flatMap((one) => actorOf(one, words, weights) ?? [])
    .toSorted((one, other) => other.score - one.score);
  const [best] = actors;
  const near = actors.filter(({ score }) => score >= (best?.score ?? 0) * NEAR_BEST);
  return near.length > ACTORS_MAX ? [] : near;
}

/** The words of a question, in their order; to sign on is one word. */
export const doingWords = (said: string): readonly string[] =>
  askedWords(
    said
      .replace(ORDERS, "")
      .replace(AGENTS, "")
      .replace(SIGNS_ON, "signon")
      .replace(LISTS, "list")
      .replace(PAID, "pay"),
    ASKS,
  ).slice(0, WORDS_MAX);

/** Words that only ask, or say how things are. */
const ASKS =
  /^(?:anyth|out|come|look|like|go|goes|such|still|many|much|often|yes|[a-z]+n['’]?t|against|possible|allow|mean|means|call|calls|kind|kinds|already)$/;

/** What any program does something to. */
const ANY_DATA = "data|database|files?|records?|fields?|values?|details?|information|ids?|keys?|numbers?";
const VAGUE = new RegExp(String.raw`^(?:${ANY_DATA}|program\w*)$`);
/** Words that any program is said with: they tell hardly which. */
const GENERIC = new RegExp(`^(?:${ANY_DATA}|process|lists?|access|read|business|transactions?)$`);
const GENERIC_SHARE = 0.5;

/** What is done: a line that says it with what it is done to tells a purpose, two things alone may stand in any. */
const DOING =
  /^(?:add|creat|insert|regist|delet|remov|eras|purg|updat|chang|edit|modif|maint|view|show|display|detail|inquir|enquir|retriev|list|brows|search|pay|print|report|post|sign|calculat|comput|export|import|authori[sz]|approv|submit|mark|select|menu|load|extract|copy|copies|initiali|setup|simulat|count|log|send|writ)/;

const SIGNS_ON = /\b(?:log|sign)(?:s|ged|ging|ned|ning|ing|ed)?[ -]?(?:in|on)\b/g;
/** What is wanted of the reader of the question is nothing that a program does. */
const ORDERS =
  /^\W*(?:(?:please|pls|can you|could you) )*(?:show|list|tell|give|display|print|explain|find)(?: me| us)?(?= )/;
/** Who does it is not what it is done to. */
const PEOPLE =
  "(?:users?|people|persons?|customers?|clerks?|operators?|admins?|administrators?|somebody|someone|anybody|anyone)";
const AGENTS = new RegExp(
  String.raw`\bby (?:an?|the|two|several|both|any|another|different)? ?${PEOPLE}\b|\b${PEOPLE}(?= (?:can|could|may|might|must|will|would|wants?|tries|try|(?:sav|updat|chang|delet)(?:es?|ed)|(?:edit|add|enter|modif)(?:s|ed|y|ies|ied)?|types?|press\w*|pays?|views?|sees?|lists?|opens?|picks?)\b(?! be\b))`,
  "g",
);
const PAID = /\bpaid\b/g;
const LISTS = /\blist(?:ing|ed|s)\b/g;

const namesFor = (word: string): readonly string[] => [
  ...new Set([word, ...sameWords(plain(word)), ...relatedWords(plain(word))]),
];

function weightOf(word: string, told: readonly SaidOf[]): number {
  const holding = told.filter(({ program, lines }) => lines.some(({ text }) => heldIn(word, text, program) > 0)).length;
  return (Math.log(1 + told.length / (1 + holding)) + 0.2) * (GENERIC.test(word) ? GENERIC_SHARE : 1);
}

function heldIn(word: string, text: string, { name }: Row): number {
  if ([word, ...sameWords(plain(word))].some((one) => holdsWord(text, one))) return 1;
  if (relatedWords(plain(word)).some((one) => holdsWord(text, one))) return NEARLY;
  return word.length > 3 && isIn(word, name) ? NEARLY : 0;
}

/** How much a line about a program says of the question; nothing where no two words that stand together are said. */
function actorOf(
  { program, lines }: SaidOf,
  words: readonly string[],
  weights: ReadonlyMap<string, number>,
): Actor | undefined {
  const rated = lines.flatMap((line) => {
    const held = words.map((word) => heldIn(word, line.text, program));
    const pair = words.filter(
      (word, at) =>
        (held[at] ?? 0) > 0 &&
        words.some(
          (other, index) =>
            (held[index] ?? 0) > 0 && index !== at && Math.abs(index - at) <= APART_MAX && isDoing(word, other),
        ),
    );
    if (pair.length === 0) return [];
    const score =
      (trustIn(line) / (1 + UNSAID * unsaidIn(line.text, words))) *
      words.reduce((sum, word, at) => sum + (weights.get(word) ?? 0) * (held[at] ?? 0), 0);
    return [{ line, score, pair, words: words.filter((_, at) => (held[at] ?? 0) > 0) }];
  });
  const [best, second] = rated.toSorted((one, other) => other.score - one.score);
  return best && { program, ...best, score: best.score + (second === undefined ? 0 : second.score * AGREES) };
}

/** What a job says of one of its steps tells less of its program. */
const trustIn = ({ path }: CitedLine): number => (/\.jcl$/i.test(path) ? 0.7 : /\.bms$/i.test(path) ? 0.9 : 1);

/** A line that says more besides is of something narrower: a type of transactions is no transaction. */
const UNSAID = 0.08;
const unsaidIn = (text: string, words: readonly string[]): number =>
  askedWords(text).filter((one) => !words.some((word) => isSame(one, word))).length;

/** A second line that says the same makes it surer. */
const AGREES = 0.15;

/** Of two words one says what is done, the other to what. */
const isDoing = (one = "", other = ""): boolean =>
  !VAGUE.test(one) &&
  !VAGUE.test(other) &&
  (DOING.test(one) !== DOING.test(other) || (DOING.test(one) && !isSame(one, other)));

const isSame = (one = "", other = ""): boolean =>
  namesFor(one).some((name) => holdsWord(other, name)) || holdsWord(one, other);

/** What a question was taken as, with the line that says so. */
export function takenActor(said: string, { program, line, words }: Actor): string {
  const written = words.map((word) => new RegExp(`\\b${word}\\w*`).exec(said)?.[0] ?? word).join(" ");
  return `I took "${written}" as ${program.name} (${cited(line)}).`;
}
