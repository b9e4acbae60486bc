import fc from "fast-check";
import { expect, test } from "vitest";
import { LineRepetition } from "./line-repetition.ts";

/** Pushes a text in pieces; how many characters were taken before the word came, and the word. */
function watch(text: string, pieceChars: number): { readonly length: number | undefined; readonly taken: number } {
  const watcher = new LineRepetition();
  for (let at = 0; at < text.length; at += pieceChars) {
    const length = watcher.push(text.slice(at, at + pieceChars));
    if (length !== undefined) return { length, taken: at + pieceChars };
  }
  return { length: undefined, taken: text.length };
}

const line = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom("a", "b", "-", " ", "é") });

test("any one to eight lines that come thirty times are found, after anything, and however the pieces part", () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 50 }),
      (before, cycle, pieceChars) => {
        const lines = cycle.map((number) => `line ${number}\n`).join("");
        const text = `${before.join("\n")}\n${lines.repeat(40)}`;
        const { length, taken } = watch(text, pieceChars);
        expect(length).toBe(cycle.length);
        expect(taken).toBeLessThanOrEqual(`${before.join("\n")}\n${lines.repeat(31)}`.length + pieceChars);
      },
    ),
  );
});

test("what comes twenty-nine times, or with a number that counts, is left alone", () => {
  expect(watch("same\n".repeat(29), 7).length).toBeUndefined();
  expect(watch("a\nb\nc\n".repeat(29), 7).length).toBeUndefined();
  expect(watch(Array.from({ length: 500 }, (_, index) => `row ${index}\n`).join(""), 9).length).toBeUndefined();
  expect(watch("1\n2\n3\n4\n5\n6\n7\n8\n9\n".repeat(40), 9).length).toBeUndefined();
});
