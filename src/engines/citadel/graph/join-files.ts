import type { Graph, GraphEdge, GraphNode } from "../model.ts";

/** Program files joined to the datasets of the steps that run the program: the ddname of ASSIGN is the DD's name. */
export function joinFiles(graph: Pick<Graph, "nodes" | "edges">): GraphEdge[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const filesOf = filesByProgram(graph.nodes);
  const datasets = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) {
    if (edge.detail?.["dd"] === undefined || edge.to === undefined || nodes.get(edge.to)?.kind !== "dataset") continue;
    const list = datasets.get(edge.from);
    if (list) list.push(edge);
    else datasets.set(edge.from, [edge]);
  }
  const joined: GraphEdge[] = [];
  const seen = new Set<string>();
  for (const edge of graph.edges) {
    if (edge.kind !== "executes" || edge.to === undefined) continue;
    for (const file of filesOf.get(edge.to) ?? []) {
      const ddname = String(file.detail?.["ddname"] ?? "").toUpperCase();
      for (const use of datasets.get(edge.from) ?? []) {
        const key = `${file.id}>${use.to}>${edge.from}`;
        if (seen.has(key) || !isOf(use, edge) || String(use.detail?.["dd"]).toUpperCase() !== ddname) continue;
        seen.add(key);
        joined.push(joinEdge(file, use, edge));
      }
    }
  }
  return joined;
}

/** A DD of a step that runs several programs (a monitor and its application) belongs to the one it names. */
function isOf(use: GraphEdge, step: GraphEdge): boolean {
  const program = use.detail?.["program"];
  return typeof program !== "string" || program.toUpperCase() === step.name.toUpperCase();
}

function joinEdge(file: GraphNode, use: GraphEdge, step: GraphEdge): GraphEdge {
  return {
    kind: "references",
    from: file.id,
    to: use.to as string,
    name: use.name,
    file: use.file,
    line: use.line,
    resolved: "propagated",
    via: [
      { file: step.file, line: step.line },
      { file: file.file, line: file.start },
    ],
    text: use.text,
    detail: { dd: use.detail?.["dd"], step: step.from },
  };
}

function filesByProgram(nodes: readonly GraphNode[]): Map<string, GraphNode[]> {
  const files = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    if (node.kind !== "file" || node.owner === undefined || node.detail?.["ddname"] === undefined) continue;
    const list = files.get(node.owner);
    if (list) list.push(node);
    else files.set(node.owner, [node]);
  }
  return files;
}
