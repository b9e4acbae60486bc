import { unitQuote } from "../../../../../engines/passages/closing/whole-unit.ts";
import type { CitedLine } from "../../result-text.ts";
import { type Doer, FAILS_HERE } from "./doer.ts";
import { type AskedDoing, saidBy } from "./rank-doers.ts";

/** What is said by more than one line is what they are about. */
const REPEATED_WORTH = 0.5;
const FAILS_WORTH = 0.12;
const FAILING_LINES_MAX = 3;
/** A window that begins what follows is read more easily than one that begins in the midst of it. */
const BEGINS_WORTH = 0.03;

/** So many lines are looked for that say most of what is asked; a long function is quoted around them. */
const DENSEST_LINES = 8;

/** A function with what is said of it: all of a short one, of a longer one its head and what stands around the lines that say most of what is asked. */
export function stretchOf({ file, unit }: Doer, asked: AskedDoing): readonly CitedLine[] {
  const from = Math.min(unit.at, ...unit.said.map(({ line }) => line - 1));
  const lines = file.lines.slice(from, unit.end + 1);
  const [start, end] = unitQuote({ path: file.path, lines: lines.map(({ text }) => text) }, densestOf(lines, asked));
  const headAt = unit.at - from;
  const isShown = start <= headAt && headAt < end;
  return [...(isShown ? [] : lines.slice(headAt, headAt + 1)), ...lines.slice(start, end)];
}

function densestOf(lines: readonly CitedLine[], asked: AskedDoing): readonly [number, number] {
  let best = { from: 0, worth: -1 };
  for (let from = 0; from <= lines.length - DENSEST_LINES; from++) {
    const worth = worthOf(lines.slice(from, from + DENSEST_LINES), asked);
    if (worth > best.worth) best = { from, worth };
  }
  return [best.from, Math.min(lines.length, best.from + DENSEST_LINES)];
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
