import { type FileFacts, type Graph, type GraphNode, type ItemPlace, nodeId, pathOf } from "../model.ts";
import { buildGraph, type EstateFile, graphNode, joinItems } from "./build-graph.ts";
import { dataUses } from "./data-edges.ts";
import { symbolicName, symbolicNames } from "./join-records.ts";
import { PackedItems } from "./packed-items.ts";
import { type GraphPart, type GraphSelection, GraphSelector, type StrangeNames } from "./select-graph.ts";

/** All files, one after the other; without data items and data flow when these are not wanted. */
export type EstateReader = (withData: boolean) => Iterable<EstateFile>;

/**
 * The graph of `buildGraph` with its data, in parts: of the data items, which are most of an estate, only those are held
 * that several files know. First the files, then all nodes, then all edges; their order within is another one. Where it is to begin
 * at a name that no node has, that is all there is.
 */
export function* streamGraph(
  read: EstateReader,
  selection: GraphSelection,
  libraries: readonly string[],
): Generator<GraphPart | StrangeNames> {
  const selector = new GraphSelector(selection);
  const held: GraphPart[] = [];
  // Whether a name is strange is known when the nodes end.
  let isKnown = selection.from === undefined;
  for (const part of wholeGraph(read, selector, libraries)) {
    const chosen = selector.of(part);
    if (!isKnown && part.list !== "edges") {
      held.push(chosen);
      continue;
    }
    if (!isKnown) {
      const strange = selector.strange();
      if (strange.length > 0) return yield { list: "strange", items: strange };
      isKnown = true;
      yield* held;
    }
    yield chosen;
  }
}

function* wholeGraph(read: EstateReader, selector: GraphSelector, libraries: readonly string[]): Generator<GraphPart> {
  const declared = yield* sharedParts(read, selector, libraries);
  if (!declared) return;
  for (const { facts } of read(true)) {
    if (!selector.wantsUses(facts.path)) continue;
    const own = new Set(facts.symbols.map(({ key }) => key));
    const uses = dataUses(facts, (item) => {
      if (item.key === undefined) return declared.at(item);
      return own.has(item.key) ? nodeId(facts.path, item.key) : undefined;
    });
    yield { list: "edges", items: [...uses] };
  }
}

/**
 * All but the uses of data items. What it holds is let go at its end.
 * @returns what the uses need of it; undefined when nothing asks for data
 */
function* sharedParts(
  read: EstateReader,
  selector: GraphSelector,
  libraries: readonly string[],
): Generator<GraphPart, PackedItems | undefined> {
  const files = [...read(false)];
  const graph = buildGraph(files, { data: false, libraries });
  yield { list: "files", items: graph.files };
  yield { list: "nodes", items: graph.nodes };
  if (!selector.wantsData) {
    yield { list: "edges", items: graph.edges };
    return undefined;
  }
  const shared = new SharedItems(graph, new Set(files.flatMap(({ facts }) => facts.members)));
  files.length = 0;
  for (const { facts } of read(true)) {
    const items = itemNodes(facts);
    shared.add(facts.path, items);
    if (items.length > 0) yield { list: "nodes", items };
  }
  yield { list: "edges", items: graph.edges };
  const nodes = graph.nodes.concat(shared.nodes);
  yield { list: "edges", items: joinItems({ nodes, edges: graph.edges }) };
  return shared.declared;
}

const itemNodes = ({ path, symbols }: FileFacts): GraphNode[] =>
  symbols.flatMap((symbol) => (symbol.kind === "data-item" ? graphNode(path, symbol) : []));

/** Details in which a node or an edge names data items by their places. */
const PLACED = ["arguments", "commarea", "area", "columns", "records", "parameters"] as const;

/** The data items that others than their own file's uses lead to: those of copied members, of places that a join names, and of maps. */
class SharedItems {
  /** What a join needs of each. */
  readonly nodes: GraphNode[] = [];
  readonly declared = new PackedItems();
  private readonly members: ReadonlySet<string>;
  private readonly places = new Set<string>();
  private readonly symbolic: ReadonlySet<string>;

  constructor({ nodes, edges }: Pick<Graph, "nodes" | "edges">, members: ReadonlySet<string>) {
    this.members = members;
    this.symbolic = new Set(symbolicNames(nodes));
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

  /** @param items  those of the facts of one file */
  add(path: string, items: readonly GraphNode[]): void {
    this.declared.add(
      path,
      items.filter(({ file }) => this.members.has(file)),
    );
    for (const { id, kind, name, file, start, end } of items)
      if (this.places.has(`${file}:${start}`) || this.symbolic.has(symbolicName(file, name)))
        this.nodes.push({ id, kind, name, file, start, end });
  }
}
