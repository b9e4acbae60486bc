import { expect, test } from "vitest";
import { easytrieve } from "./easytrieve.ts";

test("activities read their input, perform procedures, call programs and print reports", () => {
  const text = `* CALL NO
FILE IN1
FILE OUT1
SORT IN1 TO OUT1 USING KEY NAME SORTER
JOB INPUT OUT1 NAME MAINJOB
  IF A = 1 +
     PERFORM NOT-A-STATEMENT
  PERFORM P1
  CALL PGM1 USING(A)
  WRITE OUT1 UPDATE
  PRINT R1
  SQL DELETE FROM S.T
P1. PROC
  %MAC1 A
END-PROC
REPORT R1
`;
  const facts = easytrieve.parse({ path: "E.ezt", text }, { find: () => undefined });
  expect(facts.symbols.map(({ kind, name, start, end }) => [kind, name, start, end])).toEqual([
    ["program", "E", 1, 16],
    ["file", "IN1", 2, 2],
    ["file", "OUT1", 3, 3],
    ["paragraph", "SORTER", 4, 4],
    ["paragraph", "MAINJOB", 5, 12],
    ["paragraph", "P1", 13, 15],
    ["paragraph", "R1", 16, 16],
  ]);
  expect(facts.references.map(({ from, kind, name, line }) => `${from} ${kind} ${name}:${line}`)).toEqual([
    "paragraph:SORTER reads IN1:4",
    "paragraph:SORTER writes OUT1:4",
    "paragraph:MAINJOB reads OUT1:5",
    "paragraph:MAINJOB performs P1:8",
    "paragraph:MAINJOB calls PGM1:9",
    "paragraph:MAINJOB updates OUT1:10",
    "paragraph:MAINJOB performs R1:11",
    "paragraph:MAINJOB deletes S.T:12",
    "paragraph:P1 copies MAC1:14",
  ]);
});
