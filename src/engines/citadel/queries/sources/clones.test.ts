import { expect, test } from "vitest";
import { Estate } from "../../graph/estate.ts";
import { cobol } from "../../languages/cobol/frontend.ts";
import { findClones } from "./clones.ts";

const none = { find: () => undefined };

/** A random statement that no other is like. */
function statement(index: number): string {
  return `           MOVE FIELD-${index}A TO FIELD-${index}B`;
}
const block = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => statement(from + at));
const program = (name: string, ...lines: readonly string[]): string =>
  [
    "       IDENTIFICATION DIVISION.",
    `       PROGRAM-ID. ${name}.`,
    "       PROCEDURE DIVISION.",
    "       MAIN-1.",
    ...lines,
    "           GOBACK.",
    "",
  ].join("\n");

function clonesOf(sources: Readonly<Record<string, string>>): string[] {
  const estate = new Estate(
    Object.entries(sources).map(([path, text]) => ({ facts: cobol.parse({ path, text }, none), sha256: "" })),
  );
  const { clones } = findClones(estate, Object.keys(sources), (path) => sources[path]);
  return clones.map(
    ({ lines, places }) => `${lines}: ${places.map(({ file, start, end }) => `${file}:${start}-${end}`).join(" ")}`,
  );
}

test("a block in three programs, and a longer one in two of them", () => {
  expect(
    clonesOf({
      "A.cbl": program("A", ...block(900, 3), ...block(1, 30)),
      "B.cbl": program("B", ...block(800, 5), ...block(1, 30)),
      "C.cbl": program("C", ...block(700, 2), ...block(11, 12), ...block(600, 4)),
    }),
  ).toEqual(["31: A.cbl:8-38 B.cbl:10-40", "12: A.cbl:18-29 B.cbl:20-31 C.cbl:7-18"]);
});

test("comments, layout, case, numbers, literals and sequence numbers make no difference; a name does", () => {
  const own = block(1, 12);
  const disguised = own.flatMap((line, at) => [
    `00${String(at).padStart(4, "0")}* a remark`,
    `00${String(at).padStart(4, "0")} ${line.slice(7).toLowerCase().replace(" to ", "   to ")}`
      .padEnd(72)
      .concat("X0000001"),
  ]);
  const other = own.map((line, at) => (at === 6 ? line.replace("FIELD-7A", "FIELD-X") : line));
  expect(
    clonesOf({
      "A.cbl": program("A", ...own, "           DISPLAY 'ONE' 12.", ...block(400, 3)),
      "B.cbl": program("B", ...disguised, "           DISPLAY 'TWO' 345.", ...block(500, 3)),
      "C.cbl": program("C", ...other),
    }),
  ).toEqual(["15: A.cbl:3-17 B.cbl:3-29"]);
});

test("nine lines are none, a repetition within one program is one, and garbage does not break it", () => {
  expect(
    clonesOf({
      "A.cbl": program("A", ...block(1, 9)),
      "B.cbl": program("B", ...block(700, 2), ...block(1, 9), ...block(800, 2)),
    }),
  ).toEqual([]);
  expect(
    clonesOf({ "A.cbl": program("A", ...block(1, 11), ...block(300, 2), ...block(1, 11), ...block(900, 1)) }),
  ).toEqual(["11: A.cbl:5-15 A.cbl:18-28"]);
  expect(clonesOf({ "A.cbl": "\u0000\uffff".repeat(5000), "B.cbl": `${"X\n".repeat(50)}` })).toEqual([
    "10: B.cbl:1-10 B.cbl:11-20 B.cbl:21-30 B.cbl:31-40 B.cbl:41-50",
  ]);
});
