import { expect, test } from "vitest";
import { missing } from "./optional-programs.ts";
import { tryShellLines } from "./run-shell-lines.ts";

/** `nice node scripts/shell-lines.ts 100 200` tries more of them. */
const SEEDS = [1, 2];
const LINES = 1_000;

test.skipIf(missing("bwrap"))("no line of a shell that runs unasked in plan mode writes or reads elsewhere", () => {
  const tried = SEEDS.map((seed) => tryShellLines(seed, LINES));
  expect(tried.flatMap(({ marked }) => marked)).toEqual([]);
  // Lines of which none is free would prove nothing.
  expect(tried.reduce((sum, { free }) => sum + free, 0)).toBeGreaterThan(100);
});
