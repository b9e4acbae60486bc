import type { FlowEdge, FlowNode } from "./diagram.ts";

/** The length of the longest path to each node; 0 for one that nothing leads to. @param edges  without circles */
export function depthsOf(
  nodes: readonly Pick<FlowNode, "id">[],
  edges: readonly FlowEdge[],
): ReadonlyMap<string, number> {
  const depths = new Map(nodes.map(({ id }) => [id, 0]));
  const entering = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) entering.set(to, (entering.get(to) ?? 0) + 1);
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const ready = nodes.map(({ id }) => id).filter((id) => entering.get(id) === 0);
  for (const id of ready)
    for (const { to } of leaving.get(id) ?? []) {
      depths.set(to, Math.max(depths.get(to) ?? 0, (depths.get(id) ?? 0) + 1));
      const left = (entering.get(to) ?? 1) - 1;
      entering.set(to, left);
      if (left === 0) ready.push(to);
    }
  return depths;
}
