import { describe, test } from "vitest";

/** A row of a table as it is played: a promise in one state, a fault, a set of cases. */
export interface Trial {
  readonly id: string;
  readonly title: string;
  /** Why it cannot be tried here; absent when it can. */
  readonly skipped?: () => string | undefined;
  /** Rejects when what it tries does not hold. */
  readonly run: () => Promise<void>;
}

export interface TrialGroup {
  readonly name: string;
  readonly trials: readonly Trial[];
}

/** Makes each trial a test of the file that calls this, in order. */
export function playTable(groups: readonly TrialGroup[]): void {
  describe.each(groups)("$name", ({ trials }) => {
    for (const { id, title, skipped, run } of trials)
      test(`${id} ${title}`, async ({ skip }) => {
        const reason = skipped?.();
        if (reason !== undefined) skip(reason);
        await run();
      });
  });
}

/** The words of a variable that a launcher set as a JSON list; none without. */
export function wordsOf(variable: string): readonly string[] {
  return JSON.parse(process.env[variable] ?? "[]") as readonly string[];
}
