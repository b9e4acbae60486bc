import { expect, test } from "vitest";
import { cobol } from "../frontend.ts";

const none = { find: () => undefined };
const text = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");

/** `KIND NAME@LINE of what command`, `?` for a name that is known at run time only. */
function queues(...procedure: readonly string[]): string[] {
  const source = text(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. ASKER.",
    "DATA DIVISION.",
    "WORKING-STORAGE SECTION.",
    "01 HCONN PIC S9(9) BINARY.",
    "01 HOBJ PIC S9(9) BINARY.",
    "01 IN-HANDLE PIC S9(9) BINARY.",
    "01 OUT-HANDLE PIC S9(9) BINARY.",
    "01 REPLY-NAME PIC X(48) VALUE 'BANK.REPLY'.",
    "01 TOLD-NAME PIC X(48).",
    "01 MSG-LENGTH PIC S9(9) BINARY.",
    "01 MESSAGE-1 PIC X(80).",
    // IBM's copybooks are rarely a part of the sources.
    "01 OD-1. COPY CMQODV.",
    "01 OD-2. COPY CMQODV.",
    "COPY CMQV.",
    "PROCEDURE DIVISION.",
    ...procedure,
  );
  const { references } = cobol.parse({ path: "A.cbl", text: source }, none);
  return references
    .filter(({ detail }) => detail?.["exec"] === "MQ")
    .map(({ kind, name, line, detail, resolved }) => {
      const area = (detail?.["area"] as { name: string } | undefined)?.name;
      return `${kind} ${name}${resolved === "unresolved" ? "?" : ""}@${line} ${String(detail?.["command"])}${area ? ` ${area}` : ""}`;
    });
}

const OPEN_IN = [
  "OPEN-IN.",
  "    MOVE 'BANK.REQUEST' TO MQOD-OBJECTNAME OF OD-1.",
  "    COMPUTE OPTS = MQOO-INPUT-SHARED + MQOO-FAIL-IF-QUIESCING.",
  "    CALL 'MQOPEN' USING HCONN OD-1 OPTS HOBJ CC RC.",
  "    MOVE HOBJ TO IN-HANDLE.",
];
const OPEN_OUT = [
  "OPEN-OUT.",
  "    MOVE REPLY-NAME TO MQOD-OBJECTNAME IN OD-2.",
  "    MOVE MQOO-OUTPUT TO OPTS.",
  "    CALL 'MQOPEN' USING HCONN OD-2 OPTS HOBJ CC RC.",
  "    MOVE HOBJ TO OUT-HANDLE.",
];

test("a message goes to and comes from the queue whose handle was kept, and has its buffer", () => {
  expect(
    queues(
      "MAIN-1.",
      "    PERFORM OPEN-IN. PERFORM OPEN-OUT.",
      "    MOVE IN-HANDLE TO HOBJ.",
      "    CALL 'MQGET' USING HCONN HOBJ MD GMO MSG-LENGTH MESSAGE-1 DATA-LENGTH CC RC.",
      "    CALL 'MQPUT' USING HCONN OUT-HANDLE MD PMO MSG-LENGTH MESSAGE-1 CC RC.",
      "    STOP RUN.",
      ...OPEN_IN,
      ...OPEN_OUT,
    ),
  ).toEqual([
    "opens BANK.REQUEST@26 MQOPEN",
    "opens BANK.REPLY@31 MQOPEN",
    "reads BANK.REQUEST@20 MQGET MESSAGE-1",
    "writes BANK.REPLY@21 MQPUT MESSAGE-1",
  ]);
});

test("where one handle serves all, the options of the open say which queue is got from and put to", () => {
  expect(
    queues(
      "MAIN-1.",
      "    PERFORM OPEN-IN. PERFORM OPEN-OUT.",
      "    CALL 'MQPUT' USING HCONN HOBJ MD PMO MSG-LENGTH MESSAGE-1 CC RC.",
      "    CALL 'MQGET' USING HCONN HOBJ MD GMO MSG-LENGTH MESSAGE-1 DATA-LENGTH CC RC.",
      "    STOP RUN.",
      ...OPEN_IN,
      ...OPEN_OUT,
    ).slice(2),
  ).toEqual(["reads BANK.REQUEST@20 MQGET MESSAGE-1", "writes BANK.REPLY@19 MQPUT MESSAGE-1"]);
});

test("MQPUT1 opens by itself; a name that comes from outside is known at run time only", () => {
  expect(
    queues(
      "MAIN-1.",
      "    MOVE 'BANK.LOG' TO MQOD-OBJECTNAME OF OD-1.",
      "    MOVE TOLD-NAME TO MQOD-OBJECTNAME OF OD-2.",
      "    CALL 'MQPUT1' USING HCONN OD-1 MD PMO MSG-LENGTH MESSAGE-1 CC RC.",
      "    CALL 'MQPUT1' USING HCONN OD-2 MD PMO MSG-LENGTH MESSAGE-1 CC RC.",
      "    CALL 'MQGET' USING HCONN.",
      "    CALL 'MQPUT1'.",
    ),
  ).toEqual(["writes BANK.LOG@20 MQPUT1 MESSAGE-1", "writes TOLD-NAME?@21 MQPUT1 MESSAGE-1"]);
});
