import { expect, test } from "vitest";
import { placeOf, quotedPassage } from "./quoted-passage.ts";

test("a passage stands below its place without a common indent, and COBOL without the numbers beside its columns", () => {
  const lines = ["018300     IF LID-GONE".padEnd(72), "018400         MOVE 1 TO A.".padEnd(72)].map((text, index) => ({
    path: "cbl/LID.cbl",
    line: 7 + index,
    text: `${text}0183000${index}`,
  }));
  const passage = { path: "cbl/LID.cbl", from: 7, to: 8, titles: "A > 1000-B", coverage: 100, score: 1, lines };
  expect(quotedPassage({ ...passage, held: [], missing: [], found: "words", values: [] })).toBe(
    'cbl/LID.cbl:7-8, "1000-B":\n  IF LID-GONE\n      MOVE 1 TO A.',
  );
});

test.each([
  ["Changelog > v2.3.1 (2026-02-03) > Features", "v2.3.1 (2026-02-03) > Features"],
  ["1.4 > Bug fixes", "1.4 > Bug fixes"],
  ["Unreleased > Removed", "Unreleased > Removed"],
  ["Manual > 1. Processing > Files", "Files"],
  ["v2.3.1", "v2.3.1"],
])("what stands below a release is told with it: %s", (titles, name) => {
  const passage = { path: "CHANGELOG.md", from: 3, to: 4, titles, coverage: 100, score: 1, lines: [] };
  expect(placeOf({ ...passage, held: [], missing: [], found: "words", values: [] })).toBe(
    `CHANGELOG.md:3-4, "${name}"`,
  );
});
