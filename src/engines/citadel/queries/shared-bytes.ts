import type { Estate } from "../graph/estate.ts";
import { ItemIndex } from "../graph/item-index.ts";
import type { Storage, StoredItem } from "../graph/storage-index.ts";
import type { GraphNode } from "../model.ts";

const isWithin = (part: Storage, whole: Storage): boolean =>
  whole.offset <= part.offset && whole.offset + whole.length >= part.offset + part.length;

/**
 * Which items hold another as a whole. A group holds its parts, and a redefinition what it redefines. A field of one record
 * type that only happens to lie over some fields of another does not: whoever moves it means no value of theirs.
 */
export class SharedBytes {
  private readonly items: ItemIndex;
  private readonly estate: Estate;
  private readonly chains = new Map<string, readonly GraphNode[]>();

  constructor(estate: Estate) {
    this.estate = estate;
    this.items = new ItemIndex(estate.graph.nodes);
  }

  /** @param place  where the item lies in the program in which `other` lies */
  isHeld(id: string, place: Storage, other: StoredItem): boolean {
    if (!isWithin(place, other)) return false;
    const [own, others] = [this.chain(id), this.chain(other.id)];
    const [first] = others;
    if (own.length === 0 || !first || own.some((node) => node.id === first.id)) return true;
    // All of the other branch of a redefinition, under whatever name.
    return isWithin(placed(branch(others, own) ?? first, first, other), other);
  }

  /** The groups that an item is a part of, inner first, by their ids, with where it lies in them. */
  groups(id: string): { readonly group: string; readonly skip: number; readonly length: number }[] {
    const [item, ...groups] = this.chain(id);
    const [offset, length] = [item?.detail?.["offset"], item?.detail?.["length"]];
    if (typeof offset !== "number" || typeof length !== "number") return [];
    return groups.flatMap((node) => {
      const from = node.detail?.["offset"];
      const group = `${node.file}:${node.start}:${node.name.toUpperCase()}`;
      return typeof from === "number" ? [{ group, skip: offset - from, length }] : [];
    });
  }

  /** An item and the groups that it is a part of, inner first. */
  private chain(id: string): readonly GraphNode[] {
    const known = this.chains.get(id);
    if (known) return known;
    const [, file = "", line = "", name = ""] = /^(.*):(\d+):([^:]*)$/s.exec(id) ?? [];
    const found: GraphNode[] = [];
    const first = this.items.at({ name, line: Number(line), file, at: Number(line) }, file);
    for (let node = first; node?.kind === "data-item"; node = this.estate.node(node.owner)) found.push(node);
    this.chains.set(id, found);
    return found;
  }
}

/** The outermost group of a chain that is no part of the other chain. */
const branch = (chain: readonly GraphNode[], other: readonly GraphNode[]): GraphNode | undefined =>
  chain.findLast((node) => !other.some(({ id }) => id === node.id));

/** Where a group lies in the program, by where it and one of its parts lie in their record. */
function placed(group: GraphNode, part: GraphNode, place: Storage): Storage {
  const [offset, length, from] = [group.detail?.["offset"], group.detail?.["length"], part.detail?.["offset"]];
  if (typeof offset !== "number" || typeof length !== "number" || typeof from !== "number") return place;
  return { ...place, offset: place.offset + offset - from, length };
}
