import { expect, test } from "vitest";
import type { RecordedEvent } from "../protocol/event.ts";
import { unprovedPass } from "./unproved-pass.ts";

const ran = (command: string, text: string, exitCode = 0): readonly RecordedEvent[] =>
  [
    { type: "call-start", call: { id: "c" }, display: { kind: "command", command } },
    { type: "call-end", result: { callId: "c", name: "shell", text, failed: exitCode !== 0 } },
  ] as never;
const start = [{ type: "run-start" } as RecordedEvent];
const FAILED = ran("npm test", "# tests 9\n# pass 7\n# fail 2\n(exit code 1)", 1);
const asks = (answer: string, ...events: readonly (readonly RecordedEvent[])[]): boolean =>
  unprovedPass(answer, [start, ...events].flat()) !== undefined;

test("an answer that says that tests pass after output that says they fail is asked for the proof", () => {
  expect(unprovedPass("Fixed. All tests pass now.", [...start, ...FAILED])).toBe(
    'Your answer says that tests pass, but the last that were shown did not: `npm test` printed "# fail 2", and nothing since has shown that they pass. Run them again now, or answer with what still fails.',
  );
});

test.each([
  ["=== 2 failed, 7 passed in 0.3s ==="],
  ["--- FAIL: TestParse (0.00s)\nFAIL\texample.com/p\t0.1s"],
  ["test result: FAILED. 3 passed; 1 failed; 0 ignored"],
  ["      Tests  1 failed | 22 passed (23)"],
  ["Tests run: 9, Failures: 1, Errors: 0"],
  ["ok 1 one\nnot ok 2 two"],
  ["test: npm test: failed (exit code 1) in 0.4 s"],
])("a failure is one however its runner says it and whatever the exit code is: %s", (text) => {
  expect(asks("The suite passes.", ran("make check 2>&1 | tail -5", text))).toBe(true);
});

test.each(["Todos os testes passam.", "Everything passes.", "12/12 pass.", "The tests are green."])(
  "a claim is one in other words: %s",
  (answer) => {
    expect(asks(answer, FAILED)).toBe(true);
  },
);

test.each([
  "7 tests pass, 2 still fail.",
  "The tests do not pass yet.",
  "Once this is merged all tests should pass.",
  "I pass the options on to the parser.",
  "Nem todos os testes passam: dois falham.",
])("an answer that is honest, hopes, or speaks of something else is let be: %s", (answer) => {
  expect(asks(answer, FAILED)).toBe(false);
});

test("what was shown to pass afterwards is proof, and what another run was shown is none of it", () => {
  const claim = "All tests pass.";
  expect(asks(claim, FAILED, ran("npm test 2>&1 | tail -2", "# ok"))).toBe(false);
  expect(asks(claim, FAILED, ran("npx vitest run a", "Tests  4 passed (4)"))).toBe(false);
  expect(asks(claim, FAILED, ran("git diff --stat", "a.js | 2 +-"))).toBe(true);
  expect(asks(claim, FAILED, ran("npm test", "nothing", 1))).toBe(true);
  expect(asks(claim, FAILED, start)).toBe(false);
  expect(asks(claim)).toBe(false);
});
