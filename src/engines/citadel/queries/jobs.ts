import { Accesses } from "../graph/access.ts";
import type { Estate } from "../graph/estate.ts";
import { TOO_LONG } from "../languages/jcl/jcl-symbols.ts";
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

/**
 * Jobs against datasets and tables: created, read, updated, deleted, through the steps' programs and what they call.
 * @param names  only these jobs, procedures, steps, datasets or tables
 */
export function jobMatrix(estate: Estate, path: string, names: readonly string[] = []): QueryResult {
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const cells = crudCells(estate).filter(
    (cell) => cell.proof.some((edge) => files.has(edge.file)) || files.has(cell.job.slice(0, cell.job.indexOf("#"))),
  );
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const titled = cells
    .map((cell) => ({ cell, job: estate.node(cell.job)?.name ?? cell.job }))
    .filter(
      ({ cell: { step, target }, job }) =>
        wanted.size === 0 || [job, step, target, ...target.split(".")].some((name) => wanted.has(name.toUpperCase())),
    );
  if (titled.length === 0)
    return answer("Jobs, datasets and tables", {
      notes: [
        wanted.size > 0 ? `No job, dataset or table ${names.join(", ")}` : "No job that touches a dataset or table",
      ],
    });
  titled.sort(
    (left, right) =>
      compare(left.job, right.job) || compare(left.cell.job, right.cell.job) || byProof(left.cell, right.cell),
  );
  return answer("Jobs, datasets and tables", {
    values: [
      ["Jobs", new Set(titled.map(({ cell }) => cell.job)).size],
      ["Cells", titled.length],
    ],
    sections: [
      { heading: "Job and step, access (create, read, update, delete), dataset or table", lines: titled.map(cellLine) },
    ],
    notes: [...files].flatMap((path) =>
      (estate.facts.get(path)?.problems ?? [])
        .filter(({ message }) => message === TOO_LONG)
        .map(({ line, message }) => `${path}:${line}: ${message}.`),
    ),
  });
}

/** As the job has its lines, then what only programs show. */
function byProof({ job, proof: [left] }: CrudCell, { proof: [right] }: CrudCell): number {
  const own = (edge: GraphEdge | undefined): number => (job.startsWith(`${edge?.file}#`) ? 0 : 1);
  const byFile = own(left) - own(right) || compare(left?.file ?? "", right?.file ?? "");
  return byFile || (left?.line ?? 0) - (right?.line ?? 0);
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
  const all = [...accesses.inStepOf(step)].flatMap(([, done]) => done);
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
      proof: [...new Set([...done.flatMap(({ through }) => through ?? []), ...done.map(({ edge }) => edge)])],
    };
  });
}
