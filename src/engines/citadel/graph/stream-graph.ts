import { memberName } from "../file-facts.ts";
import { type FileFacts, type Graph, type GraphNode, type ItemPlace, nodeId, pathOf } from "../model.ts";
import { buildGraph, type EstateFile, graphNode, joinItems } from "./build-graph.ts";
import { DeclaredItems, dataUses } from "./data-edges.ts";
import { type GraphPart, type GraphSelection, GraphSelector } from "./select-graph.ts";

/** All files, one after the other; without data items and data flow when these are not wanted. */
export type EstateReader = (withData: boolean) => Iterable<EstateFile>;

/**
 * The graph of `buildGraph` with its data, in parts: of the data items, which are most of an estate, only those are held
 * that several files know. First the files, then all nodes, then all edges; their order within is another one.
 */
export function* streamGraph(
  read: EstateReader,
  selection: GraphSelection,
  libraries: readonly string[],
): Generator<GraphPart> {
  const selector = new GraphSelector(selection);
  for (const part of wholeGraph(read, selector, libraries)) yield selector.of(part);
}

function* wholeGraph(read: EstateReader, selector: GraphSelector, libraries: readonly string[]): Generator<GraphPart> {
  const files = [...read(false)];
  const graph = buildGraph(files, { data: false, libraries });
  yield { list: "files", items: graph.files };
  yield { list: "nodes", items: graph.nodes };
  if (!selector.wantsData) {
    yield { list: "edges", items: graph.edges };
    return;
  }
  const shared = new SharedItems(graph, new Set(files.flatMap(({ facts }) => facts.members)));
  files.length = 0;
  for (const { facts } of read(true)) {
    const items = itemNodes(facts);
    for (const item of items) shared.add(item);
    if (items.length > 0) yield { list: "nodes", items };
  }
  yield { list: "edges", items: graph.edges };
  yield { list: "edges", items: joinItems({ nodes: [...graph.nodes, ...shared.nodes], edges: graph.edges }) };
  for (const { facts } of read(true)) {
    if (!selector.wantsUses(facts.path)) continue;
    const own = new Set(facts.symbols.map(({ key }) => key));
    const uses = dataUses(facts, (item) => {
      if (item.key === undefined) return shared.declared.at(item);
      return own.has(item.key) ? nodeId(facts.path, item.key) : undefined;
    });
    yield { list: "edges", items: [...uses] };
  }
}

const itemNodes = ({ path, symbols }: FileFacts): GraphNode[] =>
  symbols.flatMap((symbol) => (symbol.kind === "data-item" ? graphNode(path, symbol) : []));

/** Details in which a node or an edge names data items by their places. */
const PLACED = ["arguments", "commarea", "area", "columns", "records", "parameters"] as const;

/** The data items that others than their own file's uses lead to: those of copied members, and of places that a join names. */
class SharedItems {
  readonly nodes: GraphNode[] = [];
  readonly declared = new DeclaredItems();
  private readonly members: ReadonlySet<string>;
  private readonly places = new Set<string>();
  private readonly mapsets: ReadonlySet<string>;

  constructor({ nodes, edges }: Pick<Graph, "nodes" | "edges">, members: ReadonlySet<string>) {
    this.members = members;
    this.mapsets = new Set(nodes.flatMap(({ kind, name }) => (kind === "mapset" ? [name.toUpperCase()] : [])));
    for (const { id, detail } of nodes) if (detail) this.want(detail, id);
    for (const { from, detail } of edges) if (detail) this.want(detail, from);
  }

  private want(detail: Readonly<Record<string, unknown>>, id: string): void {
    for (const name of PLACED) {
      const value = detail[name];
      if (typeof value !== "object") continue;
      for (const place of (Array.isArray(value) ? value : [value]) as readonly (ItemPlace | null)[])
        if (place) this.places.add(`${place.file ?? pathOf(id)}:${place.line}`);
    }
  }

  add(node: GraphNode): void {
    if (this.members.has(node.file)) this.declared.add(node);
    if (this.places.has(`${node.file}:${node.start}`) || this.mapsets.has(memberName(node.file))) this.nodes.push(node);
  }
}
