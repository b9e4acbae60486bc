import type { Estate } from "../graph/estate.ts";
import type { GraphEdge, GraphNode } from "../model.ts";
import { answer, byPlace, failure, type Line, type QueryResult } from "./answer.ts";
import { resolutionText } from "./look-up.ts";

const SCREEN_EDGES: ReadonlySet<string> = new Set(["sends", "receives", "xctls", "links", "starts"]);

/** Transactions, the programs they start, the maps those send and receive, and where they go on to. */
export function screenFlow(estate: Estate, path: string): QueryResult {
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const transactions: Line[] = [];
  const programs = new Map<string, Line[]>();
  for (const edge of estate.graph.edges) {
    const from = estate.node(edge.from);
    if (!from || !files.has(edge.from.slice(0, edge.from.indexOf("#")))) continue;
    if (from.kind === "transaction" && edge.kind === "executes") {
      const target = estate.node(edge.to);
      transactions.push({
        text: `${from.name} -> ${target?.name ?? edge.name}${resolutionText(edge)}`,
        file: edge.file,
        line: edge.line,
      });
    } else if (SCREEN_EDGES.has(edge.kind) && edge.detail?.["exec"] === "CICS")
      screenLine(estate, edge, from, programs);
  }
  const maps = mapLines(estate, files);
  if (transactions.length === 0 && programs.size === 0 && maps.length === 0)
    return answer("Screens", { notes: ["No transaction, map or CICS program here"] });
  return answer("Screens", {
    values: [
      ["Transactions", transactions.length],
      ["Programs with screens or transfers", programs.size],
      ["Maps", maps.length],
    ],
    sections: [
      { heading: "Transactions", lines: transactions.sort(byPlace) },
      {
        heading: "Programs",
        lines: [...programs.values()].flatMap(([head, ...rest]) => (head ? [head, ...rest.sort(byPlace)] : [])),
      },
      { heading: "Maps", lines: maps },
    ].filter((section) => section.lines.length > 0),
  });
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

function mapLines(estate: Estate, files: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  for (const node of estate.graph.nodes) {
    if (node.kind !== "map" || !files.has(node.file)) continue;
    const users = new Set(
      estate.to(node.id).flatMap((edge) => {
        const from = estate.node(edge.from);
        return from ? [estate.programOf(from)?.name ?? from.name] : [];
      }),
    );
    const fields = estate.ownedBy(node.id).filter((field) => field.kind === "map-field").length;
    lines.push({
      text: `${estate.node(node.owner)?.name ?? "?"}/${node.name}, ${fields} fields, used by ${users.size > 0 ? [...users].sort().join(", ") : "no program"}`,
      file: node.file,
      line: node.start,
    });
  }
  return lines.sort(byPlace);
}
