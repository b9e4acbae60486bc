import type { Passage } from "./passage.ts";
import type { Question } from "./question.ts";
import { type Candidate, type Rarity, worthOf } from "./rarity.ts";
import type { Hit } from "./term-matcher.ts";

const QUOTED_LINES_MAX = 12;
/** What counts more that is of the sort that the question wishes. */
export const WISHED_SHARE = 1.3;

/** The lines that say most of the question, each term counted once in them. */
export function densest(
  { passage, lineHits }: Candidate,
  wished: readonly boolean[],
  question: Question,
  rarity: readonly Rarity[],
): readonly [number, number] {
  const total = passage.lines.length;
  if (total <= QUOTED_LINES_MAX + 2) return [0, total];
  let best = { from: 0, value: -1 };
  for (let from = 0; from <= total - QUOTED_LINES_MAX; from++) {
    const end = from + QUOTED_LINES_MAX;
    const said = saidIn(lineHits.slice(from, end), question, rarity);
    const value = said * (wished.slice(from, end).some(Boolean) ? WISHED_SHARE : 1) * beginningShare(lineHits, from);
    if (value > best.value + 1e-9) best = { from, value };
  }
  const from = paragraphBefore(passage.lines, best.from);
  return [from, throughBlock(passage, from + QUOTED_LINES_MAX)];
}

const LINE_WORTH = 0.1;

function saidIn(lineHits: readonly (readonly Hit[])[], question: Question, rarity: readonly Rarity[]): number {
  const terms = new Map<number, boolean>();
  for (const { term, isOwn } of lineHits.flat()) terms.set(term, isOwn || (terms.get(term) ?? false));
  const said = [...terms].reduce((sum, [term, isOwn]) => sum + worthOf(term, isOwn, question, rarity), 0);
  return said + lineHits.filter((hits) => hits.length > 0).length * LINE_WORTH;
}

/** What stands first says what it is, and a line without anything is a poor beginning. */
function beginningShare(lineHits: readonly (readonly Hit[])[], from: number): number {
  if (from === 0) return 1.15;
  return (lineHits[from] ?? []).length === 0 && (lineHits[from - 1] ?? []).length > 0 ? 0.97 : 1;
}

const BLOCK_LINES_MAX = 12;

/** A quotation of code does not end where a block has just begun: what is done there is what was asked. */
function throughBlock({ lines, kind }: Passage, end: number): number {
  const opening = indentOf(lines[end - 1]);
  if (kind !== "code" || opening === undefined || (indentOf(lines[end]) ?? 0) <= opening) return end;
  let at = end;
  while (at < Math.min(lines.length, end + BLOCK_LINES_MAX) && (indentOf(lines[at]) ?? opening + 1) > opening) at++;
  return at;
}

/** Undefined of a line without anything. */
const indentOf = (line: string | undefined): number | undefined =>
  line === undefined || line.trim() === "" ? undefined : line.search(/\S/);

const BACK_LINES_MAX = 3;

/** Where the paragraph of a line begins, if that is near: a quotation does not begin in the midst of one. */
function paragraphBefore(lines: readonly string[], index: number): number {
  const starts = Array.from({ length: BACK_LINES_MAX }, (_, back) => index - back).filter((at) => at > 0);
  return starts.find((at) => (lines[at] ?? "").trim() !== "" && (lines[at - 1] ?? "").trim() === "") ?? index;
}
