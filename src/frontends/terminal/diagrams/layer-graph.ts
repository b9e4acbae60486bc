import type { FlowEdge, FlowGraph } from "./parse-mermaid.ts";

/** A place in a layer: a node, or the passage of an edge that goes further down. */
export interface Slot {
  readonly id: string;
  readonly isPassage: boolean;
}

/** One step of an edge from a layer to the next. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly edge: FlowEdge;
  /** Ends at the edge's own target. */
  readonly isLast: boolean;
}

export interface LayeredGraph {
  readonly layers: readonly (readonly Slot[])[];
  readonly hops: readonly Hop[];
  /** Edges against the direction, and of a node to itself: told of, not drawn. */
  readonly back: readonly FlowEdge[];
}

const SWEEPS = 4;

/** Layers by longest path, cycles cut where a search in depth first meets them, order by the mean place of neighbours. */
export function layerGraph(graph: FlowGraph): LayeredGraph {
  const { forward, back } = cutCycles(graph);
  const depth = depths(graph, forward);
  const layers: Slot[][] = [];
  for (const { id } of graph.nodes) layerAt(layers, depth.get(id) ?? 0).push({ id, isPassage: false });
  const hops: Hop[] = [];
  for (const [index, edge] of forward.entries()) {
    const first = depth.get(edge.from) ?? 0;
    const last = depth.get(edge.to) ?? 0;
    let from = edge.from;
    for (let layer = first + 1; layer < last; layer++) {
      const passage = `${edge.from}\n${edge.to}\n${index}\n${layer}`;
      layerAt(layers, layer).push({ id: passage, isPassage: true });
      hops.push({ from, to: passage, edge, isLast: false });
      from = passage;
    }
    hops.push({ from, to: edge.to, edge, isLast: true });
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) orderLayers(layers, hops, sweep % 2 === 0 ? "down" : "up");
  return { layers, hops, back };
}

function layerAt(layers: Slot[][], index: number): Slot[] {
  while (layers.length <= index) layers.push([]);
  return layers[index] ?? [];
}

function cutCycles({ nodes, edges }: FlowGraph): { forward: FlowEdge[]; back: FlowEdge[] } {
  const leaving = new Map<string, FlowEdge[]>();
  for (const edge of edges) leaving.set(edge.from, [...(leaving.get(edge.from) ?? []), edge]);
  const state = new Map<string, "open" | "done">();
  const forward: FlowEdge[] = [];
  const back: FlowEdge[] = [];
  for (const { id } of nodes) {
    if (state.has(id)) continue;
    const stack: { id: string; next: number }[] = [{ id, next: 0 }];
    state.set(id, "open");
    while (stack.length > 0) {
      const top = stack.at(-1);
      if (!top) break;
      const edge = leaving.get(top.id)?.[top.next++];
      if (!edge) {
        state.set(top.id, "done");
        stack.pop();
      } else if (state.get(edge.to) === "open") back.push(edge);
      else {
        forward.push(edge);
        if (state.has(edge.to)) continue;
        state.set(edge.to, "open");
        stack.push({ id: edge.to, next: 0 });
      }
    }
  }
  return { forward, back };
}

function depths({ nodes }: FlowGraph, forward: readonly FlowEdge[]): ReadonlyMap<string, number> {
  const depth = new Map(nodes.map(({ id }) => [id, 0]));
  const entering = new Map<string, number>();
  for (const { to } of forward) entering.set(to, (entering.get(to) ?? 0) + 1);
  const ready = nodes.map(({ id }) => id).filter((id) => !entering.has(id));
  for (let id = ready.shift(); id !== undefined; id = ready.shift())
    for (const edge of forward) {
      if (edge.from !== id) continue;
      depth.set(edge.to, Math.max(depth.get(edge.to) ?? 0, (depth.get(id) ?? 0) + 1));
      const left = (entering.get(edge.to) ?? 1) - 1;
      entering.set(edge.to, left);
      if (left === 0) ready.push(edge.to);
    }
  return depth;
}

function orderLayers(layers: Slot[][], hops: readonly Hop[], direction: "down" | "up"): void {
  const indices = direction === "down" ? layers.keys() : [...layers.keys()].reverse();
  for (const index of indices) {
    const beside = layers[direction === "down" ? index - 1 : index + 1];
    const layer = layers[index];
    if (!beside || !layer) continue;
    const places = new Map(beside.map(({ id }, place) => [id, place]));
    const means = new Map(
      layer.map(({ id }, own) => {
        const near = hops.flatMap((hop) => {
          const other = direction === "down" ? (hop.to === id ? hop.from : "") : hop.from === id ? hop.to : "";
          return places.get(other) ?? [];
        });
        return [id, near.length === 0 ? own : near.reduce((sum, place) => sum + place, 0) / near.length];
      }),
    );
    layer.sort((left, right) => (means.get(left.id) ?? 0) - (means.get(right.id) ?? 0));
  }
}
