import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** The harbour's ledger with a menu, a program that nothing runs, a namesake of a field, and a service with tests. */
let place: Place;

const cobol = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");

/** A map of two columns that are numbered from one on. */
function listMap(name: string, title: string, rows: number): string {
  const fields = Array.from({ length: rows }, (_, index) =>
    ["SEL", "TIDE"].map((column) => `${`${column}${index + 1}`.padEnd(8)} DFHMDF POS=(${index + 5},3),LENGTH=4`),
  );
  const head = [
    `${name}   DFHMSD TYPE=MAP`,
    "TIDEM    DFHMDI SIZE=(24,80)",
    `         DFHMDF POS=(1,30),INITIAL='${title}'`,
  ];
  return [...head, ...fields.flat(), ""].join("\n");
}

const MORE: Readonly<Record<string, string>> = {
  "copybooks/MENUOPTS.cpy": cobol(
    "01  MENU-OPTIONS.",
    "    05  ADMIN-OPTIONS-DATA.",
    "      10 FILLER PIC 9(02) VALUE 1.",
    "      10 FILLER PIC X(20) VALUE",
    "          'Look at a berth     '.",
    "      10 FILLER PIC X(08) VALUE 'BERTHINQ'.",
    "      10 FILLER PIC 9(02) VALUE 2.",
    "      10 FILLER PIC X(20) VALUE 'Post the fees'.",
    "      10 FILLER PIC X(08) VALUE 'FEEPOST '.",
  ),
  "copybooks/TIDEREC.cpy": cobol("01  TIDE-RECORD.", "    05  BERTH-ID                PIC 9(05)."),
  "cobol/IDLE.cbl": cobol("IDENTIFICATION DIVISION.", "PROGRAM-ID. IDLE.", "PROCEDURE DIVISION.", "    GOBACK."),
  "bms/TIDES1.bms": listMap("TIDES1", "Tide List", 6),
  "bms/TIDES2.bms": listMap("TIDES2", "Tide Type List", 4),
  "service/gate.ts":
    "export class GateError extends Error {}\nexport function open(): void {\n  throw new GateError('shut');\n}\n",
  "service/gate.test.ts":
    "import { GateError, open } from './gate.ts';\ntest('jitter delays a gate', () => {});\ntest('a gate', () => {\n  throw new GateError('no');\n});\n",
};

beforeAll(() => {
  place = makePlace(MORE);
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
});
afterAll(() => place.remove());

test.each([
  [
    "which copybooks are shared between batch and online?",
    /1 copybook that both batch programs and online programs use \([^)]*\):\n- BERTHREC: batch programs: FEEPOST[^\n]*online programs: BERTHINQ \(cobol\/BERTHINQ\.cbl:8\)/,
  ],
  [
    "which code last touched the account balance?",
    /I took "account balance" as BERTH-BALANCE[\s\S]*- FEEPOST: ADD FEE-AMOUNT TO BERTH-BALANCE — cobol\/FEEPOST\.cbl:56/,
  ],
  [
    "a step ended with return code 16, which job sets that and what does it mean?",
    /Statements that set a code to 16 \(1\)[\s\S]*MOVE 16 TO RETURN-CODE[\s\S]*NIGHTRUN\/\S+: EXEC PGM=FEEPOST/,
  ],
  ["is there any program that gets called but nobody has written?", /^Yes, [^\n]*\n.*\n- BERTHCLS \(xctls\)/m],
  [
    "I need to make the holder name ten characters longer, what else do I have to touch?",
    /I took "holder name" as BERTH-HOLDER \(copybooks\/BERTHREC\.cpy:4\), and the change as one to PIC X\(40\)[\s\S]*so \(1\):\n- BERTHS1\/BERTHM\/HOLDER — bms\/BERTHS1\.bms:5/,
  ],
  [
    "what breaks if holder names get ten more characters?",
    /I took "holder name" as BERTH-HOLDER \(copybooks\/BERTHREC\.cpy:4\), and the change as one to PIC X\(40\)/,
  ],
  [
    "how long is a berth holder?",
    /I took "berth holder" as BERTH-HOLDER: 30 characters, by its picture in copybooks\/BERTHREC\.cpy:4 /,
  ],
  ["what is the size of a fee amount?", /I took "fee amount" as FEE-AMOUNT: \d+ characters/],
  [
    "how many tides are shown per page?",
    /6 rows on one page of TIDES1\/TIDEM, which is said to be "Tide List":\n.* SEL1 to SEL6 — bms\/TIDES1\.bms:4\n\n.*\(1\):\n- TIDES2\/TIDEM: 4 rows/,
  ],
  ["how many tide types fit on one page?", /4 rows on one page of TIDES2\/TIDEM, which is said to be "Tide Type List"/],
  [
    "which file holds the berths?",
    /By its name, what holds "berths" is HARBOR\.BERTHS\.KSDS \(cobol\/FEEPOST\.cbl:\d+\)/,
  ],
  [
    "what are the berth statuses?",
    /Values of BERTH-STATUS that are named \(3\):\n- copybooks\/BERTHREC\.cpy:6 .*\n.*BERTH-OPEN VALUE 'O'/,
  ],
  ["what timeout does the gateway use?", /^Not found: no line says "timeout"/m],
  ["wich programs cals RATECALC?", /program that calls RATECALC/],
  ["Hi, any dead code in the COBOL?", /As asked: in the cobol\.[\s\S]*8100-OLD-REPORT/],
  [
    "Walk me through the night job step by step",
    /2 steps of jcl\/NIGHTRUN\.jcl[\s\S]*1\. SORTFEES: EXEC PGM=SORT[\s\S]*SORT FIELDS=\(1,9,CH,A\)[\s\S]*2\. POST: EXEC PGM=FEEPOST,COND/,
  ],
  [
    "In what order do the steps of the night job run?",
    /2 steps of jcl\/NIGHTRUN\.jcl[\s\S]*1\. SORTFEES[\s\S]*2\. POST/,
  ],
  [
    "does any program use GO TO?",
    /^Yes, as the lines below show\.\n.*GO TO[^\n]*\(1\):\n- cobol\/FEEPOST\.cbl:53 {2}GO TO/m,
  ],
  ["is there a GO TO in RATECALC?", /^No, .*\nNo line of RATECALC has GO TO/m],
  ["which programs use STOP RUN?", /\(1\):\n- cobol\/FEEPOST\.cbl:73 {2}STOP RUN/],
  [
    "What fields are COMP-3?",
    /COMP-3 or PACKED-DECIMAL[^\n]*\(2\):\n- copybooks\/BERTHREC\.cpy:5.*\n- copybooks\/FEEREC\.cpy:5/,
  ],
  ["Which fields in FEEREC are packed decimal?", /declared in FEEREC \(1\):\n- copybooks\/FEEREC\.cpy:5/],
  ["Are there any binary fields?", /^Yes, .*\n[^\n]*\(1\):\n- cobol\/BERTHINQ\.cbl:6 /m],
  ["show me the screen layout of BERTHS1", /provider list`\.\n\nScreens of BERTHS1:/],
  ["how long is BERTH-RECORD in bytes?", /provider list`\.\n\nBERTH-RECORD and its fields \(5\):\n.*47 bytes/],
  [
    "With which return code does FEEPOST end if the fees cannot be opened?",
    /FEEPOST\.cbl:39-73, "9900-ABORT":[\s\S]*\n40 {2}IF WS-FEE-STATUS[\s\S]*\n42 .*PERFORM 9900-ABORT\n72 {2}MOVE 16 TO RETURN-CODE/,
  ],
  [
    "Is there a batch program that no job runs?",
    /Yes: 1 program that no job runs.*\n- IDLE[\s\S]*no batch programs of their own: .*RATECALC \(by FEEPOST/,
  ],
  [
    "Which job posts the fees, and which copybooks does its program use?",
    /is:\n- NIGHTRUN[\s\S]*2 copybooks that FEEPOST uses[\s\S]*BERTHREC[\s\S]*FEEREC/,
  ],
  [
    "Which batch programs change BERTH-BALANCE?",
    /1 program that changes BERTH-BALANCE[\s\S]*- FEEPOST[\s\S]*FEEPOST\.cbl:5\d/,
  ],
  [
    "What options does the admin menu have and which programs do they start?",
    /2 options in copybooks\/MENUOPTS\.cpy[\s\S]*Look at a berth: BERTHINQ[\s\S]*Post the fees: FEEPOST/,
  ],
  ["Which programs have more than 60 lines?", /1 program with more than 60 lines.*\n- FEEPOST: 73 lines/],
  ["How many berths does the harbour have?", /That is not in this folder: how many berths/],
  [
    "How many requests per second does it serve in production?",
    /That is not in this folder: it holds no figure per second/,
  ],
  ["At what time does NIGHTRUN start?", /That is not in this folder: no scheduler definition/],
  ["Which tests cover jitter?", /service\/gate\.test\.ts:2 {2}test\('jitter delays a gate'/],
  [
    "Are there any tests or TODO comments in this folder?",
    /Are there any tests[\s\S]*gate\.test\.ts[\s\S]*TODO comments in this folder\*\*\nNo TODO/,
  ],
  [
    "What are the two longest files in service, and how many lines do they have?",
    /2 files in service[\s\S]*service\/\S+:1 {2}\d+ lines/,
  ],
])("%s", async (question, answer) => {
  expect(await answerOfGuide(question, place)).toMatch(answer);
});

test("who throws an error is told without the files that the question leaves out", async () => {
  const question = "Who throws GateError? Don't count the tests.";
  const answer = await answerOfGuide(question, place);
  expect(answer).toMatch(/As asked: don't count the tests\./);
  expect(answer).toContain("service/gate.ts:3");
  expect(answer).not.toContain("gate.test.ts");
});

test("a word behind a path is obeyed or not taken: which functions throw is no list of all functions there", async () => {
  expect(await answerOfGuide("Which functions in service throw?", place)).not.toMatch(/\d+ functions? in service/);
});

test("a field in a copybook is that copybook's, and not one of the same name", async () => {
  const answer = await answerOfGuide("What breaks if I change BERTH-ID in BERTHREC?", place);
  expect(answer).toContain("copybooks/BERTHREC.cpy:3");
  expect(answer).not.toContain("TIDEREC");
});

const CITED = /[\w./-]+\.\w+:\d+/g;

test.each([
  ["Que programas usam o copybook FEEREC?", "Which programs use the copybook FEEREC?"],
  ["Que copybooks usa o FEEPOST?", "Which copybooks does FEEPOST use?"],
  ["Há código morto?", "Is there dead code?"],
  ["Com que código de retorno termina o FEEPOST?", "With which exit code does FEEPOST end?"],
  ["Existe algum programa batch que nenhum job executa?", "Is there any batch program that no job runs?"],
  ["Quem é que chama o RATECALC?", "Who calls RATECALC?"],
])("%s cites what its English twin cites, and says it in Portuguese", async (portuguese, english) => {
  const [said, twin] = [await answerOfGuide(portuguese, place), await answerOfGuide(english, place)];
  expect(said.match(CITED)).toEqual(twin.match(CITED));
  const frames = said.split("\n").filter((line) => !/^\s|^- |`/.test(line));
  expect(frames.filter((line) => /\b(?:the|that|which|as far as)\b/.test(line))).toEqual([]);
});
