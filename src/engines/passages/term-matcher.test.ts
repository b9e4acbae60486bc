import { expect, test } from "vitest";
import { createPassageRanking } from "./rank-passages.ts";
import { splitPassages } from "./split-passages.ts";

/** The words of a question that a line of a program holds. */
function heldBy(line: string, question: string): readonly string[] {
  const ranking = createPassageRanking(question);
  ranking.add(splitPassages("cbl/LID.cbl", `       1000-LID.\n           ${line}\n           MOVE FEE TO LID.\n`));
  return ranking.ranked(1)[0]?.held ?? [];
}

test("a name that is run together holds its last word, and a word that only ends so does not", () => {
  expect(heldBy("MOVE CURRDATE TO X.", "where is the date of a fee")).toContain("date");
  for (const word of ["VALIDATE", "UPDATE"])
    expect(heldBy(`PERFORM ${word}-FEE.`, "where is the date of a fee")).not.toContain("date");
  expect(heldBy("PERFORM POPULATE-HEADER.", "how is a late fee handled")).not.toContain("late");
});
