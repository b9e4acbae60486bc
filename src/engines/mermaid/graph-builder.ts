import type { FlowEdge, FlowGraph, FlowNode } from "./diagram.ts";

const NODES_MAX = 400;

export type Colours = Pick<FlowNode, "fill" | "stroke">;

/** Collects nodes and edges; a later mention of a node counts only in what it says. */
export class GraphBuilder {
  readonly #nodes = new Map<string, { label?: string; shape?: FlowNode["shape"]; style?: string }>();
  readonly #edges: FlowEdge[] = [];
  readonly #styles = new Map<string, Colours>();

  node({ id, ...said }: { readonly id: string; label?: string; shape?: FlowNode["shape"]; style?: string }): void {
    if (this.#nodes.size >= NODES_MAX && !this.#nodes.has(id)) return;
    this.#nodes.set(id, { ...this.#nodes.get(id), ...said });
  }

  edge(edge: FlowEdge): void {
    if (this.#nodes.has(edge.from) && this.#nodes.has(edge.to)) this.#edges.push(edge);
  }

  style(name: string, colours: Colours): void {
    this.#styles.set(name, colours);
  }

  build({ isSideways }: { readonly isSideways: boolean }): FlowGraph | undefined {
    if (this.#nodes.size === 0) return undefined;
    const nodes = [...this.#nodes].map(([id, { label = id, shape = "box", style }]) => ({
      ...{ id, label, shape },
      ...this.#styles.get(style ?? ""),
    }));
    return { kind: "flow", isSideways, nodes, edges: this.#edges };
  }
}
