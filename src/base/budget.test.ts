import fc from "fast-check";
import { expect, test } from "vitest";
import { Budget, BudgetedLines, OverBudget } from "./budget.ts";

test("a budget is spent to its last unit, and one more is a failure that says which part was too large", () => {
  const budget = new Budget("answer", 10);
  budget.spend(4);
  budget.spend(6);
  expect(() => budget.spend(1)).toThrow(new OverBudget("answer", 10));
  expect(new OverBudget("line", 8_000_000).message).toBe("more than 8,000,000 characters in one line");
});

test("it does not matter where text is cut into pieces", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "\n", "é") })), (pieces) => {
      const lines = new BudgetedLines(1000);
      const whole = pieces.flatMap((piece) => lines.push(piece));
      expect([...whole, lines.rest()]).toEqual(pieces.join("").split("\n"));
    }),
  );
});

test("a line without an end fails as soon as it is too long, in small pieces and in one", () => {
  const lines = new BudgetedLines(100);
  lines.push("a".repeat(90));
  expect(() => lines.push("b".repeat(11))).toThrow(OverBudget);
  expect(() => new BudgetedLines(100).push(`${"a".repeat(101)}\n`)).toThrow(OverBudget);
});
