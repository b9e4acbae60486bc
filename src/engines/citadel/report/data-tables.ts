import { ACCESS_LETTERS, type Access, Accesses } from "../graph/access.ts";
import type { Estate } from "../graph/estate.ts";
import type { GraphNode } from "../model.ts";
import { compare } from "../queries/answer.ts";
import { placed } from "./inventory-tables.ts";
import { type Cell, type Table, textOfCell } from "./model.ts";

/** Each step of each job: the programs that run in it and what is done to which dataset or table. */
export function jobsTable(estate: Estate, files: ReadonlySet<string>): Table {
  const accesses = new Accesses(estate);
  const rows = estate.graph.nodes.flatMap((step): Cell[][] => {
    if (step.kind !== "step" || !files.has(step.file)) return [];
    const owner = estate.node(step.owner);
    const head: Cell[] = [owner ? placed(owner) : "", placed(step)];
    const programs = [...accesses.programsRun(step.id)].flatMap((id) => estate.node(id) ?? []);
    const runs = programs.flatMap((program) =>
      cells(accesses.of(program.id).map((access) => accesses.inStep(access, step.id))).map((done) => [
        ...head,
        placed(program),
        ...done,
      ]),
    );
    const own = cells(accesses.of(step.id)).map((done) => [...head, programs[0] ? placed(programs[0]) : "", ...done]);
    const all = [...runs, ...own];
    return all.length > 0
      ? all
      : [[...head, programs[0] ? placed(programs[0]) : programNamed(estate, step), "", "", ""]];
  });
  return {
    id: "jobs",
    title: "Jobs",
    columns: ["Job", "Step", "Program", "Access", "Resource", "Kind"],
    rows: sorted(rows),
    note: "C creates, R reads, U updates, D deletes. A step's own DDs stand beside what its programs do.",
  };
}

/** The name of a program that a step runs and the estate has not. */
function programNamed(estate: Estate, step: GraphNode): Cell {
  const edge = estate.from(step.id).find(({ kind }) => kind === "executes");
  return edge ? { text: edge.name, file: edge.file, line: edge.line } : "";
}

/** Each transaction: the programs that it runs, their maps, data and where they go on to. */
export function transactionsTable(estate: Estate, files: ReadonlySet<string>): Table {
  const accesses = new Accesses(estate);
  const rows = estate.graph.nodes.flatMap((start): Cell[][] => {
    if (start.kind !== "transaction" || !files.has(start.file)) return [];
    const programs = [...accesses.programsRun(start.id)].flatMap((id) => estate.node(id) ?? []);
    if (programs.length === 0) return [[placed(start), programNamed(estate, start), "", "", ""]];
    return programs.flatMap((program) => {
      const done = cells(accesses.of(program.id)).map((cell) => [placed(start), placed(program), ...cell]);
      return done.length > 0 ? done : [[placed(start), placed(program), "", "", ""]];
    });
  });
  return {
    id: "transactions",
    title: "Transactions",
    columns: ["Transaction", "Program", "Access", "Resource", "Kind"],
    rows: sorted(rows),
    note: "Through CALL and LINK; transfers of control (XCTL, START) are in the graph.",
  };
}

/** Programs against datasets, files, tables, queues and maps. */
export function crudTable(estate: Estate, files: ReadonlySet<string>): Table {
  const accesses = new Accesses(estate);
  const rows: Cell[][] = [];
  for (const [id, own] of accesses.entries()) {
    const node = estate.node(id);
    if (!node || node.kind === "step" || node.kind === "job" || !files.has(node.file)) continue;
    const everywhere = own.flatMap((access) => accesses.inSteps(access));
    for (const done of cells(everywhere)) rows.push([placed(node), ...done]);
  }
  return {
    id: "crud",
    title: "CRUD",
    columns: ["Program", "Access", "Resource", "Kind"],
    rows: sorted(rows),
    note: "C creates, R reads, U updates, D deletes; maps are sent and received.",
  };
}

/** One row of access, resource and kind for each resource; the resource is cited where it is first touched. */
function cells(accesses: readonly Access[]): Cell[][] {
  return [...Map.groupBy(accesses, ({ id, kind, target }) => id ?? `${kind} ${target}`).values()].map(
    (group): Cell[] => {
      const [{ target, kind, edge }] = group as [Access];
      const done = new Set(group.map(({ letter }) => letter));
      const letters = ACCESS_LETTERS.filter((letter) => done.has(letter));
      const text = letters.every((letter) => letter.length === 1) ? letters.join("") : letters.join(" ");
      return [text, { text: target, file: edge.file, line: edge.line }, kind];
    },
  );
}

const sorted = (rows: readonly Cell[][]): Cell[][] =>
  rows
    .map((row) => ({ row, key: row.map(textOfCell).join("\u0000") }))
    .sort((left, right) => compare(left.key, right.key))
    .map(({ row }) => row);
