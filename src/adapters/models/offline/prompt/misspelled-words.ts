import { type Looking, look, together } from "../looking.ts";
import { isPortuguese, plain } from "../reading/tokens.ts";
import { readCitedLines } from "../result-text.ts";

/** A prompt with what was meant by its slips, and which of them must be told: of a word that only binds others none. */
export interface Meant {
  readonly text: string;
  readonly taken: readonly (readonly [said: string, meant: string])[];
}

/** Words that bind and ask, which everybody writes fast. Those that others are only a swap away from are left out. */
const BINDING = words(
  "the what which when where who why how with that this there their these those does has have are and because about into between para como qual quais quando quem porque pelo pela",
);
/** What questions speak of everywhere. Long enough for a letter that is wrong. */
const EVERYDAY = words(
  "program programs function functions screen screens default message messages transaction transactions request requests response account accounts report reports programa programas ficheiro ficheiros mensagem mensagens",
);
/** What questions say is done, and of what, in words long enough for a letter that is left out, put twice or swapped. */
const ASKED = words(
  "happen happens happened starting running execute executes executed testing install installs installed defined definition declared implemented called calling caller callers reading writes written writing update updates updated updating delete deletes deleted insert inserts create creates created change changes changed changing rename renamed remove removes removed return returns returned receive receives received display displays displayed prints printed stored stores import imports imported include includes exception exceptions warning warnings errors failed handles handled process processes processed number numbers record records fields tables column columns dataset datasets copybook copybooks paragraph paragraphs variable variables parameter parameters argument arguments option options command commands configuration configured setting settings version versions dependency dependencies library libraries package packages folder folders directory password passwords customer customers payment payments balance calculate calculated calculates compute computed validate validated validation checks checked describe explain summary overview project service services listen listens client clients address amount amounts interest timeout timeouts limits maximum minimum length commits authors history recent latest posted rejected confirm confirms deploy deployed release released support supports supported output outputs inputs comments styles",
);
/** Shorter ones, of which only a double letter that is said once, or two swapped, is a slip: other letters make other words. */
const SHORT_ASKED = words("calls reads opens sends shows prints");
/** Of the same sound. */
const HOMOPHONES: ReadonlyMap<string, string> = new Map([
  ["rite", "write"],
  ["rites", "writes"],
  ["lastest", "latest"],
]);
/** Real words beside those above. */
const REAL = words(
  "were then than them they thee thou here hose shot won own form node dose these theme threw three sand wit whet wheat while white whole whose hare hove halve aer dos hat tat wit massage scream screed screwn processo functor filed handed stared starred staring inert inset insets crate crates crated posed posing instal erros projet clint numer",
);
const SWAP_CHARS_MIN = 3;
const OMITTED_CHARS_MIN = 5;
const CHANGED_CHARS_MIN = 6;

/** A prompt with the slips in its words mended, but for those of words that stand in this folder as they are said. */
export function* withMeantWordsHere(prompt: string): Looking<Meant> {
  const meant = withMeantWords(prompt);
  const doubtful = meant.taken.flatMap(([said, other]) => (EVERYDAY.has(other) ? [] : [said]));
  if (doubtful.length === 0) return meant;
  const found = yield* together(
    doubtful.map((word) => look("search_code", { pattern: `\\b${word}\\b`, ignore_case: true, limit: 1 })),
  );
  const here = doubtful.filter((_word, index) => readCitedLines(found[index]?.text ?? "").length > 0);
  return here.length === 0 ? meant : withMeantWords(prompt, new Set(here));
}

/** A prompt with the slips in its commonest words mended: what is quoted, or written as names are, stays. @param kept  are none */
export function withMeantWords(prompt: string, kept: ReadonlySet<string> = new Set()): Meant {
  const taken = new Map<string, string>();
  const isEnglish = !isPortuguese(prompt);
  const mended = (word: string): string => {
    if (isEnglish && CONTRACTED.test(word)) return word.replace(/nt$/, "n't");
    const meant = kept.has(word) ? undefined : meantWord(word.toLowerCase(), isEnglish);
    if (meant === undefined) return word;
    if (!BINDING.has(meant)) taken.set(word, meant);
    return /^\p{Lu}/u.test(word) ? (meant[0] ?? "").toUpperCase() + meant.slice(1) : meant;
  };
  const text = prompt
    .replace(WAT, "what")
    .split(/(`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|(?<!\p{L})'[^']*'(?!\p{L}))/u)
    .map((stretch, index) => (index % 2 === 1 ? stretch : stretch.replace(LONE_WORD, mended)))
    .join("");
  return { text, taken: [...taken] };
}

/** The first word of a question; what is written in that format stays. */
const WAT = /^wat(?= (?!files?\b|formats?\b|texts?\b|modules?\b|code\b)[a-z]{2,})/i;

/** Written without its apostrophe. */
const CONTRACTED = /^(?:is|are|was|were|do|does|did|has|have|had|could|would|should|ca|wo)nt$/i;

/** In small letters but for the first, and part of no name or path. */
const LONE_WORD = /(?<![\p{L}\p{N}_$@#/.-])[A-Za-z][a-z]{2,}(?![\p{L}\p{N}_$@#/-]|\.\p{L})/gu;

function meantWord(said: string, isEnglish: boolean): string | undefined {
  if ([BINDING, EVERYDAY, ASKED, REAL].some((all) => all.has(said)) || plain(said) !== said) return undefined;
  const common =
    [...BINDING].find((word) => isSlipOfBinding(said, word)) ?? [...EVERYDAY].find((word) => isSlipOfLong(said, word));
  return common ?? (isEnglish ? (HOMOPHONES.get(said) ?? askedWord(said)) : undefined);
}

/** The one word that is asked with of which it is a slip; of two it may be neither. */
function askedWord(said: string): string | undefined {
  const short = [...SHORT_ASKED].find((word) => isDoubled(word, said) || (isSwap(said, word) && said[0] === word[0]));
  if (short !== undefined) return short;
  const [meant, ...others] = [...ASKED].filter((word) => isSlipOfAsked(said, word));
  return others.length === 0 ? meant : undefined;
}

/** Two letters swapped, the first only of `wh` and `th`; or in a longer word a letter left out or put twice. */
function isSlipOfBinding(said: string, word: string): boolean {
  if (said.length === word.length && said.length >= SWAP_CHARS_MIN)
    return isSwap(said, word) && (said[0] === word[0] || /^[wt]h..|^the/.test(word));
  return word.length >= OMITTED_CHARS_MIN && said[0] === word[0] && (isOneLess(said, word) || isDoubled(said, word));
}

/** No other letter: that makes real words of most (waiting, charge, remote). */
const isSlipOfAsked = (said: string, word: string): boolean =>
  word.length >= CHANGED_CHARS_MIN &&
  said[0] === word[0] &&
  said.at(-1) === word.at(-1) &&
  (isSwap(said, word) || isOneLess(said, word) || isDoubled(said, word));

/** As above, or another letter in its midst. */
function isSlipOfLong(said: string, word: string): boolean {
  if (word.length < CHANGED_CHARS_MIN || said[0] !== word[0] || said.at(-1) !== word.at(-1)) return false;
  return isSwap(said, word) || isOneLess(said, word) || isDoubled(said, word) || isOneOther(said, word);
}

function isSwap(said: string, word: string): boolean {
  const at = firstDifference(said, word);
  return (
    said.length === word.length &&
    said !== word &&
    said[at] === word[at + 1] &&
    said[at + 1] === word[at] &&
    said.slice(at + 2) === word.slice(at + 2)
  );
}

const isOneLess = (said: string, word: string): boolean => {
  const at = firstDifference(said, word);
  return said.length + 1 === word.length && said.slice(at) === word.slice(at + 1);
};

function isDoubled(said: string, word: string): boolean {
  const at = firstDifference(said, word);
  return said.length === word.length + 1 && said[at] === said[at - 1] && said.slice(at + 1) === word.slice(at);
}

function isOneOther(said: string, word: string): boolean {
  const at = firstDifference(said, word);
  return said.length === word.length && said.slice(at + 1) === word.slice(at + 1);
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
