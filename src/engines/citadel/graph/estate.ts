import type { FileFacts, Graph, GraphEdge, GraphNode } from "../model.ts";
import { buildGraph, type EstateFile } from "./build-graph.ts";

/** An estate as queries see it: facts, graph, and look-ups by id, file and name. */
export class Estate {
  readonly graph: Graph;
  readonly facts: ReadonlyMap<string, FileFacts>;
  private readonly byId: Map<string, GraphNode>;
  private readonly outgoing = new Map<string, GraphEdge[]>();
  private readonly incoming = new Map<string, GraphEdge[]>();
  private readonly byFile = new Map<string, GraphNode[]>();
  private readonly byName = new Map<string, GraphNode[]>();
  private readonly members = new Map<string, GraphNode[]>();

  constructor(files: readonly EstateFile[], graph: Graph = buildGraph(files, { data: false })) {
    this.graph = graph;
    this.facts = new Map(files.map(({ facts }) => [facts.path, facts]));
    this.byId = new Map(graph.nodes.map((node) => [node.id, node]));
    for (const node of graph.nodes) {
      push(this.byFile, node.file, node);
      push(this.byName, node.name.toUpperCase(), node);
      // A table is also asked for without its schema.
      if (node.kind === "table" && node.name.includes("."))
        push(this.byName, node.name.slice(node.name.lastIndexOf(".") + 1).toUpperCase(), node);
      if (node.owner !== undefined) push(this.members, node.owner, node);
    }
    for (const edge of graph.edges) {
      push(this.outgoing, edge.from, edge);
      if (edge.to !== undefined) push(this.incoming, edge.to, edge);
      for (const id of edge.candidates ?? []) if (id !== edge.to) push(this.incoming, id, edge);
    }
  }

  node(id: string | undefined): GraphNode | undefined {
    return id === undefined ? undefined : this.byId.get(id);
  }

  from(id: string): readonly GraphEdge[] {
    return this.outgoing.get(id) ?? [];
  }

  to(id: string): readonly GraphEdge[] {
    return this.incoming.get(id) ?? [];
  }

  ownedBy(id: string): readonly GraphNode[] {
    return this.members.get(id) ?? [];
  }

  inFile(path: string): readonly GraphNode[] {
    return this.byFile.get(path) ?? [];
  }

  named(name: string): readonly GraphNode[] {
    return this.byName.get(name.toUpperCase()) ?? [];
  }

  /** The program, copybook, job … that a node is a part of; itself when it is none. */
  rootOf(node: GraphNode): GraphNode {
    let at = node;
    for (let owner = this.node(at.owner); owner; owner = this.node(at.owner)) at = owner;
    return at;
  }

  /** `PROGRAM/PARAGRAPH`, or the name alone at the top. */
  title(node: GraphNode): string {
    const root = this.programOf(node);
    return root && root !== node ? `${root.name}/${node.name}` : node.name;
  }

  programOf(node: GraphNode): GraphNode | undefined {
    for (let at: GraphNode | undefined = node; at; at = this.node(at.owner))
      if (
        at.kind === "program" ||
        at.kind === "function" ||
        at.kind === "class" ||
        at.kind === "job" ||
        at.kind === "copybook" ||
        at.kind === "procedure"
      )
        return at;
    return undefined;
  }

  /** Everything below a file or folder, or the whole estate for `.`; a path that is neither gives nothing. */
  filesUnder(path: string): readonly string[] {
    const clean = path.replace(/^\.\/+/, "").replace(/\/+$/, "");
    if (clean === "" || clean === ".") return [...this.facts.keys()];
    if (this.facts.has(clean)) return [clean];
    const prefix = `${clean}/`;
    return [...this.facts.keys()].filter((file) => file.startsWith(prefix));
  }

  /** Every node of these kinds with that name, without regard to case. */
  find(name: string, file?: string): readonly GraphNode[] {
    const found = this.named(name);
    const inFile = file === undefined ? found : found.filter((node) => node.file === file);
    return inFile.length > 0 || file === undefined ? inFile : found;
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
