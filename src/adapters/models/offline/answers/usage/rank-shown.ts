import { bestStretch } from "../../../../../engines/passages/weigh-told.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import type { CitedLine } from "../../result-text.ts";
import { saysWord } from "../declared/answer-defaults.ts";
import { SHOWN_LINES_MAX, type ShownCode } from "./shown-code.ts";

/** So much of what is asked, by the rarity of its words, code must say to be shown. */
const COVERAGE_MIN = 0.6;
/** And so much of it the lines that are shown. */
const SEEN_MIN = 0.5;
const TRIED_MAX = 5;
/** What only the code says, and not what is said of it. */
const CODE_SHARE = 0.8;
const LENGTH_COST = 0.004;
/** Beyond, all are as long. */
const LENGTH_MAX = 2 * SHOWN_LINES_MAX;
const DOCUMENT_WORTH = 0.05;
const TITLE_WORTH = 0.2;
const BEGINS =
  /\b(?:quick ?-?start|getting started|basic usage|usage|hello|simple|minimal|first steps|introduction)\b/i;

export interface RankedCode {
  readonly code: ShownCode;
  readonly held: readonly string[];
  readonly lines: readonly CitedLine[];
}

/**
 * The code that fits a question best; undefined where none fits well.
 * @param isShortest  who asks for the shortest way is shown what the documents begin with, where it says any of what is asked
 */
export function bestShown(
  words: readonly string[],
  all: readonly ShownCode[],
  isShortest: boolean,
): RankedCode | undefined {
  const shares = all.map(({ said, lines }) => sharesOf(words, said, lines));
  const weights = words.map((_, at) => {
    const holding = shares.filter((own) => (own[at] ?? 0) > 0).length;
    // What none of it says is as likely said in other words.
    return holding === 0 ? 1 : Math.log(1 + (all.length + 1) / (holding + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const coverageOf = (own: readonly number[]): number =>
    weights.reduce((sum, weight, at) => sum + weight * (own[at] ?? 0), 0) / total;
  const ranked = all
    .map((code, index) => {
      const own = shares[index] ?? [];
      const coverage = coverageOf(own);
      const held = words.filter((_, at) => (own[at] ?? 0) > 0);
      const titled = words.filter((word) => saysWord(asWords(code.title), word)).length / (words.length || 1);
      const worth = TITLE_WORTH * titled + (code.isOfDocument ? DOCUMENT_WORTH : 0);
      const score = coverage + worth - LENGTH_COST * Math.min(code.lines.length, LENGTH_MAX);
      return { code, held, coverage, score };
    })
    .filter(({ held }) => held.length > 0)
    .toSorted((one, other) => other.score - one.score);
  const begins = isShortest ? ranked.find(({ code }) => code.isOfDocument && BEGINS.test(code.title)) : undefined;
  const withLines = (one: { readonly code: ShownCode; readonly held: readonly string[] }): RankedCode => ({
    code: one.code,
    held: one.held,
    lines: shownLines(one.code, words),
  });
  // What stands further down in a long example, its reader does not see.
  const isSeen = ({ code: { title, said, isOfDocument }, lines }: RankedCode): boolean =>
    coverageOf(sharesOf(words, isOfDocument ? said : title, lines)) >= SEEN_MIN;
  const best = ranked.slice(0, TRIED_MAX).find((one) => fits(one, words) && isSeen(withLines(one))) ?? begins;
  return best && withLines(best);
}

/** How surely what is said of code, or the code, speaks of each word. */
function sharesOf(words: readonly string[], said: string, lines: readonly CitedLine[]): readonly number[] {
  const [about, code] = [asWords(said), asWords(lines.map(({ text }) => text).join("\n"))];
  return words.map((word) => (saysWord(about, word) ? 1 : saysWord(code, word) ? CODE_SHARE : 0));
}

const fits = (
  { coverage, held, code }: { readonly coverage: number; readonly held: readonly string[]; readonly code: ShownCode },
  words: readonly string[],
): boolean =>
  coverage >= COVERAGE_MIN &&
  // Words that only lie about in the code are of something else; a single one is said of many things.
  (held.length > 1
    ? held.some((word) => saysWord(asWords(`${code.title}\n${code.said}`), word))
    : words.length === 1 && saysWord(asWords(code.title), words[0] ?? ""));

const asWords = (text: string): string => `${text}\n${wordParts(text).join(" ")}`;

/**
 * All of it where that is short, else its head and the stretch that does most of what is asked: what a text, a remark or its own name says of
 * that shows nobody how.
 */
function shownLines({ lines, title }: ShownCode, words: readonly string[]): readonly CitedLine[] {
  const filled = lines.filter(({ text }) => text.trim() !== "");
  if (filled.length <= SHOWN_LINES_MAX) return filled;
  const texts = filled.map(({ text }) => text);
  const [first = ""] = texts;
  const isNamed = first.includes(title);
  const done = texts.map((text, at) => (at === 0 && isNamed ? "" : text.replace(SAID_ONLY, "")));
  const isDone = words.some((word) => done.some((text) => saysWord(asWords(text), word)));
  const max = SHOWN_LINES_MAX - (isNamed ? 1 : 0);
  const [from, to] = bestStretch(words, isDone ? done : texts, max);
  return [...(isNamed && from > 0 ? filled.slice(0, 1) : []), ...filled.slice(from, to)];
}

/** Texts in quotes, and remarks. */
const SAID_ONLY = /"""[^"]*(?:"""|$)|"[^"]*"|'[^']*'|(?:^|\s)(?:#|\/\/|\*).*$/g;
