import { expect, test } from "vitest";
import { cobol } from "../frontend.ts";

test("EXEC DLI changes the segments that have data; those without lead there", () => {
  const text = [
    "IDENTIFICATION DIVISION.",
    "PROGRAM-ID. CHANGER.",
    "PROCEDURE DIVISION.",
    "    EXEC DLI ISRT USING PCB(1) SEGMENT(ROOT) WHERE(KEY1 = X) SEGMENT(CHILD) FROM(AREA-1) END-EXEC.",
    "    EXEC DLI ISRT USING PCB(1) SEGMENT(ROOT) FROM(AREA-2) SEGMENT(CHILD) FROM(AREA-1) END-EXEC.",
    "    EXEC DLI DLET USING PCB(1) SEGMENT(CHILD) END-EXEC.",
    "    EXEC DLI GU USING PCB(1) SEGMENT(ROOT) INTO(AREA-2) END-EXEC.",
  ]
    .map((line) => `       ${line}\n`)
    .join("");
  const { references } = cobol.parse({ path: "A.cbl", text }, { find: () => undefined });
  expect(references.map(({ kind, name, line }) => `${kind} ${name} ${line}`)).toEqual([
    "reads ROOT 4",
    "inserts CHILD 4",
    "inserts ROOT 5",
    "inserts CHILD 5",
    "deletes CHILD 6",
    "reads ROOT 7",
  ]);
});
