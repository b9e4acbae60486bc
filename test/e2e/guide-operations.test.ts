import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** The harbour's ledger with what those who run it ask of: compile jobs, inline definitions, generations, keys. */
let place: Place;

const cobol = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");
const jcl = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;

const MORE: Readonly<Record<string, string>> = {
  "cobol/TIDEUPD.cbl": cobol(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. TIDEUPD.",
    "PROCEDURE DIVISION.",
    "0000-MAIN.",
    "    EVALUATE TRUE",
    "       WHEN TIDE-CHECKED",
    "        AND AID-PFK05",
    "          PERFORM 2000-SAVE",
    "       WHEN AID-PFK12",
    "          PERFORM 3000-CANCEL",
    "    END-EVALUATE",
    "    EXEC CICS RETURN END-EXEC.",
    "2000-SAVE.",
    "    CONTINUE.",
    "3000-CANCEL.",
    "    CONTINUE.",
  ),
  "copybooks/UNUSED.cpy": cobol("01  OLD-MOORING.", "    05  MOOR-NO                 PIC 9(05)."),
  "copybooks/USED.cpy": cobol("01  MOORING-AREA.", "    05  MOORING-NUM             PIC 9(05)."),
  "cobol/LISTER.cbl": cobol(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. LISTER.",
    "DATA DIVISION.",
    "LINKAGE SECTION.",
    "COPY USED.",
    "PROCEDURE DIVISION.",
    "0000-MAIN.",
    "    IF EIBAID = DFHPF5 CONTINUE END-IF",
    "    EXEC CICS RETURN END-EXEC.",
  ),
  "docs/online.md":
    "# Online\n\n| Program | Function |\n|---|---|\n| TIDEUPD | Tide Update |\n| LISTER | Tide List |\n",
  "jcl/COMPILE.jcl": jcl("//COMPILE  JOB (HARBOR),'COMPILE'", "//TIDEUPD  EXEC COBPROC,MEM=TIDEUPD"),
  "jcl/DEFINES.jcl": jcl(
    "//DEFINES  JOB (HARBOR),'DEFINE'",
    "//CSD      EXEC PGM=DFHCSDUP",
    "//SYSIN    DD *",
    " DEFINE PROGRAM(TIDEUPD) GROUP(TIDES)",
    " DEFINE TRANSACTION(TD01) GROUP(TIDES) PROGRAM(TIDEUPD)",
    "/*",
  ),
  "cobol/TOLLS.cbl": cobol(
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. TOLLS.",
    "PROCEDURE DIVISION.",
    "0000-MAIN.",
    "    GOBACK.",
    "9999-ABEND.",
    "    DISPLAY 'TOLLS ABENDS'",
    "    MOVE 777 TO ABCODE",
    "    CALL 'CEE3ABD' USING ABCODE, TIMING.",
  ),
  "jcl/GDGS.jcl": jcl(
    "//GDGS     JOB (HARBOR),'GDGS'",
    "//DEFINE   EXEC PGM=IDCAMS",
    "//SYSIN    DD *",
    " DEFINE GDG (NAME(HARBOR.FEES.DALY) LIMIT(7) SCRATCH)",
    " DEFINE GDG (NAME(HARBOR.DALYREJS) LIMIT(3) SCRATCH)",
    "/*",
  ),
  "jcl/KEEP.jcl": jcl(
    "//KEEP     JOB (HARBOR),'KEEP'",
    "//COPY     EXEC PGM=IEBGENER",
    "//SYSUT1   DD DSN=HARBOR.BERTHS.KSDS,DISP=SHR",
    "//SYSUT2   DD DSN=HARBOR.BERTHS.KEPT(+1),DISP=(NEW,CATLG)",
    "//         IF (COPY.RC = 0) THEN",
    "//TELL     EXEC PGM=IEFBR14,COND=EVEN",
    "//         ENDIF",
  ),
};

beforeAll(() => {
  place = makePlace(MORE);
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
});
afterAll(() => place.remove());

test.each([
  [
    "In which order do the steps of NIGHTRUN run, and is any step skipped when an earlier one fails?",
    /^Conditions on the steps of NIGHTRUN \(1\):\n- POST is skipped if SORTFEES ended with a code above 4: [^\n]*jcl\/NIGHTRUN\.jcl:9$/m,
  ],
  [
    "Which steps of KEEP are conditional?",
    /- TELL runs only in IF \(COPY\.RC = 0\) — jcl\/KEEP\.jcl:6\n- TELL is run even after an abnormal end: /,
  ],
  [
    "Quais passos do job NIGHTRUN são saltados se um passo anterior falhar?",
    /^Condições nos passos de NIGHTRUN \(1\):/m,
  ],
  [
    "What is the largest fee amount that can be stored?",
    /^I took "fee amount" as FEE-AMOUNT: 9 characters, from -9,999,999\.99 to 9,999,999\.99, [^\n]*FEEREC\.cpy:5/m,
  ],
  ["How long is the holder name?", /as BERTH-HOLDER: 30 characters, by its picture in copybooks\/BERTHREC\.cpy:4/],
  [
    "What does F5 do on the tide update screen compared with F12?",
    /Where TIDEUPD tests PF5:\n[^\n]*\n```cbl\n6 {2}WHEN TIDE-CHECKED\n7 {3}AND AID-PFK05\n8 {5}PERFORM 2000-SAVE\n```\nWhere TIDEUPD tests PF12:/,
  ],
  [
    "What does F5 do on the fee posting screen?",
    /^(?![\s\S]*No line of FEEPOST)[\s\S]*\nPrograms that test PF5 \(2\):\n(?:- LISTER: [^\n]*\n)?- TIDEUPD: /,
  ],
  ["What does TIDEUPD do?", /^TIDEUPD is a program, cobol\/TIDEUPD\.cbl:1 /m],
  ["What is TD01, and which program does it start?", /^1 program that TD01 runs:\n- TIDEUPD: /m],
  ["Which jobs create a new generation?", /^1 job that creates (?:any )?GDG datasets?[^\n]*:\n- KEEP: /m],
  [
    "Which programs use BERTHREC but do not use CICS?",
    /^2 programs that use BERTHREC[^\n]*:\n- FEEPOST: [^\n]*\n- RATECALC: /m,
  ],
  [
    "Which copybooks does FEEPOST use, leaving out the ones that BERTHINQ copies too?",
    /^1 copybook that FEEPOST uses and that BERTHINQ does not copy:\n- FEEREC: /m,
  ],
  [
    "Does the inquiry screen let anyone change the balance?",
    /^No: [^\n]*that a user can type into[^\n]*:\n- BERTHS1\/BERTHM\/BALANCE: [^\n]*BERTHS1\.bms:6/m,
  ],
  [
    "If the fee's code became numeric, what would break?",
    /^I took "fee code" as FEE-CODE \(copybooks\/FEEREC\.cpy:4\)/m,
  ],
  [
    "What breaks if mooring numbers get two more digits?",
    /^I took "mooring number" as MOORING-NUM \(copybooks\/USED\.cpy:2\)/m,
  ],
  [
    "What is the key of the berth file, and which programs read it online?",
    /By which key programs use HARBOR\.BERTHS\.KSDS \(1\):\n- cobol\/FEEPOST\.cbl:13 +RECORD KEY IS BERTH-ID[\s\S]*^1 program that reads[^\n]*online[^\n]*:\n- BERTHINQ: /m,
  ],
  [
    "Which fields show up on the BERTHS1 screen and which program sends it?",
    /^1 program that shows BERTHS1[^\n]*:\n- BERTHINQ: [^\n]*sends BERTHM/m,
  ],
  ["What runs in NIGHTRUN and in what order?", /PGM=SORT[\s\S]*PGM=FEEPOST,COND=/],
  ["Who calls RATECALC?", /FEEPOST\.cbl:\d+/],
  [
    "what does abend 777 mean and which programs raise it?",
    /^Statements that set 777 to abend with \(1\):\n- TOLLS: cobol\/TOLLS\.cbl:8/m,
  ],
  ["which programs abend with code 777?", /^Statements that set 777 to abend with \(1\):/m],
  [
    "how many generations of the daily rejects do we keep, and what happens to older ones?",
    /keeps 3 generations[\s\S]*named so \(1\):\n- HARBOR\.DALYREJS: /,
  ],
  [
    "how many generations of the daily fees are kept?",
    /keeps 7 generations[\s\S]*named so \(1\):\n- HARBOR\.FEES\.DALY: /,
  ],
  [
    "how many generations are kept of the lunar charts?",
    /could not narrow this to "lunar", "charts"[\s\S]*generation data groups \(2\):/,
  ],
  ["quantas gerações dos rejeitados diários guardamos?", /HARBOR\.DALYREJS/],
])("%s", async (question, answer) => {
  expect(await answerOfGuide(question, place)).toMatch(answer);
});

test.each(["how many generations are kept of the lunar charts?", "how many generations of the daily charts are kept?"])(
  "nothing is said of all groups where none is named so: %s",
  async (question) => {
    expect(await answerOfGuide(question, place)).not.toContain("Each of them keeps");
  },
);

test("that a program sets no code is not said to be an end of its own kind", async () => {
  expect(await answerOfGuide("with which code does TOLLS end?", place)).not.toMatch(/ends normally/);
});

test("who does something that no program does is looked for elsewhere", async () => {
  expect(await answerOfGuide("who calls TIDEUPD?", place)).not.toMatch(/^No program/m);
});
