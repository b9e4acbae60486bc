export type Verdict = "allow" | "ask" | "deny";

/** What policy says of one call, and why; `proposal` is the narrowest rule that would allow it. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule?: string;
  readonly proposal?: string;
}
