/** A stretch of text to be masked. */
export interface Finding {
  /** Where the context begins that makes it a secret (a name, a scheme); at most `start`. */
  readonly from: number;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: string;
}
