import type { FileFacts, Graph, GraphEdge, GraphNode } from "../model.ts";
import { Adjacency } from "./adjacency.ts";
import { buildGraph, type EstateFile } from "./build-graph.ts";

/** An estate as queries see it: facts, graph, and look-ups by id, file and name. */
export class Estate {
  readonly graph: Graph;
  readonly facts: ReadonlyMap<string, FileFacts>;
  private readonly nodes: ReadonlyMap<string, GraphNode>;
  private readonly outgoing: Adjacency;
  private readonly incoming: Adjacency;
  private byFile: ReadonlyMap<string, readonly GraphNode[]> | undefined;
  private byName: ReadonlyMap<string, readonly GraphNode[]> | undefined;
  private members: ReadonlyMap<string, readonly GraphNode[]> | undefined;

  constructor(files: readonly EstateFile[], graph: Graph = buildGraph(files, { data: false })) {
    this.graph = graph;
    this.facts = new Map(files.map(({ facts }) => [facts.path, facts]));
    this.nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    this.outgoing = new Adjacency(graph.edges, ({ from }, add) => add(from));
    this.incoming = new Adjacency(graph.edges, ({ to, candidates }, add) => {
      if (to !== undefined) add(to);
      if (candidates) for (const id of candidates) if (id !== to) add(id);
    });
  }

  node(id: string | undefined): GraphNode | undefined {
    return id === undefined ? undefined : this.nodes.get(id);
  }

  from(id: string): readonly GraphEdge[] {
    return this.outgoing.of(id);
  }

  to(id: string): readonly GraphEdge[] {
    return this.incoming.of(id);
  }

  ownedBy(id: string): readonly GraphNode[] {
    this.members ??= Map.groupBy(this.graph.nodes, ({ owner }) => owner ?? "");
    return id === "" ? [] : (this.members.get(id) ?? []);
  }

  inFile(path: string): readonly GraphNode[] {
    this.byFile ??= Map.groupBy(this.graph.nodes, ({ file }) => file);
    return this.byFile.get(path) ?? [];
  }

  named(name: string): readonly GraphNode[] {
    this.byName ??= nodesByName(this.graph.nodes);
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

function nodesByName(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly GraphNode[]> {
  const byName = new Map<string, GraphNode[]>();
  const add = (name: string, node: GraphNode): void => {
    const list = byName.get(name.toUpperCase());
    if (list) list.push(node);
    else byName.set(name.toUpperCase(), [node]);
  };
  for (const node of nodes) {
    add(node.name, node);
    // A table is also asked for without its schema.
    if (node.kind === "table" && node.name.includes(".")) add(node.name.slice(node.name.lastIndexOf(".") + 1), node);
  }
  return byName;
}
