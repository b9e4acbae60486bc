import { expect, test } from "vitest";
import { Estate } from "../../graph/estate.ts";
import { cobol } from "../../languages/cobol/frontend.ts";
import { jcl } from "../../languages/jcl/jcl.ts";
import { impact } from "./impact.ts";

const program = (name: string, fields: readonly string[], statements: readonly string[]): string =>
  [
    "IDENTIFICATION DIVISION.",
    `PROGRAM-ID. ${name}.`,
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    `    SELECT ${name}-FILE ASSIGN TO ACCTDD.`,
    "DATA DIVISION.",
    "FILE SECTION.",
    `FD ${name}-FILE.`,
    `01 ${name}-REC.`,
    ...fields.map((field) => `  05 ${field}.`),
    "WORKING-STORAGE SECTION.",
    "01 GIVEN PIC X(10).",
    "PROCEDURE DIVISION.",
    "MAIN.",
    ...statements.map((statement) => `    ${statement}`),
  ]
    .map((line) => `       ${line}\n`)
    .join("");

const SOURCES = {
  "READER.cbl": program("READER", ["R-KEY PIC 9(5)", "R-ZIP PIC X(4)", "R-GROUP PIC X(10)"], ["READ READER-FILE."]),
  // The same data under names of its own, written from what was given; the ZIP code is one field with what stands before.
  "WRITER.cbl": program(
    "WRITER",
    ["W-HEAD PIC X(9)", "W-GROUP PIC X(10)"],
    ["MOVE GIVEN TO W-GROUP.", "WRITE WRITER-REC.", "MOVE GIVEN TO W-GROUP.", "WRITE WRITER-REC."],
  ),
  "SHORT.cbl": program("SHORT", ["S-KEY PIC 9(5)"], ["READ SHORT-FILE."]),
  "RUN.jcl": ["READER", "WRITER", "SHORT"]
    .map((name) => `//J${name} JOB\n//S1 EXEC PGM=${name}\n//ACCTDD DD DSN=PROD.ACCT,DISP=SHR\n`)
    .join(""),
};
const NO_MEMBERS = { find: () => undefined };
const estate = new Estate(
  Object.entries(SOURCES).map(([path, text]) => ({
    facts: (path.endsWith(".jcl") ? jcl : cobol).parse({ path, text }, NO_MEMBERS),
    sha256: "",
  })),
);

function layouts(name: string): readonly string[] {
  const result = impact(estate, name);
  if (result.kind === "failure") throw new Error(result.message);
  const found = result.answer.sections.find(({ heading }) => heading === "Other layouts of its bytes");
  return (found?.lines ?? []).map(({ text, file, line }) => `${text} @${file}:${line}`);
}

test("what other programs call the same bytes of a dataset is told, with what they put there", () => {
  expect(layouts("R-GROUP")).toEqual([
    "W-GROUP in WRITER-REC, of PROD.ACCT: PIC X(10), 10 bytes at offset 9 of the record @WRITER.cbl:11",
    "receives GIVEN @WRITER.cbl:16",
    "SHORT-REC, of PROD.ACCT: no named item of it lies there @SHORT.cbl:9",
  ]);
  expect(layouts("R-ZIP")[0]).toBe(
    "W-HEAD in WRITER-REC, of PROD.ACCT: PIC X(9), 9 bytes at offset 0 of the record @WRITER.cbl:10",
  );
});
