import { cutCycles } from "./cut-cycles.ts";
import { depthsOf } from "./depths.ts";
import type { FlowEdge, FlowGraph } from "./diagram.ts";

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
  const { forward, back } = cutCycles(graph.nodes, graph.edges);
  const depth = depthsOf(graph.nodes, forward);
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
