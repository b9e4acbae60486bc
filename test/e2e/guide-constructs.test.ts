import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** The harbour's ledger, asked what no one line answers. */
let place: Place;

beforeAll(() => {
  place = makePlace();
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
});
afterAll(() => place.remove());

const ASKED: readonly (readonly [question: string, holds: readonly string[]])[] = [
  [
    "Which programs use the account record?",
    ['I took "account" as BERTH-RECORD', "cobol/BERTHINQ.cbl:8", "cobol/FEEPOST.cbl:20", "cobol/RATECALC.cbl:9"],
  ],
  [
    "We want to add a field to the fee record. What needs to be compiled again?",
    ["to be compiled again", "cobol/AUDITLOG.cbl:7", "jcl/NIGHTRUN.jcl:9"],
  ],
  [
    "Which fields does the inquiry screen have?",
    ["'BERTH ACCOUNT' (row 1)", "BERTHID: 9 characters", "HOLDER: 30 characters — bms/BERTHS1.bms:5"],
  ],
  ["Which VSAM files exist and what are their keys?", ["no DEFINE CLUSTER", "RECORD KEY IS BERTH-ID"]],
  [
    "What does the batch do if the fees cannot be opened as a file?",
    ["DISPLAY 'FEES CANNOT BE OPENED: '", "MOVE 16 TO RETURN-CODE", "OPEN I-O BERTH-FILE — cobol/FEEPOST.cbl:39"],
  ],
  ["What happens with an empty input file?", ["AT END SET END-OF-FEES TO TRUE", "DISPLAY 'FEES POSTED: '"]],
  ["What if two clerks edit the same account at the same time?", ["no REWRITE in BERTHINQ"]],
  ["How do screens hand over data to each other?", ["hands over a COMMAREA", "XCTL PROGRAM(WS-NEXT-PROGRAM)"]],
  ["Which function keys does the screen know?", ["No program here tests a function key"]],
  [
    "What states can an account have and where are they tested?",
    ["BERTH-CLOSED VALUE 'C'", "RATECALC: IF BERTH-CLOSED", "No statement names BERTH-OPEN."],
  ],
];

test.each(ASKED)("%s", async (question, holds) => {
  const answer = await answerOfGuide(question, place);
  expect(holds.filter((text) => !answer.includes(text))).toEqual([]);
});
