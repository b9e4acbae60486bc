import type { ResultKind } from "../../base/result-kind.ts";
import { reduceCobolListing } from "./cobol-listing.ts";
import { diffStretches, reduceDiff } from "./diff.ts";
import { reduceJson } from "./json.ts";
import { reduceMixed } from "./mixed.ts";
import { reduceProblems } from "./problems.ts";
import type { Reducer, Reduction } from "./reduction.ts";
import { reduceTable } from "./table.ts";
import { reduceTestOutput } from "./test-output.ts";

/** The readers of each kind of output, the most particular first; a kind without one is never reduced. */
const REDUCERS: Readonly<Record<ResultKind, readonly Reducer[]>> = {
  source: [],
  search: [],
  text: [],
  "test-log": [reduceTestOutput, reduceProblems],
  data: [reduceJson, reduceTable],
  command: [
    ofSeveralCommands,
    reduceJson,
    reduceDiff,
    reduceCobolListing,
    reduceTestOutput,
    reduceProblems,
    reduceTable,
  ],
};

/** What is kept of an output is worth showing only when it is much shorter. */
const SHARE_MAX = 0.5;

/**
 * A long output of a known kind, reduced to at most about `charsMax` characters; undefined where no reader of its kind
 * knows it. Deterministic: the same text gives the same reduction.
 */
export function reduceOutput(text: string, charsMax: number, kind: ResultKind): Reduction | undefined {
  for (const reduce of REDUCERS[kind]) {
    const reduction = reduce(text, charsMax);
    if (reduction && reduction.text.length <= text.length * SHARE_MAX) return reduction;
  }
  return undefined;
}

/** Diffs with something else beside them: commands in a row, or commits with what they say. Each keeps its part. */
function ofSeveralCommands(text: string, charsMax: number): Reduction | undefined {
  const stretches = diffStretches(text);
  const hasBoth = stretches.some(({ isDiff }) => isDiff) && stretches.some(({ isDiff }) => !isDiff);
  return hasBoth ? reduceMixed(stretches, charsMax, reduceOutput) : undefined;
}
