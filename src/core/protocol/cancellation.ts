/** Who ended something before its end: the person, a limit of the run or of a step, or whoever ends the process. */
export type Canceller = "user" | "limit" | "system";

/** The reason of an AbortSignal of a run: whoever is stopped by it can say by whom. */
export class Cancellation extends Error {
  override readonly name = "AbortError";
  readonly by: Canceller;

  constructor(by: Canceller) {
    super(`Cancelled ${WORDS[by]}`);
    this.by = by;
  }
}

const WORDS: Record<Canceller, string> = {
  user: "by the user",
  limit: "because a time limit was reached",
  system: "because Waymark was told to end",
};

export const TIME_IS_UP = new Cancellation("limit");

/** Who aborted a signal; a person where nobody is named. */
export function cancellerOf({ reason }: AbortSignal): Canceller {
  return reason instanceof Cancellation ? reason.by : "user";
}

/** "Cancelled by the user": the beginning of what a model reads of a call that was stopped. */
export function cancelledText(signal: AbortSignal): string {
  return `Cancelled ${WORDS[cancellerOf(signal)]}`;
}
