import { expect, test } from "vitest";
import { dclgen } from "./dclgen.ts";

test("the copybook references its table, with all columns, and holds the host structure", () => {
  const text = `      * DCLGEN TABLE(S.T)
000200     EXEC SQL DECLARE S.T TABLE                                   SEQ00020
           ( A                              CHAR(2) NOT NULL,
             B                              DECIMAL(9, 2)
           ) END-EXEC.
       01  DCLT.
           10 A                    PIC X(2).
           10 B
              PIC S9(7)V9(2) USAGE COMP-3.
`;
  const facts = dclgen.parse({ path: "dcl/DCLT.dcl", text }, { find: () => undefined });
  expect(facts.symbols.map(({ kind, name, owner, start, end }) => [kind, name, owner, start, end])).toEqual([
    ["copybook", "DCLT", undefined, 1, 9],
    ["data-item", "DCLT", "copybook:DCLT", 6, 6],
    ["data-item", "A", "copybook:DCLT/DCLT", 7, 7],
    ["data-item", "B", "copybook:DCLT/DCLT", 8, 9],
  ]);
  expect(facts.symbols[3]?.detail).toEqual({ level: 10, picture: "S9(7)V9(2)", usage: "COMP-3" });
  expect(facts.references).toMatchObject([
    {
      kind: "references",
      name: "S.T",
      line: 2,
      detail: {
        columns: [
          { name: "A", type: "CHAR(2)", nullable: false, line: 3 },
          { name: "B", type: "DECIMAL(9,2)", nullable: true, line: 4 },
        ],
      },
    },
  ]);
});

test("an item of level zero ends the reading of nothing", () => {
  const text = "EXEC SQL DECLARE T TABLE (A CHAR(1)) END-EXEC.\n 0 A PIC X.\n 05 B PIC X.\n";
  const { symbols } = dclgen.parse({ path: "T.dcl", text }, { find: () => undefined });
  expect(symbols.map(({ name }) => name)).toEqual(["T", "A", "B"]);
});
