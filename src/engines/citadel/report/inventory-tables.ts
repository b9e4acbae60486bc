import type { Estate } from "../graph/estate.ts";
import type { FileFacts, GraphEdge, GraphNode } from "../model.ts";
import { byPlace, compare } from "../queries/answer.ts";
import { findDeadCode } from "../queries/dead-code.ts";
import type { UnitSize } from "../queries/folder-stats.ts";
import type { Cell, Placed, Table } from "./model.ts";

export const placed = (node: GraphNode): Placed => ({ text: node.name, file: node.file, line: node.start });

/** Files and lines by language, then what they define. @param items  how many data items those files declare */
export function inventoryTable(estate: Estate, files: ReadonlySet<string>, items: number): Table {
  const facts = [...files].flatMap((file) => estate.facts.get(file) ?? []);
  const languages = [...Map.groupBy(facts, ({ language }) => language)].sort(
    ([left, some], [right, others]) => linesOf(others) - linesOf(some) || compare(left, right),
  );
  const kinds = new Map<string, number>(items > 0 ? [["data-item", items]] : []);
  for (const { kind, file } of estate.graph.nodes)
    if (kind !== "data-item" && files.has(file)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return {
    id: "inventory",
    title: "Inventory",
    columns: ["What", "Name", "Count", "Lines"],
    rows: [
      ["total", "all files", facts.length, linesOf(facts)],
      ...languages.map(([name, group]) => ["language", name, group.length, linesOf(group)]),
      ...[...kinds].sort(([left], [right]) => compare(left, right)).map(([kind, count]) => ["symbol", kind, count, ""]),
    ],
    note: "",
  };
}

const linesOf = (facts: readonly FileFacts[]): number => facts.reduce((sum, { lines }) => sum + lines, 0);

export function filesTable(estate: Estate, files: ReadonlySet<string>): Table {
  const facts = [...files].flatMap((file) => estate.facts.get(file) ?? []);
  facts.sort((left, right) => right.lines - left.lines || compare(left.path, right.path));
  return {
    id: "files",
    title: "Files by size",
    columns: ["File", "Language", "Lines", "Read", "First problem"],
    rows: facts.map(({ path, language, lines, parse, problems: [problem] }): Cell[] => [
      { text: path, file: path, line: 1 },
      language,
      lines,
      parse,
      problem ? { text: problem.message, file: path, line: problem.line } : "",
    ]),
    note: "",
  };
}

export function complexityTable(units: readonly UnitSize[]): Table {
  return {
    id: "complexity",
    title: "Complexity",
    columns: ["Unit", "Kind", "Program", "Complexity", "Lines"],
    rows: units.map(({ node, program, lines, complexity }): Cell[] => [
      placed(node),
      node.kind,
      program,
      complexity,
      lines,
    ]),
    note: "Complexity is one and the decisions of a unit: IF, WHEN, and phrases such as AT END.",
  };
}

const INSIDE: ReadonlySet<string> = new Set(["performs", "goto", "references", "reads", "writes"]);

/** Names that the files ask for and nothing in the estate has. */
export function missingTable(estate: Estate, files: ReadonlySet<string>): Table {
  const asked = estate.graph.edges.filter(
    (edge) => edge.resolved === "unresolved" && files.has(edge.file) && !INSIDE.has(edge.kind),
  );
  const groups = [...Map.groupBy(asked, ({ kind, name }) => `${kind} ${name.toUpperCase()}`)];
  groups.sort(([left], [right]) => compare(left, right));
  return {
    id: "missing",
    title: "Missing members",
    columns: ["Name", "Asked by", "Times", "Why"],
    rows: groups.map(([, edges]): Cell[] => {
      const [first] = [...edges].sort(byPlace) as [GraphEdge];
      return [
        { text: first.name, file: first.file, line: first.line },
        first.kind,
        edges.length,
        first.reason ?? "not found",
      ];
    }),
    note: "",
  };
}

export function deadTable(estate: Estate, files: ReadonlySet<string>): Table {
  const items = findDeadCode(estate, files);
  items.sort((left, right) => compare(left.node.file, right.node.file) || left.line - right.line);
  return {
    id: "dead",
    title: "Dead code",
    columns: ["Name", "Kind", "Program", "Finding", "Reason"],
    rows: items.map(({ node, line, kind, reason }): Cell[] => [
      { text: node.name, file: node.file, line },
      node.kind,
      estate.programOf(node)?.name ?? "",
      kind,
      reason,
    ]),
    note: "unreachable and unreferenced are sure as far as the estate goes; unlikely and unknown are not.",
  };
}
