import { expect, test } from "vitest";
import type { RankedPassage } from "../passage.ts";
import { createPassageRanking } from "../rank-passages.ts";
import { splitPassages } from "../split-passages.ts";

/** A program that speaks of lids and boxes as all of them do. */
const program = (name: string, head: string, ...lines: readonly string[]): string =>
  [
    `      * Program : ${name}.CBL`,
    `      * Function: ${head}`,
    "       PROCEDURE DIVISION.",
    "       1000-MAIN.",
    "           MOVE LID-ID TO BOX-LID-ID.",
    ...lines,
  ].join("\n");

const NUMBERED = ["       2000-NEXT-NUMBER.", "           ADD 1 TO LID-NUMBER."];
const ALIKE = ["       2000-COUNT.", "           ADD 1 TO LID-NUMBER.", "           MOVE LID-NUMBER TO BOX-NUMBER."];
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`cbl/CBLID${at}A.cbl`, program(`CBLID${at}A`, "Print the lids", ...ALIKE)]),
  ),
  "cbl/COLID2C.cbl": program("COLID2C", "Glue a new lid", ...NUMBERED),
  "cbl/CBLID7X.cbl": program("CBLID7X", "Work", ...NUMBERED),
  "README.md": "# Boxes\n\n| Program | Does |\n|---|---|\n| CBLID7X | paints lids overnight |\n",
};

function rank(question: string, files: Readonly<Record<string, string>>): readonly RankedPassage[] {
  const ranking = createPassageRanking(question);
  for (const [path, text] of Object.entries(files)) ranking.add(splitPassages(path, text));
  return ranking.ranked(5);
}

test.each([
  ["where does the number of a lid come from when one is glued?", "cbl/COLID2C.cbl"],
  ["where is the lid number counted when lids are painted overnight?", "cbl/CBLID7X.cbl"],
])("a line that many files have is looked for in the one that is spoken of: %s", (question, path) => {
  const found = rank(question, FILES).filter((one) => one.lines.some((line) => line.includes("ADD 1 TO LID-NUMBER")));
  expect(found[0]?.path).toBe(path);
});
