import type { Estate } from "../graph/estate.ts";
import type { GraphNode, NodeKind } from "../model.ts";
import { compare } from "../queries/answer.ts";
import { type Reference, slug } from "./page.ts";

/** What has a page of its own: what it is called there, and the folder of such pages. */
const PAGES: Partial<Record<NodeKind, readonly [kind: string, folder: string]>> = {
  program: ["program", "programs"],
  copybook: ["copybook", "copybooks"],
  job: ["job", "jobs"],
  procedure: ["procedure", "procedures"],
  map: ["screen", "screens"],
  table: ["table", "tables"],
  dataset: ["dataset", "datasets"],
  transaction: ["transaction", "transactions"],
  module: ["module", "modules"],
  class: ["class", "classes"],
};
const NAME_MAX = 80;

/** Which page each thing of an estate stands on. */
export class PageIndex {
  /** Things with a page, by kind, name and place. */
  readonly subjects: readonly GraphNode[];
  private readonly estate: Estate;
  private readonly paths = new Map<string, string>();
  private readonly byPlace = new Map<string, string>();
  private readonly byName = new Map<string, string | undefined>();
  private readonly modules: ReadonlyMap<string, GraphNode>;

  constructor(estate: Estate) {
    this.estate = estate;
    const found = estate.graph.nodes.filter(({ kind }) => PAGES[kind] !== undefined);
    this.modules = new Map(found.filter(({ kind }) => kind === "module").map((node) => [node.file, node]));
    const order = Object.keys(PAGES);
    this.subjects = found.sort(
      (left, right) =>
        order.indexOf(left.kind) - order.indexOf(right.kind) ||
        compare(left.name, right.name) ||
        compare(left.file, right.file) ||
        left.start - right.start,
    );
    const taken = new Set<string>();
    for (const node of this.subjects) {
      const base = `${PAGES[node.kind]?.[1]}/${slug(node.name).slice(0, NAME_MAX)}`;
      let path = base;
      for (let count = 2; taken.has(path); count += 1) path = `${base}-${count}`;
      taken.add(path);
      this.paths.set(node.id, path);
      this.byPlace.set(placeKey(node.name, node.file, node.start), path);
      this.byName.set(node.name, this.byName.has(node.name) ? undefined : path);
    }
  }

  kindOf(node: GraphNode): string {
    return PAGES[node.kind]?.[0] ?? node.kind;
  }

  /** What pages of its kind are called together. */
  titleOf(node: GraphNode): string {
    const folder = PAGES[node.kind]?.[1] ?? node.kind;
    return folder.charAt(0).toUpperCase() + folder.slice(1);
  }

  pathOf(node: GraphNode): string | undefined {
    return this.paths.get(node.id);
  }

  /** The thing with a page that a node is a part of, itself included. */
  subjectOf(node: GraphNode | undefined): GraphNode | undefined {
    for (let at = node; at; at = this.estate.node(at.owner)) if (this.paths.has(at.id)) return at;
    return node && this.modules.get(node.file);
  }

  /** A node as it is named on a page that is not its own. */
  referenceTo(node: GraphNode, place: boolean): Reference {
    const subject = this.subjectOf(node);
    const page = subject && this.pathOf(subject);
    const text = subject === undefined || subject === node ? node.name : `${subject.name}/${node.name}`;
    return {
      text,
      ...(page !== undefined && { page }),
      ...(place && { place: { file: node.file, line: node.start } }),
    };
  }

  /** The page of what a table names, by the line that defines it, or by a name that only one thing has. */
  find(name: string, file: string, line: number): string | undefined {
    return this.byPlace.get(placeKey(name, file, line)) ?? this.byName.get(name);
  }
}

const placeKey = (name: string, file: string, line: number): string => `${name}\0${file}\0${line}`;
