import { nearWord } from "../../../base/near-word.ts";
import { EDGE_KINDS, type Graph, type GraphEdge, type GraphNode, NODE_KINDS, pathOf } from "../model.ts";

/** A part of a graph: the lists come one after the other, `nodes` and `edges` in several parts. */
export type GraphPart =
  | { readonly list: "files"; readonly items: Graph["files"] }
  | { readonly list: "nodes"; readonly items: readonly GraphNode[] }
  | { readonly list: "edges"; readonly items: readonly GraphEdge[] };

/** Instead of a graph: names that no node has, though it is to begin there, each with the name that was meant most likely. */
export interface StrangeNames {
  readonly list: "strange";
  readonly items: readonly { readonly name: string; readonly near: string | undefined }[];
}

/** Which part of a graph is asked for; all of it when nothing is said. What is said must all hold. */
export interface GraphSelection {
  /** Kinds of nodes and of edges. */
  readonly kinds?: readonly string[];
  /** Ids or names of nodes: these, what belongs to them, and the edges that begin there. */
  readonly from?: readonly string[];
  /** Files and folders in which it stands, relative to the root. */
  readonly files?: readonly string[];
}

/** Takes out of the parts of a graph, in their order, what is asked for. */
export class GraphSelector {
  private readonly asksData: boolean;
  private readonly start: Start | undefined;
  private readonly isKind: (kind: string) => boolean;
  private readonly files: readonly string[] | undefined;

  constructor({ kinds, from, files }: GraphSelection) {
    const wanted = kinds && new Set(kinds);
    this.isKind = (kind) => wanted?.has(kind) ?? true;
    this.asksData = this.isKind("data-item") || this.isKind("references");
    this.start = from && new Start(from);
    this.files = files;
  }

  /** Whether data items, and edges to them, are asked for at all, or may have a name that nothing else had so far. */
  get wantsData(): boolean {
    return this.asksData || this.start?.isWhole === false;
  }

  /** Whether the uses of data items in a file are asked for, told after all nodes were looked at. */
  wantsUses(path: string): boolean {
    return this.start?.paths.has(path) ?? true;
  }

  /** Names to begin at that no node had which was looked at so far. */
  strange(): StrangeNames["items"] {
    return this.start?.strange() ?? [];
  }

  of(part: GraphPart): GraphPart {
    const { list } = part;
    if (list === "files") return { list, items: part.items.filter(({ path }) => this.isHere(path)) };
    if (list === "nodes") return { list, items: part.items.filter((node) => this.hasNode(node)) };
    return { list, items: part.items.filter((edge) => this.hasEdge(edge)) };
  }

  private hasNode(node: GraphNode): boolean {
    // Also of one that is not given out its own begin there.
    const begins = this.start?.takes(node) ?? true;
    return begins && this.isKind(node.kind) && this.isHere(node.file);
  }

  private hasEdge({ kind, file, from }: GraphEdge): boolean {
    return this.isKind(kind) && this.isHere(file) && (this.start?.ids.has(from) ?? true);
  }

  private isHere(path: string): boolean {
    const { files } = this;
    return !files || files.some((place) => place === "." || path === place || path.startsWith(`${place}/`));
  }
}

export const GRAPH_KINDS: readonly string[] = [...NODE_KINDS, ...EDGE_KINDS];

/** The nodes that are named, and what belongs to them; an owner comes before what it owns. */
class Start {
  readonly ids = new Set<string>();
  /** Of the files whose facts have them. */
  readonly paths = new Set<string>();
  private readonly wanted: ReadonlySet<string>;
  /** As they were given, by how they are compared. */
  private readonly missing: Map<string, string>;
  /** What one of those could have been meant to be; data items are too many to hold. */
  private readonly known = new Set<string>();

  constructor(names: readonly string[]) {
    this.missing = new Map(names.map((name) => [name.toUpperCase(), name]));
    this.wanted = new Set(this.missing.keys());
  }

  /** Whether all that was named is found. */
  get isWhole(): boolean {
    return this.missing.size === 0;
  }

  strange(): StrangeNames["items"] {
    return [...this.missing.values()].map((name) => ({ name, near: nearWord(name, [...this.known]) }));
  }

  takes({ id, kind, name, owner }: GraphNode): boolean {
    const ways = [name.toUpperCase(), id.toUpperCase()];
    const isNamed = ways.some((way) => this.wanted.has(way));
    if (isNamed) for (const way of ways) this.missing.delete(way);
    else if (this.missing.size > 0 && kind !== "data-item") this.known.add(name);
    if (!isNamed && (owner === undefined || !this.ids.has(owner))) return false;
    this.ids.add(id);
    this.paths.add(pathOf(id));
    return true;
  }
}
