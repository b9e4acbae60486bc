import { expect, test } from "vitest";
import { createPassageRanking } from "../rank-passages.ts";
import { splitPassages } from "../split-passages.ts";
import { valuesOf } from "./values.ts";

const valuesIn = (text: string): readonly string[] =>
  valuesOf(["lidLimit"], "source/lid.ts", splitPassages("source/options.ts", text)).map(({ text: said }) => said);

test("a value is told where it is set, and not where a comment gives an example of it", () => {
  const set = "const lidLimit = 12;";
  expect(valuesIn(set)).toEqual([set]);
  expect(valuesIn(`/**\n@example\nopen({\n  lidLimit: 99,\n});\n*/\n${set}`)).toEqual([set]);
  expect(valuesIn("/**\n@example\nlidLimit = 99;\n*/\nexport type Lid = string;")).toEqual([]);
});

test("a text of several lines is no value", () => {
  expect(valuesIn("const lidLimit = `\nmany\nlines\n`;")).toEqual([]);
});

const POST = `       1000-POST-LID.
           READ LID-FILE
               INVALID KEY
                   PERFORM 8000-TELL
           END-READ.`;
const SCRIPT = '{\n\t"scripts": {\n\t\t"test": "lint && run"\n\t}\n}';
const LID = "def close_lid(lid):\n    if lid.open:\n        raise LidOpen(lid)";
const TELL = "\n       8000-TELL.\n           DISPLAY 'GONE'.";

/** What the best quotation of some files is closed with. @param texts  path, text, path, text … */
function closing(question: string, texts: readonly string[]): readonly string[] {
  const ranking = createPassageRanking(question);
  for (let at = 0; at < texts.length; at += 2) ranking.add(splitPassages(texts[at] ?? "", texts[at + 1] ?? ""));
  return ranking.ranked(3)[0]?.values.map(({ path, line, text }) => `${path}:${line} ${text}`) ?? [];
}

test.each([
  ["what happens when a lid cannot be posted?", "L.cbl:7 8000-TELL → DISPLAY 'GONE'.", "L.cbl", POST + TELL],
  ["how is a lid posted?", "L.cbl:7 8000-TELL → * Later.", "L.cbl", `${POST}\n       8000-TELL.\n      * Later.`],
  ["how are lids tested?", 'package.json:3 "test": "lint && run"', "a.md", "Lids: `npm test`", "package.json", SCRIPT],
  [
    "what happens when a lid is open?",
    "e.py:2 exit_code = 4",
    "l.py",
    LID,
    "e.py",
    "class LidOpen:\n    exit_code = 4",
  ],
  [
    "which step posts lids?",
    "P.prc:1 //S EXEC PGM=L",
    "N.jcl",
    "//* Posts lids.\n//A EXEC P",
    "P.prc",
    "//S EXEC PGM=L",
  ],
])("a quotation is closed with what it names: %s", (question, expected, ...texts) => {
  expect(closing(question, texts)).toEqual([expected]);
});

test.each([1, 4, 5, 9])("what is done everywhere closes nothing: %i places", (places) => {
  const uses = Array.from(
    { length: places - 1 },
    (_, index) => `\n       2${index}0-USE.\n           PERFORM 8000-TELL.`,
  );
  const found = closing("what happens when a lid cannot be posted?", ["L.cbl", POST + uses.join("") + TELL]);
  expect(found).toHaveLength(places > 4 ? 0 : 1);
});
