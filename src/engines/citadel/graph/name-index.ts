import type { GraphNode, NodeKind } from "../model.ts";

/** Finds nodes by kind and name over the whole estate; names compare without case. */
export class NameIndex {
  private readonly names = new Map<string, GraphNode[]>();
  private readonly aliases = new Map<string, GraphNode[]>();

  add(node: GraphNode): void {
    push(this.names, node, node.name);
  }

  /** A second name, such as the member's of a program: it only counts where nothing has it as its own. */
  alias(node: GraphNode, name: string): void {
    if (name.toUpperCase() !== node.name.toUpperCase()) push(this.aliases, node, name);
  }

  all(kind: NodeKind, name: string): readonly GraphNode[] {
    const key = `${kind}:${name.toUpperCase()}`;
    return this.names.get(key) ?? this.aliases.get(key) ?? [];
  }

  /**
   * The best node for a use of `name` in `from`: kinds in the order of `targets`; then the same file, then the nearest folder.
   * @returns undefined when there is none; `others` are the equally named nodes that were not taken
   */
  find(
    name: string,
    targets: readonly NodeKind[],
    from: string,
  ): { node: GraphNode; others: readonly GraphNode[] } | undefined {
    for (const kind of targets) {
      const found = this.all(kind, name);
      if (found.length === 0) continue;
      if (found.length === 1) return { node: found[0] as GraphNode, others: [] };
      const ranked = [...found].sort(
        (left, right) => distance(left.file, from) - distance(right.file, from) || (left.id < right.id ? -1 : 1),
      );
      return { node: ranked[0] as GraphNode, others: ranked.slice(1) };
    }
    return undefined;
  }
}

function push(names: Map<string, GraphNode[]>, node: GraphNode, name: string): void {
  const key = `${node.kind}:${name.toUpperCase()}`;
  const list = names.get(key);
  if (list) list.push(node);
  else names.set(key, [node]);
}

/** Folders between two paths; 0 for the same file. */
export function distance(left: string, right: string): number {
  if (left === right) return 0;
  const from = left.split("/");
  const to = right.split("/");
  let shared = 0;
  while (shared < from.length - 1 && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return from.length + to.length - 2 * shared;
}
