/** A set of cases and how to put them through the public library. */
export interface CaseSet {
  readonly name: string;
  /** @param folder  the folder of all shared cases */
  run(folder: string, isVerbose: boolean): Promise<CaseReport>;
}

export interface CaseReport {
  /** Counts of each verdict, by group, as a table. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Results that would do harm: applied to a wrong place, allowed where refusing is right, leaked. Must be 0. */
  readonly wrongPlace: number;
  /** One line for each case that did not pass; printed on demand. */
  readonly notes?: readonly string[];
  /** What the set prints of itself. */
  readonly lines?: readonly string[];
}
