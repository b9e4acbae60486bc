import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

const cobol = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");
const jcl = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;

/** A harbour with a scheduler, generations, transactions and a program that is given a PARM. */
const MORE: Readonly<Record<string, string>> = {
  "schedule/HARBOR.controlm": jcl(
    "<DEFTABLE>",
    '<FOLDER FOLDER_NAME="EVENING">',
    '<JOB JOBNAME="TIDES" DAYS="ALL" TIMEFROM="2200">',
    "</JOB>",
    "</FOLDER>",
    "</DEFTABLE>",
  ),
  "jcl/TIDES.jcl": jcl(
    "//TIDES JOB 1",
    "//LIST EXEC PGM=TIDELIST,PARM='20260131'",
    "//OUT DD DSN=HARBOR.TIDES(+1),DISP=(NEW,CATLG)",
  ),
  "jcl/GROUPS.jcl": jcl(
    "//GROUPS JOB 1",
    "//DEFINE EXEC PGM=IDCAMS",
    "//SYSIN DD *",
    "  DEFINE GENERATIONDATAGROUP -",
    "    (NAME(HARBOR.TIDES) -",
    "     LIMIT(7) SCRATCH)",
    "/*",
  ),
  "jcl/ONLINE.jcl": jcl(
    "//ONLINE JOB 1",
    "//CSD EXEC PGM=DFHCSDUP",
    "//SYSIN DD *",
    " DEFINE TRANSACTION(TD01) GROUP(TIDES) PROGRAM(TIDEINQ)",
    " DEFINE PROGRAM(TIDEINQ) GROUP(TIDES)",
    " DEFINE TRANSACTION(TD02) GROUP(TIDES) PROGRAM(PIERTYP)",
    "/*",
  ),
  "cobol/TIDELIST.cbl": cobol(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. TIDELIST.",
    "LINKAGE SECTION.",
    "01  TIDE-PARM.",
    "    05  TIDE-PARM-LEN     PIC S9(4) COMP.",
    "    05  TIDE-PARM-DAY     PIC X(08).",
    "PROCEDURE DIVISION USING TIDE-PARM.",
    "0000-MAIN.",
    "    DISPLAY 'TIDES OF ' TIDE-PARM-DAY",
    "    GOBACK.",
  ),
  "cobol/TIDEINQ.cbl": cobol(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. TIDEINQ.",
    "*    Deletes a tide remark.",
    "DATA DIVISION.",
    "WORKING-STORAGE SECTION.",
    "01  TIDE-KEEPER.",
    "    05  KEEPER-PASSWORD     PIC X(10).",
    "01  WS-TEXT                 PIC X(40).",
    "01  WS-TYPED                PIC X(10).",
    "01  MSG-BAD-KEY             PIC X(40) VALUE",
    "    'THIS KEY DOES NOTHING'.",
    "PROCEDURE DIVISION.",
    "0000-MAIN.",
    "    EVALUATE EIBAID",
    "        WHEN DFHPF5",
    "            IF KEEPER-PASSWORD = WS-TYPED",
    "                MOVE 'PRESS PF5 AGAIN TO CONFIRM' TO WS-TEXT",
    "            END-IF",
    "        WHEN OTHER",
    "            MOVE MSG-BAD-KEY TO WS-TEXT",
    "    END-EVALUATE",
    "    EXEC CICS RETURN END-EXEC.",
  ),
  "cobol/PIERTYP.cbl": cobol(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. PIERTYP.",
    "*    Deletes a pier type.",
    "PROCEDURE DIVISION.",
    "    GOBACK.",
  ),
  "sql/TIDES.ddl": jcl(
    "CREATE TABLE HARBOR.REMARK (",
    "  PIER CHAR(4) NOT NULL,",
    "  FOREIGN KEY (PIER)",
    "  REFERENCES HARBOR.PIER (PIER) ON DELETE CASCADE);",
  ),
  "jcl/BUILD.jcl": jcl("//BUILD JOB 1", "//* CHANGE MEM TO THE BATCH PROGRAM", "//COMP EXEC PGM=IGYCRCTL"),
};
let place: Place;
let harbor: Place;
beforeAll(() => {
  place = makePlace(MORE);
  harbor = makePlace({});
  cpSync("examples/harbor-ledger", harbor.cwd, { recursive: true });
});
afterAll(() => {
  place.remove();
  harbor.remove();
});

test.each([
  ["how often does TIDES run?", /EVENING \(every day, DAYS="ALL", from 2200\): TIDES — schedule\/HARBOR\.controlm:2-5/],
  ["which jobs are in the scheduler and when do they run", /What the scheduler runs[\s\S]*: TIDES — /],
  [
    "how many generations of the tides are kept?",
    /keeps 7 generations\.\n.*\n- HARBOR\.TIDES: LIMIT\(7\) SCRATCH — jcl\/GROUPS\.jcl:4-6/,
  ],
  ["which transactions are there and what program does each start?", /TD01 -> TIDEINQ — jcl\/ONLINE\.jcl:4/],
  [
    "TIDES - what is the PARM for?",
    /PARM='20260131' — jcl\/TIDES\.jcl:2[\s\S]*uses it \(1\):\ncobol\/TIDELIST\.cbl:9-9:\n```cbl\nDISPLAY 'TIDES OF ' TIDE-PARM-DAY/,
  ],
  [
    "are passwords kept in clear text? where is the check",
    /in clear text[\s\S]*KEEPER-PASSWORD PIC X\(10\)[\s\S]*IF KEEPER-PASSWORD = WS-TYPED/,
  ],
  [
    "what happens on an unsupported key, and which text is shown?",
    /The text that is shown: cobol\/TIDEINQ\.cbl:10 .*'THIS KEY DOES NOTHING'[\s\S]*WHEN OTHER/,
  ],
  [
    "who can delete a tide remark? does it ask for confirmation",
    /transaction TD01[\s\S]*No condition of TIDEINQ tests who the user is[\s\S]*"PRESS PF5 AGAIN TO CONFIRM"/,
  ],
  [
    "what if I delete a pier that still has remarks?",
    /ON DELETE CASCADE: the rows that belong to it are deleted as well\.\nsql\/TIDES\.ddl:3-4/,
  ],
  ["how do I compile a batch program?", /jcl\/BUILD\.jcl \(2\):\n.*CHANGE MEM[\s\S]*PGM=IGYCRCTL/],
  ["quantas gerações de TIDES se guardam?", /Cada um deles guarda 7 gerações\./],
])("what runs a mainframe application is read out of its definitions: %s", async (question, answer) => {
  expect(await answerOfGuide(question, place)).toMatch(answer);
});

test.each([
  [
    "which program does what?",
    /- FEEPOST: Posts the fees of the day to the berth accounts\. \(job NIGHTRUN\) — cobol\/FEEPOST\.cbl:3/,
  ],
  [
    "do the cobol programs set a return code? which ones and to what",
    /FEEPOST: MOVE 16 TO RETURN-CODE, when IF WS-FEE-STATUS NOT = '00' \(cobol\/FEEPOST\.cbl:40\) — cobol\/FEEPOST\.cbl:72\n\nThe other 3 programs set none: AUDITLOG, BERTHINQ, RATECALC\./,
  ],
  [
    "if the night run breaks half way, can I start it again or are fees posted twice?",
    /is done twice, unless[\s\S]*ADD FEE-AMOUNT TO BERTH-BALANCE\n\nData sets that are made NEW \(1\):\n- jcl\/NIGHTRUN\.jcl:5/,
  ],
  [
    "what happens to the rest of NIGHTRUN if the posting fails?",
    /is the last of the 2 steps of NIGHTRUN: nothing[\s\S]*MOVE 16 TO RETURN-CODE \(cobol\/FEEPOST\.cbl:72\)/,
  ],
  ["how often is the night job scheduled?", /That is not in this folder: no scheduler definition/],
])("what an operator asks of a job is answered with its statements: %s", async (question, answer) => {
  expect(await answerOfGuide(question, harbor)).toMatch(answer);
});

test("what deletes the types of a thing is not told for what deletes the thing", async () => {
  expect(await answerOfGuide("who can delete a pier type?", place)).toMatch(/the program that is meant as PIERTYP/);
  expect(await answerOfGuide("can a user delete a pier?", place)).not.toMatch(/the program that is meant as/);
});

test("a form that is read in a part of a question gives way to what speaks of the rest", async () => {
  const said = await answerOfGuide("which fields of the account record does the web service return?", harbor);
  expect(said).toMatch(/^Nearest in this folder[\s\S]*function describeAccount[\s\S]*\nNearby:\nI took "account"/m);
});

test("what a screen shows for something is what its map says", async () => {
  expect(await answerOfGuide("what does the CICS screen show for an account?", harbor)).toMatch(
    /The one screen that is defined here[\s\S]*HOLDER: 30 characters — bms\/BERTHS1\.bms:5/,
  );
});

test("a foreign key of another table is not shown for what is deleted", async () => {
  expect(await answerOfGuide("what if I delete a boat that still has remarks?", place)).not.toMatch(
    /^ON DELETE CASCADE: the rows/m,
  );
});

test("tests at the top of the folder lie in the folder", async () => {
  const top = makePlace({ "calc.py": "def add(a, b):\n    return a + b\n", "test_calc.py": "import unittest\n" });
  onTestFinished(() => top.remove());
  expect(await answerOfGuide("how do I run the tests?", top)).toContain("Tests: 1 file in ., such as test_calc.py:1.");
});
