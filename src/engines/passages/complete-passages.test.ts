import { expect, test } from "vitest";
import type { RankedPassage } from "./passage.ts";
import { createPassageRanking } from "./rank-passages.ts";
import { splitPassages } from "./split-passages.ts";

function rank(question: string, files: Readonly<Record<string, string>>): readonly RankedPassage[] {
  const ranking = createPassageRanking(question);
  for (const [path, text] of Object.entries(files)) ranking.add(splitPassages(path, text));
  return ranking.ranked(9);
}

const quoteOf = (passage: RankedPassage | undefined): string => passage?.lines.slice(...passage.quote).join("\n") ?? "";

const REASONS = [2, 3, 5, 6].map((count) => ({
  count,
  codes: Array.from({ length: count }, (_, index) => 100 + index),
}));

test.each(REASONS)(
  "of what is refused every reason stands with its condition, wherever it is set: $count",
  ({ codes }) => {
    const checks = codes.flatMap((code) => [
      `       1${code}-CHECK.`,
      `           IF WS-PART-${code} = SPACES`,
      `               MOVE ${code} TO WS-FAIL-REASON`,
      `               MOVE 'PART ${code} IS BLANK' TO WS-FAIL-TEXT`,
      "           END-IF.",
    ]);
    const text = [
      "       0000-MAIN.",
      ...codes.map((code) => `           PERFORM 1${code}-CHECK`),
      "           IF WS-FAIL-REASON NOT = 0",
      "               PERFORM 2000-WRITE-REJECT",
      "           END-IF.",
      ...checks,
      "       2000-WRITE-REJECT.",
      "           MOVE LID-RECORD TO REJECT-RECORD",
      "           WRITE REJECT-LINE FROM REJECT-RECORD.",
    ].join("\n");
    const found = rank("why would a lid be rejected?", { "cbl/LID.cbl": text });
    expect(found.slice(0, 2).map((one) => [one.titles[0], one.found])).toEqual([
      ["2000-WRITE-REJECT", "words"],
      ["0000-MAIN", "lead"],
    ]);
    expect(found[1]?.values.map(({ text: said }) => said)).toEqual(
      codes.map(
        (code) =>
          `IF WS-PART-${code} = SPACES → MOVE ${code} TO WS-FAIL-REASON MOVE 'PART ${code} IS BLANK' TO WS-FAIL-TEXT`,
      ),
    );
  },
);

test("a limit that is tested stands with the value that it has where nothing is given", () => {
  const text = [
    "       1000-START.",
    "           IF P-DAYS IS NUMERIC",
    "               MOVE P-DAYS TO WS-LID-DAYS",
    "           ELSE",
    "               MOVE 5 TO WS-LID-DAYS",
    "           END-IF.",
    "       2000-DROP-LIDS.",
    "      * Old lids are dropped.",
    "           IF WS-AGE >= WS-LID-DAYS",
    "               DELETE LID-FILE",
    "           END-IF.",
  ].join("\n");
  const [best] = rank("after how many days are old lids dropped?", { "cbl/LID.cbl": text });
  expect(best?.values.map(({ line, text: said }) => [line, said])).toEqual([[5, "ELSE → MOVE 5 TO WS-LID-DAYS"]]);
});

test.each([
  [
    "src/wait.ts",
    "export function wait(): number {\n  return delay ?? LID_DELAY;\n}",
    "src/all.ts",
    "export const LID_DELAY = 250;",
  ],
  ["wait.py", "def wait(delay):\n    return delay or LID_DELAY", "all.py", 'LID_DELAY = read("delay")'],
])("a constant stands with what it is, from whatever file: %s", (path, text, other, declared) => {
  const [best] = rank("how long does the lid wait?", { [path]: text, [other]: declared });
  expect(best?.path).toBe(path);
  expect(best?.values.map((value) => [value.path, value.text])).toEqual([[other, declared]]);
});

test("a list that a constant holds stands whole behind what names it", () => {
  const names = ["hinge", "handle", "spring"];
  const text = ["KEPT_PARTS = [", ...names.map((name) => `    "${name}",`), "]"].join("\n");
  const use = "def dropped_parts(parts):\n    return [part for part in parts if part not in KEPT_PARTS]";
  const [best] = rank("where are parts dropped?", { "use.py": use, "all.py": text });
  expect(best?.values.map((value) => value.text)).toEqual([
    `KEPT_PARTS = [ ${names.map((name) => `"${name}",`).join(" ")} ]`,
  ]);
});

test.each([7, 10, 250])("a name that an option sets stands with the default of the option: %i", (value) => {
  const use = "def close(lid_rounds):\n    if count > lid_rounds:\n        raise RuntimeError('too many')";
  const options = [
    "depth = click.option(",
    '    "--depth",',
    "    default=3,",
    ")",
    "lid_rounds = click.option(",
    '    "--lid-rounds",',
    `    default=${value},`,
    ")",
  ].join("\n");
  const found = rank("what happens beyond the lid rounds?", { "use.py": use, "options.py": options });
  const values = found.find(({ path }) => path === "use.py")?.values ?? [];
  expect(values.map(({ line, text }) => [line, text])).toEqual([[7, `--lid-rounds → default=${value},`]]);
});

test("what is done where something is missing stands behind the place that looks for it", () => {
  const text = [
    "       1000-POST.",
    "           READ LID-FILE",
    "               INVALID KEY PERFORM 8000-TELL",
    "           END-READ",
    "           PERFORM 2000-CLOSE-LID.",
    "       2000-CLOSE-LID.",
    "           MOVE 'LID' TO WS-LID-FILE.",
    "       8000-TELL.",
    "           DISPLAY 'NO SUCH LID'.",
  ].join("\n");
  const found = rank("what happens to a lid that isn't in the lid file?", { "cbl/LID.cbl": text });
  expect(found[0]?.titles[0]).toBe("1000-POST");
  expect(found[0]?.values.map(({ text: said }) => said)).toEqual(["8000-TELL → DISPLAY 'NO SUCH LID'."]);
});

test("who asks how the whole is done is given every step, and who asks for one step that one", () => {
  const steps = ["Fetch the box", "Upload the lid", "Compile the hinges", "Close all"];
  const text = [
    "# Installation of boxes",
    "",
    ...steps.flatMap((step, index) => [
      `${index + 1}. **${step}**`,
      `   - Use what is there for ${step}.`,
      ...Array(6).fill("   - And more of it."),
      "",
    ]),
  ].join("\n");
  const all = quoteOf(rank("how do I install the boxes?", { "README.md": text })[0]);
  for (const step of steps) expect(all).toContain(step);
  const one = quoteOf(rank("how do I compile the hinges?", { "README.md": text })[0]);
  expect(one).toContain("Compile the hinges");
  expect(one).not.toContain("Fetch the box");
});

test("a name that joins the words of a question comes before lines that hold them apart", () => {
  const files = {
    "cbl/A.cbl": "       9000-CLOSE.\n           CLOSE FEE-FILE BOX-FILE\n           DISPLAY 'CLOSED' WS-BOX.",
    "cbl/B.cbl":
      "       1000-FEE.\n           IF BOX-CLOSED\n               MOVE ZERO TO FEE-AMOUNT\n           END-IF.",
  };
  expect(rank("what happens with closed boxes?", files)[0]?.path).toBe("cbl/B.cbl");
});

test("what there is to choose is read from the data that holds it, before what only shows it", () => {
  const option = (text: string, index: number): readonly string[] => [
    `           10 FILLER PIC 9(02) VALUE ${index + 1}.`,
    `           10 FILLER PIC X(20) VALUE '${text}'.`,
  ];
  const files = {
    "cpy/MENU.cpy": [
      "       01 LID-MENU-OPTIONS.",
      ...["Open lid", "Close lid", "Weigh lid", "Sell lid"].flatMap(option),
    ].join("\n"),
    "cbl/SHOW.cbl":
      "       1000-MENU-OPTIONS.\n           PERFORM SEND-LID-MENU\n           MOVE LID-OPTION TO WS-MENU-OPTION.",
    "README.md": "# Lid Menu\n\n![Lid Menu](./lid.png)\n\n**Note**: options may differ.\n",
  };
  const [best] = rank("which options does the lid menu have?", files);
  expect(best?.path).toBe("cpy/MENU.cpy");
  expect(quoteOf(best)).toContain("Sell lid");
});

test("a test leads nowhere, whatever signs the sentence has that it is named by", () => {
  const text = 'test("a lid cannot be opened (yet", () => {\n  expect(open("lid")).toBe(false);\n});';
  const found = rank("what happens in the tests when a lid cannot be opened?", { "test/lid.test.ts": text });
  expect(found.map(({ found: by }) => by)).toEqual(["message", "words"]);
});
