import { expect, test } from "vitest";
import { rexx } from "./rexx.ts";

test("labels, calls, functions, EXECIO and commands, but not what comments and texts say", () => {
  const text = `/* REXX /* nested don't */ call no1 */
say "call no2"
call one 'call no3'
x = two(1) + length('two(2)')
call 'PGM3'
signal on error
"EXECIO * DISKW OUT (FINIS"
"ALLOC F(IN) DA('A.B.C') SHR"
address linkpgm 'PGM4'
exit
one: procedure
  signal error
two:
  return 1
error: exit 8
`;
  const facts = rexx.parse({ path: "MAIN.rexx", text }, { find: () => undefined });
  expect(facts.symbols.map(({ kind, name, start, end }) => [kind, name, start, end])).toEqual([
    ["program", "MAIN", 1, 15],
    ["function", "ONE", 11, 12],
    ["function", "TWO", 13, 14],
    ["function", "ERROR", 15, 15],
  ]);
  expect(facts.references.map(({ from, kind, name, line }) => `${from} ${kind} ${name}:${line}`)).toEqual([
    "program:MAIN calls ONE:3",
    "program:MAIN calls TWO:4",
    "program:MAIN calls PGM3:5",
    "program:MAIN writes OUT:7",
    "program:MAIN references A.B.C:8",
    "program:MAIN calls PGM4:9",
    "program:MAIN/ONE goto ERROR:12",
  ]);
});
