import { expect, test } from "vitest";
import { programText } from "../constructs/cobol-text.ts";
import { doingWords } from "./actor-meant.ts";
import { nearestStretches } from "./nearest-stretches.ts";

const PROGRAM = programText(
  "cobol/LIDDEL.cbl",
  [
    "PROCEDURE DIVISION.",
    "0000-MAIN.",
    "    MOVE LID-ID-IN TO LID-ID",
    "    PERFORM 1000-READ-LID",
    "    PERFORM 2000-DELETE-LID",
    "    GOBACK.",
    "1000-READ-LID.",
    "    IF LID-ID = SPACES",
    "        MOVE 'Y' TO WS-ERR-FLG",
    "        MOVE 'Lid can NOT be empty' TO WS-MESSAGE",
    "    END-IF.",
    "    READ LID-FILE",
    "        INVALID KEY MOVE 'Lid not found' TO WS-MESSAGE",
    "    END-READ.",
    "2000-DELETE-LID.",
    "    DELETE LID-FILE",
    "    ADD 1 TO WS-GONE.",
    // What many lines hold counts little: a program is longer than what is asked of it.
    ...Array.from({ length: 40 }, (_, index) => [
      `3${String(index).padStart(3, "0")}-PART.`,
      "    MOVE WS-A TO WS-B.",
    ]).flat(),
  ].map((line) => `       ${line}`),
);
const first = (said: string): readonly string[] => {
  const words = doingWords(said);
  const found = nearestStretches(PROGRAM, said, { words, known: ["lid", "delet"] });
  return (found?.stretches[0]?.lines ?? []).map((line) => (PROGRAM.code[line - 1] ?? "").trim());
};

test("of a program that does what is asked about, the statements are nearest that answer such a question", () => {
  expect(first("is there any check before a lid is deleted?").join(" ")).toContain("can NOT be empty");
  expect(first("what happens if the lid that is deleted does not exist?").join(" ")).toContain("INVALID KEY");
});

test("a question whose other words the program does not hold is not answered by the doing alone", () => {
  expect(first("in which colour is a deleted lid painted?")).toEqual([]);
});

test("who does something is not what it is done to", () => {
  expect(doingWords("two users update the same lid")).toEqual(["update", "lid"]);
  expect(doingWords("does a lid update see that another user changed it")).not.toContain("user");
  expect(doingWords("can a user be deleted by an admin")).toEqual(["user", "delet"]);
});
