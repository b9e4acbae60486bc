import { COUNTS, FAILURES, isOfTestRun } from "../../base/test-lines.ts";
import { toldBy } from "../text/severity.ts";
import { linesWithin, type Reducer } from "./reduction.ts";
import { stripColours } from "./strip-colours.ts";

/** What was printed beside the tests stands whole up to this, and is counted above it. */
const BESIDE_CHARS_MAX = 1_000;
const FAILURE_LINES = 14;
/** Frames of a stack that are the runtime's or a library's: where it failed is said by those of the project. */
const FOREIGN_FRAME =
  /^\s*at (?:(?:java|javax|jdk|sun|junit|org\.(?:junit|testng|apache\.maven))\.|.*(?:[/\\]node_modules[/\\]|\bnode:|\(internal\/))/;

/** What a test runner printed: its counts, and of each failure the first lines; and what is short before and behind it. */
export const reduceTestOutput: Reducer = (text, charsMax) => {
  const lines = stripColours(text).split(/\r?\n/);
  const summary = lines.filter((line) => COUNTS.some((pattern) => pattern.test(line)));
  if (summary.length === 0) return undefined;
  const { failures, until } = failureBlocks(lines);
  const shown = [
    ...beside(lines.slice(0, lines.findIndex(isOfTestRun)), "before"),
    ...linesWithin(summary.slice(-20), charsMax * 0.2, "lines of counts"),
    "",
    ...(failures.length > 0
      ? linesWithin(failures, charsMax * 0.75, "lines of failures")
      : ["(no failures)"].filter(() => lines.every((line) => toldBy(line)?.severity !== "error"))),
    ...beside(lines.slice(Math.max(lines.findLastIndex(isOfTestRun) + 1, until)), "after"),
  ];
  return { kind: "test output", text: shown.join("\n") };
};

function beside(lines: readonly string[], where: "before" | "after"): readonly string[] {
  const hasText = (line: string): boolean => line.trim() !== "";
  const printed = lines.slice(Math.max(lines.findIndex(hasText), 0), lines.findLastIndex(hasText) + 1);
  if (printed.join("\n").length <= BESIDE_CHARS_MAX) return printed;
  return [`(${printed.length} lines ${where} the tests are left out)`];
}

/** @returns also the index behind the last of them */
function failureBlocks(lines: readonly string[]): { readonly failures: readonly string[]; readonly until: number } {
  let last = 0;
  const kept: string[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (!FAILURES.some((pattern) => pattern.test(line)) || seen.has(line)) continue;
    seen.add(line);
    const until = blockEnd(lines, index);
    kept.push(...withoutEcho(lines.slice(index, until).filter((each) => !FOREIGN_FRAME.test(each))));
    index = until - 1;
    last = until;
  }
  return { failures: kept, until: last };
}

/** A failure without the stack that only says again what stands above it: TAP names its message and its place before. */
function withoutEcho(block: readonly string[]): readonly string[] {
  const stack = block.findIndex((line) => /^\s*stack:/.test(line));
  if (stack === -1) return block;
  const above = block.slice(0, stack).join("\n");
  const said = block.slice(stack + 1).map((line) => line.replace(/^\s*(?:(?:\w*Error: )|at )?/, "").trim());
  return said.every((words) => above.includes(words)) ? block.slice(0, stack) : block;
}

/** A block ends at a second blank line, or when it has shown enough. */
function blockEnd(lines: readonly string[], start: number): number {
  let blank = 0;
  for (let index = start + 1; index < lines.length; index++) {
    if (index - start >= FAILURE_LINES) return index;
    if ((lines[index] ?? "").trim() === "") blank++;
    if (blank >= 2) return index;
  }
  return lines.length;
}
