import { expect, test } from "vitest";
import type { OutcomeKind } from "./outcome.ts";
import { readOutcomes } from "./read-outcomes.ts";

const HEAD = [
  "       IDENTIFICATION DIVISION.",
  "       PROGRAM-ID. LIDS.",
  "       DATA DIVISION.",
  "       WORKING-STORAGE SECTION.",
  "       01 WS-MAX-LINES PIC 9(4) VALUE 12.",
  "       01 WS-NOTE PIC X(30).",
  "          88 LID-GONE VALUE 'The lid has gone away'.",
  "       PROCEDURE DIVISION.",
];

/** A name in the eighth column; all else stands further right. */
const paragraph = (name: string): string => `@${name}.`;

const outcomes = (body: readonly string[], kind: OutcomeKind): readonly string[] => {
  const lines = [...HEAD, ...body.map((line) => `       ${line.startsWith("@") ? line.slice(1) : `    ${line}`}`)];
  return readOutcomes("LIDS.cbl", lines.join("\n"))
    .filter(({ kinds }) => kinds.has(kind))
    .map(({ titles, numbers }) => `${titles.join("/")}: ${numbers.map((line) => lines[line - 1]?.trim()).join(" | ")}`);
};

test("a return code stands with each place that performs its paragraph, and the condition there", () => {
  const body = [
    paragraph("MAIN"),
    "OPEN INPUT LID-FILE",
    "IF WS-STATUS NOT = '00'",
    "    DISPLAY 'LIDS CANNOT BE OPENED'",
    "    PERFORM STOP-IT",
    "END-IF",
    "READ LID-FILE AT END PERFORM STOP-IT END-READ",
    "STOP RUN.",
    paragraph("STOP-IT"),
    "MOVE 16 TO RETURN-CODE",
    "STOP RUN.",
  ];
  expect(outcomes(body, "code")).toEqual([
    "LIDS/STOP-IT: OPEN INPUT LID-FILE | IF WS-STATUS NOT = '00' | DISPLAY 'LIDS CANNOT BE OPENED' | PERFORM STOP-IT | MOVE 16 TO RETURN-CODE | STOP RUN.",
    "LIDS/STOP-IT: READ LID-FILE AT END PERFORM STOP-IT END-READ | MOVE 16 TO RETURN-CODE | STOP RUN.",
  ]);
});

test("a branch whose code is only another decision does not lend its condition to the next", () => {
  const body = [
    paragraph("MAIN"),
    "EVALUATE WS-CODE",
    "    WHEN 0",
    "        IF A = B",
    "            DISPLAY 'SAME LID'",
    "        END-IF",
    "    WHEN 13",
    "    WHEN 14",
    "        DISPLAY 'NO LID'",
    "END-EVALUATE",
    "GOBACK.",
  ];
  expect(outcomes(body, "message")).toEqual([
    "LIDS/MAIN: EVALUATE WS-CODE | WHEN 0 | IF A = B | DISPLAY 'SAME LID'",
    "LIDS/MAIN: EVALUATE WS-CODE | WHEN 13 | WHEN 14 | DISPLAY 'NO LID'",
  ]);
});

test("a condition that is set by its name shows the text that it stands for, and a limit is a value", () => {
  const body = [
    paragraph("MAIN"),
    "IF A > B",
    "    SET LID-GONE TO TRUE",
    "    COMPUTE C = A - B",
    "END-IF",
    "GOBACK.",
  ];
  expect(outcomes(body, "message")).toEqual([
    "LIDS/MAIN: 88 LID-GONE VALUE 'The lid has gone away'. | IF A > B | SET LID-GONE TO TRUE | COMPUTE C = A - B",
  ]);
  expect(outcomes(body, "formula")).toHaveLength(1);
  expect(outcomes(body, "value")).toEqual(["LIDS/WS-MAX-LINES: 01 WS-MAX-LINES PIC 9(4) VALUE 12."]);
});

/** Numbers that are the same each time. */
function* numbersFrom(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

test("of any nesting each message stands with just the conditions above it", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = numbersFrom(seed);
    const take = (max: number): number => random.next().value % max;
    const body = [paragraph("MAIN")];
    const expected: string[] = [];
    let count = 0;
    const write = (depth: number, above: readonly string[]): void => {
      const indent = "  ".repeat(depth);
      count += 1;
      const own = count;
      const message = `DISPLAY 'MESSAGE NUMBER ${own}'`;
      if (depth > 3 || take(3) === 0) {
        body.push(`${indent}${message}`);
        expected.push(`LIDS/MAIN: ${[...above, message].join(" | ")}`);
        return;
      }
      if (take(2) === 0) {
        const head = `IF A${own} = 1`;
        body.push(`${indent}${head}`);
        write(depth + 1, [...above, head]);
        body.push(`${indent}ELSE`);
        write(depth + 1, [...above, head, "ELSE"]);
        body.push(`${indent}END-IF`);
        return;
      }
      const head = `EVALUATE A${own}`;
      body.push(`${indent}${head}`);
      for (const value of [1, 2, 3]) {
        body.push(`${indent}WHEN ${value}`);
        write(depth + 1, [...above, head, `WHEN ${value}`]);
      }
      body.push(`${indent}END-EVALUATE`);
    };
    write(1, []);
    body.push("GOBACK.");
    const found = outcomes(body, "message");
    // What ends the paragraph stands behind the last message where that is under no condition.
    expect(
      found.map((one) => one.replace(/ \| GOBACK\.$/, "")),
      `seed ${seed}`,
    ).toEqual(expected);
  }
});

test("what is no program at all has no outcome, and is no error", () => {
  for (const text of ["", "\u0000\u0001", "PROCEDURE DIVISION.", "IF IF IF", HEAD.join("\n").slice(0, 150)])
    expect(readOutcomes("X.cbl", text).filter(({ kinds }) => kinds.has("message"))).toEqual([]);
});
