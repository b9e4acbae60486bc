import { memberName } from "../file-facts.ts";
import { type Graph, type GraphEdge, type GraphNode, type ItemPlace, pathOf } from "../model.ts";
import type { ItemIndex } from "./item-index.ts";

/**
 * What lies outside joined to the items that hold it in a program: files to the records of their FD, to the targets of
 * READ INTO and the sources of WRITE FROM, files, queues and maps of CICS to INTO and FROM, columns of tables to host variables, and the maps and fields of BMS to
 * the items of their symbolic description.
 */
export function joinRecords(graph: Pick<Graph, "nodes" | "edges">, items: ItemIndex): GraphEdge[] {
  return firstOfEach([
    ...fileRecords(graph.nodes, items),
    ...areas(graph.edges, items),
    ...columns(graph.edges, items),
    ...symbolicMaps(graph.nodes),
  ]);
}

/** The first edge that shows what it joins is enough; it stands where the last one stood. */
function firstOfEach(edges: readonly GraphEdge[]): GraphEdge[] {
  const found: GraphEdge[] = [];
  // Ids are long: a text of two for each edge would take more than the edges.
  const places = new Map<string, Map<string | undefined, number>>();
  for (let at = edges.length - 1; at >= 0; at -= 1) {
    const edge = edges[at] as GraphEdge;
    const ends = places.get(edge.from) ?? new Map<string | undefined, number>();
    if (ends.size === 0) places.set(edge.from, ends);
    const known = ends.get(edge.to);
    if (known === undefined) ends.set(edge.to, found.push(edge) - 1);
    else found[known] = edge;
  }
  return found.reverse();
}

function fileRecords(nodes: readonly GraphNode[], items: ItemIndex): GraphEdge[] {
  return nodes.flatMap((node) => {
    const records = node.kind === "file" ? node.detail?.["records"] : undefined;
    if (!Array.isArray(records)) return [];
    return (records as ItemPlace[]).flatMap((place) => {
      const item = items.at(place, pathOf(node.id));
      return item ? [recordEdge(node, item, { file: item.file, line: place.line, text: `record ${item.name}` })] : [];
    });
  });
}

function areas(edges: readonly GraphEdge[], items: ItemIndex): GraphEdge[] {
  return edges.flatMap((edge) => {
    const area = edge.detail?.["area"] as ItemPlace | undefined;
    const item = items.found(area, pathOf(edge.from));
    if (area === undefined || edge.to === undefined || !item) return [];
    const joined = recordEdge({ id: edge.to }, item, { file: edge.file, line: area.at, text: edge.text });
    return [{ ...joined, detail: { join: "record", by: edge.from } }];
  });
}

function recordEdge(
  from: Pick<GraphNode, "id">,
  item: GraphNode,
  place: Pick<GraphEdge, "file" | "line" | "text">,
): GraphEdge {
  const detail = { join: "record" };
  return { kind: "references", from: from.id, to: item.id, name: item.name, ...place, resolved: "exact", detail };
}

/** Columns of a table and the host variables that stand for them; a statement over several tables does not say whose column it is. */
function columns(edges: readonly GraphEdge[], items: ItemIndex): GraphEdge[] {
  const statements = Map.groupBy(
    edges.filter(({ to, detail }) => to?.includes("table:") && detail?.["exec"] === "SQL" && detail["columns"]),
    ({ from, line }) => `${from}:${line}`,
  );
  return [...statements.values()].flatMap(([edge, ...others]) => {
    if (!edge || others.some(({ to }) => to !== edge.to)) return [];
    const places = (edge.detail?.["columns"] ?? []) as readonly (ItemPlace & { readonly column: string })[];
    return places.flatMap((place) => {
      const item = items.at(place, pathOf(edge.from));
      if (!item) return [];
      const joined = recordEdge({ id: edge.to as string }, item, { file: edge.file, line: place.at, text: edge.text });
      return [{ ...joined, detail: { join: "column", column: place.column, by: edge.from } }];
    });
  });
}

/** What the BMS macros append to the name of a field for its value, as input and as output. */
const SUFFIXES = ["I", "O"];

/**
 * `MAP` of mapset `SET` is `MAPI` and `MAPO` in copybook `SET`, its field `FLD` is `FLDI` and `FLDO` there.
 * Source: "CICS TS: symbolic description maps".
 */
function symbolicMaps(nodes: readonly GraphNode[]): GraphEdge[] {
  const wanted = new Set(symbolicNames(nodes));
  if (wanted.size === 0) return [];
  const items = new Map<string, GraphNode>();
  for (const node of nodes) {
    if (node.kind !== "data-item") continue;
    const name = symbolicName(node.file, node.name);
    if (wanted.has(name) && !items.has(name)) items.set(name, node);
  }
  return [...mapParts(nodes)].flatMap(({ part, set }) =>
    SUFFIXES.flatMap((suffix): GraphEdge[] => {
      const item = items.get(`${set}:${part.name.toUpperCase()}${suffix}`);
      if (!item) return [];
      const place = { file: item.file, line: item.start, text: `${part.kind} ${part.name}` };
      const via = [{ file: part.file, line: part.start }];
      return [{ ...recordEdge(part, item, place), via, detail: { join: "symbolic", suffix } }];
    }),
  );
}

/** An item as it would be the symbolic one of a part of a map: by the copybook's name and its own. */
export const symbolicName = (file: string, name: string): string => `${memberName(file)}:${name.toUpperCase()}`;

/** The names of all items that maps and their fields would have. */
export function* symbolicNames(nodes: readonly GraphNode[]): Generator<string> {
  for (const { part, set } of mapParts(nodes))
    for (const suffix of SUFFIXES) yield `${set}:${part.name.toUpperCase()}${suffix}`;
}

const MAP_KINDS: ReadonlySet<string> = new Set(["mapset", "map", "map-field"]);

/** Maps and their fields, with the name of their mapset. */
function* mapParts(nodes: readonly GraphNode[]): Generator<{ readonly part: GraphNode; readonly set: string }> {
  const byId = new Map<string, GraphNode>();
  for (const node of nodes) if (MAP_KINDS.has(node.kind)) byId.set(node.id, node);
  for (const part of nodes) {
    if ((part.kind !== "map" && part.kind !== "map-field") || part.name === "") continue;
    const set = setOf(byId, part);
    if (set) yield { part, set: set.name.toUpperCase() };
  }
}

function setOf(nodes: ReadonlyMap<string, GraphNode>, part: GraphNode): GraphNode | undefined {
  for (let at: GraphNode | undefined = part; at; at = nodes.get(at.owner ?? "")) if (at.kind === "mapset") return at;
  return undefined;
}
