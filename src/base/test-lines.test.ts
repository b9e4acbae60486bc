import { expect, test } from "vitest";
import { testsRun } from "./test-lines.ts";

test.each([
  ["unittest", "..\n------\nRan 2 tests in 0.001s\n\nOK\n", 2],
  ["unittest without any", "\n------\nRan 0 tests in 0.000s\n\nOK\n", 0],
  ["node", "ℹ tests 3\nℹ suites 1\nℹ pass 3\n", 3],
  ["node as TAP, without any", "TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n", 0],
  ["pytest", "tests/test_a.py .. [100%]\n\n===== 2 passed, 1 skipped in 0.01s =====\n", 2],
  ["pytest, quiet", "...  [100%]\n3 passed in 0.01s\n", 3],
  ["pytest without any", "collected 0 items\n\n===== no tests ran in 0.00s =====\n", 0],
  ["vitest", " Test Files  1 passed (1)\n      Tests  2 failed | 4 passed (6)\n", 6],
  ["jest", "Test Suites: 1 passed, 1 total\nTests:       1 failed, 4 passed, 5 total\n", 5],
  ["jest without any", "No tests found, exiting with code 0\n", 0],
  ["vitest without any", "No test files found, exiting with code 0\n", 0],
  [
    "cargo",
    "running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\ntest result: ok. 1 passed; 0 failed;\n",
    3,
  ],
  ["cargo without any", "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured\n", 0],
  [
    "maven",
    "[INFO] Tests run: 2, Failures: 0 Time elapsed: 0.1 s - in A\n[INFO] Tests run: 2, Failures: 0, Errors: 0\n",
    2,
  ],
  ["mocha", "  4 passing (3ms)\n  1 failing\n", 5],
  ["go", "ok  \texample.com/a\t0.002s\n?   \texample.com/b\t[no test files]\n", undefined],
  ["go without any", "?   \texample.com/b\t[no test files]\n", 0],
  ["what is no runner's", "all good\n", undefined],
])("what %s prints tells how many tests ran", (_, output, count) => {
  expect(testsRun(output)).toBe(count);
});
