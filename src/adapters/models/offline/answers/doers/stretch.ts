import type { CitedLine } from "../../result-text.ts";
import { type Doer, FAILS_HERE } from "./doer.ts";
import { type AskedDoing, saidBy } from "./rank-doers.ts";

/** What is said by more than one line is what they are about. */
const REPEATED_WORTH = 0.5;
const FAILS_WORTH = 0.12;
const FAILING_LINES_MAX = 3;
/** A window that begins what follows is read more easily than one that begins in the midst of it. */
const BEGINS_WORTH = 0.03;

/** The lines of a function that say most of what is asked, so many at most: those of a short one all. */
export function stretchOf({ lines }: Doer, asked: AskedDoing, linesMax: number): readonly CitedLine[] {
  if (lines.length <= linesMax) return lines;
  let best = { from: 0, worth: -1 };
  for (let from = 0; from <= lines.length - linesMax; from++) {
    const worth = worthOf(lines.slice(from, from + linesMax), asked);
    if (worth > best.worth) best = { from, worth };
  }
  return lines.slice(best.from, best.from + linesMax);
}

function worthOf(lines: readonly CitedLine[], asked: AskedDoing): number {
  const texts = lines.map(({ text }) => text);
  const failing = asked.ofFailing
    ? Math.min(FAILING_LINES_MAX, texts.filter((text) => FAILS_HERE.test(text)).length)
    : 0;
  const repeated = texts.reduce((sum, text) => sum + saidBy([text], asked), 0) / texts.length;
  const [first = "", second = ""] = texts;
  const begins = /^\s*[)\]}]/.test(first) ? 0 : indentOf(first) <= indentOf(second) ? BEGINS_WORTH : 0;
  return saidBy(texts, asked) + REPEATED_WORTH * repeated + FAILS_WORTH * failing + begins;
}

const indentOf = (text: string): number => text.search(/\S/);
