import { reduceCobolListing } from "./cobol-listing.ts";
import { reduceDiff } from "./diff.ts";
import { reduceJson } from "./json.ts";
import { reduceProblems } from "./problems.ts";
import type { Reducer, Reduction } from "./reduction.ts";
import { reduceTable } from "./table.ts";
import { reduceTestOutput } from "./test-output.ts";

/** Every reader of a kind of output, the most particular first. */
const REDUCERS: readonly Reducer[] = [
  reduceJson,
  reduceDiff,
  reduceCobolListing,
  reduceTestOutput,
  reduceProblems,
  reduceTable,
];

/** What is kept of an output is worth showing only when it is much shorter. */
const SHARE_MAX = 0.5;

/**
 * A long output of a known kind, reduced to at most about `charsMax` characters; undefined for other texts.
 * Deterministic: the same text gives the same reduction.
 */
export function reduceOutput(text: string, charsMax: number): Reduction | undefined {
  for (const reduce of REDUCERS) {
    const reduction = reduce(text, charsMax);
    if (reduction && reduction.text.length <= text.length * SHARE_MAX) return reduction;
  }
  return undefined;
}
