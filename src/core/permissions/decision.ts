export type Verdict = "allow" | "ask" | "deny";

/** What policy says of one call, and why; `proposal` is the narrowest rule that would allow it. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule?: string;
  readonly proposal?: string;
  /** What a person may grant for the rest of the session instead: kinds of work, never kept beyond it. */
  readonly session?: SessionGrant;
  /** What a person must see beside the call itself: each command with its targets, where a link leads. Safe for a terminal. */
  readonly details?: readonly string[];
}

export interface SessionGrant {
  /** Rules for `permissions.allow`, parted by a comma. */
  readonly rules: string;
  /** Completes "allow it to …". */
  readonly grants: string;
}
