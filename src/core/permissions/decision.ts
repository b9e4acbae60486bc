export type Verdict = "allow" | "ask" | "deny";

/** What policy says of one call, and why; `proposal` is the narrowest rule that would allow it. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule?: string;
  readonly proposal?: string;
  /** What a person may grant for the rest of the session instead: kinds of work, never kept beyond it. */
  readonly session?: SessionGrant;
  /** How the model may go on without it, one sentence. */
  readonly instead?: string;
  /** The rules that would allow it, the narrowest that there are; absent where none would. */
  readonly wouldAllow?: string;
  /** By a rule that asks: no rule that allows answers it. */
  readonly isAskedByRule?: true;
  /** It may run, but only look: the sandbox lets it change nothing. */
  readonly looksOnly?: true;
  /** What a person must see beside the call itself: each command with its targets, where a link leads. Safe for a terminal. */
  readonly details?: readonly string[];
  /** The files of the working folder that a command starts by their names, with what they hold: a yes is to that. */
  readonly starts?: readonly string[];
}

export interface SessionGrant {
  /** Rules for `permissions.allow`, parted by a comma. */
  readonly rules: string;
  /** Completes "allow it to …". */
  readonly grants: string;
}

/** What a call would do at a path. */
export type PathUse = "read" | "write" | "delete";

/** A path of a call as it stood when it was decided. */
export interface DecidedPath {
  /** As the call declared it. */
  readonly path: string;
  readonly use: PathUse;
  /** Where it led, without links; empty where it has no path that could be written. */
  readonly realPath: string;
  /** What the path guard would have asked about there: the decision answered these questions, and no others. */
  readonly lifts: readonly string[];
}
