import type { Estate } from "../graph/estate.ts";
import type { GraphEdge, GraphNode } from "../model.ts";
import type { Line } from "./answer.ts";
import { type FlowIndex, itemNode } from "./flow-index.ts";

/**
 * What holds the bytes of some items outside of programs: datasets with their IDCAMS definitions, tables, queues and maps,
 * through the records and areas that the items are a part of.
 * @param ids  of the items, as `FlowIndex` knows them
 */
export function dataToConvert(estate: Estate, flows: FlowIndex, ids: readonly string[]): Line[] {
  const lines = new Map<string, Line>();
  for (const holder of holders(estate, flows, ids)) {
    // A DCLGEN structure says which table it is for.
    for (const edge of estate.from(holder.id)) {
      const table = estate.node(edge.to);
      const text = `${table?.name} (table): holds ${holder.name}`;
      if (table?.kind === "table") lines.set(table.id, { text, file: edge.file, line: edge.line });
    }
    for (const edge of estate.to(holder.id)) {
      if (edge.detail?.["join"] !== "record" && edge.detail?.["join"] !== "symbolic") continue;
      for (const [target, through] of resources(estate, edge)) {
        if (lines.has(target.id)) continue;
        const way = through ? `, the file ${through.name}` : "";
        const text = `${describe(estate, target)}: holds ${holder.name}${way}`;
        lines.set(target.id, { text, file: edge.file, line: edge.line });
        for (const [index, line] of definitions(estate, target).entries()) lines.set(`${target.id} ${index}`, line);
      }
    }
  }
  return [...lines.values()];
}

/** The items and the groups that they are a part of. */
function holders(estate: Estate, flows: FlowIndex, ids: readonly string[]): GraphNode[] {
  const found = new Map<string, GraphNode>();
  for (const id of ids.flatMap((each) => [each, ...flows.holders(each)]))
    for (let node = itemNode(estate, id); node?.kind === "data-item"; node = estate.node(node.owner))
      found.set(node.id, node);
  return [...found.values()];
}

/** A program's file is the datasets of its DDs, or what CICS says; itself when nothing says more. */
function resources(estate: Estate, edge: GraphEdge): (readonly [GraphNode, GraphNode | undefined])[] {
  const node = estate.node(edge.from);
  if (!node) return [];
  if (node.kind !== "file") return [[node, undefined]];
  const datasets = estate.from(node.id).flatMap(({ to }) => estate.node(to) ?? []);
  const known = datasets.filter(({ kind }) => kind === "dataset");
  return known.length > 0 ? known.map((dataset) => [dataset, node] as const) : [[node, undefined]];
}

function describe(estate: Estate, node: GraphNode): string {
  const owner = node.kind === "map-field" ? estate.node(node.owner) : undefined;
  return `${owner ? `${owner.name}/` : ""}${node.name} (${node.kind})`;
}

/** DEFINE CLUSTER of a dataset, with its keys and sizes. */
function definitions(estate: Estate, target: GraphNode): Line[] {
  return estate.to(target.id).flatMap((edge): Line[] => {
    const { keys, recordSize } = edge.detail ?? {};
    if (edge.kind !== "defines" || (!Array.isArray(keys) && !Array.isArray(recordSize))) return [];
    const parts = [
      ...(Array.isArray(keys) ? [`KEYS(${keys.join(" ")})`] : []),
      ...(Array.isArray(recordSize) ? [`RECORDSIZE(${recordSize.join(" ")})`] : []),
    ];
    return [{ text: `defined with ${parts.join(" ")}`, file: edge.file, line: edge.line, depth: 1 }];
  });
}
