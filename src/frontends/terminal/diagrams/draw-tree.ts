import type { FlowEdge, FlowGraph } from "../../../engines/mermaid/diagram.ts";
import { textWidth } from "../text/width.ts";
import { truncateLine } from "../text/wrap.ts";

const ROWS_MAX = 300;

interface Item {
  readonly edge: FlowEdge | undefined;
  readonly id: string;
  /** What stands before the branch of this item. */
  readonly indent: string;
  readonly isLast: boolean;
}

/** A graph of any size as an indented tree; what was shown already is only named again. */
export function drawTree({ nodes, edges }: FlowGraph, width: number): readonly string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const leaving = new Map<string, FlowEdge[]>();
  for (const edge of edges) leaving.set(edge.from, [...(leaving.get(edge.from) ?? []), edge]);
  const targets = new Set(edges.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const seen = new Set<string>();
  const rows: string[] = [];
  const show = (root: string): void => {
    const stack: Item[] = [{ edge: undefined, id: root, indent: "", isLast: true }];
    for (let item = stack.pop(); item; item = stack.pop()) {
      const children = leaving.get(item.id) ?? [];
      const isAgain = seen.has(item.id) && children.length > 0;
      rows.push(rowOf(item, `${labels.get(item.id) ?? item.id}${isAgain ? " ↑" : ""}`, width));
      if (!seen.has(item.id)) stack.push(...itemsBelow(item, children).reverse());
      seen.add(item.id);
      if (rows.length > ROWS_MAX) return;
    }
  };
  for (const { id } of nodes) if (!targets.has(id)) show(id);
  // What is only in cycles has no beginning of its own.
  for (const { id } of nodes) if (!seen.has(id)) show(id);
  if (rows.length <= ROWS_MAX) return rows;
  return [...rows.slice(0, ROWS_MAX), `… of ${nodes.length} nodes and ${edges.length} lines`];
}

function itemsBelow({ edge: above, indent, isLast }: Item, children: readonly FlowEdge[]): Item[] {
  const deeper = above ? `${indent}${isLast ? "   " : "│  "}` : "";
  return children.map((edge, index) => ({
    ...{ edge, id: edge.to, indent: deeper },
    isLast: index === children.length - 1,
  }));
}

/** Where all of it does not fit, the words of the line go first, then the indentation: names stay. */
function rowOf({ edge, indent, isLast }: Item, name: string, width: number): string {
  if (!edge) return truncateLine(name, width);
  const line = `${isLast ? "└" : "├"}${edge.isDotted ? "┄" : "─"}${edge.isOpen ? "─" : "▶"} `;
  const words = edge.label === "" ? "" : `${edge.label}: `;
  if (textWidth(indent + line + words + name) <= width) return `${indent}${line}${words}${name}`;
  const room = Math.max(0, width - textWidth(line + name));
  return truncateLine(`${indent.slice(0, room)}${line}${name}`, width);
}
