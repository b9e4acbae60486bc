import { ACCESS_LETTERS, type Access, Accesses } from "../graph/access.ts";
import type { Estate } from "../graph/estate.ts";
import { answer, compare, failure, type Line, type QueryResult } from "./answer.ts";
import { FlowIndex, itemId } from "./flow-index.ts";
import { findHolders } from "./impact/data-to-convert.ts";

const PROOFS_SHOWN = 6;

/** One cell of the matrix: what someone does to a resource. */
interface Cell {
  readonly target: string;
  readonly accesses: Access[];
}

/**
 * Programs against datasets, tables, queues and maps: created, read, updated, deleted, sent and received; then the same
 * by job and step, and by transaction, through the programs that these run and what those call.
 * @param names  only cells of these programs, jobs, transactions or resources, or of what holds these records or copybooks
 */
export function crudMatrix(
  estate: Estate,
  path: string,
  names: readonly string[] = [],
  flows: () => FlowIndex = () => new FlowIndex(estate),
): QueryResult {
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const asked = { names: new Set(names.map((name) => name.toUpperCase())), holders: holdersOf(estate, names, flows) };
  const matrix = new Matrix(estate, files, asked);
  const sections = [
    { heading: "Programs", lines: matrix.programs() },
    { heading: "Jobs: job/step, program", lines: matrix.jobs() },
    { heading: "Transactions: transaction, program", lines: matrix.transactions() },
  ].filter(({ lines }) => lines.length > 0);
  const title = names.length > 0 ? `What is done to data: ${names.join(", ")}` : "What is done to data";
  if (sections.length === 0)
    return answer(title, { notes: ["No program here touches a dataset, table, queue or map"] });
  return answer(title, {
    values: sections.map(({ heading, lines }): [string, number] => [heading.replace(/:.*/, ""), lines.length]),
    sections,
    notes: [
      "C creates, R reads, U updates, D deletes. A file of a program is a dataset where a DD or CICS says which.",
    ],
  });
}

interface Asked {
  /** In capitals; none asks for everything. */
  readonly names: ReadonlySet<string>;
  /** Ids of the resources that hold a record which was asked for. */
  readonly holders: ReadonlySet<string>;
}

/** What holds the records of these names, or those that copybooks of these names declare. */
function holdersOf(estate: Estate, names: readonly string[], flows: () => FlowIndex): ReadonlySet<string> {
  const items = names.flatMap((name) =>
    estate
      .find(name)
      .flatMap((node) => (node.kind === "copybook" ? estate.inFile(node.file) : [node]))
      .filter(({ kind }) => kind === "data-item"),
  );
  if (items.length === 0) return new Set();
  const ids = items.map((item) => itemId({ ...item, line: item.start }));
  return new Set(findHolders(estate, flows(), ids).map(({ target }) => target.id));
}

class Matrix {
  private readonly estate: Estate;
  private readonly files: ReadonlySet<string>;
  private readonly asked: Asked;
  private readonly accesses: Accesses;

  constructor(estate: Estate, files: ReadonlySet<string>, asked: Asked) {
    this.estate = estate;
    this.files = files;
    this.asked = asked;
    this.accesses = new Accesses(estate);
  }

  programs(): Line[] {
    const rows: { name: string; line: Line }[] = [];
    for (const [root, accesses] of this.accesses.entries()) {
      const node = this.estate.node(root);
      if (!node || node.kind === "step" || node.kind === "job" || !this.files.has(node.file)) continue;
      const everywhere = accesses.flatMap((access) => this.accesses.inSteps(access));
      for (const cell of cellsOf(everywhere.filter((access) => this.isAsked(access, [node.name]))))
        rows.push({ name: node.name, line: cellLine(node.name, cell) });
    }
    return rows.sort(byName).map(({ line }) => line);
  }

  /** What each step does: itself by its DDs and control statements, and through the programs that it runs. */
  jobs(): Line[] {
    const rows: { name: string; line: Line }[] = [];
    for (const step of this.estate.graph.nodes) {
      if (step.kind !== "step" || !this.files.has(step.file)) continue;
      const title = `${this.estate.node(step.owner)?.name ?? "?"}/${step.name}`;
      for (const [who, accesses] of this.accesses.inStepOf(step)) {
        const own = who === step ? [] : [who.name];
        const asked = accesses.filter((access) => this.isAsked(access, [...title.split("/"), ...own]));
        for (const cell of cellsOf(asked)) rows.push({ name: title, line: cellLine([title, ...own].join(" "), cell) });
      }
    }
    return rows.sort(byName).map(({ line }) => line);
  }

  transactions(): Line[] {
    const rows: { name: string; line: Line }[] = [];
    for (const start of this.estate.graph.nodes) {
      if (start.kind !== "transaction" || !this.files.has(start.file)) continue;
      for (const id of this.accesses.programsRun(start.id)) {
        const program = this.estate.node(id);
        if (!program) continue;
        const asked = this.accesses.of(id).filter((access) => this.isAsked(access, [start.name, program.name]));
        for (const cell of cellsOf(asked))
          rows.push({ name: start.name, line: cellLine(`${start.name} ${program.name}`, cell) });
      }
    }
    return rows.sort(byName).map(({ line }) => line);
  }

  private isAsked(access: Access, owners: readonly string[]): boolean {
    const { names: wanted, holders } = this.asked;
    if (wanted.size === 0 || (access.id !== undefined && holders.has(access.id))) return true;
    // A dataset is also asked for by one of its qualifiers.
    const names = [access.target, ...access.target.split("."), access.edge.name, ...owners];
    return names.some((name) => wanted.has(name.toUpperCase()));
  }
}

const byName = (left: { name: string; line: Line }, right: { name: string; line: Line }): number =>
  compare(left.name, right.name) || compare(left.line.text, right.line.text);

function cellsOf(accesses: readonly Access[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const access of accesses) {
    const key = access.id ?? `${access.kind} ${access.target}`;
    const cell = cells.get(key);
    if (cell) cell.accesses.push(access);
    else cells.set(key, { target: access.target, accesses: [access] });
  }
  return [...cells.values()];
}

function cellLine(who: string, { target, accesses }: Cell): Line {
  const [first, ...rest] = accesses as [Access, ...Access[]];
  const done = new Set(accesses.map(({ letter }) => letter));
  const letters = ACCESS_LETTERS.filter((letter) => done.has(letter));
  const text = letters.every((letter) => letter.length === 1) ? letters.join("") : letters.join("/");
  const places = [...new Set(rest.map(({ edge }) => `${edge.file}:${edge.line}`))].slice(0, PROOFS_SHOWN);
  const dd = first.through?.detail?.["dd"];
  const way = dd === undefined ? "" : ` through DD ${String(dd)}`;
  const definition = first.through ? [`${first.through.file}:${first.through.line}`] : [];
  const also = [...definition, ...places.filter((place) => place !== `${first.edge.file}:${first.edge.line}`)];
  const isVariable = first.edge.detail?.["variable"] === first.edge.name;
  const isKnown = first.id !== undefined && first.edge.reason === undefined;
  const unknown = isKnown ? "" : isVariable ? ", known at run time only" : ", not in the estate";
  return {
    text: `${who}: ${text} ${target} (${first.kind}${way}${unknown})${also.length > 0 ? ` [also ${also.join(", ")}]` : ""}`,
    file: first.edge.file,
    line: first.edge.line,
  };
}
