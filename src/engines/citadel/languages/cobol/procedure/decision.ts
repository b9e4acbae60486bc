/** A word of a condition or statement that may name a data item, upper case, and its line. */
export interface NamedWord {
  readonly name: string;
  readonly line: number;
}

/** One statement of a branch as it is written, on one line. */
export interface Effect {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  readonly names: readonly NamedWord[];
}

/** One branch of an IF, EVALUATE or SEARCH, or a phrase as AT END, or one calculation, in a file's own text. Lines start at 1. */
export interface Decision {
  readonly kind: "if" | "evaluate" | "phrase" | "calculation";
  readonly line: number;
  readonly endLine: number;
  /** Empty for a calculation. */
  readonly condition: string;
  /** Conditions of the branches around it, the outermost first. */
  readonly within: readonly string[];
  /** The statements of the branch itself, without those of decisions inside it. */
  readonly effects: readonly Effect[];
  /** The names in the condition. */
  readonly names: readonly NamedWord[];
}

/** Lines of a branch that a statement stands in. */
export interface BranchPlace {
  /** Of the IF or EVALUATE, or of the statement that a phrase belongs to. */
  readonly opening: number;
  /** Of its own condition: of the ELSE, of the WHENs, of the IF itself. */
  readonly line: number;
  readonly endLine: number;
}

/** A statement, or the head of a loop, with the branches around it, the outermost first. */
export interface PlacedStatement extends Effect {
  readonly within: readonly BranchPlace[];
}

/** One text is cut behind that many characters. */
export const TEXT_MAX = 400;

export const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);

/** What a WHEN asks of what EVALUATE compares. */
export function whenText(subject: string, value: string): string {
  if (/^OTHER$/i.test(value))
    return subject === "" || /^TRUE$/i.test(subject) ? "none of the others" : `${subject} is none of the others`;
  if (subject === "" || /^TRUE$/i.test(subject)) return value;
  if (/^FALSE$/i.test(subject)) return `NOT (${value})`;
  return cut(`${subject} = ${value}`);
}
