/** A stretch of text to be masked. */
export interface Finding {
  /** Where the context begins that makes it a secret (a name, a scheme); at most `start`. */
  readonly from: number;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: string;
}

/** Looks for secrets of one kind. */
export interface Finder {
  /** Global: is in every line in which it finds something, and most lines have none of these. */
  readonly hint: RegExp;
  readonly find: (text: string) => Finding[];
}
