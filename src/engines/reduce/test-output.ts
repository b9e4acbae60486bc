import { toldBy } from "../text/severity.ts";
import { linesWithin, type Reducer } from "./reduction.ts";
import { stripColours } from "./strip-colours.ts";

/** Lines that count what passed and failed, of the runners that are common. */
const SUMMARIES: readonly RegExp[] = [
  /^=+ .*\b(?:passed|failed|error)/,
  /^\s*(?:Tests?|Test Files|Test Suites|Snapshots|Time|Duration)(?::| {2,})\s*\d/,
  /^(?:# )?(?:tests|pass|fail|ok|not ok|skipped|todo)\s+\d+$/,
  /^ℹ (?:tests|pass|fail|duration_ms)/,
  /^test result: /,
  /^Tests run: \d+/,
  /^(?:ok|FAIL|---|PASS)\s.*\d+(?:\.\d+)?s\b/,
  /^(?:Ran \d+ tests?|OK|FAILED)\b/,
  /^\s*\d+ (?:passing|failing|pending)\b/,
  /^BUILD (?:SUCCESS|FAILURE|SUCCESSFUL|FAILED)/,
];
/** Lines that begin a failure. */
const FAILURES: readonly RegExp[] = [
  /^(?:FAIL|FAILED|ERROR|not ok)\b/,
  /^\s*(?:✗|✕|×|✖|●)\s/,
  /^_{3,} .* _{3,}$/,
  /^---- .* (?:stdout|stderr) ----$/,
  /^\s*--- FAIL: /,
  /^E {2,}\S/,
  /^\s*(?:AssertionError|Error|TypeError|ReferenceError|Exception)\b.*:/,
  /^(?:thread '.*' panicked|panic:)/,
  /^\s*\d+\) \S/,
  /<<< (?:FAILURE|ERROR)!/,
];
/** Lines that only a runner prints, besides those: what stands before the first and after the last is another command's. */
const OTHERS_OF_A_RUN: readonly RegExp[] = [
  /^TAP version \d/,
  /^\s*ok \d/,
  /^\s*(?:✓|✔|√|PASS\b)/,
  /^(?:running|collected) \d+ (?:tests?|items?)\b/,
  /^=+ test session starts =/,
  /^=== RUN /,
  /^test \S.* \.\.\. /,
  /^\s*RUN {2}v\d/,
  /^> \S+@\S+ \S+$/,
];
/** What was printed beside the tests stands whole up to this, and is counted above it. */
const BESIDE_CHARS_MAX = 1_000;
const FAILURE_LINES = 14;
/** Frames of a stack that are the runtime's or a library's: where it failed is said by those of the project. */
const FOREIGN_FRAME =
  /^\s*at (?:(?:java|javax|jdk|sun|junit|org\.(?:junit|testng|apache\.maven))\.|.*(?:[/\\]node_modules[/\\]|\bnode:|\(internal\/))/;

/** What a test runner printed: its counts, and of each failure the first lines; and what is short before and behind it. */
export const reduceTestOutput: Reducer = (text, charsMax) => {
  const lines = stripColours(text).split(/\r?\n/);
  const summary = lines.filter((line) => SUMMARIES.some((pattern) => pattern.test(line)));
  if (summary.length === 0) return undefined;
  const { failures, until } = failureBlocks(lines);
  const isOfRun = (line: string): boolean =>
    [SUMMARIES, FAILURES, OTHERS_OF_A_RUN].some((patterns) => patterns.some((pattern) => pattern.test(line)));
  const shown = [
    ...beside(lines.slice(0, lines.findIndex(isOfRun)), "before"),
    ...linesWithin(summary.slice(-20), charsMax * 0.2, "lines of counts"),
    "",
    ...(failures.length > 0
      ? linesWithin(failures, charsMax * 0.75, "lines of failures")
      : ["(no failures)"].filter(() => lines.every((line) => toldBy(line)?.severity !== "error"))),
    ...beside(lines.slice(Math.max(lines.findLastIndex(isOfRun) + 1, until)), "after"),
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
