import { type Severity, type Told, toldBy } from "../text/severity.ts";
import { cutLine, SHOWN_LINE_CHARS_MAX } from "./reduction.ts";
import { stripColours } from "./strip-colours.ts";

/** Lines that are alike but for their numbers. */
export interface FailureKind {
  readonly severity: Severity;
  /** The first of them, by its number from 1. */
  readonly line: number;
  readonly text: string;
  /** What stands above and below it and belongs to it. */
  readonly above: readonly string[];
  readonly below: string[];
  count: number;
  lastLine: number;
  /** Other texts of them, with the number of the line where each stands first. */
  readonly others: Map<string, number>;
}

const KINDS_MAX = 2000;
const OTHERS_MAX = 200;
const BELOW_MAX = 8;
const TRACE_MAX = 12;
const TRACE_BEGINS = /^\s*Traceback \(/;
/** What belongs to the failure above it: what is set in, frames of a stack, what a compiler draws. */
const BELONGS = /^(?:\s+\S|at |\.\.\. |\||goroutine \d|stack backtrace:)/;

/** Takes an output line by line and keeps what tells of failure, however much there is of anything else. */
export class FailureLines {
  readonly kinds = new Map<string, FailureKind>();
  readonly counts: Record<Severity, number> = { error: 0, warning: 0 };
  #number = 0;
  /** The last line that is not set in: what is set in below it belongs to it. */
  #heading = "";
  #trace: string[] | undefined;
  #open: FailureKind | undefined;

  take(raw: string): void {
    this.#number++;
    const line = stripColours(raw).trimEnd();
    const isSetIn = /^\s/.test(line);
    if (TRACE_BEGINS.test(line)) this.#trace = [line];
    else if (this.#trace && isSetIn) this.#trace.push(line);
    else {
      const told = toldBy(line);
      if (told) this.#tell(told, line, isSetIn);
      // Below a trace stands what was raised, whatever its name is.
      else if (this.#trace && line !== "") this.#tell({ severity: "error", at: 0 }, line, isSetIn);
      else this.#goOn(line);
      if (line !== "") this.#trace = undefined;
      if (line !== "" && !isSetIn) this.#heading = line;
    }
  }

  /** Passes over a line that shows a text, as those of a diff do. */
  pass(): void {
    this.#number++;
    this.#open = undefined;
    this.#heading = "";
  }

  #tell({ severity, at }: Told, line: string, isSetIn: boolean): void {
    this.counts[severity]++;
    const heading = isSetIn ? this.#heading : "";
    const text = cutAround(line, at);
    const key = [severity, masked(heading), masked(text)].join("\n");
    const known = this.kinds.get(key);
    this.#open = undefined;
    if (known) {
      known.count++;
      known.lastLine = this.#number;
      if (text !== known.text && !known.others.has(text) && known.others.size < OTHERS_MAX)
        known.others.set(text, this.#number);
    } else if (this.kinds.size < KINDS_MAX) {
      const above = this.#trace ? ends(this.#trace) : [heading].filter((above) => above !== "");
      const place = { line: this.#number, lastLine: this.#number };
      this.#open = { severity, text, above, below: [], count: 1, others: new Map(), ...place };
      this.kinds.set(key, this.#open);
    }
  }

  #goOn(line: string): void {
    if (this.#open === undefined) return;
    if (BELONGS.test(line) && this.#open.below.length < BELOW_MAX) this.#open.below.push(line);
    else if (line !== "" || this.#open.below.length > 0) this.#open = undefined;
  }
}

/** Enough of a line to see what it tells. */
function cutAround(line: string, at: number): string {
  if (line.length <= SHOWN_LINE_CHARS_MAX || at < SHOWN_LINE_CHARS_MAX / 2) return cutLine(line);
  const start = Math.max(0, at - SHOWN_LINE_CHARS_MAX / 4);
  return `…${cutLine(line.slice(start))}`;
}

/** A line without what differs between those that say the same. */
const masked = (line: string): string => line.replace(/\b0x[\da-f]+\b|\b[\da-f]{8,}\b|\d+/gi, "#");

/** A trace is told by where it begins and where it ends. */
function ends(lines: readonly string[]): readonly string[] {
  if (lines.length <= TRACE_MAX) return lines;
  const left = lines.length - TRACE_MAX;
  return [...lines.slice(0, TRACE_MAX / 2), `  … ${left} more lines`, ...lines.slice(-TRACE_MAX / 2)];
}
