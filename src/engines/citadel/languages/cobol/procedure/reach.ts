import type { Jump, Program } from "../program.ts";
import type { UnitNames } from "./names.ts";

/** Why a unit can run; `none` when nothing reaches it. */
export type Reach =
  | "entry"
  | "declarative"
  | "performed"
  | "jumped-to"
  | "fallen-into"
  | "handler"
  | "altered"
  | "none";

const STATES_MAX = 150_000;

/**
 * Which units of a program can run.
 * A state is a unit and the end of the innermost PERFORM range it runs under, so that `PERFORM A` does not run on into B,
 * while a jump out of the range, or falling into A from above, does. Notes in `program.fallen` which ends are passed.
 */
export function reachUnits(program: Program, names: UnitNames): Reach[] {
  const { units } = program;
  const reach: Reach[] = units.map(() => "none");
  const width = units.length + 1;
  const seen = new Set<number>();
  const work: number[] = [];
  const jumps = jumpsByUnit(program);
  const visit = (unit: number, rangeEnd: number, why: Reach): void => {
    if (unit < 0 || unit >= units.length) return;
    if (reach[unit] === "none") reach[unit] = why;
    // Past the bound the range is forgotten: more counts as reached, never less.
    const end = seen.size > STATES_MAX ? -1 : rangeEnd;
    const state = unit * width + end + 1;
    if (seen.has(state)) return;
    seen.add(state);
    work.push(unit, end);
  };
  const visitAfter = (unit: number, rangeEnd: number): void => {
    const next = units[unit + 1];
    if (unit === rangeEnd || !next || next.isDeclarative !== units[unit]?.isDeclarative) return;
    program.fallen.add(unit);
    visit(unit + 1, rangeEnd, "fallen-into");
  };
  visit(
    units.findIndex((unit) => !unit.isDeclarative),
    -1,
    "entry",
  );
  for (const entry of program.entries) visit(entry.unit, -1, "entry");
  units.forEach((unit, index) => {
    // The run time may enter any of them: a USE procedure is never called dead.
    if (unit.isDeclarative) visit(index, names.rangeEnd[index] as number, "declarative");
  });
  /** The earliest start of the ranges that end at a unit. */
  const starts = new Map<number, number>();
  const isInside = (unit: number, rangeEnd: number): boolean => unit <= rangeEnd && unit >= (starts.get(rangeEnd) ?? 0);
  const perform = (target: number, last: number): void => {
    const end = last < 0 ? target : (names.rangeEnd[last] as number);
    starts.set(end, Math.min(starts.get(end) ?? target, target));
    visit(target, end, "performed");
  };
  const follow = (jump: Jump, rangeEnd: number): void => {
    const target = names.target(jump);
    if (!isPerform(jump)) {
      // Out of its range a jump is followed as if it never came back: the states stay as few as the ranges are long.
      visit(target, isInside(target, rangeEnd) ? rangeEnd : -1, reasonOf(jump));
      return;
    }
    perform(target, jump.thru >= 0 ? names.thru(jump) : target);
  };
  while (work.length > 0) {
    const rangeEnd = work.pop() as number;
    const index = work.pop() as number;
    for (const jump of jumps[index] ?? []) follow(jump, rangeEnd);
    const unit = units[index];
    if (unit?.exitsSection && unit.section >= 0) visitAfter(names.rangeEnd[unit.section] as number, rangeEnd);
    if (unit?.falls) visitAfter(index, rangeEnd);
  }
  return reach;
}

function reasonOf(jump: Jump): Reach {
  if (jump.verb === "ALTER") return "altered";
  return jump.verb.startsWith("GO") ? "jumped-to" : "handler";
}

export const isPerform = (jump: Jump): boolean =>
  jump.verb === "PERFORM" || jump.verb === "SORT" || jump.verb === "MERGE" || jump.verb === "XML PARSE";

function jumpsByUnit(program: Program): Jump[][] {
  const lists: Jump[][] = program.units.map(() => []);
  for (const jump of program.jumps) lists[jump.unit]?.push(jump);
  for (const jump of program.handlers) lists[jump.unit]?.push(jump);
  return lists;
}
