import type { Estate } from "../graph/estate.ts";
import type { GraphEdge, GraphNode } from "../model.ts";
import { answer, byPlace, failure, type Line, type QueryResult, type Section, sectionOfItems } from "./answer.ts";
import { FlowIndex } from "./flow-index.ts";
import { resolutionText } from "./look-up.ts";
import { mapFieldsOf } from "./shown-fields.ts";

const SCREEN_EDGES: ReadonlySet<string> = new Set(["sends", "receives", "xctls", "links", "starts"]);

/**
 * Transactions, the programs they start, the maps those send and receive, and where they go on to.
 * @param names  only these transactions, programs, maps and mapsets; of fields, the screens that show them
 */
export function screenFlow(
  estate: Estate,
  path: string,
  names: readonly string[] = [],
  flows: () => FlowIndex = () => new FlowIndex(estate),
): QueryResult {
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const isAsked: IsAsked = (...of) => wanted.size === 0 || of.some((name) => wanted.has(name.toUpperCase()));
  const { transactions, programs } = starts(estate, files, isAsked);
  const maps = mapLines(estate, files, isAsked);
  const fields = fieldSections(estate, names, flows);
  if (transactions.length === 0 && programs.size === 0 && maps.length === 0 && fields.length === 0)
    return answer("Screens", {
      notes: [
        wanted.size > 0
          ? `No transaction, CICS program or map is called ${names.join(", ")}, and no screen shows such a field`
          : "No transaction, map or CICS program here",
      ],
    });
  return answer("Screens", {
    values: [
      ["Transactions", transactions.length],
      ["Programs with screens or transfers", programs.size],
      ["Maps", maps.length],
    ],
    sections: [
      { heading: "Transactions", lines: transactions.sort(byPlace) },
      sectionOfItems(
        "Programs",
        [...programs.values()].flatMap(([head, ...rest]) => (head ? [head, ...rest.sort(byPlace)] : [])),
      ),
      { heading: "Maps", lines: maps },
      ...fields,
    ].filter((section) => section.lines.length > 0),
  });
}

type IsAsked = (...names: readonly string[]) => boolean;

function starts(estate: Estate, files: ReadonlySet<string>, isAsked: IsAsked) {
  const transactions: Line[] = [];
  const programs = new Map<string, Line[]>();
  for (const edge of estate.graph.edges) {
    const from = estate.node(edge.from);
    if (!from || !files.has(pathOf(edge.from))) continue;
    if (from.kind === "transaction" && edge.kind === "executes") {
      const name = estate.node(edge.to)?.name ?? edge.name;
      const text = `${from.name} -> ${name}${resolutionText(edge)}`;
      if (isAsked(from.name, name)) transactions.push({ text, file: edge.file, line: edge.line });
    } else if (isScreenEdge(edge) && isAsked((estate.programOf(from) ?? from).name, edge.name, mapsetOf(edge)))
      screenLine(estate, edge, from, programs);
  }
  return { transactions, programs };
}

const pathOf = (id: string): string => id.slice(0, id.indexOf("#"));

const mapsetOf = ({ name, detail }: GraphEdge): string => String(detail?.["mapset"] ?? name);

const isScreenEdge = ({ kind, detail }: GraphEdge): boolean => SCREEN_EDGES.has(kind) && detail?.["exec"] === "CICS";

/** Where the named fields are shown and entered; a field of a map is told with where it stands. */
function fieldSections(estate: Estate, names: readonly string[], flows: () => FlowIndex): Section[] {
  const nodes = names.flatMap((name) => estate.find(name));
  const places = nodes
    .filter(({ kind }) => kind === "map-field")
    .map((node) => ({
      text: `${estate.node(node.owner)?.name ?? "?"}/${node.name}`,
      file: node.file,
      line: node.start,
    }));
  const items = nodes.filter(({ kind }) => kind === "data-item");
  const found = items.map((item) => mapFieldsOf(estate, flows(), item));
  return [
    { heading: "Fields of maps", lines: places },
    { heading: "Shown in", lines: found.flatMap(({ shown }) => shown) },
    { heading: "Entered in", lines: found.flatMap(({ entered }) => entered) },
  ].filter(({ lines }) => lines.length > 0);
}

function screenLine(estate: Estate, edge: GraphEdge, from: GraphNode, programs: Map<string, Line[]>): void {
  const program = estate.programOf(from) ?? from;
  let lines = programs.get(program.id);
  if (!lines) {
    lines = [{ text: program.name, file: program.file, line: program.start }];
    programs.set(program.id, lines);
  }
  const mapset = edge.detail?.["mapset"];
  const set = mapset === undefined ? "" : ` of mapset ${String(mapset)}`;
  lines.push({
    text: `${from.name}: ${edge.kind} ${edge.name}${set}${resolutionText(edge)}`,
    file: edge.file,
    line: edge.line,
    depth: 1,
  });
}

function mapLines(estate: Estate, files: ReadonlySet<string>, isAsked: IsAsked): Line[] {
  const lines: Line[] = [];
  for (const node of estate.graph.nodes) {
    if (node.kind !== "map" || !files.has(node.file)) continue;
    const users = new Set(
      estate.to(node.id).flatMap((edge) => {
        const from = estate.node(edge.from);
        return from ? [estate.programOf(from)?.name ?? from.name] : [];
      }),
    );
    const mapset = estate.node(node.owner)?.name ?? "?";
    if (!isAsked(node.name, mapset, ...users)) continue;
    const fields = estate.ownedBy(node.id).filter((field) => field.kind === "map-field").length;
    lines.push({
      text: `${mapset}/${node.name}, ${fields} fields, used by ${users.size > 0 ? [...users].sort().join(", ") : "no program"}`,
      file: node.file,
      line: node.start,
    });
  }
  return lines.sort(byPlace);
}
