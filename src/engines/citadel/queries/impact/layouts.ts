import type { Estate } from "../../graph/estate.ts";
import type { Storage } from "../../graph/storage-index.ts";
import type { GraphNode } from "../../model.ts";
import { type FlowIndex, itemId, itemName, itemNode } from "../flow-index.ts";
import { type Form, formOf } from "./held-value.ts";

/** A part of a group and its bytes there. */
export interface Part {
  readonly id: string;
  readonly name: string;
  /** Undefined for a part that only a program knows, since it copies it into the group. */
  readonly node?: GraphNode;
  readonly isGroup: boolean;
  readonly start: number;
  readonly end: number;
}

/** Layouts of records as they would be if some items had other forms: what lies behind moves, what lies around grows. */
export class Layouts {
  private readonly estate: Estate;
  private readonly flows: FlowIndex;
  private readonly grown = new Map<string, Form>();
  private readonly chains = new Map<string, readonly GraphNode[]>();

  constructor(estate: Estate, flows: FlowIndex) {
    this.estate = estate;
    this.flows = flows;
  }

  grow(id: string, form: Form): void {
    this.grown.set(id, form);
  }

  isGrown(id: string): boolean {
    return this.grown.has(id);
  }

  /** As it is declared. */
  declared(id: string): Form | undefined {
    return formOf(itemNode(this.estate, id));
  }

  /** As it would be: a group with what its parts grow by. */
  form(id: string): Form | undefined {
    const grown = this.grown.get(id);
    if (grown) return grown;
    const form = this.declared(id);
    return form?.isGroup ? { ...form, bytes: form.bytes + this.growth(id) } : form;
  }

  /** The item and the groups around it, inner first, as far as their file tells. */
  chain(id: string): readonly GraphNode[] {
    const known = this.chains.get(id);
    if (known) return known;
    const found: GraphNode[] = [];
    for (let node = itemNode(this.estate, id); node?.kind === "data-item"; node = this.estate.node(node.owner))
      found.push(node);
    this.chains.set(id, found);
    return found;
  }

  /** Bytes by which a group gets longer. */
  growth(id: string): number {
    const node = itemNode(this.estate, id);
    return node ? this.nodeGrowth(node) + this.copiedGrowth(id, node) : 0;
  }

  /** Where a part of a group begins in it. @returns undefined for what the group does not hold */
  startIn(part: Storage & { readonly id: string }, group: Storage & { readonly id: string }): number {
    let start = part.offset - group.offset;
    for (const [id, form] of this.grown) {
      const own = this.flows.places(id).find((place) => place.path === part.path && place.record === part.record);
      const place = own ?? this.placeByNodes(id, part);
      if (!place || place.offset < group.offset || place.offset + place.length > part.offset) continue;
      start += this.delta(id, form) * this.times(id, group.id);
    }
    return start;
  }

  /** The named parts of a group, outer first, with those that only programs know since they copy them into it. */
  parts(id: string, path: string | undefined): readonly Part[] {
    const node = itemNode(this.estate, id);
    if (!node) return [];
    const below = this.partsBelow(node);
    return below.length > 0 ? below : this.usedParts(id, path);
  }

  private partsBelow(group: GraphNode): Part[] {
    return this.children(group).flatMap((child): Part[] => {
      const id = idOf(child);
      const form = this.form(id);
      if (!form) return [];
      const start = offsetOf(child) - offsetOf(group) + this.shiftBefore(group, child);
      const inner = this.partsBelow(child);
      return [
        { id, name: child.name, node: child, isGroup: inner.length > 0, start, end: start + form.bytes },
        ...inner.map((part) => ({ ...part, start: part.start + start, end: part.end + start })),
      ];
    });
  }

  private usedParts(id: string, path: string | undefined): Part[] {
    const found = this.flows.around(id).filter(({ own, isPart }) => isPart && (path ?? own.path) === own.path);
    return found.flatMap(({ own, other }): Part[] => {
      const form = this.form(other.id);
      const start = this.startIn(other, { ...own, id });
      const name = itemName(other.id);
      return form ? [{ id: other.id, name, isGroup: form.isGroup, start, end: start + form.bytes }] : [];
    });
  }

  /** Bytes by which what stands before a part in its group gets longer. */
  private shiftBefore(group: GraphNode, part: GraphNode): number {
    const at = offsetOf(part);
    return this.children(group)
      .filter((other) => other !== part && endOf(other) <= at && endOf(other) > offsetOf(other))
      .reduce((sum, other) => sum + this.outerGrowth(group, other), 0);
  }

  private nodeGrowth(node: GraphNode): number {
    const id = idOf(node);
    const form = this.grown.get(id);
    if (form) return this.delta(id, form);
    const inner = new Set<GraphNode>();
    for (const grown of this.grown.keys()) {
      const chain = this.chain(grown);
      const at = chain.findIndex((each) => each.id === node.id);
      if (at > 0) inner.add(chain[at - 1] as GraphNode);
    }
    return [...inner].reduce((sum, child) => sum + this.outerGrowth(node, child), 0);
  }

  /** What a part's growth adds to its group: a redefinition only what stands out behind the redefined. */
  private outerGrowth(group: GraphNode, child: GraphNode): number {
    const times = Number(child.detail?.["occurs"] ?? 1);
    const growth = this.nodeGrowth(child) * times;
    const redefined = growth === 0 ? undefined : this.redefined(group, child);
    if (!redefined) return growth;
    return Math.max(0, endOf(child) + growth - endOf(redefined) - this.nodeGrowth(redefined));
  }

  private redefined(group: GraphNode, { detail }: GraphNode): GraphNode | undefined {
    const name = detail?.["redefines"];
    if (typeof name !== "string") return undefined;
    return this.children(group).find((other) => other.name.toUpperCase() === name.toUpperCase());
  }

  /** Growth of what a program copies into the group: its copybook does not know the group. */
  private copiedGrowth(id: string, node: GraphNode): number {
    let sum = 0;
    for (const [grown, form] of this.grown) {
      const chain = this.chain(grown);
      if (chain.some((each) => each.id === node.id) || Number(chain.at(-1)?.detail?.["level"]) <= 1) continue;
      if (chain.at(-1)?.file === node.file) continue;
      if (this.flows.holders(grown).includes(id)) sum += this.delta(grown, form);
    }
    return sum;
  }

  private delta(id: string, form: Form): number {
    return form.bytes - (this.declared(id)?.bytes ?? form.bytes);
  }

  /** How often an item stands in a group. */
  private times(id: string, group: string): number {
    const node = itemNode(this.estate, group);
    let times = 1;
    for (const each of this.chain(id)) {
      if (each.id === node?.id) break;
      times *= Number(each.detail?.["occurs"] ?? 1);
    }
    return times;
  }

  /** Where an item that the program does not name lies beside one that it does. */
  private placeByNodes(id: string, part: Storage & { readonly id: string }): Storage | undefined {
    const [own, other] = [this.chain(id), this.chain(part.id)];
    if (own.at(-1) === undefined || own.at(-1)?.id !== other.at(-1)?.id) return undefined;
    const [item, beside] = [own[0] as GraphNode, other[0] as GraphNode];
    const offset = part.offset + offsetOf(item) - offsetOf(beside);
    return { ...part, offset, length: endOf(item) - offsetOf(item) };
  }

  private children(group: GraphNode): readonly GraphNode[] {
    return this.estate.ownedBy(group.id).filter(isStored);
  }
}

export const idOf = (node: GraphNode): string => itemId({ ...node, line: node.start });

const isStored = ({ kind, detail }: GraphNode): boolean =>
  kind === "data-item" && detail?.["level"] !== 88 && detail?.["level"] !== 66;

const offsetOf = ({ detail }: GraphNode): number => Number(detail?.["offset"] ?? 0);

/** Where the last occurrence of an item ends in its record. */
const endOf = (node: GraphNode): number =>
  offsetOf(node) + Number(node.detail?.["length"] ?? 0) * Number(node.detail?.["occurs"] ?? 1);
