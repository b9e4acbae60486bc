import { expect, test } from "vitest";
import { missing } from "./optional-programs.ts";
import { rounds } from "./rounds.ts";
import { tryShellLines } from "./run-shell-lines.ts";

/** `nice node scripts/shell-lines.ts 100 200` tries more of them. */
const SEED = 1;
const LINES = rounds(600);
/** Beside others that want the processor each line is a shell that waits its turn. */
const TIMEOUT_MS = 180_000;

test.skipIf(missing("bwrap")).each(["alone", "besideRule"] as const)(
  "no line of a shell that runs unasked writes or reads elsewhere where no read profile stands around it: %s",
  (situation) => {
    const { free, marked } = tryShellLines(SEED, LINES, situation);
    expect(marked).toEqual([]);
    // Lines of which none is free would prove nothing.
    expect(free).toBeGreaterThan(LINES / 60);
  },
  TIMEOUT_MS,
);
