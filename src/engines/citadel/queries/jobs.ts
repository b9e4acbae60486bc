import { Accesses } from "../graph/access.ts";
import type { Estate } from "../graph/estate.ts";
import type { GraphEdge, GraphNode } from "../model.ts";
import { answer, compare, failure, type Line, type QueryResult } from "./answer.ts";

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
  const accesses = new Accesses(estate);
  return estate.graph.nodes.filter(({ kind }) => kind === "step").flatMap((step) => stepCells(estate, accesses, step));
}

/** What a step does by its DDs and control statements, and what the programs do that it runs. */
function stepCells(estate: Estate, accesses: Accesses, step: GraphNode): CrudCell[] {
  const programs = [...accesses.programsRun(step.id)].flatMap((id) => accesses.of(id));
  const all = [...accesses.of(step.id), ...programs.map((access) => accesses.inStep(access, step.id))];
  const found = Map.groupBy(
    all.filter(({ kind, id }) => id !== undefined && (kind === "dataset" || kind === "table")),
    ({ id }) => id,
  );
  return [...found.values()].map((done) => {
    const letters = new Set<string>(done.map(({ letter }) => letter));
    return {
      job: estate.node(step.owner)?.id ?? step.id,
      step: step.name,
      target: done[0]?.target ?? "",
      kind: done[0]?.kind === "table" ? "table" : "dataset",
      access: ["C", "R", "U", "D"].filter((letter) => letters.has(letter)).join(""),
      proof: done.map(({ edge }) => edge),
    };
  });
}
