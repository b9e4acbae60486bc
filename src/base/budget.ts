/** Characters of a path: no system takes a longer one. */
export const PATH_CHARS_MAX = 4096;

/** What is counted of a stream that somebody else writes. */
export type BudgetPart =
  | "raw bytes"
  | "unpacked text"
  | "line"
  | "event"
  | "events"
  | "answer"
  | "calls"
  | "nesting"
  | "values";

/** More came than anything that means well sends. It is told as a failure of its own, never as an end or as nothing found. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
  readonly part: BudgetPart;
  readonly max: number;

  constructor(part: BudgetPart, max: number) {
    super(`more than ${max.toLocaleString("en-US")} ${UNITS[part]}`);
    this.part = part;
    this.max = max;
  }
}

const UNITS: Readonly<Record<BudgetPart, string>> = {
  "raw bytes": "bytes",
  "unpacked text": "characters of unpacked text",
  line: "characters in one line",
  event: "characters in one event",
  events: "events in one answer",
  answer: "characters of answer",
  calls: "calls in one answer",
  nesting: "levels of nested JSON",
  values: "values of JSON",
};

/** Counts one part of a stream. Whoever reads tells it what came, before that is kept. */
export class Budget {
  readonly #part: BudgetPart;
  readonly #max: number;
  #spent = 0;

  constructor(part: BudgetPart, max: number) {
    this.#part = part;
    this.#max = max;
  }

  /** @throws {OverBudget} when it is more than there was */
  spend(amount: number): void {
    this.#spent += amount;
    if (this.#spent > this.#max) throw new OverBudget(this.#part, this.#max);
  }

  /** The next line or event begins. */
  restart(): void {
    this.#spent = 0;
  }
}

/** Whole lines out of text cut anywhere, linear in its length however small the pieces. A line ends at a line feed. */
export class BudgetedLines {
  readonly #budget: Budget;
  #partial: string[] = [];

  constructor(charsMax: number) {
    this.#budget = new Budget("line", charsMax);
  }

  /** @throws {OverBudget} when a line is longer than it may be */
  push(text: string): string[] {
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    const whole = lines.map((line) => {
      this.#budget.spend(line.length);
      this.#budget.restart();
      return this.#take(line);
    });
    this.#budget.spend(last.length);
    if (last !== "") this.#partial.push(last);
    return whole;
  }

  /** What is left behind the last line feed. */
  rest(): string {
    this.#budget.restart();
    return this.#take("");
  }

  #take(tail: string): string {
    if (this.#partial.length === 0) return tail;
    const line = this.#partial.join("") + tail;
    this.#partial = [];
    return line;
  }
}
