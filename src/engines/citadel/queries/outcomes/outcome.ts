/**
 * What a stretch of code brings about: a `message` that somebody reads, the `code` that a program ends with, an `abend`, a `formula` that
 * reckons, a `value` that is fixed, as a limit, a default or a size.
 */
export const OUTCOME_KINDS = ["message", "code", "abend", "formula", "value"] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

/** Statements that stand together in one branch of a program, or a data item with a fixed value. */
export interface Outcome {
  readonly kinds: ReadonlySet<OutcomeKind>;
  /** The program, then the paragraph or record that it stands in. */
  readonly titles: readonly string[];
  /** Lines that show it, from the first to the last: the conditions that lead there, what is asked of a file before, the statements. */
  readonly numbers: readonly number[];
}
