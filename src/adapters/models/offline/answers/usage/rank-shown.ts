import { bestStretch } from "../../../../../engines/passages/weigh-told.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import type { CitedLine } from "../../result-text.ts";
import { saysWord } from "../declared/answer-defaults.ts";
import { SHOWN_LINES_MAX, type ShownCode } from "./shown-code.ts";

/** So much of what is asked, by the rarity of its words, code must say to be shown. */
const COVERAGE_MIN = 0.6;
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
  const texts = all.map(({ said, lines }) => [said, lines.map(({ text }) => text).join("\n")].map(asWords));
  const shares = texts.map(([said = "", code = ""]) =>
    words.map((word) => (saysWord(said, word) ? 1 : saysWord(code, word) ? CODE_SHARE : 0)),
  );
  const weights = words.map((_, at) => {
    const holding = shares.filter((own) => (own[at] ?? 0) > 0).length;
    // What none of it says is as likely said in other words.
    return holding === 0 ? 1 : Math.log(1 + (all.length + 1) / (holding + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ranked = all
    .map((code, index) => {
      const own = shares[index] ?? [];
      const coverage = weights.reduce((sum, weight, at) => sum + weight * (own[at] ?? 0), 0) / (total || 1);
      const held = words.filter((_, at) => (own[at] ?? 0) > 0);
      const titled = words.filter((word) => saysWord(asWords(code.title), word)).length / (words.length || 1);
      const worth = TITLE_WORTH * titled + (code.isOfDocument ? DOCUMENT_WORTH : 0);
      const score = coverage + worth - LENGTH_COST * Math.min(code.lines.length, LENGTH_MAX);
      return { code, held, coverage, score };
    })
    .filter(({ held }) => held.length > 0)
    .toSorted((one, other) => other.score - one.score);
  const begins = isShortest ? ranked.find(({ code }) => code.isOfDocument && BEGINS.test(code.title)) : undefined;
  const [first] = ranked;
  const best = first && fits(first, words) ? first : begins;
  return best && { code: best.code, held: best.held, lines: shownLines(best.code, words) };
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
