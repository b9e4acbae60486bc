import type { Estate } from "../graph/estate.ts";
import type { EdgeKind, GraphEdge, GraphNode, NodeKind } from "../model.ts";
import type { EstateMap, MapEdge, MapNode, Placed } from "./model.ts";

/** Things that a person knows by name; the parts inside are told by what holds them. */
const SHOWN: ReadonlySet<NodeKind> = new Set<NodeKind>([
  "program",
  "copybook",
  "job",
  "step",
  "procedure",
  "dataset",
  "file",
  "table",
  "transaction",
  "map",
  "class",
  "module",
]);
const INSIDE: ReadonlySet<EdgeKind> = new Set<EdgeKind>(["performs", "goto", "falls-through", "references"]);

/** Who runs, calls, copies, reads and writes whom, between things that have a name outside of their file. */
export function estateMap(estate: Estate, files: ReadonlySet<string>): EstateMap {
  const map = new MapBuilder(estate);
  for (const node of estate.graph.nodes) {
    if (!files.has(node.file) || !SHOWN.has(node.kind)) continue;
    map.show(node);
    if (node.kind === "step") map.runs(node);
  }
  for (const edge of estate.graph.edges) if (!INSIDE.has(edge.kind) && files.has(edge.file)) map.add(edge);
  return { nodes: [...map.nodes.values()], edges: [...map.edges.values()] };
}

class MapBuilder {
  readonly nodes = new Map<string, MapNode>();
  readonly edges = new Map<string, MapEdge>();
  private readonly estate: Estate;

  constructor(estate: Estate) {
    this.estate = estate;
  }

  show({ id, kind, name: text, file, start: line }: GraphNode): string {
    if (!this.nodes.has(id)) this.nodes.set(id, { id, kind, text, file, line });
    return id;
  }

  /** A job runs its steps. */
  runs(step: GraphNode): void {
    const owner = holder(this.estate, this.estate.node(step.owner));
    const { file, start: line } = step;
    if (owner) this.join({ from: this.show(owner), to: step.id, kind: "runs", file, line, resolved: "exact" });
  }

  add({ kind, from, to, name, file, line, resolved }: GraphEdge): void {
    const source = holder(this.estate, this.estate.node(from));
    const target = holder(this.estate, this.estate.node(to));
    if (!source || (to !== undefined && !target) || source === target) return;
    const end = target ? this.show(target) : this.showMissing({ text: name, file, line });
    this.join({ from: this.show(source), to: end, kind, file, line, resolved });
  }

  /** What is not here is one thing for all that ask for it. */
  private showMissing(place: Placed): string {
    const id = `missing ${place.text.toUpperCase()}`;
    if (!this.nodes.has(id)) this.nodes.set(id, { ...place, id, kind: "missing" });
    return id;
  }

  private join(edge: MapEdge): void {
    const key = `${edge.from}\u0000${edge.to}\u0000${edge.kind}`;
    if (!this.edges.has(key)) this.edges.set(key, edge);
  }
}

function holder(estate: Estate, node: GraphNode | undefined): GraphNode | undefined {
  for (let at = node; at; at = estate.node(at.owner)) if (SHOWN.has(at.kind)) return at;
  return undefined;
}
