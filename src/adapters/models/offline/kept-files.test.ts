import { expect, test } from "vitest";
import { numbersOf } from "../../../../test/random.ts";
import {
  answer,
  type Line,
  renderAnswer,
  type Section,
  sectionOfItems,
} from "../../../engines/citadel/queries/answer.ts";
import { ofKeptFiles } from "./kept-files.ts";
import { look } from "./looking.ts";

/** What is left of a section of code intelligence where one file is kept alone. */
function kept(section: Section): readonly string[] {
  const found = answer("Things", { sections: [section] });
  if (found.kind === "failure") throw new Error(found.message);
  const text = renderAnswer(found.answer);
  const work = ofKeptFiles(look("citadel_screens", {}), { keeps: (path) => path === "own.cbl", said: "in own.cbl" });
  work.next();
  const end = work.next([{ text, failed: false }]);
  if (!end.done) throw new Error("it asked for more");
  return end.value.value.text.split("\n").filter((row) => /^ *(?:##|-) /.test(row));
}

test("a heading counts what is left of what it counts: items, or all rows", () => {
  const next = numbersOf(7);
  const random = (below: number): number => Math.floor(next() * below);
  for (let round = 0; round < 200; round++) {
    const lines = Array.from({ length: 1 + random(12) }, (_, index): Line => {
      const depth = index === 0 ? 0 : random(3);
      return { text: `thing ${index}`, file: random(2) === 0 ? "own.cbl" : "other.cbl", line: index + 1, depth };
    });
    const own = lines.filter(({ file }) => file === "own.cbl");
    const atEdge = own.filter(({ depth }) => depth === 0);
    expect(kept(sectionOfItems("Items", lines))[0]).toBe(`## Items (${atEdge.length})`);
    const all = kept({ heading: "Rows", lines });
    const isEdge = lines.every(({ depth }) => depth === 0);
    expect(all).toEqual([
      `## Rows (${isEdge ? atEdge.length : own.length})`,
      ...own.map(({ text, line, depth = 0 }) => `${"  ".repeat(depth)}- ${text} — own.cbl:${line}`),
    ]);
  }
});

test("single lines of other files go, those of the kept one stay, also where no passage of it is quoted", () => {
  const keeps = (path: string): boolean => path === "own.cbl";
  const work = ofKeptFiles(look("find_passages", { query: "lid" }), { keeps, said: "in own.cbl" });
  work.next();
  const text = [
    "## other.cbl:1-1",
    "(80 % of the question, score 2.0; holds lid)",
    "1\tA LID.",
    "",
    "## Single lines",
    "other.cbl:1: A LID.",
    "own.cbl:7: OWN LID: 1",
    "",
  ].join("\n");
  const end = work.next([{ text, failed: false }]);
  if (!end.done) throw new Error("it asked for more");
  expect(end.value.value.text).toBe("## Single lines\nown.cbl:7: OWN LID: 1\n");
});
