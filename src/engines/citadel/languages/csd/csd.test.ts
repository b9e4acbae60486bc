import { expect, test } from "vitest";
import { csd } from "./csd.ts";

test("transactions run programs, files are datasets, other resources are made known", () => {
  const text = `* comment PROGRAM(NO)
DEFINE TRANSACTION(AB01) GROUP(G)
DESCRIPTION(RUNS PROGRAM (MAIN))
       PROGRAM(PGM1)
 DEFINE FILE(F1) GROUP(G) DSNAME(A.B.C)
 DEFINE PROGRAM(PGM1) GROUP(G)
 DEFINE TDQUEUE(Q1) GROUP(G) TRANSID(AB01)
 DELETE PROGRAM(OLD) GROUP(G)
 DEFINE LIBRARY(L) GROUP(G) DSNAME01(X.LOAD)
`;
  const facts = csd.parse({ path: "csd/RES.csd", text }, { find: () => undefined });
  expect(facts.symbols.map(({ kind, name, start, end }) => [kind, name, start, end])).toEqual([
    ["module", "RES", 1, 9],
    ["transaction", "AB01", 2, 4],
    ["file", "F1", 5, 5],
    ["file", "Q1", 7, 7],
  ]);
  expect(facts.references.map(({ kind, from, name, line }) => `${from} ${kind} ${name}:${line}`)).toEqual([
    "transaction:AB01@2 executes PGM1:4",
    "file:F1@5 references A.B.C:5",
    "module:RES defines PGM1:6",
    "file:Q1@7 starts AB01:7",
    "module:RES references X.LOAD:9",
  ]);
});
