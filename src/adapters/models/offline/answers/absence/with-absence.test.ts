import { expect, test } from "vitest";
import type { Found } from "../../looking.ts";
import { withAbsence } from "./with-absence.ts";

const FOLDER = { tools: new Set(["search_code"]), paths: ["source/lid.ts", "source/pot.ts"], isWhole: true };
const NEAREST = {
  text: 'Nearest in this folder:\nsource/lid.ts:1-2, "close":\n  close();\n  weigh();\nsource/pot.ts:4-5:\n  fill();\nAlso near:\n- source/pot.ts:9  stir();',
  isAnswer: true,
  isOfPassages: true,
};

/** What is said of a question where each search finds the same. */
function said(part: string, found: Found): string {
  const work = withAbsence(NEAREST, part, FOLDER);
  let state = work.next();
  while (!state.done) state = work.next(state.value.map(() => found));
  return state.value.text;
}

const none: Found = { text: "No matches.", failed: false };

test.each(["which port does it listen on?", "retry logic?", "is the cook allowed to open the lid?"])(
  "what stands in no line is said first, and one passage at most behind it: %s",
  (part) => {
    const text = said(part, none);
    expect(text).toMatch(/^Not found: no line says /);
    expect(text).toContain("source/lid.ts:1-2");
    expect(text).not.toMatch(/Also near|source\/pot\.ts/);
  },
);

test("a search that failed tells of no absence", () => {
  expect(said("retry logic?", { text: "regex parse error", failed: true })).toBe(NEAREST.text);
});

test("the lines of code that say it stand before a quotation that holds none of them", () => {
  const text = said("is there retry logic?", { text: "1 match\n\nsource/pot.ts\n7: retry(stir);", failed: false });
  expect(text).toMatch(/^Statements that say "retry"[^\n]*\n- source\/pot\.ts:7 {2}retry\(stir\);/);
  expect(text).toContain("Also near:");
});
