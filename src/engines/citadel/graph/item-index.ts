import type { GraphNode, ItemPlace } from "../model.ts";

/** Data items of a graph by where they are declared: by file, then by line, since a text for each place would take more than the items. */
export class ItemIndex {
  private readonly byPlace = new Map<string, Map<number, GraphNode[]>>();

  constructor(nodes: readonly GraphNode[]) {
    for (const node of nodes) {
      if (node.kind !== "data-item") continue;
      const byLine = this.byPlace.get(node.file) ?? new Map<number, GraphNode[]>();
      if (byLine.size === 0) this.byPlace.set(node.file, byLine);
      const list = byLine.get(node.start);
      if (list) list.push(node);
      else byLine.set(node.start, [node]);
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
    const found = this.byPlace.get(file ?? path)?.get(line);
    return found?.find((node) => node.name.toUpperCase() === name.toUpperCase()) ?? found?.[0];
  }
}
