import { escapeRegExp } from "../../base/glob.ts";
import { Estate } from "../citadel/graph/estate.ts";
import type { EdgeKind, Graph, GraphEdge, GraphNode, NodeKind, Place } from "../citadel/model.ts";
import { kindsOf, traitOf } from "./nouns.ts";
import type { Named } from "./statement.ts";
import type { Verb } from "./verbs.ts";

/** Lines of a file that show something; `end` is the last one. */
export interface Extent extends Place {
  readonly end: number;
}

/** What something that is not in the estate must be, by what is done with it. */
const OUTSIDE: Partial<Record<EdgeKind, readonly NodeKind[]>> = {
  ...Object.fromEntries(
    (["calls", "links", "xctls", "executes"] as const).map((kind) => [kind, ["program", "function", "method"]]),
  ),
  ...Object.fromEntries((["copies", "includes"] as const).map((kind) => [kind, ["copybook"]])),
  ...Object.fromEntries(
    (["reads", "writes", "updates", "deletes", "opens", "closes"] as const).map((kind) => [kind, ["file", "dataset"]]),
  ),
  ...Object.fromEntries((["selects", "inserts"] as const).map((kind) => [kind, ["table"]])),
  ...Object.fromEntries((["sends", "receives"] as const).map((kind) => [kind, ["map"]])),
  starts: ["transaction"],
  imports: ["module"],
};

/** The graph, asked for what sentences say: by names, without regard to case. */
export class FactBase {
  readonly estate: Estate;
  private readonly files: ReadonlyMap<string, Graph["files"][number]>;
  private readonly names = new Set<string>();
  private readonly written = new Set<string>();
  private readonly edgesTo = new Map<string, Set<GraphEdge>>();
  private readonly modules: ReadonlyMap<string, GraphNode>;
  private readonly linesOf: (file: string) => readonly string[];

  /** @param textOf  the text of a file of the graph; undefined when it is gone */
  constructor(graph: Graph, textOf: (file: string) => string | undefined) {
    this.estate = new Estate([], graph);
    this.files = new Map(graph.files.map((file) => [file.path, file]));
    this.modules = new Map(graph.nodes.filter(({ kind }) => kind === "module").map((node) => [node.file, node]));
    for (const { path } of graph.files) this.note(path);
    for (const { name } of graph.nodes) this.note(name);
    for (const edge of graph.edges) for (const name of this.targetNames(edge)) this.index(name, edge);
    const texts = new Map<string, readonly string[]>();
    this.linesOf = (file) => {
      const known = texts.get(file) ?? (textOf(file) ?? "").split(/\r?\n/);
      texts.set(file, known);
      return known;
    };
  }

  private note(name: string): void {
    this.written.add(name);
    this.names.add(name.toUpperCase());
  }

  private index(name: string, edge: GraphEdge): void {
    this.note(name);
    const key = name.toUpperCase();
    const found = this.edgesTo.get(key);
    if (found) found.add(edge);
    else this.edgesTo.set(key, new Set([edge]));
  }

  /** Whether something is called that; files, and what is used and not here, too. */
  isKnown(name: string): boolean {
    return this.names.has(name.toUpperCase());
  }

  /** `COBOL`, `CICS`: no name, and no word of prose. */
  isTrait(name: string): boolean {
    return traitOf(name) !== undefined;
  }

  isWritten(name: string): boolean {
    return this.written.has(name);
  }

  lineOf({ file, line }: Place): string | undefined {
    const known = this.files.get(file);
    return known && line >= 1 && line <= known.lines ? (this.linesOf(file)[line - 1] ?? "") : undefined;
  }

  file(path: string): Graph["files"][number] | undefined {
    return this.files.get(path);
  }

  /** A node and what it is a part of, inside out; a function that nothing owns is a part of its module. */
  chain(node: GraphNode | undefined): GraphNode[] {
    const found: GraphNode[] = [];
    for (let at = node; at; at = this.estate.node(at.owner)) found.push(at);
    const top = found.at(-1);
    const module = top && this.modules.get(top.file);
    return module && module !== top && (top.kind === "function" || top.kind === "class") ? [...found, module] : found;
  }

  /** What the target of an edge is called: also the dataset that a file of a program is. */
  private targetNames(edge: GraphEdge): string[] {
    const target = this.estate.node(edge.to);
    const names = [edge.name, ...(target ? [target.name] : [])];
    const dd = edge.detail?.["ddname"];
    if (typeof dd === "string") names.push(dd);
    if (target?.kind !== "file" || edge.from === target.id) return names;
    for (const { to } of this.estate.from(target.id)) {
      const dataset = this.estate.node(to);
      if (dataset?.kind === "dataset") names.push(dataset.name);
    }
    return names;
  }

  /** Everything that may be meant by a name. */
  nodes(named: Named): GraphNode[] {
    const kinds = named.noun === undefined ? undefined : kindsOf(named.noun);
    const found = [...this.estate.named(named.name), ...this.inFile(named.name)];
    return [...new Set(found)].filter(
      (node) => (kinds === undefined || kinds.includes(node.kind)) && this.isPartOf(node, named.owner),
    );
  }

  private inFile(path: string): readonly GraphNode[] {
    return this.files.has(path) ? this.estate.inFile(path).filter(({ owner }) => owner === undefined) : [];
  }

  private isPartOf(node: GraphNode, owner: Named | undefined): boolean {
    return (
      owner === undefined ||
      this.chain(node)
        .slice(1)
        .some((part) => this.isMeant(part, owner))
    );
  }

  isMeant(node: GraphNode, named: Named): boolean {
    const kinds = named.noun === undefined ? undefined : kindsOf(named.noun);
    const isNamed =
      node.name.toUpperCase() === named.name.toUpperCase() ||
      (node.owner === undefined && node.file === named.name) ||
      (node.kind === "table" && node.name.toUpperCase().endsWith(`.${named.name.toUpperCase()}`));
    return isNamed && (kinds === undefined || kinds.includes(node.kind)) && this.isPartOf(node, named.owner);
  }

  /** Edges by which the one does that with the other. */
  edges(from: Named, verb: Verb, to: Named): GraphEdge[] {
    const found = [...(this.edgesTo.get(to.name.toUpperCase()) ?? [])];
    return found.filter(
      (edge) =>
        isDone(edge, verb) &&
        this.chain(this.estate.node(edge.from)).some((node) => this.isMeant(node, from)) &&
        this.isTarget(edge, to),
    );
  }

  private isTarget(edge: GraphEdge, to: Named): boolean {
    const target = this.estate.node(edge.to);
    const kinds = to.noun === undefined ? undefined : kindsOf(to.noun);
    if (!target) return to.owner === undefined && (kinds === undefined || this.isOutside(edge, kinds));
    if (target.kind === "file" && !this.isMeant(target, { name: to.name }))
      return to.owner === undefined && (kinds === undefined || kinds.includes("dataset"));
    return this.isMeant(target, {
      ...to,
      name: edge.name.toUpperCase() === to.name.toUpperCase() ? target.name : to.name,
    });
  }

  /** Whether the target of an edge, which is not here, must be of one of these kinds. */
  isOutside({ kind }: GraphEdge, kinds: readonly NodeKind[]): boolean {
    return kinds.some((each) => OUTSIDE[kind]?.includes(each));
  }

  /** Uses of something that is not here. */
  outsideUses({ name, noun, owner }: Named): readonly GraphEdge[] {
    const kinds = noun === undefined ? undefined : kindsOf(noun);
    const found = [...(this.edgesTo.get(name.toUpperCase()) ?? [])];
    return owner === undefined
      ? found.filter((edge) => edge.to === undefined && (kinds === undefined || this.isOutside(edge, kinds)))
      : [];
  }

  /** Everything that one does itself or in its parts. */
  edgesFrom(node: GraphNode): readonly GraphEdge[] {
    return [node, ...this.partsOf(node)].flatMap(({ id }) => this.estate.from(id));
  }

  /** A line that names one of these, in a statement that does something with it. */
  namedAt({ file, line }: Place, nodes: readonly GraphNode[]): boolean {
    return nodes.some((node) =>
      this.estate
        .to(node.id)
        .some((edge) => edge.file === file && line >= edge.line && line <= this.extentOf(edge).end),
    );
  }

  /** Every edge of that kind that one has or gets. */
  edgesOf(of: GraphNode, verb: Verb, direction: "to" | "by"): GraphEdge[] {
    const edges = direction === "by" ? this.estate.to(of.id) : this.edgesFrom(of);
    return edges.filter((edge) => isDone(edge, verb) && (direction === "to" || edge.to === of.id));
  }

  /** Lines of the statement of an edge. */
  extentOf({ file, line, detail }: GraphEdge): Extent {
    const last = detail?.["endLine"];
    return { file, line, end: typeof last === "number" && last > line ? last : line };
  }

  /** Lines that show that something is there: where it begins, and where its name stands in it. */
  shows(node: GraphNode): (place: Place) => boolean {
    return ({ file, line }) => {
      if (file !== node.file || line < node.start || line > node.end) return false;
      return line === node.start || holds(this.lineOf({ file, line }) ?? "", node.name);
    };
  }

  /** Nodes that are parts of one, at any depth. */
  partsOf(of: GraphNode): GraphNode[] {
    const all: GraphNode[] = [];
    const add = (node: GraphNode): void => {
      for (const part of this.estate.ownedBy(node.id)) {
        all.push(part);
        add(part);
      }
    };
    add(of);
    if (of.kind === "module" || of.kind === "copybook")
      for (const node of this.estate.inFile(of.file)) if (node.owner === undefined && node !== of) all.push(node);
    return [...new Set(all)];
  }
}

function isDone(edge: GraphEdge, verb: Verb): boolean {
  // One of several that may be meant, or a guess by a name, is no fact.
  if (edge.resolved === "candidate" || edge.resolved === "by-name") return false;
  if (edge.kind === "references" && verb.access !== undefined) {
    const access = edge.detail?.["access"];
    if (access === verb.access) return true;
  }
  return verb.kinds.includes(edge.kind);
}

/** Whether a name stands in a line as a word of its own. */
export function holds(line: string, name: string): boolean {
  const escaped = escapeRegExp(name.toUpperCase());
  return new RegExp(`(?<![\\w$#@-])${escaped}(?![\\w$#@-])`).test(line.toUpperCase());
}
