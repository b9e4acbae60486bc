import { expect, test } from "vitest";
import { messageFinder } from "./messages.ts";
import type { RankedPassage } from "./passage.ts";
import { createPassageRanking } from "./rank-passages.ts";
import { splitPassages } from "./split-passages.ts";

function rank(question: string, files: Readonly<Record<string, string>>): readonly RankedPassage[] {
  const ranking = createPassageRanking(question);
  for (const [path, text] of Object.entries(files)) ranking.add(splitPassages(path, text));
  return ranking.ranked(9);
}

const placeOf = ({ path, numbers, quote }: RankedPassage): string =>
  `${path}:${numbers[quote[0]]}-${numbers[quote[1] - 1]}`;

const PROGRAM = (text: string): string =>
  [
    "       WORKING-STORAGE SECTION.",
    "       01  WS-SHOWN                PIC X(40).",
    "           88  ZORP-WAS-TOUCHED    VALUE",
    `               '${text}'.`,
    "       PROCEDURE DIVISION.",
    "       1000-MAIN.",
    "           IF WS-COUNT > 3",
    "               PERFORM 2000-CHECK",
    "           END-IF.",
    "       2000-CHECK.",
    "           IF WS-OLD NOT = WS-NEW",
    "               SET ZORP-WAS-TOUCHED TO TRUE",
    "           ELSE",
    "               CONTINUE",
    "           END-IF.",
  ].join("\n");

const MESSAGES = ["Lid moved by some one else", "no weight was given for box", "Teapot cannot be opened now"];

/** How code may hold a message: whole, with a value in it, joined, parted over lines. */
const HOLDERS: readonly (readonly [path: string, hold: (text: string) => string])[] = [
  ["cbl/SHOW.cbl", (text) => `       1000-SHOW.\n           DISPLAY '${text.toUpperCase()}: ' WS-ID.`],
  ["src/show.ts", (text) => `export function show(id: string): void {\n  fail(\`${text} \${id}: see above\`);\n}`],
  ["src/show.py", (text) => `def show(name):\n    raise Halt(f"{name}: ${text}!")`],
  [
    "src/parted.py",
    (text) => `def show(name):\n    raise Halt(\n        "${text.replace(/ (?=\S+ \S+$)/, ' "\n        "')}"\n    )`,
  ],
  [
    "src/joined.ts",
    (text) => `export function show(): void {\n  fail("${text.replace(/ (?=\S+$)/, ' " +\n    "')}");\n}`,
  ],
];

const ASKED: readonly ((text: string) => string)[] = [
  (text) => `users get "${text}", where does that come from?`,
  (text) => `De onde vem a mensagem '${text.toUpperCase()}'?`,
  (text) => `why does it say ${text.toLowerCase()}?`,
];

test.each(
  MESSAGES.flatMap((text) => HOLDERS.flatMap(([path, hold]) => ASKED.map((ask) => [ask(text), path, hold(text)]))),
)("%s is found where %s holds it", (question = "", path = "", held = "") => {
  const other = "export function other(): void {\n  show('Some other thing was said by the lid');\n}";
  const [best] = rank(question, { "src/other.ts": other, [path]: held });
  expect([best?.found, best?.path]).toEqual(["message", path]);
});

test("behind a message stands what brings up the name that holds it, and behind that what leads there", () => {
  const found = rank('it shows "Lid moved by some one else", why?', { "cbl/A.cbl": PROGRAM(MESSAGES[0] ?? "") });
  expect(found.filter((one) => one.found !== "words").map((one) => [one.found, placeOf(one)])).toEqual([
    ["message", "cbl/A.cbl:3-4"],
    ["use", "cbl/A.cbl:10-15"],
    ["lead", "cbl/A.cbl:6-9"],
  ]);
});

test("a class of errors is followed to where it is raised", () => {
  const files = {
    "errors.py":
      'class LidNotFound(Exception):\n    def __str__(self):\n        return f"No lid of size {self.size} fits"',
    "fit.py": "def fit(size):\n    if size not in LIDS:\n        raise LidNotFound(size)\n    return LIDS[size]",
  };
  const found = rank("I get 'No lid of size', when?", files).filter((one) => one.found === "use");
  expect(found.map(placeOf)).toEqual(["fit.py:1-4"]);
});

test.each([
  "where is the lid opened?",
  "what does WS-OLD-LID hold?",
  "how do I open the lid of a box?",
  "which lids are there?",
])("what only shares words with a text, or the parts of a name, is no message: %s", (question) => {
  const text =
    "       1000-SHOW.\n           DISPLAY 'WS-OLD-LID : ' WS-OLD-LID\n           DISPLAY 'THE LID IS HEAVY TODAY'.";
  expect(rank(question, { "cbl/SHOW.cbl": text }).map(({ found }) => found)).not.toContain("message");
});

test("a text that tests expect is looked for in what they test first", () => {
  const files = {
    "test/lid.test.ts": "test('x', () => {\n  is(error.message, 'Lid failed with code 7: heavy');\n});",
    "src/lid.ts": "export function lid(reason: string): void {\n  throw new Error(`Lid failed with ${reason}`);\n}",
  };
  expect(rank("where does 'Lid failed with code' come from?", files)[0]?.path).toBe("src/lid.ts");
});

test("a generated line with a sign of a text at every step is looked through once, not anew behind each sign", () => {
  const finder = messageFinder("what changed in the last release?");
  const [passage] = splitPassages("src/generated.ts", "export const generated = 1;\n");
  if (!passage) throw new Error("the source has no passage");
  finder.look({ ...passage, lines: [`show({${'"a":"b",'.repeat(60_000)}});`] });
  expect(finder.found()).toEqual([]);
});
