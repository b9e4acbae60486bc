import { describe, expect, test } from "vitest";
import { Estate } from "../../graph/estate.ts";
import { cobol, copybook } from "../../languages/cobol/frontend.ts";
import { jcl } from "../../languages/jcl/jcl.ts";
import type { QueryResult } from "../answer.ts";
import { lineage } from "../lineage.ts";
import { impact } from "./impact.ts";

const text = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");

const SOURCES: Record<string, string> = {
  "cpy/ACCT.cpy": text("01 ACCT.", "  05 ACCT-ID PIC 9(5).", "  05 ACCT-NAME PIC X(10)."),
  "cbl/POST.cbl": text(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. POST.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    "    SELECT ACCTS ASSIGN TO ACCTDD.",
    "DATA DIVISION.",
    "FILE SECTION.",
    "FD ACCTS.",
    "01 FD-REC PIC X(15).",
    "WORKING-STORAGE SECTION.",
    "COPY ACCT.",
    "01 OLD-ACCT.",
    "  05 OLD-ID PIC 9(5).",
    "  05 OLD-NAME PIC X(10).",
    "01 SMALL PIC 9(5).",
    "01 SMALLER PIC X(5).",
    "01 LARGE PIC X(20).",
    "PROCEDURE DIVISION.",
    "MAIN.",
    "    READ ACCTS INTO ACCT.",
    "    MOVE ACCT TO OLD-ACCT. DISPLAY OLD-ID.",
    "    MOVE ACCT-ID TO SMALL LARGE.",
    "    MOVE SMALL TO SMALLER.",
    "    MOVE 1234567 TO ACCT-ID.",
    "    EXEC SQL SELECT A.NAME, NR INTO :SMALLER, :SMALL:LARGE FROM OWN.ACCOUNT A WHERE KEYNO = :OLD-ID END-EXEC.",
    "    EXEC SQL INSERT INTO OWN.ACCOUNT (NR, NAME) VALUES (:SMALL, :LARGE) END-EXEC.",
    "    EXEC CICS PUT CONTAINER('BOX') FROM(OLD-ACCT) END-EXEC.",
    "    CALL 'PRINT' USING ACCT. EXEC CICS XCTL PROGRAM('MENU') END-EXEC.",
  ),
  "cbl/PRINT.cbl": text(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. PRINT.",
    "DATA DIVISION.",
    "LINKAGE SECTION.",
    "01 LK.",
    "  05 LK-ID PIC 9(5).",
    "PROCEDURE DIVISION USING LK.",
    "    EXEC CICS GET CONTAINER('BOX') INTO(LK) END-EXEC.",
    "    DISPLAY LK-ID.",
  ),
  "cbl/MENU.cbl": text(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. MENU.",
    "PROCEDURE DIVISION.",
    "    EXEC CICS XCTL PROGRAM('POST') END-EXEC.",
  ),
  "jcl/RUN.jcl": "//RUN JOB\n//S1 EXEC PGM=POST\n//ACCTDD DD DSN=PROD.ACCT,DISP=SHR,\n//  DCB=(RECFM=FB,LRECL=15)\n",
  "jcl/DEF.jcl": [
    "//DEF JOB",
    "//S1 EXEC PGM=IDCAMS",
    "//SYSIN DD *",
    "  DEFINE CLUSTER (NAME(PROD.ACCT) KEYS(5 0) RECORDSIZE(15 15))",
    "/*",
    "",
  ].join("\n"),
};

const members = {
  find: (name: string) => {
    const path = `cpy/${name}.cpy`;
    const source = SOURCES[path];
    return source === undefined ? undefined : { source: { path, text: source }, others: [] };
  },
};
const languageOf = (path: string) => (path.endsWith(".jcl") ? jcl : path.endsWith(".cpy") ? copybook : cobol);
const estateOf = (sources: Record<string, string>): Estate =>
  new Estate(
    Object.entries(sources).map(([path, source]) => ({
      facts: languageOf(path).parse({ path, text: source }, members),
      sha256: "",
    })),
  );
const estate = estateOf(SOURCES);

function lines(result: QueryResult, heading: string): string[] {
  if (result.kind === "failure") return [result.message];
  const found = result.answer.sections.filter((section) => section.heading === heading);
  return found.flatMap((section) => section.lines.map((line) => `${line.text} @${line.file}:${line.line}`));
}

const notes = (result: QueryResult): readonly string[] =>
  result.kind === "failure" ? [] : (result.answer.notes ?? []);

describe("impact in tiers", () => {
  test("data to convert are the datasets that hold the field, with their definitions", () => {
    expect(lines(impact(estate, "ACCT-ID"), "Data to convert")).toEqual([
      "PROD.ACCT (dataset): holds ACCT, the file ACCTS @cbl/POST.cbl:20",
      "defined with KEYS(5 0) RECORDSIZE(15 15) @jcl/DEF.jcl:4",
      "allocated with LRECL=15 RECFM=FB by RUN/S1 @jcl/RUN.jcl:4",
    ]);
  });

  test("what copies it is compiled anew, what runs that is tested, and screens are apart", () => {
    const found = impact(estate, "ACCT-ID");
    expect(lines(found, "Recompile")).toEqual([
      "ACCT (changed or recompiled) @cpy/ACCT.cpy:1",
      "POST copies ACCT @cbl/POST.cbl:11",
    ]);
    expect(lines(found, "Retest: jobs and steps")).toEqual(["RUN/S1 executes POST @jcl/RUN.jcl:2"]);
    expect(lines(found, "Reached by navigation")).toEqual([]);
    expect(lines(impact(estate, "ACCT-ID", undefined, { navigation: true }), "Reached by navigation")).toContain(
      "MENU/(main) xctls POST @cbl/MENU.cbl:4",
    );
  });

  test("another PICTURE names the statements that lose something, also one move later, and no others", () => {
    expect(lines(impact(estate, "ACCT-ID", undefined, { to: "PIC 9(8)" }), "Code to change for PIC 9(8)")).toEqual([
      "POST/MAIN: ACCT-ID to SMALL: 3 leading digits are lost @cbl/POST.cbl:22",
      "POST/MAIN: FD-REC to ACCT: brings 15 of 18 bytes @cbl/POST.cbl:20",
      "POST/MAIN: LK-ID as part of LK to ACCT-ID: the same bytes of another layout @cbl/POST.cbl:28",
      "POST/MAIN: SMALL to SMALLER: 3 of 8 characters are lost; then also too small @cbl/POST.cbl:23",
      // LARGE holds all of it, and what reads the column of LARGE does not.
      "OWN.ACCOUNT: LARGE to SMALLER: 3 of 8 characters are lost; then also too small @cbl/POST.cbl:25",
      "POST/MAIN: ACCT-ID as part of ACCT to OLD-ID: the layouts differ: 8 bytes for 5 @cbl/POST.cbl:21",
      "POST/MAIN: ACCT-ID as part of ACCT to LK-ID: the layouts differ: 8 bytes for 5 @cbl/POST.cbl:28",
      "PROD.ACCT: ACCT to FD-REC: its last 3 bytes are cut off @cbl/POST.cbl:9",
      "POST/MAIN: OLD-ID as part of OLD-ACCT to LK-ID: the same bytes of another layout @cbl/POST.cbl:27",
    ]);
    const smaller = impact(estate, "ACCT-ID", undefined, { to: "9(3)" });
    expect(lines(smaller, "Code to change for 9(3)")).toEqual([
      "POST/MAIN: 1234567 to ACCT-ID: 4 of 7 characters are lost @cbl/POST.cbl:24",
      "POST/MAIN: LK-ID as part of LK to ACCT-ID: the same bytes of another layout @cbl/POST.cbl:28",
      "POST/MAIN: ACCT-ID as part of ACCT to OLD-ID: the layouts differ: 3 bytes for 5 @cbl/POST.cbl:21",
      "POST/MAIN: ACCT-ID as part of ACCT to LK-ID: the layouts differ: 3 bytes for 5 @cbl/POST.cbl:28",
    ]);
    expect(impact(estate, "ACCT-ID", undefined, { to: "wide" }).kind).toBe("failure");
  });

  test("the PICTURE that a field has already, as after the change, tells what is lost as it is", () => {
    const smaller = (to: string) => impact(estate, "SMALL", undefined, { to });
    expect(lines(impact(estate, "LARGE", undefined, { to: "X(20)" }), "Code to change for X(20)")).toEqual([]);
    expect(
      lines(impact(estate, "LARGE", undefined, { to: "X(20)" }), "It is X(20) already: code that loses something"),
    ).toEqual(["OWN.ACCOUNT: LARGE to SMALLER: 15 of 20 characters are lost @cbl/POST.cbl:25"]);
    expect(
      lines(impact(estate, "ACCT-ID", undefined, { to: "9(5)" }), "It is 9(5) already: code that loses something"),
    ).toEqual(["POST/MAIN: 1234567 to ACCT-ID: 2 of 7 characters are lost @cbl/POST.cbl:24"]);
    expect(notes(smaller("9(5)"))).toContain("No statement loses anything with 9(5).");
    expect(lines(smaller("9(8)"), "Code to change for 9(8)")).toHaveLength(1);
  });

  test("what lies behind the bytes that a receiver takes is not lost there, and no more is lost than there is", () => {
    const source = text(
      "IDENTIFICATION DIVISION.",
      "PROGRAM-ID. HEAD.",
      "WORKING-STORAGE SECTION.",
      "01 WHOLE.",
      "  05 KEY-PART PIC X(4).",
      "  05 BODY PIC X(8).",
      "  05 TAIL PIC X(6).",
      "01 HEADER PIC X(4).",
      "01 HEADING.",
      "  05 HEADING-KEY PIC X(4).",
      "01 MOST PIC X(9).",
      "PROCEDURE DIVISION.",
      "MAIN.",
      "    MOVE WHOLE TO HEADER.",
      "    MOVE WHOLE TO HEADING.",
      "    MOVE WHOLE TO MOST.",
    );
    const lost = (field: string, to: string) =>
      lines(
        impact(estateOf({ "cbl/HEAD.cbl": source }), field, undefined, { to }),
        `It is ${to} already: code that loses something`,
      );
    expect(lost("BODY", "X(8)")).toEqual([
      "HEAD/MAIN: BODY as part of WHOLE to MOST: 3 of 8 characters are lost @cbl/HEAD.cbl:16",
    ]);
    expect(lost("TAIL", "X(6)")).toEqual([]);
  });

  test("as it is, a redefined group gets no part of what one of its layouts holds, and one of what none does", () => {
    const redefined = (size: number): string =>
      text(
        "IDENTIFICATION DIVISION.",
        "PROGRAM-ID. TYPES.",
        "WORKING-STORAGE SECTION.",
        "01 SENT.",
        "  05 KEY-PART PIC X(4).",
        "  05 BODY PIC X(8).",
        "01 GOT.",
        "  05 GOT-PLAIN.",
        "    10 GOT-A PIC X(6).",
        "    10 GOT-B PIC X(10).",
        "  05 GOT-OTHER REDEFINES GOT-PLAIN.",
        `    10 GOT-C PIC X(${size}).`,
        `    10 GOT-D PIC X(${16 - size}).`,
        "PROCEDURE DIVISION.",
        "MAIN.",
        "    MOVE SENT TO GOT.",
      );
    const lost = (size: number) =>
      lines(
        impact(estateOf({ "cbl/TYPES.cbl": redefined(size) }), "BODY", undefined, { to: "X(8)" }),
        "It is X(8) already: code that loses something",
      );
    expect(lost(12)).toEqual([]);
    expect(lost(7)).toEqual([
      "TYPES/MAIN: BODY as part of SENT to GOT: the layouts differ: GOT-A gets a part of it @cbl/TYPES.cbl:16",
    ]);
  });

  test("items behind a longer one that move by as many bytes are told by the first of them", () => {
    const source = text(
      "IDENTIFICATION DIVISION.",
      "PROGRAM-ID. LONG.",
      "WORKING-STORAGE SECTION.",
      "01 REC.",
      "  05 A PIC X(2).",
      "  05 B PIC X(2).",
      "  05 G.",
      "    10 C PIC X(2).",
      "    10 D PIC X(2).",
      "  05 COPY-OF-A PIC X(2).",
      "  05 E PIC X(2).",
      "PROCEDURE DIVISION.",
      "    MOVE A TO COPY-OF-A.",
    );
    const found = impact(estateOf({ "cbl/LONG.cbl": source }), "A", undefined, { to: "X(5)" });
    expect(lines(found, "Records of another length with X(5)")).toEqual([
      "LONG/REC: 12 -> 18 bytes @cbl/LONG.cbl:4",
      "B: offset 2 -> 5; the next 4 named items move by 3 as well @cbl/LONG.cbl:6",
      "E: offset 10 -> 16 @cbl/LONG.cbl:11",
    ]);
  });

  test("a value goes through group moves, files and arguments to the part at the same place", () => {
    expect(lines(lineage(estate, "ACCT-ID"), "Goes to")).toContain(
      "ACCT-ID as part of ACCT -> OLD-ID (move, POST/MAIN) @cbl/POST.cbl:21",
    );
    expect(lines(lineage(estate, "LK-ID"), "Comes from")).toContain(
      "LK-ID as part of LK <- ACCT-ID (pass, POST/MAIN) @cbl/POST.cbl:28",
    );
    expect(lines(lineage(estate, "ACCT-ID"), "Comes from")).toContain(
      "ACCT-ID as part of ACCT <- FD-REC (read-into, POST/MAIN) @cbl/POST.cbl:20",
    );
  });

  test("columns are joined to the host variables that stand for them, by place and beside an operator", () => {
    const columns = estate.graph.edges.filter(({ detail }) => detail?.["join"] === "column");
    expect(columns.map(({ name, line, detail }) => `${detail?.["column"]} ${name} ${line}`)).toEqual([
      "KEYNO OLD-ID 25",
      "NAME SMALLER 25",
      "NR SMALL 25",
      "NAME LARGE 26",
    ]);
    expect(lines(impact(estate, "SMALLER"), "Data to convert")).toEqual([
      "OWN.ACCOUNT (table), column NAME: holds SMALLER @cbl/POST.cbl:25",
    ]);
  });

  test("what is put into a container goes to who gets it", () => {
    expect(lines(lineage(estate, "OLD-ID"), "Goes to")).toContain(
      "OLD-ID as part of OLD-ACCT -> LK-ID (pass, POST/MAIN) @cbl/POST.cbl:27",
    );
  });
});
