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
});
afterAll(() => place.remove());

test.each([
  "why would the weighing program reject a crate?",
  "for which reasons does CRTA02 refuse a crate?",
  "waht are teh reasons that the weighing progam rejects a crate",
])("the reasons of the program that turns something away are listed with what leads there: %s", async (question) => {
  const said = await answerOfGuide(question, place);
  expect(said).toMatch(new RegExp(`IF WS-KG > 900\\n.*${REASONS[0]}[\\s\\S]*IF WS-OWNER = SPACES\\n.*${REASONS[1]}`));
  expect(said).not.toContain("NOT WEIGHED YET");
});
