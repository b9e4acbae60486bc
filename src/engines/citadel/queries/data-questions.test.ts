import { describe, expect, test } from "vitest";
import { Estate } from "../graph/estate.ts";
import { bms } from "../languages/bms/bms.ts";
import { cobol, copybook } from "../languages/cobol/frontend.ts";
import { csd } from "../languages/csd/csd.ts";
import { jcl } from "../languages/jcl/jcl.ts";
import type { QueryResult } from "./answer.ts";
import { findCallers } from "./callers.ts";
import { crudMatrix } from "./crud.ts";
import { FlowIndex } from "./flow-index.ts";
import { folderStats } from "./folder-stats.ts";
import { impact } from "./impact/impact.ts";
import { jobMatrix } from "./jobs.ts";
import { lineage } from "./lineage.ts";
import { runQuery } from "./run-query.ts";
import { screenFlow } from "./screens.ts";
import { pathDiagrams } from "./sequence-diagrams.ts";

const text = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");

const SOURCES: Record<string, string> = {
  "cpy/CUST.cpy": text("01 CUST-REC.", "  05 CUST-NO PIC 9(6).", "  05 CUST-BAL PIC S9(7)V99."),
  "cpy/UNION.cpy": text(
    "01 UNI-REC.",
    "  05 UNI-DATA PIC X(20).",
    "  05 UNI-A REDEFINES UNI-DATA.",
    "    10 A-NO PIC 9(6).",
    "    10 A-BAL PIC 9(4).",
    "  05 UNI-B REDEFINES UNI-DATA.",
    "    10 B-NAME PIC X(15).",
    "    10 B-REST PIC X(5).",
  ),
  "cpy/CLOSE.cpy": text("CLOSING.", "    IF CODE-1 = 1 CALL 'LOGGER'."),
  "cpy/SHOWM.cpy": text(
    "01 MAPAI.",
    "  02 FILLER PIC X(12).",
    "  02 BALI PIC X(9).",
    "  02 LIMI PIC X(9).",
    "01 MAPAO REDEFINES MAPAI.",
    "  02 FILLER PIC X(12).",
    "  02 BALO PIC X(9).",
    "  02 LIMO PIC X(9).",
  ),
  // It names neither CUST-NO nor any other part of the copied record.
  "cbl/UPD.cbl": text(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. UPD.",
    "INPUT-OUTPUT SECTION.",
    "FILE-CONTROL.",
    "    SELECT CUSTF ASSIGN TO CUSTDD.",
    "DATA DIVISION.",
    "FILE SECTION.",
    "FD CUSTF.",
    "01 F-REC.",
    "  05 F-NO PIC 9(6).",
    "  05 FILLER PIC X(9).",
    "WORKING-STORAGE SECTION.",
    "COPY CUST.",
    "01 CODE-1 PIC 9.",
    "PROCEDURE DIVISION.",
    "MAIN-1.",
    "    MOVE 7 TO F-NO.",
    "    READ CUSTF INTO CUST-REC.",
    "    PERFORM CHANGE-1. PERFORM CLOSING. STOP RUN.",
    "CHANGE-1.",
    "    REWRITE F-REC FROM CUST-REC.",
    "COPY CLOSE.",
  ),
  "cbl/SHOW.cbl": text(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. SHOW.",
    "DATA DIVISION.",
    "WORKING-STORAGE SECTION.",
    "COPY CUST. COPY UNION. COPY SHOWM.",
    "01 LIMIT PIC S9(7)V99.",
    "01 EDITED PIC Z(7)9.",
    "01 CODE-1 PIC 9.",
    "PROCEDURE DIVISION.",
    "MAIN-1.",
    "    EXEC CICS READ FILE('CUSTCICS') INTO(CUST-REC) RIDFLD(CUST-NO) END-EXEC.",
    "    MOVE CUST-BAL TO EDITED. MOVE EDITED TO BALO.",
    "    MOVE LIMIT TO EDITED.",
    "    MOVE EDITED TO LIMO.",
    "    MOVE CUST-NO TO A-NO. MOVE 'SMITH' TO B-NAME. MOVE UNI-REC TO MAPAI.",
    "    EXEC CICS SEND MAP('MAPA') MAPSET('SHOWM') END-EXEC.",
    "    PERFORM CLOSING.",
    "COPY CLOSE.",
  ),
  "bms/SHOWM.bms": [
    "SHOWM    DFHMSD TYPE=&SYSPARM,MODE=INOUT,LANG=COBOL,TIOAPFX=YES",
    "MAPA     DFHMDI SIZE=(24,80)",
    "BAL      DFHMDF POS=(1,1),LENGTH=9",
    "LIM      DFHMDF POS=(2,1),LENGTH=9",
    "         DFHMSD TYPE=FINAL",
    "         END",
    "",
  ].join("\n"),
  "csd/ALL.csd": [
    "DEFINE TRANSACTION(SHO1) GROUP(G) PROGRAM(SHOW)",
    "DEFINE PROGRAM(SHOW) GROUP(G)",
    "DEFINE FILE(CUSTCICS) GROUP(G) DSNAME(PROD.CUST)",
    "",
  ].join("\n"),
  "jcl/RUN.jcl":
    "//RUN JOB\n//S1 EXEC PGM=UPD\n//CUSTDD DD DSN=PROD.CUST,DISP=SHR\n//OTHER DD DSN=PROD.OTHER,DISP=SHR\n",
  "jcl/NEXT.jcl": "//NEXT JOB\n//S1 EXEC PGM=IEFBR14\n//DD1 DD DSN=PROD.OTHER,DISP=(OLD,DELETE)\n",
};

const members = {
  find: (name: string) => {
    const path = `cpy/${name}.cpy`;
    const source = SOURCES[path];
    return source === undefined ? undefined : { source: { path, text: source }, others: [] };
  },
};
const LANGUAGES = { cbl: cobol, cpy: copybook, jcl, bms, csd } as const;
const estate = new Estate(
  Object.entries(SOURCES).map(([path, source]) => ({
    facts: LANGUAGES[path.split(".")[1] as keyof typeof LANGUAGES].parse({ path, text: source }, members),
    sha256: "",
  })),
);
const flows = new FlowIndex(estate);

function lines(result: QueryResult, heading: string): string[] {
  if (result.kind === "failure") return [result.message];
  const found = result.answer.sections.filter((section) => section.heading === heading);
  return found.flatMap((section) => section.lines.map((line) => `${line.text} @${line.file}:${line.line}`));
}

describe("questions about data", () => {
  test("crud of a copybook is that of whatever holds its record, in batch and online", () => {
    const found = crudMatrix(estate, ".", ["CUST"], () => flows);
    expect(
      ["Programs", "Jobs: job/step, program", "Transactions: transaction, program"].map((part) => lines(found, part)),
    ).toEqual([
      [
        "SHOW: R PROD.CUST (dataset) [also csd/ALL.csd:3] @cbl/SHOW.cbl:11",
        "UPD: RU PROD.CUST (dataset through DD CUSTDD) [also jcl/RUN.jcl:3, cbl/UPD.cbl:21] @cbl/UPD.cbl:18",
      ],
      ["RUN/S1 UPD: RU PROD.CUST (dataset through DD CUSTDD) [also jcl/RUN.jcl:3, cbl/UPD.cbl:21] @cbl/UPD.cbl:18"],
      ["SHO1 SHOW: R PROD.CUST (dataset) [also csd/ALL.csd:3] @cbl/SHOW.cbl:11"],
    ]);
    expect(crudMatrix(estate, ".", ["CUST-REC"], () => flows)).toEqual({
      ...found,
      answer: { ...(found.kind === "answer" && found.answer), title: "What is done to data: CUST-REC" },
    });
  });

  test("the job matrix says what the program does with a DD, and what the step does itself; names narrow it", () => {
    const heading = "Job and step, access (create, read, update, delete), dataset or table";
    expect(lines(jobMatrix(estate, ".", ["run"]), heading)).toEqual([
      "RUN/S1: RU   PROD.CUST (dataset) [also cbl/UPD.cbl:18, cbl/UPD.cbl:21] @jcl/RUN.jcl:3",
      "RUN/S1: R    PROD.OTHER (dataset) @jcl/RUN.jcl:4",
    ]);
    expect(lines(jobMatrix(estate, ".", ["OTHER"]), heading).map((line) => line.split(" (")[0])).toEqual([
      "NEXT/S1: D    PROD.OTHER",
      "RUN/S1: R    PROD.OTHER",
    ]);
  });

  test("the screens of a field are those that its value reaches; a work field that is set between leaves a doubt", () => {
    const found = lines(
      screenFlow(estate, ".", ["CUST-BAL"], () => flows),
      "Shown in",
    );
    expect(found).toEqual([
      "MAPA/BAL: CUST-BAL -> EDITED -> BALO by SHOW/MAIN-1 [after cbl/SHOW.cbl:12] @cbl/SHOW.cbl:12",
      "MAPA/LIM: CUST-BAL -> EDITED -> LIMO by SHOW/MAIN-1 [after cbl/SHOW.cbl:12] [possibly: EDITED is set again on line 13] @cbl/SHOW.cbl:14",
    ]);
    expect(
      lines(
        screenFlow(estate, ".", ["SHO1"], () => flows),
        "Transactions",
      ),
    ).toEqual(["SHO1 -> SHOW @csd/ALL.csd:1"]);
    expect(
      lines(
        screenFlow(estate, ".", ["BAL"], () => flows),
        "Fields of maps",
      ),
    ).toEqual(["MAPA/BAL @bms/SHOWM.bms:3"]);
  });

  test("the way from a transaction or a job to data is told with each line", () => {
    const ways = (from: string, to: string): unknown => {
      const found = pathDiagrams(estate, [from, to], { diagramsMax: 5, navigation: false });
      return "kind" in found ? found : found.diagrams.map((each) => each.text.trim().split(/\n\s*/));
    };
    expect(ways("SHO1", "CUSTCICS")).toEqual([
      [
        "SHO1 -> SHOW (executes)  csd/ALL.csd:1",
        "SHOW -> MAIN-1 (performs)  cbl/SHOW.cbl:10",
        "MAIN-1 -> CUSTCICS (reads)  cbl/SHOW.cbl:11",
      ],
    ]);
    expect(ways("RUN", "PROD.CUST")).toContainEqual([
      "RUN -> S1 (performs)  jcl/RUN.jcl:2",
      "S1 -> UPD (executes)  jcl/RUN.jcl:2",
      "UPD -> MAIN-1 (performs)  cbl/UPD.cbl:16",
      "MAIN-1 -> CHANGE-1 (performs)  cbl/UPD.cbl:19",
      "CHANGE-1 -> CUSTF (updates)  cbl/UPD.cbl:21",
      "CUSTF -> PROD.CUST (references)  jcl/RUN.jcl:3",
    ]);
    expect(ways("SHO1", "NOWHERE")).toEqual({ kind: "failure", message: "Nothing in the estate is called NOWHERE" });
  });

  test("a field of another record type over the same bytes is no part of a value", () => {
    const goes = lines(lineage(estate, "CUST-NO", undefined, flows), "Goes to");
    expect(goes.some((line) => line.includes("-> A-NO"))).toBe(true);
    expect(
      lines(lineage(estate, "A-NO", undefined, flows), "Comes from").filter((line) => line.includes("B-NAME")),
    ).toEqual(["A-NO by bytes shared with B-NAME <- 'SMITH' (move, SHOW/MAIN-1) @cbl/SHOW.cbl:15"]);
    expect(goes.filter((line) => line.includes("B-NAME"))).toEqual([]);
  });

  test("a wider field is too wide for other layouts of its record, also where no program line names it", () => {
    const found = impact(estate, "CUST-NO", undefined, { flows, to: "PIC 9(8)" });
    const code = lines(found, "Code to change for PIC 9(8)");
    expect(code).toContain(
      "UPD/MAIN-1: F-NO as part of F-REC to CUST-NO: the same bytes of another layout @cbl/UPD.cbl:18",
    );
    expect(code).toContain("SHOW/MAIN-1: CUST-NO to A-NO: 2 leading digits are lost @cbl/SHOW.cbl:15");
    expect(new Set(code.map((line) => line.split(": ").slice(0, 2).join())).size).toBe(code.length);
    expect(lines(found, "Recompile")).toEqual([
      "CUST (changed or recompiled) @cpy/CUST.cpy:1",
      "UNION (changed or recompiled) @cpy/UNION.cpy:1",
      "UPD (changed or recompiled) @cbl/UPD.cbl:1",
      "SHOW copies CUST @cbl/SHOW.cbl:5",
    ]);
  });

  test("what a copybook holds is told once, however many programs copy it", () => {
    const { answer } = folderStats(estate, ".") as Extract<QueryResult, { kind: "answer" }>;
    const units = answer.sections.find(({ heading }) => heading === "Most complex units")?.lines ?? [];
    expect(units.filter(({ text: line }) => line.includes("CLOSING"))).toHaveLength(1);
    expect(
      lines(
        findCallers(estate, ".", "LOGGER", () => flows),
        "Callers",
      ).map((line) => line.split(" ")[0]),
    ).toEqual(["SHOW/CLOSING", "UPD/CLOSING"]);
  });

  test("the dictionary is also asked for by the copybook or the record", () => {
    const parts = { estate, textOf: () => undefined, flows: () => flows };
    const fields = (name: string): QueryResult =>
      runQuery("fields", { path: ".", names: [name] }, parts) as QueryResult;
    const names = (name: string): string[] =>
      lines(fields(name), "cpy/CUST.cpy").map((line) => line.split(" ")[0] ?? "");
    expect([names("cust"), names("CUST-REC"), names("CUST-BAL")]).toEqual([
      ["CUST-REC", "CUST-NO", "CUST-BAL"],
      ["CUST-REC", "CUST-NO", "CUST-BAL"],
      ["CUST-BAL"],
    ]);
  });
});
