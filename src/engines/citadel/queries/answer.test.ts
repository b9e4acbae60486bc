import { expect, test } from "vitest";
import { answer, renderAnswer, sectionOfItems } from "./answer.ts";

const lines = [
  { text: "read-it", file: "a.cbl", line: 3 },
  { text: "calls open-it", file: "a.cbl", line: 4, depth: 1 },
  { text: "calls close-it", file: "a.cbl", line: 5, depth: 1 },
  { text: "close-it", file: "a.cbl", line: 9 },
];

test("a list counts its things, not the lines that tell of them; a part of it is counted in lines", () => {
  const made = answer("Functions of a.cbl", { sections: [sectionOfItems("Functions", lines)] });
  if (made.kind === "failure") throw new Error(made.message);
  expect(renderAnswer(made.answer)).toContain("## Functions (2)\n- read-it — a.cbl:3\n  - calls open-it — a.cbl:4\n");
  expect(renderAnswer(made.answer, { offset: 0, limit: 3 })).toContain("## Functions (3 of 4 shown)");
});
