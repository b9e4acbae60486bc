import type { GraphNode } from "../model.ts";
import { unitSizes } from "../queries/folder-stats.ts";
import { label, NodeIds } from "../queries/mermaid.ts";
import { crudTable, jobsTable, transactionsTable } from "../report/data-tables.ts";
import { complexityTable, deadTable, filesTable, inventoryTable, missingTable } from "../report/inventory-tables.ts";
import type { Cell, Table } from "../report/model.ts";
import type { EstatePage, PageCell, PageSection } from "./page.ts";
import type { PageIndex } from "./page-index.ts";
import type { UnitParts } from "./unit-page.ts";

/** Arrows that a drawing has at most. */
const ARROWS_MAX = 80;
const UNITS_MAX = 200;
const CALLS: ReadonlySet<string> = new Set(["calls", "links", "xctls", "starts", "executes", "imports"]);

/** What is true of the whole estate: where to begin, inventory, call graph, who touches which data, jobs and flow, findings. */
export function overviewPages(parts: UnitParts, name: string): EstatePage[] {
  const { estate, index } = parts;
  const files = new Set([...estate.facts.keys()].sort());
  const tables = (...of: readonly Table[]): PageSection[] =>
    of.map((table) => sectionOf(table, index)).filter(({ rows }) => rows.length > 0);
  const isItem = ({ kind, file }: GraphNode): boolean => kind === "data-item" && files.has(file);
  const items = estate.graph.nodes.filter(isItem).length;
  const overview = (path: string, title: string, sections: readonly PageSection[]): EstatePage => ({
    path,
    kind: "overview",
    title,
    lead: [],
    sections,
  });
  const overviews = [
    overview("inventory", "Inventory", [
      ...tables(inventoryTable(estate, files, items), filesTable(estate, files)),
      ...cut(tables(complexityTable(unitSizes(estate, files)))),
    ]),
    overview("call-graph", "Call graph", [callGraph(parts)]),
    overview("crud", "Who touches which data", tables(crudTable(estate, files))),
    overview("jobs-and-flow", "Jobs and flow", tables(jobsTable(estate, files), transactionsTable(estate, files))),
    overview("findings", "Findings", tables(missingTable(estate, files), deadTable(estate, files))),
  ].filter(({ sections }) => sections.some(({ rows }) => rows.length > 0));
  return [startPage(parts, name, overviews), ...overviews];
}

function startPage({ estate, index }: UnitParts, name: string, overviews: readonly EstatePage[]): EstatePage {
  const groups = [...Map.groupBy(index.subjects, (node) => index.titleOf(node))];
  return {
    path: "index",
    kind: "overview",
    title: name,
    lead: [["Files", estate.facts.size], ...groups.map(([title, nodes]) => [title, nodes.length] as const)],
    sections: [
      {
        title: "Overviews",
        columns: ["Page"],
        rows: overviews.map(({ path, title }) => [{ text: title, page: path }]),
        note: "",
      },
      ...groups.map(([title, nodes]) => ({
        title,
        columns: ["Name", "Where", "Lines"],
        rows: nodes.map((node): PageCell[] => [
          index.referenceTo(node, false),
          { places: [{ file: node.file, line: node.start }] },
          node.end - node.start + 1,
        ]),
        note: "",
      })),
    ],
  };
}

const cut = (sections: readonly PageSection[]): PageSection[] =>
  sections.map((section) => ({
    ...section,
    rows: section.rows.slice(0, UNITS_MAX),
    note:
      section.rows.length > UNITS_MAX
        ? `${section.note} The first ${UNITS_MAX} of ${section.rows.length}.`
        : section.note,
  }));

/** A table of the report with its names linked. */
function sectionOf({ title, columns, rows, note }: Table, index: PageIndex): PageSection {
  return { title, columns, rows: rows.map((row) => row.map((cell) => linked(cell, index))), note };
}

function linked(cell: Cell, index: PageIndex): PageCell {
  if (typeof cell !== "object") return cell;
  const { text, file, line } = cell;
  const page = index.find(text, file, line);
  return { text, place: { file, line }, ...(page !== undefined && { page }) };
}

/** Who calls whom, between things that have pages; several statements are one row. */
function callGraph({ estate, index }: UnitParts): PageSection {
  const rows = new Map<string, { readonly from: GraphNode; readonly to: GraphNode; readonly cells: PageCell[] }>();
  for (const { from, to, kind, file, line } of estate.graph.edges) {
    const source = CALLS.has(kind) ? index.subjectOf(estate.node(from)) : undefined;
    const target = source && index.subjectOf(estate.node(to));
    const key = `${source?.id} ${kind} ${target?.id}`;
    if (!source || !target || source === target || rows.has(key)) continue;
    const cells = [
      index.referenceTo(source, false),
      kind,
      index.referenceTo(target, false),
      { places: [{ file, line }] },
    ];
    rows.set(key, { from: source, to: target, cells });
  }
  const all = [...rows.values()];
  const isDrawn = all.length > 0 && all.length <= ARROWS_MAX;
  return {
    title: "Calls between pages",
    columns: ["From", "How", "To", "First shown at"],
    rows: all.map(({ cells }) => cells),
    note: isDrawn || all.length === 0 ? "" : `No drawing: it would have ${all.length} arrows.`,
    ...(isDrawn && { diagram: diagramOf(all) }),
  };
}

function diagramOf(rows: readonly { readonly from: GraphNode; readonly to: GraphNode }[]): string {
  const ids = new NodeIds();
  const nodes = new Map(rows.flatMap(({ from, to }) => [from, to]).map((node) => [node.id, node]));
  const named = [...nodes.values()].map(({ id, name }) => `  ${ids.of(id)}["${label(name)}"]`);
  const arrows = new Set(rows.map(({ from, to }) => `  ${ids.of(from.id)} --> ${ids.of(to.id)}`));
  return ["flowchart LR", ...named, ...arrows].join("\n");
}
