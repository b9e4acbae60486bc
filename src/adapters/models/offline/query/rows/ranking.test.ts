import { expect, test } from "vitest";
import { firstOf } from "./ranking.ts";

const row = (size: number): { readonly size: number } => ({ size });

test("whoever shares the last place of a ranking stands in it, whatever the sizes", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const sizes = Array.from({ length: 1 + (seed % 7) }, (_, index) => (seed * (index + 3)) % 4).sort((a, b) => b - a);
    const wanted = 1 + (seed % 3);
    const { rows, shared } = firstOf(sizes.map(row), wanted, ({ size }) => size);
    const last = sizes[Math.min(wanted, sizes.length) - 1] ?? 0;
    expect(rows).toEqual(sizes.filter((size) => size >= last).map(row));
    expect(shared !== "").toBe(rows.length > wanted);
  }
});

test("how many share which place is said", () => {
  const shared = (sizes: readonly number[], wanted: number): string =>
    firstOf(sizes.map(row), wanted, ({ size }) => size).shared;
  expect(shared([3, 3, 1], 1)).toBe(", where 2 share the first place");
  expect(shared([5, 3, 3, 3, 1], 2)).toBe(", where 3 share place 2");
  expect(shared([5, 3, 3, 1], 3)).toBe("");
});
