import type { GraphNode, ItemPlace } from "../model.ts";

/** Data items of a graph by where they are declared. */
export class ItemIndex {
  private readonly byPlace = new Map<string, GraphNode[]>();

  constructor(nodes: readonly GraphNode[]) {
    for (const node of nodes) {
      if (node.kind !== "data-item") continue;
      const key = `${node.file}:${node.start}`;
      const list = this.byPlace.get(key);
      if (list) list.push(node);
      else this.byPlace.set(key, [node]);
    }
  }

  get isEmpty(): boolean {
    return this.byPlace.size === 0;
  }

  /** The item of a place that may be none. */
  found(place: ItemPlace | null | undefined, path: string): GraphNode | undefined {
    return place ? this.at(place, path) : undefined;
  }

  /** @param path  the program's file, in which a place without a file lies */
  at({ name, line, file }: ItemPlace, path: string): GraphNode | undefined {
    const found = this.byPlace.get(`${file ?? path}:${line}`);
    return found?.find((node) => node.name.toUpperCase() === name.toUpperCase()) ?? found?.[0];
  }
}
