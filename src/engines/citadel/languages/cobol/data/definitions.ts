import type { UnitNames } from "../procedure/names.ts";
import { isPerform } from "../procedure/reach.ts";
import type { Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_SCOPE_WORD, W } from "../words/words.ts";

/** Places walked for one use, and for all uses of a program, so that the time stays linear. */
const STEPS_MAX = 1_500;
const PROGRAM_STEPS_MAX = 40_000;
/** Looked at for branches: sentences have some twenty, and one may have a million. */
const PROGRAM_TOKENS_MAX = 20_000_000;
const ROW_SPAN = 2 ** 31;

/** Moves that can give an item its value at one statement; `fromStart` when the value of the program's start can still be there. */
export interface ReachingMoves {
  /** Rows of `Program.moves`. */
  readonly moves: readonly number[];
  readonly fromStart: boolean;
}

/**
 * Which moves reach a use, walking back from it: a move that every path passes hides the earlier ones;
 * at a unit's start the walk goes on before each PERFORM, GO TO and fall-through that leads there.
 */
export class Definitions {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly ways: Map<number, { unit: number; row: number }[]>;
  private stepsLeft = PROGRAM_STEPS_MAX;
  private tokensLeft = PROGRAM_TOKENS_MAX;
  private readonly start: number;
  private readonly performs = new Map<number, { row: number; first: number; end: number }[]>();

  constructor(buffer: TokenBuffer, program: Program, names: UnitNames) {
    this.buffer = buffer;
    this.program = program;
    this.ways = waysInto(program, names);
    this.start = program.units.findIndex((unit) => !unit.isDeclarative);
    for (const jump of program.jumps) {
      const target = names.target(jump);
      if (target < 0 || !isPerform(jump)) continue;
      const last = jump.thru >= 0 ? names.thru(jump) : target;
      const perform = { row: jump.row, first: target, end: names.rangeEnd[last < 0 ? target : last] as number };
      const list = this.performs.get(jump.unit);
      if (list) list.push(perform);
      else this.performs.set(jump.unit, [perform]);
    }
  }

  /**
   * @param setters  rows of `Program.moves` that set the item or what holds it, by unit, in source order
   * @returns        undefined when the program is too tangled to tell within the budget of steps
   */
  reaching(unit: number, row: number, setters: ReadonlyMap<number, readonly number[]>): ReachingMoves | undefined {
    const found = new Set<number>();
    const seen = new Set<number>();
    const work = [{ unit, row }];
    let fromStart = false;
    for (let place = work.pop(); place; place = work.pop()) {
      const key = place.unit * ROW_SPAN + Math.min(place.row, ROW_SPAN - 1);
      if (seen.has(key)) continue;
      seen.add(key);
      this.stepsLeft -= 1;
      if (this.stepsLeft < 0 || this.tokensLeft < 0 || seen.size > STEPS_MAX) return undefined;
      const hiding = this.hidingRow(place, setters.get(place.unit) ?? [], found);
      for (const inner of this.runBetween(place.unit, hiding, place.row))
        for (const move of setters.get(inner) ?? []) found.add(move);
      if (hiding >= 0) continue;
      const ways = this.ways.get(place.unit) ?? [];
      if (this.isStart(place.unit) || ways.length === 0) fromStart = true;
      for (const way of ways) work.push(way);
    }
    return { moves: [...found], fromStart };
  }

  /** Collects the unit's moves before the row, last first, until one that every path to the row passes; its row, or -1. */
  private hidingRow(place: { unit: number; row: number }, moves: readonly number[], found: Set<number>): number {
    for (let index = this.countBefore(place.row, moves) - 1; index >= 0; index -= 1) {
      const move = moves[index] as number;
      const at = this.program.moves[move + 1] as number;
      found.add(move);
      if (this.dominates(at, place.row)) return at;
    }
    return -1;
  }

  /** How many of a unit's moves, which are in source order, stand before a row. */
  private countBefore(row: number, moves: readonly number[]): number {
    let [low, high] = [0, moves.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.program.moves[(moves[middle] as number) + 1] as number) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Units that run, directly or through others, by the PERFORMs between two rows of a unit. */
  private runBetween(unit: number, from: number, to: number): ReadonlySet<number> {
    const run = new Set<number>();
    const work = (this.performs.get(unit) ?? []).filter((perform) => perform.row > from && perform.row < to);
    for (let perform = work.pop(); perform; perform = work.pop())
      for (let inner = perform.first; inner <= perform.end; inner += 1) {
        if (run.has(inner)) continue;
        run.add(inner);
        this.stepsLeft -= 1;
        if (this.stepsLeft < 0) return run;
        for (const next of this.performs.get(inner) ?? []) work.push(next);
      }
    return run;
  }

  private isStart(unit: number): boolean {
    return unit === this.start || this.program.entries.some((entry) => entry.unit === unit);
  }

  /** Does every path to `to` pass the statement at `from`, both in one unit? True unless `from` stands in a branch that `to` is not in. */
  private dominates(from: number, to: number): boolean {
    const { buffer } = this;
    const start = this.depthAt(from);
    if (start === 0) return true;
    let depth = start;
    for (let row = from + 1; row < to && row < buffer.count; row += 1) {
      if (buffer.kind[row] === T.PERIOD) return false;
      const change = depthChange(buffer.word[row] as number);
      if (change === "branch" && depth === start) return false;
      if (typeof change === "number") depth += change;
      if (depth < start || --this.tokensLeft < 0) return false;
    }
    return true;
  }

  /** How many branches stand open at a row, counted from its sentence's start. */
  private depthAt(row: number): number {
    const { buffer } = this;
    let first = row;
    while (first > 0 && buffer.kind[first - 1] !== T.PERIOD && this.tokensLeft-- > 0) first -= 1;
    let depth = 0;
    for (let at = first; at < row; at += 1) {
      const change = depthChange(buffer.word[at] as number);
      if (typeof change === "number") depth = Math.max(0, depth + change);
      // A phrase such as AT END opens a branch that its END- word or the period closes.
      else if (
        buffer.word[at] === W.INVALID ||
        buffer.word[at] === W.EXCEPTION ||
        (buffer.word[at] === W.END && buffer.word[at - 1] === W.AT)
      )
        depth += 1;
    }
    return depth;
  }
}

function depthChange(word: number): number | "branch" | undefined {
  if (word <= 0 || word > LAST_SCOPE_WORD) return undefined;
  if (word === W.IF || word === W.EVALUATE || word === W.SEARCH) return 1;
  if (word === W.END_IF || word === W.END_EVALUATE || word === W.END_SEARCH) return -1;
  return word === W.ELSE || word === W.WHEN ? "branch" : undefined;
}

/** Rows from which control can enter each unit. */
function waysInto(program: Program, names: UnitNames): Map<number, { unit: number; row: number }[]> {
  const ways = new Map<number, { unit: number; row: number }[]>();
  const add = (unit: number, from: number, row: number): void => {
    const list = ways.get(unit);
    if (list) list.push({ unit: from, row });
    else ways.set(unit, [{ unit: from, row }]);
  };
  for (const jump of [...program.jumps, ...program.handlers]) {
    const target = names.target(jump);
    if (target < 0) continue;
    add(target, jump.unit, jump.row);
  }
  // Falls inside PERFORM ranges are among these too.
  for (const unit of program.fallen) add(unit + 1, unit, Number.MAX_SAFE_INTEGER);
  return ways;
}
