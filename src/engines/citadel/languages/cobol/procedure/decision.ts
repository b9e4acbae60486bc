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

/**
 * One branch of an IF, EVALUATE or SEARCH, or a phrase as AT END, or one calculation, in a file's own text. Lines start at 1.
 * `unread` says that nothing was read from there on: too much is nested in too much.
 */
export interface Decision {
  readonly kind: "if" | "evaluate" | "phrase" | "calculation" | "unread";
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

/** That nothing was read from a line on. */
export function unread(line: number): Decision {
  return { kind: "unread", line, endLine: line, condition: "", within: [], effects: [], names: [] };
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

/** A branch or loop that is open where the source is read. */
export interface Frame {
  readonly opening: number;
  readonly kind: "if" | "evaluate" | "phrase" | "loop";
  readonly verb: number;
  /** What an EVALUATE compares, or the statement that a phrase belongs to. */
  readonly subject: string;
  readonly subjectNames: readonly NamedWord[];
  condition: string;
  names: readonly NamedWord[];
  line: number;
  /** Where its condition ends. */
  until: number;
  effects: Effect[];
  /** Whether its branch holds any statement, a decision included. */
  isUsed: boolean;
}

export const placeOf = ({ opening, line, until }: Frame): BranchPlace => ({ opening, line, endLine: until });

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
