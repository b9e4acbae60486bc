import type { Estate } from "../../graph/estate.ts";
import type { GraphEdge, GraphNode } from "../../model.ts";
import type { Line } from "../answer.ts";
import { type FlowIndex, itemNode } from "../flow-index.ts";

/**
 * What holds the bytes of some items outside of programs: datasets with their IDCAMS definitions, tables, queues and maps,
 * through the records and areas that the items are a part of.
 * @param ids  of the items, as `FlowIndex` knows them
 */
export function dataToConvert(estate: Estate, flows: FlowIndex, ids: readonly string[]): Line[] {
  const found = new Map<string, readonly Line[]>();
  for (const { holder, target, through, edge } of findHolders(estate, flows, ids)) {
    if (found.has(target.id)) continue;
    const way = through ? `, the file ${through.name}` : "";
    const column = edge.detail?.["column"] === undefined ? "" : `, column ${String(edge.detail["column"])}`;
    const text = `${describe(estate, target)}${column}: holds ${holder.name}${way}`;
    found.set(target.id, [{ text, file: edge.file, line: edge.line }, ...definitions(estate, target)]);
  }
  return [...found.values()].flat();
}

/** Datasets, files, tables, queues, maps and their fields whose bytes some items are, each with the item that is its record. */
export function findHolders(
  estate: Estate,
  flows: FlowIndex,
  ids: readonly string[],
): (HeldBy & { readonly holder: GraphNode })[] {
  const held = (holder: GraphNode) => heldBy(estate, holder).map((each) => ({ ...each, holder }));
  const own = groupsOf(
    estate,
    ids.flatMap((id) => [id, ...flows.holders(id)]),
  );
  // A record of a file that such a group is copied to has the bytes as well; a column or map that is moved to is another value.
  const copied = groupsOf(
    estate,
    ids.flatMap((id) => flows.from(id).flatMap(({ over, to, use }) => (over && COPIED.has(use.kind) ? [to] : []))),
  );
  return [...own.flatMap(held), ...copied.flatMap(held).filter(({ edge }) => edge.detail?.["join"] === "record")];
}

export interface HeldBy {
  readonly target: GraphNode;
  /** The program's file that is the target. */
  readonly through: GraphNode | undefined;
  readonly edge: GraphEdge;
}

/** What an item is a record of, and the table that its DCLGEN structure is for. */
export function heldBy(estate: Estate, holder: GraphNode): HeldBy[] {
  const tables = estate.from(holder.id).flatMap((edge): HeldBy[] => {
    const target = estate.node(edge.to);
    return target?.kind === "table" ? [{ target, through: undefined, edge }] : [];
  });
  const records = estate.to(holder.id).filter(({ detail }) => HELD.has(detail?.["join"]));
  return [...tables, ...records.flatMap((edge) => resources(estate, edge))];
}

const HELD: ReadonlySet<unknown> = new Set(["record", "symbolic", "column"]);

/** Statements after which the bytes of a group's parts stand in another record. */
const COPIED: ReadonlySet<string> = new Set(["move", "write-from"]);

/** The items and the groups that they are a part of. */
function groupsOf(estate: Estate, ids: readonly string[]): GraphNode[] {
  const found = new Map<string, GraphNode>();
  for (const id of ids)
    for (let node = itemNode(estate, id); node?.kind === "data-item"; node = estate.node(node.owner))
      found.set(node.id, node);
  return [...found.values()];
}

/** A program's file is the datasets of its DDs, or what CICS says; itself when nothing says more. */
function resources(estate: Estate, edge: GraphEdge): HeldBy[] {
  const node = estate.node(edge.from);
  if (!node) return [];
  const targets = node.kind === "file" ? estate.from(node.id).flatMap(({ to }) => estate.node(to) ?? []) : [];
  const datasets = targets.filter(({ kind }) => kind === "dataset");
  if (datasets.length === 0) return [{ target: node, through: undefined, edge }];
  return datasets.map((target) => ({ target, through: node, edge }));
}

function describe(estate: Estate, node: GraphNode): string {
  const owner = node.kind === "map-field" ? estate.node(node.owner) : undefined;
  return `${owner ? `${owner.name}/` : ""}${node.name} (${node.kind})`;
}

/** DEFINE CLUSTER of a dataset, with its keys and sizes, and the DDs that say how long its records are. */
function definitions(estate: Estate, target: GraphNode): Line[] {
  const edges = estate.to(target.id);
  const lengths = edges.flatMap(({ from, detail }): Line[] => {
    const records = detail?.["records"] as DdRecords | undefined;
    if (records === undefined) return [];
    const { length, format, file, line } = records;
    const text = `allocated with LRECL=${length}${format === undefined ? "" : ` RECFM=${format}`} by ${stepName(estate, from)}`;
    return [{ text, file, line, depth: 1 }];
  });
  // A DD may write and read.
  return [...clusters(edges), ...new Map(lengths.map((line) => [`${line.file}:${line.line}`, line])).values()];
}

/** As the frontend of JCL gives them. */
interface DdRecords {
  readonly length: number;
  readonly format?: string;
  readonly file: string;
  readonly line: number;
}

function stepName(estate: Estate, id: string): string {
  const step = estate.node(id);
  const job = estate.node(step?.owner);
  return [job?.name, step?.name].filter((name) => name !== undefined && name !== "").join("/");
}

function clusters(edges: readonly GraphEdge[]): Line[] {
  return edges.flatMap((edge): Line[] => {
    const { keys, recordSize } = edge.detail ?? {};
    if (edge.kind !== "defines" || (!Array.isArray(keys) && !Array.isArray(recordSize))) return [];
    const parts = [
      ...(Array.isArray(keys) ? [`KEYS(${keys.join(" ")})`] : []),
      ...(Array.isArray(recordSize) ? [`RECORDSIZE(${recordSize.join(" ")})`] : []),
    ];
    return [{ text: `defined with ${parts.join(" ")}`, file: edge.file, line: edge.line, depth: 1 }];
  });
}
