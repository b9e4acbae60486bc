import type { GraphNode, UsedItem } from "../model.ts";
import { DeclaredItems } from "./data-edges.ts";

/** Data items of one file as the facts of a file tell them. */
interface Packed {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly starts: readonly number[];
  /** Numbers of those that have another name than the one that is written there. */
  readonly renamed: readonly number[];
}

/** Files whose items were asked for last: programs that lie beside each other copy the same. */
const UNPACKED_MAX = 128;

/** Declared items of millions of lines: as text of each file, from which they are made when a use of one is looked up. */
export class PackedItems {
  private readonly texts = new Map<string, string[]>();
  private readonly unpacked = new Map<string, DeclaredItems>();

  /**
   * @param path   of the facts that tell them; their ids begin with it
   * @param items  in the order of the facts
   */
  add(path: string, items: readonly GraphNode[]): void {
    for (const [file, found] of Map.groupBy(items, (item) => item.file)) {
      const packed: Packed = {
        // What all ids have in common is said once.
        ids: found.map(({ id }) => id.slice(path.length)),
        names: found.map(({ name }) => name),
        starts: found.map(({ start }) => start),
        renamed: found.flatMap(({ detail }, at) => (detail?.["renamed"] === true ? [at] : [])),
      };
      const text = JSON.stringify([path, packed]);
      const texts = this.texts.get(file);
      if (texts) texts.push(text);
      else this.texts.set(file, [text]);
    }
  }

  /** As `DeclaredItems` that were given all of them in the same order. */
  at(item: UsedItem): string | undefined {
    return this.itemsOf(item.file).at(item);
  }

  private itemsOf(file: string): DeclaredItems {
    const known = this.unpacked.get(file);
    if (known) return known;
    const items = new DeclaredItems();
    for (const text of this.texts.get(file) ?? []) {
      const [path, { ids, names, starts, renamed }] = JSON.parse(text) as [string, Packed];
      const others = new Set(renamed);
      for (const [at, id] of ids.entries()) {
        const [name, start] = [names[at] as string, starts[at] as number];
        const detail = others.has(at) ? { detail: { renamed: true } } : {};
        items.add({ id: path + id, kind: "data-item", name, file, start, end: start, ...detail });
      }
    }
    if (this.unpacked.size >= UNPACKED_MAX) this.unpacked.delete(this.unpacked.keys().next().value as string);
    this.unpacked.set(file, items);
    return items;
  }
}
