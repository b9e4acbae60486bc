/** What people write takes a hundredth of it. */
const STEPS_MAX = 100_000;

/** Of the judgement that goes on: one at a time, and nothing in it waits. */
let left: number | undefined;

/** Does all that one question about a command needs within one bound of work, however the command is written. */
export function inBoundedSteps<Answer>(answer: () => Answer): Answer {
  if (left !== undefined) return answer();
  left = STEPS_MAX;
  try {
    return answer();
  } finally {
    left = undefined;
  }
}

/**
 * Counts work before it is done: a step is about a word that is looked at for one thing.
 * @returns whether it was too much: nothing more is to be done, and what was answered last says nothing
 */
export function spend(steps: number): boolean {
  if (left === undefined) return false;
  left -= steps;
  return left < 0;
}

export const isSpent = (): boolean => left !== undefined && left < 0;
export const TOO_MUCH = "it is too much to judge; run it in parts";
