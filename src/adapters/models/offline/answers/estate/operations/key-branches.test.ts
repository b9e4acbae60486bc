import { expect, test } from "vitest";
import { invalidKeyBranches } from "./key-branches.ts";

const program = (...lines: readonly string[]): readonly string[] => lines.map((line) => `       ${line}`);

test("the branch for any other key is told with the message that it moves", () => {
  const lines = program(
    "EVALUATE EIBAID",
    "   WHEN DFHENTER",
    "      EVALUATE TRUE",
    "         WHEN OTHER CONTINUE",
    "      END-EVALUATE",
    "   WHEN OTHER",
    "      MOVE 'Y' TO WS-ERR-FLG",
    "      MOVE MSG-WRONG-KEY TO WS-TEXT",
    "END-EVALUATE",
  );
  expect(invalidKeyBranches("a.cbl", lines)).toEqual([
    {
      path: "a.cbl",
      line: 6,
      message: "MSG-WRONG-KEY",
      statement: "WHEN OTHER MOVE 'Y' TO WS-ERR-FLG MOVE MSG-WRONG-KEY TO WS-TEXT",
    },
  ]);
});

test("a switch for invalid keys counts as well, and one without a message says so", () => {
  const lines = program("IF PFK-INVALID", "   SET AID-ENTER TO TRUE", "END-IF");
  expect(invalidKeyBranches("a.cbl", lines)).toEqual([
    { path: "a.cbl", line: 1, message: "", statement: "IF PFK-INVALID SET AID-ENTER TO TRUE" },
  ]);
});
