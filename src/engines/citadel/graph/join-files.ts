import type { Graph, GraphEdge, GraphNode } from "../model.ts";

/**
 * Program files joined to the datasets of the steps that run the program, or a program that calls it: the ddname of ASSIGN
 * is the DD's name.
 * @param nodes  those of the graph by their ids
 */
export function joinFiles(graph: Pick<Graph, "nodes" | "edges">, nodes: ReadonlyMap<string, GraphNode>): GraphEdge[] {
  const filesOf = filesByProgram(graph.nodes);
  const runs = new ProgramRuns(graph.edges, nodes);
  const datasets = datasetsByStep(graph.edges, nodes);
  const joined = new Map<string, GraphEdge>();
  for (const edge of graph.edges) {
    if (edge.kind !== "executes" || edge.to === undefined) continue;
    for (const file of runs.from(edge.to).flatMap((program) => filesOf.get(program) ?? []))
      for (const use of datasets.get(edge.from) ?? []) {
        const key = `${file.id}>${use.to}>${edge.from}`;
        if (!joined.has(key) && isOf(use, edge) && isUseOf(use, file)) joined.set(key, joinEdge(file, use, edge));
      }
  }
  return [...joined.values()];
}

const isUseOf = (use: GraphEdge, file: GraphNode): boolean =>
  String(use.detail?.["dd"]).toUpperCase() === String(file.detail?.["ddname"] ?? "").toUpperCase();

function datasetsByStep(
  edges: readonly GraphEdge[],
  nodes: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, readonly GraphEdge[]> {
  const isDataset = ({ detail, to }: GraphEdge): boolean =>
    detail?.["dd"] !== undefined && to !== undefined && nodes.get(to)?.kind === "dataset";
  return Map.groupBy(edges.filter(isDataset), (edge) => edge.from);
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

const CALLED_MAX = 5_000;

/** Which programs run in one step: the one that it names and all that they call. */
class ProgramRuns {
  private readonly nodes: ReadonlyMap<string, GraphNode>;
  private readonly calls = new Map<string, Set<string>>();

  constructor(edges: readonly GraphEdge[], nodes: ReadonlyMap<string, GraphNode>) {
    this.nodes = nodes;
    for (const { kind, from, to } of edges) {
      if (kind !== "calls" || to === undefined) continue;
      const caller = this.program(from);
      const called = this.program(to);
      if (caller === undefined || called === undefined || caller === called) continue;
      const set = this.calls.get(caller);
      if (set) set.add(called);
      else this.calls.set(caller, new Set([called]));
    }
  }

  from(start: string): string[] {
    const first = this.program(start) ?? start;
    const found = new Set([first]);
    for (const id of found) {
      if (found.size > CALLED_MAX) break;
      for (const next of this.calls.get(id) ?? []) found.add(next);
    }
    return [...found];
  }

  private program(id: string): string | undefined {
    for (let at = this.nodes.get(id); at; at = this.nodes.get(at.owner ?? "")) if (at.kind === "program") return at.id;
    return undefined;
  }
}
