import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";
import type { RankedPassage } from "./passage.ts";
import { createPassageRanking } from "./rank-passages.ts";
import { isMisspelledAsking } from "./respell.ts";
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

test("a test is a passage by its title, with what it declares; an option by its name, with what is told of it", () => {
  const tests = [
    "test('closes the lid', () => {",
    "  const run = () => {",
    "  };",
    "  function stop() {",
    "  }",
    "});",
  ];
  expect(splitPassages("test/lid.ts", tests.join("\n")).map(({ titles, lines }) => [titles, lines.length])).toEqual([
    [["closes the lid"], 6],
  ]);
  const options = [
    "lid = click.option(",
    '    "--lid/--no-lid",',
    '    help="Close it.",',
    ")",
    "",
    'p.add_argument("--box")',
  ];
  expect(splitPassages("a/options.py", options.join("\n")).map(({ titles }) => titles)).toEqual([["--lid"], ["--box"]]);
});

test("less is quoted of each passage that follows, and of none its best line is left out", () => {
  const body = Array.from({ length: 30 }, (_, index) => `  pile(${index === 17 ? "lid, weight" : "it"});`);
  const paths = Array.from({ length: 6 }, (_, index) => `source/lid${index}.ts`);
  const text = ["function close(lid) {", ...body, "}"].join("\n");
  const ranking = createPassageRanking("where is the weight of a lid piled?");
  for (const path of paths) ranking.add(splitPassages(path, text));
  const quotes = ranking.ranked(6).map(({ lines, quote }) => lines.slice(...quote));
  expect(quotes.every((lines) => lines.join().includes("lid, weight"))).toBe(true);
  const counts = quotes.map((lines) => lines.length);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(75);
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

test("what a file says of itself in its first comment counts for what stands in it, and a licence does not", () => {
  const program = (purpose: string): string =>
    [
      "      * Program  : X",
      `      * Function : ${purpose}`,
      "      * Copyright nobody; zorpian terms.",
      "       PROGRAM-ID. X.",
      "       1000-READ.",
      "           READ CARD-FILE",
      "               INVALID KEY MOVE 4 TO WS-RC",
      "           END-READ.",
    ].join("\n");
  const files = { "cbl/A.cbl": program("Prints cards."), "cbl/B.cbl": program("Posts the day.") };
  expect(rank("what happens during posting if the card is missing?", files)[0]?.path).toBe("cbl/B.cbl");
  expect(rank("what happens during printing if the card is missing?", files)[0]?.path).toBe("cbl/A.cbl");
  expect(rank("zorpian card missing", files)[0]?.coverage).toBeLessThan(1);
});

test("a quotation goes through a block that it would end at the head of", () => {
  const filler = Array.from({ length: 10 }, (_, index) => `    step_${index}()`);
  const lines = ["def close(lid):", ...filler, "    if lid.is_dry:", "        warn()", "        code = 1"];
  const text = [...lines, ...Array.from({ length: 12 }, (_, index) => `    more_${index}()`)].join("\n");
  const [best] = rank("with which code does close end for a dry lid?", { "a.py": text });
  expect(best?.lines.slice(...best.quote).join("\n")).toContain("code = 1");
});

test("what the best passage performs follows it where that says what it leaves out", () => {
  const text = [
    "       1000-OPEN.",
    "           OPEN INPUT LID-FILE",
    "           IF WS-LID-STATUS NOT = '00' PERFORM 9900-ABORT.",
    "       2000-OTHER.",
    "           MOVE 1 TO RETURN-CODE.",
    "       9900-ABORT.",
    "           MOVE 16 TO RETURN-CODE",
    "           STOP RUN.",
  ].join("\n");
  const [, second] = rank("with which return code does it stop when the lid cannot be opened?", {
    "cbl/LID.cbl": text,
  });
  expect(second?.titles).toEqual(["9900-ABORT"]);
});

test("a question for tests, or in a kind of file, is answered from those first", () => {
  const both = {
    "src/lid.ts": "export function lid(): void {\n  close();\n}\n",
    "test/lid.ts": "test('lid', () => {});\n",
  };
  expect(rank("which tests cover the lid?", both)[0]?.path).toBe("test/lid.ts");
  expect(rank("is a colour in the JCL?", { ...FILES, "jcl/C.jcl": "//C JOB\n//* colour\n" })[0]?.path).toBe(
    "jcl/C.jcl",
  );
});

test("a name is looked for as it is spelled before its parts are", () => {
  const files = { "README.md": "# lid\n\nThe lid prefix.\n", "a.ts": "export const a = 1;\nfail('lidUrl is gone');\n" };
  expect(rank("what about lidUrl?", files)[0]?.path).toBe("a.ts");
});

test("any word with a letter left out, put twice or swapped is read as the word that stands there", () => {
  const word = "transaction";
  const text = `The ${word} file. Another ${word}.`;
  for (let at = 1; at < word.length - 1; at++) {
    const swapped = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
    const doubled = word.slice(0, at) + word[at] + word.slice(at);
    for (const said of [word.slice(0, at) + word.slice(at + 1), doubled, swapped]) {
      const ranking = createPassageRanking(`wich ${said} is it?`);
      ranking.add(splitPassages("a.md", text));
      const mended = ranking.respellings();
      expect(mended).toContainEqual({ said: "wich", meant: "" });
      if (said !== word) expect(mended).toContainEqual({ said, meant: word });
    }
  }
});

test.each([
  ["How do I biuld it?", "The build. Another build.", "biuld", "build"],
  ["Which dependancies does it have?", "The dependencies. No other dependencies.", "dependancies", "dependencies"],
])(
  "a short word with two letters swapped, and a long one with another vowel, is read as the word that stands there: %s",
  (asked, text, said, meant) => {
    const ranking = createPassageRanking(asked);
    ranking.add(splitPassages("a.md", text));
    expect(ranking.respellings()).toEqual([{ said, meant }]);
  },
);

test("a short word with a letter more or less is another word", () => {
  const ranking = createPassageRanking("are the forms there?");
  ranking.add(splitPassages("a.md", "A form. The form, farms and farms."));
  expect(ranking.respellings()).toEqual([]);
});

test("a long word with a syllable made longer is read as the word that stands there", () => {
  const ranking = createPassageRanking("how does authentification work?");
  ranking.add(splitPassages("a.md", "The authentication of users. Authentication fails."));
  expect(ranking.respellings()).toEqual([{ said: "authentification", meant: "authentication" }]);
});

test("a word that is another word by one letter is not mended", () => {
  const ranking = createPassageRanking("are lids charged?");
  ranking.add(splitPassages("a.md", "Lids are changed. They changed."));
  expect(ranking.respellings()).toEqual([]);
});

test("what holds where nothing is given is a default, and a move of a number says one", () => {
  const text = [
    "       1000-START.",
    "           IF P-DAYS IS NUMERIC MOVE P-DAYS TO WS-DAYS",
    "           ELSE MOVE 5 TO WS-DAYS.",
    "       2000-SHOW.",
    "           DISPLAY 'DAYS ARE SHOWN WHEN GIVEN'.",
  ].join("\n");
  const [best] = rank("how many days if nothing is given?", { "cbl/DAYS.cbl": text });
  expect(best?.titles).toEqual(["1000-START"]);
});

test.each([
  ["wich", true],
  ["whcih", true],
  ["wher", true],
  ["which", false],
  ["cold", false],
  ["form", false],
  ["batch", false],
])("%s is a misspelled word that only asks: %s", (word, isOne) => {
  expect(isMisspelledAsking(word)).toBe(isOne);
});

test("a question behind another is of what that was about", () => {
  const files = {
    "close.ts": "/** Closes a lid. */\nexport function cancel(lid) {\n  lid.stop();\n}",
    "crane.ts":
      "/** Holds a crane, and cancels the cancel of a cancel. */\nexport function cancel(crane) {\n  crane.cancel();\n}",
  };
  const first = (about?: string): string | undefined => {
    const ranking = createPassageRanking("can I cancel it?", about === undefined ? {} : { about });
    for (const [path, text] of Object.entries(files)) ranking.add(splitPassages(path, text));
    return ranking.ranked(1)[0]?.path;
  };
  expect([first(), first("how long may a lid take?")]).toEqual(["crane.ts", "close.ts"]);
});

test("what is laid down for machines comes behind what says the same", () => {
  const ranking = createPassageRanking("which lids may be closed?");
  const text = '{\n  "Lid": {\n    "description": "A lid, closed by who may."\n  }\n}';
  for (const path of ["a/schema.json", "lids.json"]) ranking.add(splitPassages(path, text));
  expect(ranking.ranked(1)[0]?.path).toBe("lids.json");
});

test("a type that a module of Python names is no part of the class above it", () => {
  const text = "class Deny:\n    reason: str\n\nKind = Literal[\n    'lid',\n    'box',\n]\n";
  expect(splitPassages("kinds.py", text).map(({ titles }) => titles)).toEqual([["Deny"], ["Kind"]]);
});

test("a line is parted and ranked in the time of its length", () => {
  const longest = 800_000;
  for (const unit of ["<<: ", "limit "]) {
    const ranking = createPassageRanking("what is the limit");
    ranking.add(splitPassages("a.py", unit.repeat(longest / unit.length)));
    expect(ranking.ranked(5).length).toBe(unit === "limit " ? 1 : 0);
  }
});
