import { expect, test } from "vitest";
import { programText } from "../cobol-text.ts";
import { updateOf } from "./concurrent-update.ts";
import { endOf } from "./empty-input.ts";
import { openingsOf } from "./open-failure.ts";

const program = (...lines: readonly string[]) =>
  programText(
    "a.cbl",
    lines.map((line) => `       ${line}`),
  );

const BATCH = program(
  "SELECT TOLLS ASSIGN TO TOLLIN FILE STATUS IS WS-TOLL-STATUS.",
  "SELECT BOATS ASSIGN TO BOATS FILE STATUS WS-BOAT-STATUS.",
  "SELECT QUAYS ASSIGN TO QUAYS FILE STATUS WS-QUAY-STATUS.",
  "DATA DIVISION.",
  "01  WS-TOLL-STATUS PIC XX.",
  "    88  TOLL-OK VALUE '00'.",
  "01  WS-BOAT-STATUS PIC XX.",
  "01  WS-QUAY-STATUS PIC XX.",
  "PROCEDURE DIVISION.",
  "MAIN.",
  "    PERFORM READ-TOLL",
  "    PERFORM POST-TOLL UNTIL NO-MORE",
  "    GOBACK.",
  "OPENING.",
  "    OPEN INPUT TOLLS",
  "    IF NOT TOLL-OK PERFORM BAD-END END-IF",
  "    OPEN I-O BOATS",
  "    OPEN INPUT QUAYS",
  "    PERFORM LOOK-AT-QUAYS.",
  "LOOK-AT-QUAYS.",
  "    IF WS-QUAY-STATUS > '04' PERFORM BAD-END END-IF.",
  "READ-TOLL.",
  "    READ TOLLS AT END SET NO-MORE TO TRUE END-READ.",
  "BAD-END.",
  "    MOVE 12 TO RETURN-CODE",
  "    STOP RUN.",
);

test("a status is tested by a condition below it or in what is performed; what nothing looks at is untested", () => {
  const { shown, untested } = openingsOf(BATCH);
  expect({ from: shown?.from, ends: shown?.ends.map(({ name }) => name), untested }).toEqual({
    from: 15,
    ends: ["BAD-END"],
    untested: [17],
  });
});

test("the end of a file sets what ends the loop", () => {
  const { read, flag, loop } = endOf(BATCH) ?? {};
  expect({ read: read?.name, flag, loop }).toEqual({ read: "READ-TOLL", flag: "NO-MORE", loop: 12 });
});

test("what is performed before a REWRITE compares only where fields are compared with what they were", () => {
  const screen = (compared: string) =>
    program(
      "PROCEDURE DIVISION.",
      "SAVE-IT.",
      "    EXEC CICS READ FILE('BOATS')",
      "        UPDATE INTO(BOAT)",
      "    END-EXEC",
      "    PERFORM LOOK",
      "    EXEC CICS REWRITE FILE('BOATS') FROM(BOAT) END-EXEC.",
      "LOOK.",
      `    IF ${compared} CONTINUE END-IF.`,
    );
  const [compares, asks] = [
    screen("BOAT-NAME = OLD-NAME AND BOAT-BERTH = OLD-BERTH"),
    screen("BOAT-NAME = SPACES"),
  ].map(updateOf);
  expect([compares?.compare?.name, compares?.reads, asks?.compare]).toEqual(["LOOK", 4, undefined]);
});
