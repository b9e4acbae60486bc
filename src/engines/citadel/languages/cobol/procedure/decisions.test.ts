import { expect, test } from "vitest";
import { readDecisions } from "./decisions.ts";

const program = (...lines: readonly string[]): string =>
  ["IDENTIFICATION DIVISION.", "PROGRAM-ID. P.", "PROCEDURE DIVISION.", "MAIN-PARA.", ...lines]
    .map((line) => `       ${line}\n`)
    .join("");

const told = (...lines: readonly string[]) =>
  readDecisions("P.cbl", program(...lines)).map(({ kind, line, endLine, condition, within, effects }) => ({
    kind,
    lines: `${line}-${endLine}`,
    when: [...within, condition].join(" & "),
    effects: effects.map(({ text }) => text),
  }));

test("each branch of an IF is a decision, an inner one within the outer", () => {
  expect(told("IF A > 1", "  IF B = 2 MOVE 1 TO C ELSE MOVE 2 TO C END-IF", "END-IF", "MOVE 3 TO D.")).toEqual([
    { kind: "if", lines: "6-6", when: "A > 1 & B = 2", effects: ["MOVE 1 TO C"] },
    { kind: "if", lines: "6-6", when: "A > 1 & NOT (B = 2)", effects: ["MOVE 2 TO C"] },
  ]);
});

test("WHENs without a statement between them are alternatives", () => {
  const lines = ["EVALUATE A", " WHEN 1", " WHEN 2", "  MOVE 1 TO C", " WHEN OTHER", "  PERFORM X", "END-EVALUATE."];
  expect(told(...lines)).toEqual([
    { kind: "evaluate", lines: "6-8", when: "A = 1 OR A = 2", effects: ["MOVE 1 TO C"] },
    { kind: "evaluate", lines: "9-11", when: "A is none of the others", effects: ["PERFORM X"] },
  ]);
});

test("a WHEN whose code is only another decision is no alternative of the next", () => {
  const lines = ["EVALUATE A", " WHEN 1", "  IF B = 2 MOVE 3 TO C END-IF", " WHEN 2", "  MOVE 1 TO C", "END-EVALUATE."];
  expect(told(...lines).map(({ when }) => when)).toEqual(["A = 1 & B = 2", "A = 2"]);
});

test("a phrase of a statement is a branch of its own, and a period ends all", () => {
  expect(
    told("READ F AT END MOVE 1 TO E NOT AT END MOVE 2 TO G END-READ", "IF A = 1 MOVE 1 TO B.", "MOVE 2 TO C."),
  ).toEqual([
    { kind: "phrase", lines: "5-5", when: "AT END: READ F", effects: ["MOVE 1 TO E"] },
    { kind: "phrase", lines: "5-5", when: "NOT AT END: READ F", effects: ["MOVE 2 TO G"] },
    { kind: "if", lines: "6-6", when: "A = 1", effects: ["MOVE 1 TO B"] },
  ]);
});

test("a calculation is told with the conditions around it, and loops are none", () => {
  expect(
    told("PERFORM UNTIL A > 9", "  IF B = 1", "    COMPUTE C = D *", "      E", "  END-IF", "END-PERFORM."),
  ).toEqual([
    { kind: "if", lines: "6-9", when: "B = 1", effects: ["COMPUTE C = D * E"] },
    { kind: "calculation", lines: "7-8", when: "B = 1 & ", effects: ["COMPUTE C = D * E"] },
  ]);
});

test.each([
  "",
  "IF",
  "ELSE END-IF WHEN",
  "IF A = 1 EVALUATE",
  "READ F AT",
  "EXEC SQL SELECT",
  "PERFORM",
  "END-READ ELSE",
])("what is cut off or out of place never throws: %s", (text) => {
  expect(() => readDecisions("P.cbl", program(text))).not.toThrow();
});

test("of conditions that stand in one another by the ten thousand the first are read, and it is told where that ends", () => {
  const around = Array.from({ length: 10_000 }, (_, at) => `IF A${at} = 1 MOVE ${at} TO B`);
  const found = told(...around, "END-IF ".repeat(9).trim(), ".");
  const characters = found.reduce((sum, { when }) => sum + when.length, 0);
  expect([found.filter(({ kind }) => kind === "unread").length, characters < 10_000_000]).toEqual([1, true]);
});
