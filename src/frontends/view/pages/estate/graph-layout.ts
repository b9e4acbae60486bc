import dagre from "@dagrejs/dagre";
import type cytoscape from "cytoscape";

/** What is drawn: a thing of the estate, or a group of them. */
export interface DrawnNode {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly isFollowed: boolean;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isSure: boolean;
}

type Places = Map<string, { x: number; y: number }>;

/** Where each node stands, in a frame of that proportion of width to height. */
export function layOut(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[], proportion: number): Places {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 6, ranksep: 70 });
  graph.setDefaultEdgeLabel(() => ({}));
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]));
  for (const { id, label } of nodes)
    if (joined.has(id)) graph.setNode(id, { width: 30 + 7 * label.length, height: 26 });
  for (const { from, to } of edges) graph.setEdge(from, to);
  dagre.layout(graph);
  const places: Places = new Map();
  for (const id of graph.nodes()) {
    const { x, y } = graph.node(id) as { x: number; y: number };
    places.set(id, { x, y });
  }
  placeLoose(nodes, places);
  widen(places, proportion);
  return places;
}

/** Pulls a tall picture apart to the proportions of its frame. */
function widen(places: Places, proportion: number): void {
  const span = (values: readonly number[]): number => Math.max(1, Math.max(...values) - Math.min(...values));
  const all = [...places.values()];
  const factor = (proportion * span(all.map(({ y }) => y))) / span(all.map(({ x }) => x));
  if (factor > 1) for (const place of all) place.x *= Math.min(factor, 6);
}

/** What touches nothing stands in a grid below. */
function placeLoose(nodes: readonly DrawnNode[], places: Places): void {
  const bottom = Math.max(0, ...[...places.values()].map(({ y }) => y)) + 80;
  const loose = nodes.filter(({ id }) => !places.has(id));
  const columns = Math.max(4, Math.ceil(Math.sqrt(loose.length)));
  for (const [at, { id }] of loose.entries())
    places.set(id, { x: (at % columns) * 150, y: bottom + Math.floor(at / columns) * 40 });
}

export function styles(): cytoscape.StylesheetJson {
  const look = getComputedStyle(document.documentElement);
  const color = (name: string): string => look.getPropertyValue(name).trim();
  return [
    {
      selector: "node",
      style: {
        label: "data(label)",
        "background-color": "data(color)",
        color: color("--text"),
        "font-size": 13,
        width: 18,
        height: 18,
        "text-valign": "center",
        "text-halign": "right",
        "text-margin-x": 4,
        "min-zoomed-font-size": 4,
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.5,
        "line-color": color("--line"),
        "target-arrow-color": color("--line"),
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.7,
        "curve-style": "bezier",
      },
    },
    { selector: "edge.unsure", style: { "line-style": "dashed" } },
    { selector: "node:selected, node.followed", style: { "border-width": 4, "border-color": color("--accent") } },
  ];
}
