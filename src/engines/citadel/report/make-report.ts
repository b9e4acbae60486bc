import type { Estate } from "../graph/estate.ts";
import { findFields } from "../queries/fields.ts";
import type { FlowIndex } from "../queries/flow-index.ts";
import { unitSizes } from "../queries/folder-stats.ts";
import { findRules, type SourceParts } from "../queries/rules.ts";
import { fieldsTable, ruleFieldsTable, rulesTable } from "./business-tables.ts";
import { crudTable, jobsTable, transactionsTable } from "./data-tables.ts";
import { estateMap } from "./estate-map.ts";
import { complexityTable, deadTable, filesTable, inventoryTable, missingTable } from "./inventory-tables.ts";
import type { Report, Table } from "./model.ts";

export interface ReportParts extends SourceParts {
  /** What the whole estate is called. */
  readonly name: string;
  readonly flows: () => FlowIndex;
}

/** What each table is made of; its name is the table's `id`. Nothing is computed before it is asked for. */
const TABLES: Readonly<Record<string, (parts: ReportParts, files: ReadonlySet<string>) => readonly Table[]>> = {
  inventory: ({ estate }, files) => [inventoryTable(estate, files)],
  files: ({ estate }, files) => [filesTable(estate, files)],
  complexity: ({ estate }, files) => [complexityTable(unitSizes(estate, files))],
  jobs: ({ estate }, files) => [jobsTable(estate, files)],
  transactions: ({ estate }, files) => [transactionsTable(estate, files)],
  crud: ({ estate }, files) => [crudTable(estate, files)],
  missing: ({ estate }, files) => [missingTable(estate, files)],
  dead: ({ estate }, files) => [deadTable(estate, files)],
  rules: (parts, files) => {
    const rules = findRules(parts, files);
    return [rulesTable(rules), ruleFieldsTable(rules)];
  },
  fields: (parts, files) => [fieldsTable(findFields(parts, files, parts.flows()))],
};

/** Which tables a report has; all when not said. */
export type TableName = "rules" | "fields";

/** Gathers what the queries know of a file or folder. The same estate gives the same report. */
export function makeReport(parts: ReportParts, path: string, only?: TableName): Report {
  const { estate } = parts;
  const paths = [...estate.filesUnder(path)].sort();
  const files = new Set(paths);
  const makers = only === undefined ? Object.values(TABLES) : [TABLES[only] ?? (() => [])];
  return {
    title: path === "." ? parts.name : path,
    files: paths.map((file) => ({ path: file, language: languageOf(estate, file) })),
    tables: makers.flatMap((make) => make(parts, files)),
    map: only === undefined ? estateMap(estate, files) : { nodes: [], edges: [] },
  };
}

const languageOf = (estate: Estate, file: string): string => estate.facts.get(file)?.language ?? "";
