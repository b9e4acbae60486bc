import { expect, test } from "vitest";
import { pli } from "./pli.ts";

const parse = (text: string) => pli.parse({ path: "A.pli", text }, { find: () => undefined });

test("blocks nest: ON units, DO groups and labels of END close what they opened", () => {
  const facts = parse(`/* CALL NO1 */
A: PROC OPTIONS(MAIN);
  ON ENDFILE(F)
  BEGIN;
    CALL E1;
  END;
  IF X THEN DO; CALL C1; END; ELSE CALL C2;
  SELECT (Y); WHEN (1) DO; CALL C3; END; OTHERWISE; END;
  B: PROC;
    DO I = 1 TO 3; CALL C4('CALL NO2; END A;');
  END B;
  CALL B;
END A;
C: PROCEDURE;
END;
`);
  expect(facts.parse).toBe("full");
  expect(facts.symbols.map(({ kind, name, start, end }) => [kind, name, start, end])).toEqual([
    ["program", "A", 2, 13],
    ["function", "B", 9, 11],
    ["program", "C", 14, 15],
  ]);
  expect(facts.references.map(({ from, name, line, to }) => [from, name, line, to])).toEqual([
    ["program:A", "E1", 5, undefined],
    ["program:A", "C1", 7, undefined],
    ["program:A", "C2", 7, undefined],
    ["program:A", "C3", 8, undefined],
    ["program:A/B", "C4", 10, undefined],
    ["program:A", "B", 12, "program:A/B"],
  ]);
});

test("files, includes and embedded commands are read", () => {
  const facts = parse(
    "A: PROC;\n DCL F FILE RECORD;\n %INCLUDE LIB(MEM);\n OPEN FILE(F); READ FILE(F) INTO(R); REWRITE FILE(F); CLOSE FILE(F);\n EXEC SQL\n  SELECT A FROM T1\n  JOIN T2 ON 1=1;\n EXEC CICS XCTL PROGRAM('P2');\n EXEC CICS READ FILE(VARNAME) INTO(R);\nEND;\n",
  );
  expect(facts.references.map(({ kind, name, line }) => `${kind} ${name}:${line}`)).toEqual([
    "includes MEM:3",
    "opens F:4",
    "reads F:4",
    "updates F:4",
    "closes F:4",
    "selects T1:6",
    "selects T2:7",
    "xctls P2:8",
    "reads VARNAME:9",
  ]);
  expect(facts.references.at(-1)).toMatchObject({ resolved: "unresolved", reason: "VARNAME is a variable" });
});

test("a block without END is reported and the rest is kept", () => {
  expect(parse("A: PROC;\n CALL X;\n")).toMatchObject({ parse: "partial", references: [{ name: "X" }] });
});
