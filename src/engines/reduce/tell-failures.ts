import type { Severity } from "../text/severity.ts";
import type { FailureKind, FailureLines } from "./failures.ts";
import { cutLine } from "./reduction.ts";

/** Lines of an output, by the number of the first of them. */
interface Entry {
  readonly line: number;
  readonly lines: readonly string[];
}

/** What the heads and the counts of what is left out take. */
const HEADS_CHARS = 160;
const ALIKE_CHARS = 60;

/**
 * Errors before warnings, in their order and with the numbers of their lines: of each kind the first, then what belongs to it, then others of its
 * kind, as far as there is room. What is left out is counted.
 * @param timesShown  how often a line is shown in another place
 */
export function tellFailures(
  { kinds, counts }: FailureLines,
  charsMax: number,
  severities: readonly Severity[],
  timesShown: (line: string) => number,
): readonly string[] {
  const told = [...kinds.values()].filter((kind) => !isShownWhole(kind, timesShown));
  if (!told.some(({ severity }) => severities.includes(severity))) return [];
  const room = new Room(charsMax - HEADS_CHARS);
  return severities.flatMap((severity) => {
    const own = told.filter((kind) => kind.severity === severity);
    const shown = [...kinds.values()].filter((kind) => kind.severity === severity && !told.includes(kind));
    const beside = shown.reduce((sum, kind) => sum + kind.count, 0);
    return keptOf(own, { severity, count: counts[severity], beside }, room);
  });
}

/** Whether another place shows each text of a kind, and as many lines as there are of it. */
function isShownWhole({ text, others, count }: FailureKind, timesShown: (line: string) => number): boolean {
  let times = 0;
  for (const line of [text, ...others.keys()]) {
    const shown = timesShown(line);
    if (shown === 0) return false;
    times += shown;
  }
  return times >= count;
}

class Room {
  #chars: number;

  constructor(chars: number) {
    this.#chars = chars;
  }

  takes(lines: readonly string[], more = 0): boolean {
    const chars = lines.reduce((sum, line) => sum + line.length + 1, more);
    if (chars > this.#chars) return false;
    this.#chars -= chars;
    return true;
  }
}

interface Counts {
  readonly severity: Severity;
  readonly count: number;
  /** Of these, how many are shown in another place. */
  readonly beside: number;
}

function keptOf(kinds: readonly FailureKind[], { severity, count, beside }: Counts, room: Room): readonly string[] {
  if (kinds.length === 0) return [];
  // The last one is as telling as the first.
  const inTurn = [...kinds.slice(0, 1), ...kinds.slice(1).slice(-1), ...kinds.slice(1, -1)];
  const kept = inTurn.filter((kind) => room.takes([headOf(kind)], kind.count > 1 ? ALIKE_CHARS : 0));
  const withContext = kept.filter(
    (kind) => severity === "error" && room.takes([...contextOf(kind.above), ...contextOf(kind.below)]),
  );
  const entries = kept.flatMap((kind): readonly Entry[] => {
    const others = [...kind.others].map(([text, line]) => ({ line, lines: [numbered(line, text)] }));
    const shown = others.filter(({ lines }) => room.takes(lines));
    const alike = kind.count - 1 - shown.length;
    const head = headOf(kind) + (alike === 0 ? "" : ` (and ${alike} more like it, the last in line ${kind.lastLine})`);
    const isWhole = withContext.includes(kind);
    const lines = isWhole ? [...contextOf(kind.above), head, ...contextOf(kind.below)] : [head];
    return [{ line: kind.line, lines }, ...shown];
  });
  const left = count - beside - kept.reduce((sum, kind) => sum + kind.count, 0);
  return [
    `${count} ${count === 1 ? "line tells" : "lines tell"} of ${severity}s${beside === 0 ? "" : "; those that are not shown below"}, by number:`,
    ...entries.sort((one, other) => one.line - other.line).flatMap(({ lines }) => lines),
    ...(left === 0 ? [] : [`… ${left} more of other kinds`]),
  ];
}

const numbered = (line: number, text: string): string => `${line}: ${text}`;
const headOf = ({ line, text }: FailureKind): string => numbered(line, text);
const contextOf = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${cutLine(line)}`);
