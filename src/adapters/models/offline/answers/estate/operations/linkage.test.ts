import { expect, test } from "vitest";
import { readReceived } from "./linkage.ts";

const program = (...lines: readonly string[]): readonly string[] => lines.map((line) => `       ${line}`);

test("what a program receives, where its statements use it, and what they never name", () => {
  const lines = program(
    "LINKAGE SECTION.",
    "01  PIER-PARMS.",
    "    05  PIER-LENGTH      PIC S9(4) COMP.",
    "    05  PIER-DAY         PIC X(08).",
    "PROCEDURE DIVISION USING PIER-PARMS.",
    "MAIN.",
    "    DISPLAY 'BEGINS'",
    "    STRING PIER-DAY",
    "           WS-SUFFIX",
    "      INTO WS-KEY",
    "    END-STRING",
    "    GOBACK.",
  );
  expect(readReceived(lines)).toEqual({
    names: ["PIER-PARMS"],
    from: 2,
    to: 4,
    uses: [{ name: "PIER-DAY", from: 8, to: 10 }],
    unused: ["PIER-LENGTH"],
  });
});

test("a program that receives nothing, or by a copybook alone, tells nothing", () => {
  expect(readReceived(program("PROCEDURE DIVISION.", "    GOBACK."))).toBeUndefined();
  expect(readReceived(program("COPY PIERS.", "PROCEDURE DIVISION USING PIER-REC.", "    GOBACK."))).toBeUndefined();
});
