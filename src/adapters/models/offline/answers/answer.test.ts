import { expect, test } from "vitest";
import { listed } from "./answer.ts";

test("a list counts all, says what it cuts and what only tests or shows, and puts tests last", () => {
  const own = Array.from({ length: 11 }, (_, index) => `source/a.ts:${index + 1}  own`);
  const tried = Array.from({ length: 5 }, (_, index) => `test/a.ts:${index + 1}  tried`);
  const lines = listed("Lines", [...tried, ...own]).split("\n");
  expect([lines[0], lines[1], lines.at(-1)]).toEqual([
    "Lines (16, 5 of them in tests, examples or samples):",
    "- source/a.ts:1  own",
    "- … 12 of 16 shown",
  ]);
});

test("what was counted in a part of what there is says so", () => {
  expect(listed("Lines", ["a.ts:1"], "1 or more").split("\n")[0]).toBe("Lines (1 or more):");
});
