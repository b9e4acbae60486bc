import type { ResultKind } from "../../base/result-kind.ts";
import { reduceCobolListing } from "./cobol-listing.ts";
import { diffStretches, reduceDiff } from "./diff.ts";
import { FailureLines } from "./failures.ts";
import { reduceJson } from "./json.ts";
import { endsWithin, reduceMixed } from "./mixed.ts";
import { reduceProblems } from "./problems.ts";
import { cutLine, type Reducer, type Reduction } from "./reduction.ts";
import { reduceTable } from "./table.ts";
import { tellFailures } from "./tell-failures.ts";
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

/** Of these it is known that they tell how something went. */
const TELLS: ReadonlySet<ResultKind> = new Set(["command", "test-log"]);
/** What of the room is left to the form of an output that tells of failure besides. */
const FORM_SHARE = 0.4;

/**
 * A long output of a known kind, reduced to at most about `charsMax` characters; undefined where no reader of its kind
 * knows it and it tells of no failure. Lines that tell of failure and are not shown by the form stand first. Deterministic: the same text
 * gives the same reduction.
 */
export function reduceOutput(text: string, charsMax: number, kind: ResultKind): Reduction | undefined {
  const failures = TELLS.has(kind) ? failuresIn(text) : undefined;
  if (!failures || failures.kinds.size === 0) return byForm(text, charsMax, kind);
  const form = byForm(text, charsMax * FORM_SHARE, kind);
  const shown = form?.text.split("\n").map((line) => line.trim()) ?? [];
  const room = form ? charsMax - form.text.length : charsMax * (1 - FORM_SHARE);
  // A form that is known shows warnings in its own way.
  const severities = form ? (["error"] as const) : (["error", "warning"] as const);
  const told = tellFailures(failures, room, severities, (line) => timesAmong(shown, line)).join("\n");
  if (told === "") return byForm(text, charsMax, kind);
  const left = charsMax - told.length;
  const rest = byForm(text, left, kind) ?? { kind: "output", text: endsWithin(text.trimEnd().split("\n"), left) };
  return { kind: rest.kind, text: `${told}\n\n${rest.text}` };
}

/** The same of an output that comes in parts: only what tells of failure. */
export async function failuresAmong(
  pages: AsyncIterable<readonly string[]>,
  charsMax: number,
  kind: ResultKind,
): Promise<string> {
  if (!TELLS.has(kind)) return "";
  const failures = new FailureLines();
  for await (const lines of pages) for (const line of lines) failures.take(line);
  return tellFailures(failures, charsMax, ["error", "warning"], () => 0).join("\n");
}

/** What is set in may only name the kind of an error that is told above it. */
function timesAmong(lines: readonly string[], line: string): number {
  const words = cutLine(line).trim();
  const message = /^\s+\w*Error: (.+)$/.exec(line)?.[1];
  const isOf = (shown: string): boolean => shown === words || (message !== undefined && shown.endsWith(` ${message}`));
  return lines.filter(isOf).length;
}

/** What tells of failure in an output; lines of diffs show texts, whatever these say. */
function failuresIn(text: string): FailureLines {
  const failures = new FailureLines();
  const ofDiffs = diffStretches(text).filter(({ isDiff }) => isDiff);
  let next = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (index >= (ofDiffs[next]?.lineIndex ?? Infinity) + (ofDiffs[next]?.lines.length ?? 0)) next++;
    if (index >= (ofDiffs[next]?.lineIndex ?? Infinity)) failures.pass();
    else failures.take(line);
  }
  return failures;
}

function byForm(text: string, charsMax: number, kind: ResultKind): Reduction | undefined {
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
  return hasBoth ? reduceMixed(stretches, charsMax, byForm) : undefined;
}
