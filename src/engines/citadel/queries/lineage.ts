import type { Estate } from "../graph/estate.ts";
import type { GraphEdge, GraphNode } from "../model.ts";
import { answer, failure, type Line, type QueryResult } from "./answer.ts";
import { FlowIndex, type FlowStep, itemName } from "./flow-index.ts";

const DEPTH_MAX = 6;
const LINES_MAX = 2_000;

/** Where a field's value comes from and where it goes: through moves, arithmetic, files and tables. */
export function lineage(
  estate: Estate,
  name: string,
  file?: string,
  flows: FlowIndex = new FlowIndex(estate),
): QueryResult {
  const items = estate.find(name, file).filter((node) => node.kind === "data-item");
  if (items.length === 0) return failure(`No data item is called ${name}${file ? ` in ${file}` : ""}`);
  const tracer = new Tracer(estate, flows);
  for (const item of items) {
    const declared = estate.inFile(item.file).filter((node) => node.kind === "data-item");
    for (const id of flows.idsOf(item, declared)) tracer.trace(id);
  }
  return answer(`Lineage of ${name}`, {
    sections: [
      {
        heading: "Declared",
        lines: items.map((item) => ({
          text: `${estate.title(item)} level ${item.detail?.["level"] ?? "?"} ${item.detail?.["picture"] ?? ""}`.trim(),
          file: item.file,
          line: item.start,
        })),
      },
      { heading: "Comes from", lines: tracer.sources },
      { heading: "Goes to", lines: tracer.targets },
    ],
    notes: tracer.isCut ? [`Only the first ${LINES_MAX} steps were followed.`] : [],
  });
}

/** The group or redefinition that a statement really names. */
export function overText({ over }: FlowStep): string {
  if (!over) return "";
  return over.isWhole ? ` as part of ${itemName(over.id)}` : ` by bytes shared with ${itemName(over.id)}`;
}

class Tracer {
  readonly sources: Line[] = [];
  readonly targets: Line[] = [];
  isCut = false;
  private readonly estate: Estate;
  private readonly flows: FlowIndex;
  private readonly files: Map<string, GraphEdge[]>;

  constructor(estate: Estate, flows: FlowIndex) {
    this.estate = estate;
    this.flows = flows;
    this.files = outsideByItem(estate);
  }

  trace(id: string): void {
    this.backward(id, 0, new Set([id]));
    this.forward(id, 0, new Set([id]));
  }

  private backward(id: string, depth: number, seen: Set<string>): void {
    for (const line of this.outside(id, "in")) this.push(this.sources, { ...line, depth });
    if (depth >= DEPTH_MAX) return;
    const beside = depth === 0 ? this.flows.beside(id, "to") : [];
    for (const step of [...this.flows.into(id), ...beside]) {
      const from = step.from === "" ? (step.literal ?? "a new value") : itemName(step.from);
      this.push(this.sources, { ...this.line(step, `${itemName(id)}${overText(step)} <- ${from}`), depth });
      if (step.from === "" || seen.has(step.from)) continue;
      seen.add(step.from);
      this.backward(step.from, depth + 1, seen);
    }
  }

  private forward(id: string, depth: number, seen: Set<string>): void {
    for (const line of this.outside(id, "out")) this.push(this.targets, { ...line, depth });
    if (depth >= DEPTH_MAX) return;
    const beside = depth === 0 ? this.flows.beside(id, "from") : [];
    for (const step of [...this.flows.from(id), ...beside]) {
      this.push(this.targets, {
        ...this.line(step, `${itemName(id)}${overText(step)} -> ${itemName(step.to)}`),
        depth,
      });
      if (seen.has(step.to)) continue;
      seen.add(step.to);
      this.forward(step.to, depth + 1, seen);
    }
  }

  private push(lines: Line[], line: Line): void {
    if (lines.length >= LINES_MAX) this.isCut = true;
    else lines.push(line);
  }

  private line(step: FlowStep, text: string): Line {
    const { facts, unit: key, kind, file, line } = step.use;
    const unit = this.estate.node(`${facts.path}#${key}`);
    return { text: `${text} (${kind}, ${unit ? this.estate.title(unit) : key})`, file, line };
  }

  /** Tables and files at which the item's program reads it in or writes it out. */
  private outside(id: string, way: "in" | "out"): Line[] {
    return (this.files.get(`${way}:${id}`) ?? []).map((edge) => ({
      text: `${way === "in" ? "read from" : "written to"} ${edge.name} (${edge.kind})`,
      file: edge.file,
      line: edge.line,
    }));
  }
}

/** Edges to files and tables by the item that receives or gives the value: host variables and file records. */
function outsideByItem(estate: Estate): Map<string, GraphEdge[]> {
  const found = new Map<string, GraphEdge[]>();
  const itemsOf = new Map<string, Map<string, string>>();
  const add = (key: string, edge: GraphEdge): void => void (found.get(key)?.push(edge) ?? found.set(key, [edge]));
  for (const edge of estate.graph.edges) {
    const { detail } = edge;
    if (detail?.["exec"] !== "SQL" && detail?.["record"] === undefined) continue;
    const path = edge.from.slice(0, edge.from.indexOf("#"));
    const names = itemsOf.get(path) ?? itemNames(estate, path);
    itemsOf.set(path, names);
    for (const side of sidesOf(edge, estate, path, names)) add(side, edge);
  }
  return found;
}

/** `in:ID` for each item that an edge gives a value, `out:ID` for each that it takes one from. */
function sidesOf(edge: GraphEdge, estate: Estate, path: string, names: Map<string, string>): readonly string[] {
  const { kind, detail } = edge;
  const into = kind === "selects" ? idsOf(detail?.["into"], names) : [];
  const using = kind === "inserts" || kind === "updates" ? idsOf(detail?.["using"], names) : [];
  const record = detail?.["record"] === undefined ? [] : recordItems(estate, path, String(detail["record"]), names);
  const way = kind === "reads" ? "in" : "out";
  return [
    ...into.map((id) => `in:${id}`),
    ...using.map((id) => `out:${id}`),
    ...Array.from(record, (id) => `${way}:${id}`),
  ];
}

/** The ids of the names in a list that are known. */
const idsOf = (list: unknown, names: ReadonlyMap<string, string>): readonly string[] =>
  (Array.isArray(list) ? list : []).flatMap((name) => names.get(String(name).toUpperCase()) ?? []);

/** The ids that a file's programs use, by name. */
function itemNames(estate: Estate, path: string): Map<string, string> {
  const names = new Map<string, string>();
  const flow = estate.facts.get(path)?.dataFlow;
  for (const item of flow?.items ?? [])
    names.set(item.name.toUpperCase(), `${item.file}:${item.line}:${item.name.toUpperCase()}`);
  return names;
}

function recordItems(estate: Estate, path: string, record: string, names: ReadonlyMap<string, string>): string[] {
  const roots = estate
    .inFile(path)
    .filter((node) => node.kind === "data-item" && node.name.toUpperCase() === record.toUpperCase());
  const ids: string[] = [];
  const visit = (node: GraphNode): void => {
    const id = names.get(node.name.toUpperCase());
    if (id !== undefined) ids.push(id);
    for (const child of estate.ownedBy(node.id)) visit(child);
  };
  for (const root of roots) visit(root);
  return ids;
}
