import type {
  FileFacts,
  Graph,
  GraphEdge,
  GraphFile,
  GraphNode,
  NodeKind,
  ReferenceFact,
  Resolution,
  SymbolFact,
} from "../model.ts";
import { nodeId } from "../model.ts";
import { DeclaredItems, dataUses } from "./data-edges.ts";
import { isExternal } from "./externals.ts";
import { implicitKind, isUndefinedFile, type Target, undefinedFile } from "./implicit-nodes.ts";
import { ItemIndex } from "./item-index.ts";
import { joinArguments } from "./join-arguments.ts";
import { joinFiles } from "./join-files.ts";
import { joinRecords } from "./join-records.ts";
import { ModernTargets } from "./modern-targets.ts";
import { familyOf } from "./module-paths.ts";
import { NameIndex } from "./name-index.ts";
import { chosenProgram } from "./program-choice.ts";

/** One file of an estate: what it says, and the hash of its bytes. */
export interface EstateFile {
  readonly facts: FileFacts;
  readonly sha256: string;
}

/** How much of the facts is joined. */
export interface GraphOptions {
  /** Also the edges from code to the data items it uses; an estate of millions of lines has millions of them. */
  readonly data: boolean;
  /** Folders that win, in their order, or `NAME=FOLDER`; they tell programs of one name apart. */
  readonly libraries?: readonly string[];
}

/** Joins the facts of all files: unique ids, targets found by name over the estate with how they were found. */
export function buildGraph(files: readonly EstateFile[], options: GraphOptions = { data: true }): Graph {
  const builder = new GraphBuilder(new ModernTargets(files.map(({ facts }) => facts)), options.libraries ?? []);
  for (const { facts } of files) builder.symbols(facts);
  for (const { facts } of files) for (const reference of facts.references) builder.reference(facts, reference);
  if (options.data) for (const { facts } of files) builder.dataUses(facts);
  const graph = { files: files.map(graphFile), nodes: builder.nodes, edges: builder.edges };
  const joined = [joinFiles(graph, builder.byId), joinItems(graph)];
  // Into the same list: that of an estate is long.
  for (const list of joined) for (const edge of list) builder.edges.push(edge);
  return graph;
}

/** Data items joined to those that receive their values, and to what lies outside of the program. */
export function joinItems(graph: Pick<Graph, "nodes" | "edges">): GraphEdge[] {
  const items = new ItemIndex(graph.nodes);
  return items.isEmpty ? [] : [...joinArguments(graph, items), ...joinRecords(graph, items)];
}

/** @param own  the nodes of the file by their keys, so that what belongs to the same shares its id */
export function graphNode(path: string, symbol: SymbolFact, own?: ReadonlyMap<string, GraphNode>): GraphNode {
  const { key, kind, name, file = path, start, end, owner, detail } = symbol;
  const node: Writable<GraphNode> = { id: nodeId(path, key), kind, name, file, start, end };
  if (owner !== undefined) node.owner = own?.get(owner)?.id ?? nodeId(path, owner);
  if (detail) node.detail = detail;
  return node;
}

/** While it is made: an estate has so many nodes and edges that a copy of each is felt. */
type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function graphFile({ facts, sha256 }: EstateFile): GraphFile {
  const { path, language, lines, parse, problems } = facts;
  return { path, language, lines, sha256, parse, problems };
}

class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  readonly edges: GraphEdge[] = [];
  private readonly index = new NameIndex();
  readonly byId = new Map<string, GraphNode>();
  /** The symbols of each file by their keys: ids are long, and made anew for every use they cost more than all else. */
  private readonly byKey = new Map<string, Map<string, GraphNode>>();
  /** The copybook, or other first top-level symbol, of a file. */
  private readonly members = new Map<string, GraphNode>();
  private readonly declared = new DeclaredItems();
  private readonly modern: ModernTargets;
  private readonly libraries: readonly string[];
  /** Files of languages whose names are never those of mainframe programs. */
  private readonly modernFiles = new Set<string>();

  constructor(modern: ModernTargets, libraries: readonly string[]) {
    this.modern = modern;
    this.libraries = libraries;
  }

  symbols(facts: FileFacts): void {
    if (familyOf(facts.language) !== undefined) this.modernFiles.add(facts.path);
    const stem = (facts.path.split("/").pop() ?? "").replace(/\.[^.]*$/, "");
    const own = new Map<string, GraphNode>();
    this.byKey.set(facts.path, own);
    for (const symbol of facts.symbols) {
      const node = this.node(facts.path, symbol, own);
      if (symbol.owner === undefined && !this.members.has(facts.path)) {
        this.members.set(facts.path, node);
        // The member's name may differ from the program's own: both find it.
        if (node.kind === "program" || node.kind === "copybook") this.index.alias(node, stem);
      }
    }
  }

  private node(path: string, symbol: SymbolFact, own: Map<string, GraphNode>): GraphNode {
    const node = graphNode(path, symbol, own);
    this.add(node);
    own.set(symbol.key, node);
    if (node.kind === "data-item") this.declared.add(node);
    else if (!isLocal(node)) this.index.add(node);
    return node;
  }

  private add(node: GraphNode): void {
    this.nodes.push(node);
    this.byId.set(node.id, node);
  }

  private idOf(path: string, key: string): string {
    return this.byKey.get(path)?.get(key)?.id ?? nodeId(path, key);
  }

  reference(facts: FileFacts, reference: ReferenceFact): void {
    const { from: _from, to: _to, targets: _targets, value: _value, file, resolved, reason, ...rest } = reference;
    const edge = rest as Writable<GraphEdge>;
    edge.from = this.idOf(facts.path, reference.from);
    edge.file = file ?? facts.path;
    this.edges.push(edge);
    const modern = this.modern.edge(facts, reference);
    if (modern) {
      Object.assign(edge, modern);
      return;
    }
    const target = this.target(facts, reference);
    if (target) return found(edge, { target, how: resolved });
    if (resolved === "external" || isExternal(reference.name, reference.targets)) {
      edge.resolved = "external";
      return;
    }
    edge.resolved = "unresolved";
    edge.reason = reason ?? `no ${reference.targets.join(" or ") || "target"} of that name in the estate`;
  }

  private target(facts: FileFacts, reference: ReferenceFact): Target | undefined {
    if (reference.to !== undefined) {
      const node = this.byKey.get(facts.path)?.get(reference.to);
      if (node) return { node, others: [] };
    }
    // A value that could not be known names nothing, even when a program has the variable's name.
    if (reference.resolved === "unresolved") return undefined;
    if (reference.resolved === "external" && !this.index.find(reference.name, reference.targets, facts.path))
      return undefined;
    const member = reference.detail?.["member"];
    if (reference.kind === "copies" && typeof member === "string") {
      const node = this.members.get(member);
      if (node) return { node, others: [] };
    }
    return this.named(facts, reference);
  }

  private named(facts: FileFacts, reference: ReferenceFact): Target | undefined {
    const { name, targets } = reference;
    if (targets[0] === "map") return this.map(reference, facts.path);
    const bare = targets[0] === "dataset" ? name.replace(/\([^)]*\)$/, "") : name;
    if (targets[0] === "dataset" && bare.startsWith("&&"))
      return { node: this.temporary(bare, facts, reference), others: [] };
    const found =
      this.index.find(bare, targets, facts.path) ?? this.index.find(unqualified(bare, targets), targets, facts.path);
    if (found && isUndefinedFile(found.node)) return undefinedFile(found.node);
    if (found) return targets.includes("program") ? this.callable(found, facts.path, reference) : found;
    const kind = implicitKind(targets);
    if (kind === undefined || reference.resolved === "external" || bare === "") return undefined;
    const node: GraphNode = {
      id: `${kind}:${bare.toUpperCase()}`,
      kind,
      name: bare,
      file: reference.file ?? facts.path,
      start: reference.line,
      end: reference.line,
      detail: { implicit: true },
    };
    this.add(node);
    this.index.add(node);
    return isUndefinedFile(node) ? undefinedFile(node) : { node, others: [] };
  }

  /** A temporary dataset lives in one job: the same name in another job is another dataset. */
  private temporary(name: string, facts: FileFacts, reference: ReferenceFact): GraphNode {
    let job = this.idOf(facts.path, reference.from);
    for (let owner = this.byId.get(job)?.owner; owner !== undefined; owner = this.byId.get(owner)?.owner) job = owner;
    const id = `dataset:${name.toUpperCase()}@${job}`;
    const known = this.byId.get(id);
    if (known) return known;
    const node: GraphNode = {
      id,
      kind: "dataset",
      name,
      file: reference.file ?? facts.path,
      start: reference.line,
      end: reference.line,
      detail: { implicit: true, temporary: true },
    };
    this.add(node);
    return node;
  }

  /**
   * A contained program is callable from its parent (and, when COMMON, from its siblings) only, a function of another
   * language never. Of programs of one name the libraries choose.
   */
  private callable(found: Target, path: string, reference: ReferenceFact): Target | undefined {
    const visible = [found.node, ...found.others].filter((node) => {
      if (this.modernFiles.has(node.file) && !this.modernFiles.has(path)) return false;
      const owner = node.kind === "program" && node.owner !== undefined ? this.byId.get(node.owner) : undefined;
      return !owner || (node.file === path && this.isWithin(this.idOf(path, reference.from), owner.id));
    });
    const datasets = reference.detail?.["libraries"];
    const libraries = { configured: this.libraries, datasets: Array.isArray(datasets) ? datasets.map(String) : [] };
    return chosenProgram(visible, path, libraries);
  }

  private isWithin(id: string, owner: string): boolean {
    for (let at: string | undefined = id; at !== undefined; at = this.byId.get(at)?.owner)
      if (at === owner) return true;
    return false;
  }

  /** A map belongs to the mapset that the command names; without one, to the mapset of its own name. */
  private map(reference: ReferenceFact, from: string): Target | undefined {
    const wanted = String(reference.detail?.["mapset"] ?? reference.name).toUpperCase();
    const found = this.index.all("map", reference.name);
    const inSet = found.filter((node) => this.byId.get(node.owner ?? "")?.name.toUpperCase() === wanted);
    if (inSet.length > 0) return { node: inSet[0] as GraphNode, others: inSet.slice(1) };
    return this.index.find(reference.name, ["map"], from);
  }

  dataUses(facts: FileFacts): void {
    const own = this.byKey.get(facts.path);
    for (const edge of dataUses(facts, (item) =>
      item.key === undefined ? this.declared.at(item) : own?.get(item.key)?.id,
    ))
      this.edges.push(edge);
  }
}

function found(
  edge: Writable<GraphEdge>,
  { target, how }: { readonly target: Target; readonly how: Resolution | undefined },
): void {
  const { node, others, candidates = [], reason } = target;
  if (reason !== undefined) edge.reason = reason;
  if (others.length > 0) edge.detail = { ...edge.detail, sameName: others.map((other) => other.file) };
  edge.to = node.id;
  const isFollowed = how === "propagated" || how === "table";
  const unfollowed = candidates.length > 0 ? "candidate" : "exact";
  // A file that nothing defines is one by its name alone: which dataset it is stays open.
  edge.resolved = isFollowed ? how : reason === undefined ? unfollowed : "unresolved";
  if (candidates.length > 0) edge.candidates = candidates.map(({ id }) => id);
}

/** Names that only their own program knows: paragraphs, cursors, the files of its SELECT entries. */
function isLocal(node: GraphNode): boolean {
  if (node.kind === "file") return node.detail?.["ddname"] !== undefined;
  return node.kind === "paragraph" || node.kind === "section" || node.kind === "cursor" || node.name === "(main)";
}

/** `SCHEMA.TABLE` also finds a table that is defined without its schema. */
function unqualified(name: string, targets: readonly NodeKind[]): string {
  return targets[0] === "table" ? name.slice(name.lastIndexOf(".") + 1) : name;
}
