import fc from "fast-check";
import { expect, test } from "vitest";
import { allNeedsOf, findCircle, orderSteps } from "./order.ts";

const node = (id: string, ...needs: string[]) => ({ id, needs });

test("each step comes after its needs", () => {
  const arbitrary = fc.array(fc.array(fc.nat(200), { maxLength: 5 }), { maxLength: 60 });
  fc.assert(
    fc.property(arbitrary, (lists) => {
      const steps = lists.map((needs, index) =>
        node(String(index), ...needs.filter((need) => need < index).map(String)),
      );
      const { order, cyclic } = orderSteps(steps);
      expect(cyclic).toEqual([]);
      const place = new Map(order.map((id, index) => [id, index]));
      for (const { id, needs } of steps)
        for (const need of needs) expect(place.get(need)).toBeLessThan(place.get(id) ?? -1);
    }),
  );
});

test("a circle is named from end to end", () => {
  expect(findCircle([node("x", "c"), node("a", "c"), node("b", "a"), node("c", "b")])).toEqual(["c", "b", "a", "c"]);
  expect(findCircle([node("a"), node("b", "a")])).toBeUndefined();
});

test("needs are found through others", () => {
  const needs = new Map([
    ["a", []],
    ["b", ["a"]],
    ["c", ["b"]],
  ]);
  expect([...allNeedsOf("c", needs)].sort()).toEqual(["a", "b"]);
});
