import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";
import { createPassageRanking, type RankedPassage } from "./rank-passages.ts";
import { isQuotable, splitPassages } from "./split-passages.ts";

const MANUAL = [
  "# boxes",
  "",
  "Keeps things.",
  "",
  "## Options",
  "",
  "### lid",
  "",
  "Type: `string`",
  "Default: `oak`",
  "",
  "### weight",
  "",
  "In grams.",
  "",
  "### colour",
  "",
  "Any.",
].join("\n");
const SOURCE = [
  "import { lid } from './lid.ts';",
  "",
  "/**",
  "Closes it.",
  "",
  "Twice if need be.",
  "*/",
  "export function close(item: string): void {",
  "  if (item === '') throw new Error('empty');",
  "}",
  "",
  "export class Box {",
  "  open(): void {",
  "    lid();",
  "  }",
  "}",
].join("\n");
const PROGRAM = [
  "       IDENTIFICATION DIVISION.",
  "       PROGRAM-ID. FEEPOST.",
  "      * Adds a fee to its account.",
  "       1000-POST-FEE.",
  "           READ ACCT-FILE",
  "               INVALID KEY PERFORM 8000-UNKNOWN",
  "           END-READ.",
  "       8000-UNKNOWN.",
  "           DISPLAY 'NO ACCOUNT'.",
].join("\n");
const JOB = [
  "//NIGHT JOB 'X'",
  "//* sorts",
  "//SORTFEES EXEC PGM=SORT",
  "//POST EXEC PGM=FEEPOST,COND=(0,NE,SORTFEES)",
].join("\n");
const FILES: Readonly<Record<string, string>> = {
  "README.md": MANUAL,
  "source/box.ts": SOURCE,
  "cbl/FEEPOST.cbl": PROGRAM,
  "jcl/NIGHT.jcl": JOB,
};

function rank(question: string, files = FILES): readonly RankedPassage[] {
  const ranking = createPassageRanking(question);
  for (const [path, text] of Object.entries(files)) ranking.add(splitPassages(path, text));
  return ranking.ranked(5);
}

const placeOf = (passage: RankedPassage | undefined): string =>
  passage === undefined ? "" : `${passage.path}:${passage.numbers[0]}-${passage.numbers.at(-1)}`;

test.each(Object.entries(FILES))(
  "every line that says something is in one passage, where it stands: %s",
  (path, text) => {
    const lines = text.split("\n");
    const passages = splitPassages(path, text).filter(({ kind }) => kind !== "outline");
    const placed = passages.flatMap(({ numbers, lines: own }) =>
      numbers.map((number, at) => [number, own[at]] as const),
    );
    for (const [number, line] of placed) expect(line).toBe(lines[number - 1]);
    const numbers = placed.map(([number]) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const [index, line] of lines.entries()) if (/\w/.test(line)) expect(numbers).toContain(index + 1);
  },
);

test.each([
  ["README.md", MANUAL, ["boxes > Options > lid", "boxes > Options > weight"]],
  ["source/box.ts", SOURCE, ["close", "Box > open"]],
  ["cbl/FEEPOST.cbl", PROGRAM, ["FEEPOST", "1000-POST-FEE", "8000-UNKNOWN"]],
  ["jcl/NIGHT.jcl", JOB, ["NIGHT", "SORTFEES", "POST"]],
])("a file is parted where its kind of text parts: %s", (path, text, titles) => {
  const found = splitPassages(path, text).map((passage) => passage.titles.join(" > "));
  expect(found).toEqual(expect.arrayContaining(titles));
});

test("a comment without signs of its own stays above what it explains", () => {
  const passage = splitPassages("source/box.ts", SOURCE).find(({ titles }) => titles[0] === "close");
  expect(passage?.lines[1]).toBe("Closes it.");
});

test.each([
  ["What is the default of the lid?", "README.md:7-10"],
  ["Which options are there?", "README.md:7-16"],
  ["What happens when the account does not exist?", "cbl/FEEPOST.cbl:3-7"],
  ["O que acontece quando a conta|account não existe?", "cbl/FEEPOST.cbl:3-7"],
  ["Does the night job stop if the sort fails?", "jcl/NIGHT.jcl:4-4"],
  ["Where is an item checked?", "source/box.ts:3-10"],
])("the passage that answers comes first: %s", (question, place) => {
  expect(placeOf(rank(question)[0])).toBe(place);
});

test("words of weight that a passage does not hold are told, the rarest first", () => {
  const [best] = rank("Which zorpian option has a lid?");
  expect(best?.missing[0]).toBe("zorpian");
  expect(best?.coverage).toBeLessThan(1);
});

test("of any passages the one that holds a word that no other holds is found by it, whatever else is asked", () => {
  const words = Array.from({ length: 30 }, (_, index) => `zorp${"abcdefghijklmnopqrstuvwxyzäöüß"[index]}k`);
  const text = words.map((word, index) => `## Part ${index}\n\nSome plain words and ${word} here.\n`).join("\n");
  for (const word of words.filter((one) => /^[a-z]+$/.test(one))) {
    const [best] = rank(`what do the plain words say of ${word}?`, { ...FILES, "docs/parts.md": text });
    expect(best?.lines.join(" ")).toContain(word);
  }
});

test("garbage is parted and ranked without harm, and nothing is found for nothing", () => {
  for (const text of ["", "\n\n", "```\n".repeat(99), "#\n=\n-\n", "\0".repeat(50), "/* ".repeat(999)])
    for (const path of ["a.md", "a.ts", "a.cbl", "a.jcl", "a.yml", "a"]) rank("what is a lid?", { [path]: text });
  expect(rank("what is it?")).toEqual([]);
});

test("data, locks and what programs wrote for programs are not quoted", () => {
  const paths = ["a.md", "src/a.ts", "package-lock.json", "data/x.csv", "a.min.js", "dist/a.js", "CBACT01C.cbl"];
  expect(paths.filter(isQuotable)).toEqual(["a.md", "src/a.ts", "CBACT01C.cbl"]);
});

test("of a line that is too long the sentences with the words are kept", () => {
  const line = `${"Nothing is said. ".repeat(40)}The lid is oak. ${"Nothing is said. ".repeat(40)}`;
  expect(excerptOf(line, ["lid"], 60)).toContain("The lid is oak.");
  expect(excerptOf(line, ["lid"], 60).length).toBeLessThan(120);
  expect(excerptOf("short", ["lid"], 60)).toBe("short");
});
