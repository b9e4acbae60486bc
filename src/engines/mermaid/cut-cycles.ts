import type { FlowEdge, FlowNode } from "./diagram.ts";

/** Edges that lead on, and those that close a circle where a search in depth first meets it; without recursion. */
export function cutCycles(
  nodes: readonly Pick<FlowNode, "id">[],
  edges: readonly FlowEdge[],
): { readonly forward: FlowEdge[]; readonly back: FlowEdge[] } {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const state = new Map<string, "open" | "done">();
  const found: { forward: FlowEdge[]; back: FlowEdge[] } = { forward: [], back: [] };
  for (const { id } of nodes) if (!state.has(id)) walk(id, { leaving, state, found });
  return found;
}

interface Walk {
  readonly leaving: ReadonlyMap<string, readonly FlowEdge[]>;
  readonly state: Map<string, "open" | "done">;
  readonly found: { readonly forward: FlowEdge[]; readonly back: FlowEdge[] };
}

function walk(root: string, { leaving, state, found }: Walk): void {
  const path: { readonly id: string; next: number }[] = [{ id: root, next: 0 }];
  state.set(root, "open");
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const edge = leaving.get(top.id)?.[top.next++];
    if (!edge) {
      state.set(top.id, "done");
      path.pop();
      continue;
    }
    const met = state.get(edge.to);
    (met === "open" ? found.back : found.forward).push(edge);
    if (met !== undefined) continue;
    state.set(edge.to, "open");
    path.push({ id: edge.to, next: 0 });
  }
}
