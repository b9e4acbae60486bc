import { expect, test } from "vitest";
import type { GraphNode } from "../model.ts";
import { DeclaredItems } from "./data-edges.ts";
import { PackedItems } from "./packed-items.ts";

/** Repeatable numbers below a bound. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

test.each([1, 2, 3])("packed items are found as the ones that were never packed (%i)", (seed) => {
  const next = numbers(seed);
  const [declared, packed] = [new DeclaredItems(), new PackedItems()];
  const files = Array.from({ length: 200 }, (_, at) => `cpy/F${at}.cpy`);
  for (let facts = 0; facts < 300; facts += 1) {
    const path = files[next(files.length)]!;
    const items = Array.from({ length: next(6) }, (_, at): GraphNode => {
      // Some are written in another file than the one whose facts tell them.
      const file = next(4) === 0 ? files[next(files.length)]! : path;
      const name = `ITEM-${next(4)}`;
      const renamed = next(5) === 0 ? { detail: { renamed: true } } : {};
      return {
        id: `${path}#R.${name}-${facts}-${at}`,
        kind: "data-item",
        name,
        file,
        start: next(3),
        end: 9,
        ...renamed,
      };
    });
    for (const item of items) declared.add(item);
    packed.add(path, items);
  }
  for (let question = 0; question < 3000; question += 1) {
    const item = { name: `item-${next(5)}`, file: files[next(files.length)]!, line: next(4) };
    expect(packed.at(item)).toBe(declared.at(item));
  }
});
