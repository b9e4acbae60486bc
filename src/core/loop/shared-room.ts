import type { NoteEvent } from "../ports/hooks.ts";
import type { CallResult } from "../protocol/event.ts";
import type { CallParts } from "./agent-parts.ts";

/** A result that was made short only because its share of the room is small. */
export interface Shortened {
  /** The result's text as it was made, and as it would be whole. */
  readonly made: string;
  readonly whole: string;
  /** What is told of it, if it stays short. */
  readonly note?: NoteEvent;
}

interface Settled {
  readonly result: CallResult;
  readonly shortened?: Shortened;
}

/** Parts with the share of each call that is still to be settled: what earlier results of the reply left of theirs is given to it. */
export function withShare(parts: CallParts, calls: number, settled: readonly CallResult[]): CallParts {
  const share = parts.shown && parts.context?.resultCharsMax(parts.shown, calls);
  if (share === undefined) return parts;
  const left = share * calls - charsOf(settled);
  return { ...parts, resultCharsMax: Math.max(share, Math.floor(left / Math.max(1, calls - settled.length))) };
}

/** Gives results back whole, the shortest first, as far as the others of their wave have left room. */
export function sharing<Each extends Settled>(wave: readonly Each[], shareChars: number | undefined): readonly Each[] {
  let left = (shareChars ?? 0) * wave.length - charsOf(wave.map(({ result }) => result));
  const whole = new Set<Each>();
  const byLength = wave.toSorted((one, other) => wholeLength(one) - wholeLength(other));
  for (const each of byLength) {
    const more = wholeLength(each) - each.result.text.length;
    // What a hook has said of it stays.
    if (each.shortened?.made !== each.result.text || more > left) continue;
    left -= more;
    whole.add(each);
  }
  return wave.map((each) => {
    if (!whole.has(each)) return each;
    const { shortened, ...settled } = each;
    return { ...settled, result: { ...each.result, text: shortened?.whole ?? "" } } as Each;
  });
}

const charsOf = (results: readonly CallResult[]): number => results.reduce((sum, { text }) => sum + text.length, 0);

const wholeLength = ({ result, shortened }: Settled): number => (shortened?.whole ?? result.text).length;
