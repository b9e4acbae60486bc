import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "./count-tokens.ts";

test("common words cost about one token each", () => {
  const words = "The quick brown fox jumps over the lazy dog and then rests for a while near the river.";
  expect(countTokens(words)).toBeGreaterThanOrEqual(18);
  expect(countTokens(words)).toBeLessThanOrEqual(20);
});

test("capitals, digits and marks cost more for each character than prose", () => {
  const perCharacter = (text: string): number => countTokens(text) / text.length;
  const prose = perCharacter("the customer record is read and then written to the file");
  expect(perCharacter("MOVE WS-CUSTOMER-NAME TO CUST-NAME OF CUSTOMER-RECORD.")).toBeGreaterThan(prose * 1.5);
  expect(perCharacter("1234567890 9876543210 5550001112")).toBeGreaterThan(prose * 1.5);
  expect(perCharacter("顧客レコードを読む")).toBeGreaterThan(prose * 3);
});

test("an empty text has none, and more text never has fewer", () => {
  expect(countTokens("")).toBe(0);
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => countTokens(`${left}\n${right}`) + 1 >= countTokens(left)),
  );
});
