import type { Estate } from "../graph/estate.ts";
import type { EdgeKind, GraphEdge, GraphNode } from "../model.ts";
import { answer, compare, failure, type Line, type QueryResult } from "./answer.ts";

const LETTERS: Partial<Record<EdgeKind, string>> = {
  reads: "R",
  selects: "R",
  writes: "C",
  inserts: "C",
  updates: "U",
  deletes: "D",
  opens: "",
  closes: "",
};
const CALLS: ReadonlySet<EdgeKind> = new Set<EdgeKind>(["executes", "calls", "links", "xctls"]);

/** One cell of the matrix: what a job's step does to a dataset or table, and the lines that show it. */
export interface CrudCell {
  readonly job: string;
  readonly step: string;
  readonly target: string;
  readonly kind: "dataset" | "table";
  /** Letters out of C, R, U and D, in that order. */
  readonly access: string;
  readonly proof: readonly GraphEdge[];
}

/** Jobs against datasets and tables: created, read, updated, deleted, through the steps' programs and what they call. */
export function jobMatrix(estate: Estate, path: string): QueryResult {
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const cells = crudCells(estate).filter(
    (cell) => cell.proof.some((edge) => files.has(edge.file)) || files.has(cell.job.slice(0, cell.job.indexOf("#"))),
  );
  if (cells.length === 0)
    return answer("Jobs, datasets and tables", { notes: ["No job that touches a dataset or table"] });
  const titled = cells.map((cell) => ({ cell, job: estate.node(cell.job)?.name ?? cell.job }));
  titled.sort((left, right) => compare(left.job, right.job) || compare(left.cell.job, right.cell.job));
  return answer("Jobs, datasets and tables", {
    values: [
      ["Jobs", new Set(cells.map((cell) => cell.job)).size],
      ["Cells", cells.length],
    ],
    sections: [
      { heading: "Job and step, access (create, read, update, delete), dataset or table", lines: titled.map(cellLine) },
    ],
  });
}

const PROOFS_SHOWN = 4;

function cellLine({ cell, job }: { readonly cell: CrudCell; readonly job: string }): Line {
  const [first, ...rest] = cell.proof;
  const others = rest.slice(0, PROOFS_SHOWN).map((edge) => `${edge.file}:${edge.line}`);
  const more = rest.length > PROOFS_SHOWN ? `, ${rest.length - PROOFS_SHOWN} more` : "";
  return {
    text: `${job}/${cell.step}: ${cell.access.padEnd(4)} ${cell.target} (${cell.kind})${others.length > 0 ? ` [also ${others.join(", ")}${more}]` : ""}`,
    ...(first && { file: first.file, line: first.line }),
  };
}

export function crudCells(estate: Estate): CrudCell[] {
  const cells: CrudCell[] = [];
  for (const step of estate.graph.nodes) {
    if (step.kind !== "step") continue;
    const job = estate.node(step.owner);
    const found = new Map<string, { target: GraphNode | undefined; name: string; edges: GraphEdge[] }>();
    for (const edge of stepUses(estate, step)) {
      const target = estate.node(edge.to);
      const kind = target?.kind;
      if ((kind !== "dataset" && kind !== "table") || LETTERS[edge.kind] === undefined || edge.detail?.["library"])
        continue;
      const key = edge.to as string;
      const entry = found.get(key);
      if (entry) entry.edges.push(edge);
      else found.set(key, { target, name: target?.name ?? edge.name, edges: [edge] });
    }
    for (const { target, name, edges } of found.values()) {
      const letters = new Set(edges.map((edge) => LETTERS[edge.kind] ?? ""));
      const access = ["C", "R", "U", "D"].filter((letter) => letters.has(letter)).join("");
      if (access !== "")
        cells.push({
          job: job?.id ?? step.id,
          step: step.name,
          target: name,
          kind: target?.kind === "table" ? "table" : "dataset",
          access,
          proof: edges,
        });
    }
  }
  return cells;
}

/** The step's own edges, those of the programs it runs, and the file verbs of those programs as uses of the DDs' datasets. */
function stepUses(estate: Estate, step: GraphNode): GraphEdge[] {
  const uses: GraphEdge[] = [...estate.from(step.id)];
  const datasetOf = new Map(
    uses
      .filter((edge) => edge.detail?.["dd"] !== undefined)
      .map((edge) => [String(edge.detail?.["dd"]).toUpperCase(), edge]),
  );
  const seen = new Set<string>();
  const work = uses.filter((edge) => CALLS.has(edge.kind)).flatMap((edge) => edge.to ?? []);
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const program = estate.node(id);
    const root = program && (estate.programOf(program) ?? program);
    if (!root || seen.has(root.id) || root.kind === "job" || root.kind === "procedure") continue;
    seen.add(root.id);
    for (const edge of partsOf(estate, root).flatMap((part) => estate.from(part.id))) {
      if (CALLS.has(edge.kind) && edge.to !== undefined) work.push(edge.to);
      const dataset = datasetOf.get(String(edge.detail?.["ddname"] ?? "").toUpperCase())?.to;
      if (dataset !== undefined) uses.push({ ...edge, to: dataset });
      else if (edge.to !== undefined) uses.push(edge);
    }
  }
  return uses;
}

function partsOf(estate: Estate, root: GraphNode): GraphNode[] {
  const parts: GraphNode[] = [root];
  for (let at = 0; at < parts.length; at += 1)
    for (const part of estate.ownedBy((parts[at] as GraphNode).id)) if (part.kind !== "data-item") parts.push(part);
  return parts;
}
