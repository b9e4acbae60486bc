import { expect, test } from "vitest";
import { hlasm } from "./hlasm.ts";

const parse = (text: string, macros: Readonly<Record<string, string>> = {}) =>
  hlasm.parse(
    { path: "A.asm", text },
    {
      find: (name) =>
        macros[name] === undefined
          ? undefined
          : { source: { path: `${name}.mac`, text: macros[name] ?? "" }, others: [] },
    },
  );
const edges = (text: string, macros = {}) =>
  parse(text, macros).references.map(({ kind, name, line }) => `${kind} ${name}:${line}`);

test("linkage: CALL, V-constants, LINK, XCTL, LOAD, EXTRN and COPY, but not comments, literals or registers", () => {
  const text = `P        CSECT
*        CALL  NO1
         CALL  SUB1,(A,B),VL     CALL NO2
         CALL  (15)
         L     15,=V(SUB2)
         CLC   X,=C'=V(NO3)'
         CLC   F(L'F),Y
         LINK  EP=SUB3
         XCTL  EP=SUB4
         LOAD  EP=TAB1
         EXTRN SUB5,SUB6
         COPY  BOOK
         CALL  DSNTIAR
AC       DC    V(SUB7)
         END
`;
  expect(edges(text)).toEqual([
    "calls SUB1:3",
    "calls SUB2:5",
    "links SUB3:8",
    "xctls SUB4:9",
    "references TAB1:10",
    "references SUB5:11",
    "references SUB6:11",
    "copies BOOK:12",
    "calls DSNTIAR:13",
    "references SUB7:14",
  ]);
});

test("macros of the estate are called, machine instructions and system macros are not", () => {
  const text = "P CSECT\n  MYMAC R1\n  GETMAIN R,LV=8\n  LA 1,2\n  END\n";
  expect(edges(text, { MYMAC: "         MACRO\n         MYMAC &A\n         MEND\n" })).toEqual(["calls MYMAC:2"]);
});

test("sections resume, dummy sections keep their fields, files tell how they are used", () => {
  const facts = parse(
    "P CSECT\nD DSECT\nF1 DS CL8\nF2 DS F\nP CSECT\nIN DCB DDNAME=DD1,MACRF=(GM)\nO DCB DDNAME=DD2,MACRF=PM\n END\n",
  );
  expect(facts.symbols.map(({ kind, name, start, end }) => [kind, name, start, end])).toEqual([
    ["program", "P", 1, 8],
    ["data-item", "D", 2, 4],
    ["data-item", "F1", 3, 3],
    ["data-item", "F2", 4, 4],
    ["file", "DD1", 6, 6],
    ["file", "DD2", 7, 7],
  ]);
  expect(facts.references.map(({ kind, name, from }) => `${from} ${kind} ${name}`)).toEqual([
    "program:P reads DD1",
    "program:P writes DD2",
  ]);
});
