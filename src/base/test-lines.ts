// What the test runners that are common print: a runner that is not known is made known here.

/** Lines that count what passed and failed, of the runners that are common. */
export const COUNTS: readonly RegExp[] = [
  /^=+ .*\b(?:passed|failed|error)/,
  /^\s*(?:Tests?|Test Files|Test Suites|Snapshots|Time|Duration)(?::| {2})\s*\d/,
  /^(?:# )?(?:tests|pass|fail|ok|not ok|skipped|todo)\s+\d+$/,
  /^ℹ (?:tests|pass|fail|duration_ms)/,
  /^test result: /,
  /^Tests run: \d+/,
  /^(?:ok|FAIL|---|PASS)\s.*\d(?:\.\d+)?s\b/,
  /^(?:Ran \d+ tests?|OK|FAILED)\b/,
  /^\s*\d+ (?:passing|failing|pending)\b/,
  /^BUILD (?:SUCCESS|FAILURE|SUCCESSFUL|FAILED)/,
];
/** Lines that begin a failure. */
export const FAILURES: readonly RegExp[] = [
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
/** Lines that only a runner prints, besides those. */
const OTHERS: readonly RegExp[] = [
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

/** In a text: a line or a count that tells of a failure. */
export const FAILED =
  /^(?:FAIL|FAILED|not ok)\b.*|^[ \t]*--- FAIL: .*|^.*\b[1-9]\d* (?:failed|failing|failures?)\b.*|^(?:# |ℹ )fail +[1-9]\d*$|^.*\b(?:Failures|Errors): [1-9].*|^BUILD FAILURE$|: failed \(exit code \d+\).*/m;
/** In a text: a line or a count that tells of passing. */
export const PASSED =
  /\b[1-9]\d* (?:passed|passing)\b|^(?:# |ℹ )pass +[1-9]|^(?:ok|OK|PASS)\b|\btest result: ok\b|^BUILD SUCCESS|: passed in \d/m;

/** What stands before the first such line and after the last is another command's. */
export const isOfTestRun = (line: string): boolean =>
  [COUNTS, FAILURES, OTHERS].some((patterns) => patterns.some((pattern) => pattern.test(line)));

/** Lines that say how many tests ran; each number in front of one of the words, or the first there is, counts. */
const RAN: readonly RegExp[] = [
  /^Ran \d+ tests?\b.*/gm,
  /^(?:# |ℹ )tests \d+$/gm,
  /^=+ .*\b\d+ (?:passed|failed).*/gm,
  /^\d+ (?:passed|failed)\b.*/gm,
  /^[ \t]*Tests:?[ \t].*\d+ (?:passed|failed).*/gm,
  /^test result: .*/gm,
  /^(?:\[\w+\] )?Tests run: \d+(?!.*Time elapsed).*/gm,
  /^[ \t]*\d+ (?:passing|failing)\b.*/gm,
];
const ENDED = /\d+(?= (?:passed|failed)\b)/g;
/** What a runner says that found none. */
const NONE =
  /\bno tests? (?:ran|found|executed|files?|were found)\b|\bno test files\b|\bcollected 0 items\b|\[no tests to run\]/i;
/** A package of Go that had tests; it does not say how many. */
const UNCOUNTED = /^ok\s+\S+\s(?!.*\[no tests to run\])/m;

/** How many tests a runner says that it ran; undefined where it does not say. */
export function testsRun(output: string): number | undefined {
  const lines = RAN.flatMap((pattern) => output.match(pattern) ?? []);
  if (lines.length === 0) return NONE.test(output) && !UNCOUNTED.test(output) ? 0 : undefined;
  const counts = lines.flatMap((line) => line.match(ENDED) ?? line.match(/\d+/)?.slice(0, 1) ?? []);
  return counts.reduce((sum, count) => sum + Number(count), 0);
}
