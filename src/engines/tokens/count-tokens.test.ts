import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "./count-tokens.ts";

// Counted with a public byte-pair tokenizer of 200,000 entries.
test.each([
  ["The quick brown fox jumps over the lazy dog and then rests for a while near the river.", 18],
  ["export function total(values: readonly number[]): number {\n  return values.length;\n}\n", 19],
  ["           MOVE WS-CUSTOMER-NAME TO CUST-NAME OF CUSTOMER-RECORD.", 17],
  ['{"id":12345,"name":"alpha","tags":["a","b"]}', 20],
])("%j is estimated within a third", (text, real) => {
  expect(Math.abs(countTokens(text) - real) / real).toBeLessThan(0.34);
});

test("an empty text has none, and more text never has fewer", () => {
  expect(countTokens("")).toBe(0);
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => countTokens(`${left}\n${right}`) + 1 >= countTokens(left)),
  );
});
