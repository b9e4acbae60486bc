import { expect, test } from "vitest";
import { atOnce } from "../../../../../base/steps.ts";
import { pursue } from "../../looking.ts";
import { declaredNames } from "./declared-names.ts";

/** The texts of lines that declare a name which says so many of the words, where a search finds these lines. */
function declaring(lines: readonly string[], words: readonly string[], atLeast = words.length): readonly string[] {
  const found = `quay.py\n${lines.map((line, index) => `${index + 1}:${line}`).join("\n")}\n`;
  const played = atOnce(
    pursue(
      () => declaredNames(words, atLeast),
      () => ({ text: found, failed: false }),
    ),
  );
  if (played.kind !== "done") throw new Error("wants more");
  return played.value.lines.map(({ text }) => text.trim());
}

test.each([
  ["a field", "    max_toll_usd: float | None = None"],
  ["a part of a name with capitals", "    maxTollUsd: float"],
  ["a parameter", "    def __init__(self, toll_max: int | None = None)"],
  ["what an object gets", "        self.toll_limit = toll"],
  ["a class", "class TollLimit(Exception):"],
  ["a field of COBOL", "       05 WS-TOLL-LIMIT PIC 9(4)."],
])("%s is a declaration, however its name spells the words", (_, line) => {
  expect(declaring([line], ["limit", "toll"])).toEqual([line.trim()]);
});

test.each([
  ["what is only handed on", "    run(order, toll_limit=3)"],
  ["a call", "    toll_limit(order)"],
  ["a comment", "    # toll_limit: see above"],
  ["a name that says one of the words", "    toll: int"],
])("%s declares nothing of it", (_, line) => {
  expect(declaring([line], ["limit", "toll"])).toEqual([]);
});

test("what users see comes before what is inner", () => {
  expect(declaring(["        self._toll = 1", "    toll: int"], ["toll"])).toEqual(["toll: int", "self._toll = 1"]);
});
