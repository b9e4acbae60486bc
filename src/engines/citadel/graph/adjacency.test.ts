import { expect, test } from "vitest";
import type { GraphEdge } from "../model.ts";
import { Adjacency } from "./adjacency.ts";

/** Repeatable numbers below a bound. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

test.each([1, 2])("the edges at a node are those that a look through all of them finds (%i)", (seed) => {
  const next = numbers(seed);
  const edges = Array.from({ length: 500 }, (_, line): GraphEdge => {
    const to = next(5) === 0 ? {} : { to: `n${next(40)}` };
    const candidates = next(5) === 0 ? { candidates: [`n${next(40)}`, `n${next(40)}`] } : {};
    return {
      kind: "calls",
      from: `n${next(40)}`,
      name: "X",
      file: "F",
      line,
      resolved: "exact",
      text: "",
      ...to,
      ...candidates,
    };
  });
  const idsOf = ({ to, candidates = [] }: GraphEdge): string[] => [...(to === undefined ? [] : [to]), ...candidates];
  const incoming = new Adjacency(edges, (edge, add) => idsOf(edge).forEach(add));
  for (let node = 0; node <= 41; node += 1) {
    const expected = edges.flatMap((edge) => idsOf(edge).flatMap((id) => (id === `n${node}` ? [edge.line] : [])));
    expect(incoming.of(`n${node}`).map(({ line }) => line)).toEqual(expected);
  }
});
