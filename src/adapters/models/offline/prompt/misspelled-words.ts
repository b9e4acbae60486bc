import { plain } from "../reading/tokens.ts";

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
/** Real words beside those above. */
const REAL = words(
  "were then than them they thee thou here hose shot won own form node dose these theme threw three sand wit whet wheat while white whole whose hare hove halve aer dos hat tat wit massage scream screed screwn processo functor",
);
const SWAP_CHARS_MIN = 3;
const OMITTED_CHARS_MIN = 5;
const CHANGED_CHARS_MIN = 6;

/** A prompt with the slips in its commonest words mended: what is quoted, or written as names are, stays. */
export function withMeantWords(prompt: string): Meant {
  const taken = new Map<string, string>();
  const text = prompt
    .split(/(`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|(?<!\p{L})'[^']*'(?!\p{L}))/u)
    .map((stretch, index) =>
      index % 2 === 1
        ? stretch
        : stretch.replace(LONE_WORD, (word) => {
            const meant = meantWord(word.toLowerCase());
            if (meant === undefined) return word;
            if (EVERYDAY.has(meant)) taken.set(word, meant);
            return /^\p{Lu}/u.test(word) ? (meant[0] ?? "").toUpperCase() + meant.slice(1) : meant;
          }),
    )
    .join("");
  return { text, taken: [...taken] };
}

/** In small letters but for the first, and part of no name or path. */
const LONE_WORD = /(?<![\p{L}\p{N}_$@#/.-])[A-Za-z][a-z]{2,}(?![\p{L}\p{N}_$@#/-]|\.\p{L})/gu;

function meantWord(said: string): string | undefined {
  if (BINDING.has(said) || EVERYDAY.has(said) || REAL.has(said) || plain(said) !== said) return undefined;
  return (
    [...BINDING].find((word) => isSlipOfBinding(said, word)) ?? [...EVERYDAY].find((word) => isSlipOfLong(said, word))
  );
}

/** Two letters swapped, the first only of `wh` and `th`; or in a longer word a letter left out or put twice. */
function isSlipOfBinding(said: string, word: string): boolean {
  if (said.length === word.length && said.length >= SWAP_CHARS_MIN)
    return isSwap(said, word) && (said[0] === word[0] || /^[wt]h..|^the/.test(word));
  return word.length >= OMITTED_CHARS_MIN && said[0] === word[0] && (isOneLess(said, word) || isDoubled(said, word));
}

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
  return said.length + 1 === word.length && at < said.length && said.slice(at) === word.slice(at + 1);
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
