import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

const REASONS = ["THE CRATE IS TOO HEAVY", "THE CRATE HAS NO OWNER"];

/** Two programs that say the same of themselves, of which only one turns anything away. */
const program = (name: string, lines: readonly string[]): string =>
  ["      * Function: weighs crates.", "       IDENTIFICATION DIVISION.", `       PROGRAM-ID. ${name}.`]
    .concat(["       PROCEDURE DIVISION.", "       0000-MAIN."])
    .concat(lines.map((line) => `           ${line}`))
    .join("\n");

const FILES: Readonly<Record<string, string>> = {
  "RUNBOOK.md":
    "Run these jobs in sequence:\n\n| job | does |\n|---|---|\n| NIGHTRUN | posts |\n| WEIGH | weighs |\n| OPENUP | opens |\n",
  "jcl/WEIGH.jcl": "//WEIGH JOB 1\n//A EXEC PGM=CRTA02\n",
  "jcl/OPENUP.jcl": "//OPENUP JOB 1\n//A EXEC PGM=CRTA01\n",
  "cbl/CRTA01.cbl": program("CRTA01", [
    "IF WS-KG > 9",
    "   MOVE 'NOT WEIGHED YET' TO WS-TEXT",
    "END-IF",
    "GOBACK.",
    "",
  ]),
  "cbl/SEALQ01.cbl":
    "      * Function: shows the seals of crates.\n       IDENTIFICATION DIVISION.\n       PROGRAM-ID. SEALQ01.\n       PROCEDURE DIVISION.\n       0000-MAIN.\n           IF WS-SEAL = SPACES\n              MOVE 'NO SUCH SEAL' TO WS-TEXT\n           END-IF\n           GOBACK.\n",
  "cbl/CRTA02.cbl": program("CRTA02", [
    "IF WS-KG > 900",
    `   MOVE '${REASONS[0]}' TO WS-REASON`,
    "END-IF",
    "IF WS-OWNER = SPACES",
    `   MOVE '${REASONS[1]}' TO WS-REASON`,
    "END-IF",
    "IF WS-REASON NOT = SPACES",
    "   ADD 1 TO WS-REJECT-COUNT",
    "END-IF",
    "GOBACK.",
    "",
  ]),
};
let place: Place;
beforeAll(() => {
  place = makePlace(FILES);
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
});
afterAll(() => place.remove());

test.each([
  "why would the weighing program reject a crate?",
  "for which reasons does CRTA02 refuse a crate?",
  "waht are teh reasons that the weighing progam rejects a crate",
])("the reasons of the program that turns something away are listed with what leads there: %s", async (question) => {
  const said = await answerOfGuide(question, place);
  expect(said).toMatch(new RegExp(`IF WS-KG > 900 → "${REASONS[0]}"\\n.*IF WS-OWNER = SPACES → "${REASONS[1]}"`));
  expect(said).not.toContain("NOT WEIGHED YET");
});

test.each([
  [
    "how is the fee for a berth worked out?",
    /as the value of FEE-AMOUNT, [\s\S]*RATECALC\.cbl:12 {2}when BERTH-CLOSED: MOVE ZERO TO FEE-AMOUNT[\s\S]*RATECALC\.cbl:20 {2}when FEE-CODE = 'LONG': COMPUTE FEE-AMOUNT ROUNDED[\s\S]*RATECALC\.cbl:6 {2}01 WS-DISCOUNT PIC V99 VALUE \.10[\s\S]*FEEPOST\.cbl:56/,
  ],
  [
    "Is there a limit on how much a single fee can be?",
    /I took "fee" as FEE-AMOUNT, which holds 9 characters, from -9,999,999\.99 to 9,999,999\.99: copybooks\/FEEREC\.cpy:5 .*\nNo line that names one of these fields compares it/,
  ],
  [
    "can a berth status be anything other than O or C?",
    /I took "berth status" as BERTH-STATUS[\s\S]*BERTHREC\.cpy:7 {2}88 BERTH-OPEN VALUE 'O'[\s\S]*BERTHREC\.cpy:8 /,
  ],
  [
    "what can make FEEPOST stop?",
    /What makes FEEPOST end[\s\S]*IF WS-FEE-STATUS NOT = '00' → "FEES CANNOT BE OPENED:"/,
  ],
  [
    "What runs in NIGHTRUN and in what order?",
    /2 steps of jcl\/NIGHTRUN\.jcl, in their order:\n1\. SORTFEES: EXEC PGM=SORT[\s\S]*2\. POST: EXEC PGM=FEEPOST,COND/,
  ],
  [
    "how do I rerun the night job if posting failed?",
    /What NIGHTRUN does when it is run again[\s\S]*made NEW \(1\):\n- jcl\/NIGHTRUN\.jcl:5/,
  ],
  ["in what order do I run the batch jobs?", /\(RUNBOOK\.md:1\): NIGHTRUN → WEIGH → OPENUP/],
  ["I want the whole batch tonight. What jobs and in what order?", /\(RUNBOOK\.md:1\): NIGHTRUN → WEIGH → OPENUP/],
  ["which seals are checked when somebody weighs crates?", /I took the program that is meant as CRTA01 or CRTA02/],
  ["which jobs have to run before WEIGH?", /\(RUNBOOK\.md:1\): before WEIGH: NIGHTRUN; after it: OPENUP/],
  [
    "Which file holds the balances and what's its key?",
    /BERTH-BALANCE, in the record BERTH-RECORD[\s\S]*HARBOR\.BERTHS\.KSDS [^\n]*FEEPOST RU[\s\S]*BERTHINQ R[\s\S]*RECORD KEY IS BERTH-ID/,
  ],
  [
    "I want to make the berth id longer by two characters. what all do I have to touch?",
    /BERTH-ID [^\n]*to PIC 9\(11\)[\s\S]*FEEREC\.cpy:3 [\s\S]*BERTHS1\.bms:4[\s\S]*NIGHTRUN\.jcl:7 {2}SORT FIELDS=\(1,9[\s\S]*server\.ts:7 /,
  ],
  [
    "what breaks if I make the account number in BERTHREC two digits longer?",
    /I took "account number in BERTHREC" as BERTH-ID/,
  ],
  ["how is a crate's owner validated?", /"crate owner"[^\n]*\n.*IF WS-OWNER = SPACES → "THE CRATE HAS NO OWNER"/],
  ["what does CRTA02 check?", /What CRTA02 checks[\s\S]*IF WS-KG > 900 → "THE CRATE IS TOO HEAVY"/],
])("what decides is told of the thing that a question describes: %s", async (question, answer) => {
  expect(await answerOfGuide(question, place)).toMatch(answer);
});
