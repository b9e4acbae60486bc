/** Work that stops again and again, so that whoever drives it may give others a turn. */
export type Steps<Result> = Generator<void, Result, void>;

/** Drives it to its end in one go. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
