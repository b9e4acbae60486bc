import { expect, test } from "vitest";
import { randomOf } from "../../../test/random.ts";
import { reduceOutput } from "./index.ts";

/** Lines in which nothing fails, of the shapes that outputs have. */
const NOISE: readonly ((n: number) => string)[] = [
  (n) => `2026-03-0${1 + (n % 9)} 10:0${n % 10}:12,${100 + (n % 900)} INFO  server: request ${n} served, 200`,
  (n) => `[INFO] Compiling module ${n} of the project, target ${n % 7}`,
  (n) => `${n},customer ${n},open`,
  (n) => `{"level":"info","time":${1700000000 + n},"msg":"tick ${n}"}`,
  (n) => `npm http fetch GET 200 https://registry.local/pkg-${n} ${n}ms (cache hit)`,
  (n) => `  CC      build/part_${n}.o`,
  (n) => `ok ${n} - handles error number ${n}`,
  (n) => `test module::returns_error_${n} ... ok`,
  (n) => `Downloading wheel-${n}.whl (${n} kB), 0 errors so far`,
  (n) => `IEF142I PAYROLL STEP${n} - STEP WAS EXECUTED - COND CODE 0000`,
  (n) => `src/part${n % 9}.c:${n}:5: warning: unused variable 'v${n}' [-Wunused]`,
  (n) => `${n}|row ${n}|${n * 3}|x`,
  (n) => `plain words number ${n} that say nothing of interest`,
];
/** What says that something failed, each by another tool. `@` is a word that no other line has. */
const FAILURES: readonly (readonly string[])[] = [
  ["2026-03-01 10:01:12,333 ERROR billing: charge @ refused"],
  ["src/@.c:12:5: error: expected ';' before '}' token", "   12 | int x", "      |      ^"],
  ["src/@.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'."],
  ["error[E0382]: borrow of moved value: `@`", "  --> src/main.rs:4:5", "   |"],
  ["Traceback (most recent call last):", '  File "/app/@.py", line 3, in <module>', "    run()", "Unusual@: it broke"],
  [
    "java.lang.IllegalStateException: @ is closed",
    "\tat com.acme.Main.run(Main.java:3)",
    "Caused by: java.io.IOException: @ pipe",
  ],
  ["panic: runtime error: index out of range @", "", "goroutine 1 [running]:"],
  ["--- FAIL: Test@ (0.00s)", "    x_test.go:9: got 3"],
  ["FAILED tests/test_@.py::test_adds - assert 1 == 2"],
  ["E       assert 1 == @"],
  ["not ok 7 - @ adds"],
  [" ✗ @ adds"],
  ["npm ERR! code E404 @"],
  ["[ERROR] Failed to execute goal on project @: Could not resolve dependencies"],
  ["> Task :@:compileJava FAILED"],
  ["make: *** [Makefile:3: @] Error 2"],
  ['  17  IGYPS2121-S   "@" was not defined as a data-name.'],
  [" 12.30.11 JOB01234  IEF450I @ STEP1 - ABEND=S0C7 U0000 REASON=00000000"],
  ["IEF142I @ STEP9 - STEP WAS EXECUTED - COND CODE 0012"],
  ["fatal: unable to access '@': could not resolve host"],
  ["bash: @: command not found"],
  ["@.cbl:14: erro: variável não definida"],
  ["Fehler: @ wurde nicht gefunden"],
  ["错误：@ 未找到"],
  ['{"level":"error","msg":"@ is gone"}'],
  ["Segmentation fault (core dumped) @"],
  ["#  SIGSEGV (0xb) at pc=0x00007f35, pid=@"],
  ["ORA-00942: table @ does not exist"],
];
const word = (n: number): string => `zq${[...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("")}xv`;

test("whatever an output looks like and however small the room is, each failing line is in what is shown", () => {
  for (let seed = 0; seed < 120; seed++) {
    const random = randomOf(seed);
    const shape = random.pick(NOISE);
    const count = 400 + random.below(2500);
    const lines = Array.from({ length: count }, (_, n) => shape(n));
    const failing = Array.from({ length: 1 + random.below(12) }, (_, n) => ({
      id: word(n),
      lines: random.pick(FAILURES).map((line) => line.replaceAll("@", word(n))),
    }));
    for (const one of failing) lines.splice(random.below(lines.length + 1), 0, ...one.lines);
    const text = lines.join("\n");
    const charsMax = Math.min(random.pick([6000, 8000, 16_000]), Math.floor(text.length * 0.9));
    const shown = reduceOutput(text, charsMax, random.pick(["command", "test-log"]))?.text ?? "";
    for (const { id, lines: told } of failing)
      expect(shown, `seed ${seed}: ${told.join(" / ")}\n${shown.slice(0, 3000)}`).toContain(id);
    expect(shown.length, `seed ${seed}`).toBeLessThanOrEqual(charsMax * 1.15);
    claimsHold(shown, lines, `seed ${seed}`);
  }
});

test("failing lines without end are told by their kinds with their counts, the first and the last among them", () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = randomOf(seed + 1000);
    const kinds = 1 + random.below(6);
    const lines = Array.from({ length: 6000 }, (_, n) =>
      n % 3 === 0 ? `2026-01-01 ERROR ${word(n % kinds)} item ${n} is broken` : (NOISE[0]?.(n) ?? ""),
    );
    const shown = reduceOutput(lines.join("\n"), 8000, "command")?.text ?? "";
    const seen = new Set(lines.flatMap((line) => /ERROR (\w+)/.exec(line)?.[1] ?? []));
    for (const id of seen) expect(shown).toMatch(new RegExp(`${id} item \\d+ is broken`));
    expect(shown).toContain("2000 lines tell of errors");
    claimsHold(shown, lines, `seed ${seed}`);
  }
  const distinct = Array.from({ length: 3000 }, (_, n) => `ERROR ${word(n)} is broken`);
  const shown = reduceOutput(distinct.join("\n"), 8000, "command")?.text ?? "";
  expect(shown).toContain(`${word(0)} `);
  expect(shown).toContain(`${word(2999)} `);
  expect(shown).toMatch(/^3000 lines tell of errors, by number:\n/);
  claimsHold(shown, distinct, "distinct");
});

test("failures that the report of a test runner shows are told once, and a title of TAP is none", () => {
  const failed = (n: number): string[] => [
    `not ok ${n} should be deeply equivalent`,
    "  ---",
    `    expected: ${n}`,
    `    at: Test.<anonymous> (/p/test/parse.js:${n}:12)`,
    "    stack: |-",
    "      Error: should be deeply equivalent",
    `          at Test.<anonymous> (/p/test/parse.js:${n}:12)`,
    "  ...",
  ];
  const passed = Array.from({ length: 900 }, (_, n) => `ok ${n + 1} is kept`);
  passed.splice(300, 0, "# cannot access Object prototype");
  passed.splice(100, 0, ...[101, 102, 103, 104].flatMap(failed));
  const output = ["TAP version 13", ...passed, "# tests 904", "# pass  900", "# fail  4"].join("\n");
  const shown = reduceOutput(output, 8000, "command")?.text ?? "";
  expect(shown).not.toContain("lines tell of errors");
  expect(shown).not.toContain("Object prototype");
  expect(shown.match(/not ok \d+ should/g)).toHaveLength(4);
});

test("one error among thousands of warnings stands before them", () => {
  const lines = Array.from({ length: 2000 }, (_, n) => `src/a${n}.c:${n}:1: warning: unused variable 'x${n}'`);
  lines.splice(1234, 0, "src/b.c:7:1: error: unknown type name 'foo'");
  const shown = reduceOutput(lines.join("\n"), 8000, "command")?.text ?? "";
  expect(shown).toMatch(/^1 line tells of errors, by number:\n1235: src\/b\.c:7:1: error: unknown type name 'foo'\n/);
});

test("a log whose lines hold commas is no table, and a table with other lines among its rows says so", () => {
  const log = Array.from({ length: 1000 }, (_, n) => `INFO worker ${n} took the job, and went on`);
  log.splice(500, 0, "ERROR worker 500 lost the job");
  const shown = reduceOutput(log.join("\n"), 8000, "command");
  expect(shown?.kind).not.toContain("table");
  expect(shown?.text).toContain("501: ERROR worker 500 lost the job");
  const table = Array.from({ length: 1000 }, (_, n) => `${n},x,${n}`);
  table.splice(300, 0, "a note between");
  expect(reduceOutput(table.join("\n"), 4000, "command")?.text).toMatch(
    /^1000 rows of 3 columns, and 1 other lines\n[\s\S]*Other lines:\na note between$/,
  );
});

test("a JSON list shows the items that tell of an error", () => {
  const items = Array.from({ length: 900 }, (_, id) => ({ id, status: id === 700 ? "failed" : "passed" }));
  expect(reduceOutput(JSON.stringify({ items }, null, 1), 4000, "command")?.text).toContain('"id": 700');
  expect(reduceOutput(JSON.stringify({ items }), 4000, "command")?.text).toContain('"id": 700');
});

test("what a diff adds or takes away tells of no failure of the command", () => {
  const hunks = Array.from(
    { length: 300 },
    (_, n) => `@@ -${n * 9 + 1},2 +${n * 9 + 1},2 @@\n same\n-ERROR ${n}\n+FATAL: ${n}`,
  );
  const text = ["diff --git a/a.c b/a.c", "--- a/a.c", "+++ b/a.c", ...hunks].join("\n");
  expect(reduceOutput(text, 4000, "command")?.text).toMatch(/^a\.c {2}\+300 -300\n/);
});

test("a stack stands below what it belongs to, and a trace above it", () => {
  const noise = Array.from({ length: 900 }, (_, n) => `plain line ${n} of no interest at all`);
  const trace = ["Traceback (most recent call last):", '  File "a.py", line 3, in run', "    go()", "Odd: it broke"];
  const java = ["FATAL: it fell", "\tat com.acme.Main.run(Main.java:3)"];
  const text = [...noise, ...trace, ...noise, ...java, ...noise].join("\n");
  expect(reduceOutput(text, 4000, "command")?.text).toMatch(
    /^2 lines tell of errors, by number:\n {2}Traceback \(most recent call last\):\n {4}File "a\.py", line 3, in run\n {6}go\(\)\n904: Odd: it broke\n1805: FATAL: it fell\n {2}\tat com\.acme/,
  );
});

/** Counts and numbers of lines in a reduction are true. */
function claimsHold(shown: string, lines: readonly string[], seed: string): void {
  for (const [, number = "", text = ""] of shown.matchAll(/^(\d+): (.+?)(?: \(and \d+ more like it.*\))?$/gm))
    if (text.length < 300 && !/^\d/.test(text)) expect(lines[Number(number) - 1], `${seed}: line ${number}`).toBe(text);
  const rows = /^(\d+) rows of (\d+) columns(?:, and (\d+) other lines)?/m.exec(shown);
  if (rows) expect(Number(rows[1]) + Number(rows[3] ?? 0), seed).toBe(lines.length);
  for (const [, alike = "", last = ""] of shown.matchAll(/\(and (\d+) more like it, the last in line (\d+)\)$/gm))
    expect(Number(last), seed).toBeGreaterThan(Number(alike));
}
