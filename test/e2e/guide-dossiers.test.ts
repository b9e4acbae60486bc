import { cpSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide, makePlace, type Place } from "./run-waymark.ts";

const REASONS = ["THE CRATE IS TOO HEAVY", "THE CRATE HAS NO OWNER"];

/** Two programs that say the same of themselves, of which only one turns anything away. */
const program = (name: string, lines: readonly string[]): string =>
  ["      * Function: weighs crates.", "       IDENTIFICATION DIVISION.", `       PROGRAM-ID. ${name}.`]
    .concat(["       PROCEDURE DIVISION.", "       0000-MAIN."])
    .concat(lines.map((line) => `           ${line}`))
    .join("\n");

const FILES: Readonly<Record<string, string>> = {
  "cbl/CRTA01.cbl": program("CRTA01", [
    "IF WS-KG > 9",
    "   MOVE 'NOT WEIGHED YET' TO WS-TEXT",
    "END-IF",
    "GOBACK.",
    "",
  ]),
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
  ["what does CRTA02 check?", /What CRTA02 checks[\s\S]*IF WS-KG > 900 → "THE CRATE IS TOO HEAVY"/],
])("what decides is told of the thing that a question describes: %s", async (question, answer) => {
  expect(await answerOfGuide(question, place)).toMatch(answer);
});
