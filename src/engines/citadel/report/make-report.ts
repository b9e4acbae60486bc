import type { Estate } from "../graph/estate.ts";
import { type DigestSource, pathsUnder } from "../queries/business/digest-source.ts";
import { FieldBook } from "../queries/business/fields.ts";
import { RuleBook } from "../queries/business/rules.ts";
import { unitSizes } from "../queries/folder-stats.ts";
import type { BusinessVerb } from "../queries/run-query.ts";
import { fieldsTable, ruleFieldsTable, rulesTable } from "./business-tables.ts";
import { clonesTable } from "./clones-table.ts";
import { crudTable, jobsTable, transactionsTable } from "./data-tables.ts";
import { estateMap } from "./estate-map.ts";
import { complexityTable, deadTable, filesTable, inventoryTable, missingTable } from "./inventory-tables.ts";
import type { Report, Table } from "./model.ts";

export interface ReportParts {
  /** What the whole estate is called. */
  readonly name: string;
  /** It may be without data items: what the digests say of them is enough. */
  readonly estate: Estate;
  readonly digests: DigestSource;
  readonly textOf: (path: string) => string | undefined;
}

/** What each table is made of; its name is the table's `id`. Nothing is computed before it is asked for. */
const TABLES: Readonly<Record<string, (parts: ReportParts, files: ReadonlySet<string>) => readonly Table[]>> = {
  inventory: ({ estate, digests }, files) => [inventoryTable(estate, files, countItems(digests, files))],
  files: ({ estate }, files) => [filesTable(estate, files)],
  complexity: ({ estate }, files) => [complexityTable(unitSizes(estate, files))],
  jobs: ({ estate }, files) => [jobsTable(estate, files)],
  transactions: ({ estate }, files) => [transactionsTable(estate, files)],
  crud: ({ estate }, files) => [crudTable(estate, files)],
  missing: ({ estate }, files) => [missingTable(estate, files)],
  dead: ({ estate }, files) => [deadTable(estate, files)],
  clones: ({ estate, textOf }, files) => [clonesTable(estate, files, textOf)],
  rules: ({ digests }, files) => businessTables("rules", digests, [...files]),
  fields: ({ digests }, files) => businessTables("fields", digests, [...files]),
};

/** The data items that are declared in some files; what REPLACING makes of a copybook's is one a program. */
function countItems(digests: DigestSource, files: ReadonlySet<string>): number {
  let count = 0;
  for (const path of digests.paths) {
    const digest = digests.digest(path);
    if (!digest) continue;
    if (files.has(path)) count += digest.own.items.length;
    for (const [file, { items }] of Object.entries(digest.told)) if (files.has(file)) count += items.length;
  }
  return count;
}

/** Gathers what the queries know of a file or folder. The same estate gives the same report. */
export function makeReport(parts: ReportParts, path: string): Report {
  const { estate } = parts;
  const paths = [...estate.filesUnder(path)].sort();
  const files = new Set(paths);
  return {
    title: path === "." ? parts.name : path,
    files: paths.map((file) => ({ path: file, language: estate.facts.get(file)?.language ?? "" })),
    tables: Object.values(TABLES).flatMap((make) => make(parts, files)),
    map: estateMap(estate, files),
  };
}

/** The report of which only the rules or the fields are asked. */
export function businessReport(name: string, digests: DigestSource, path: string, only: BusinessVerb): Report {
  const paths = pathsUnder(digests, path).sort();
  return {
    title: path === "." ? name : path,
    files: paths.map((file) => ({ path: file, language: digests.languageOf(file) ?? "" })),
    tables: businessTables(only, digests, paths),
    map: { nodes: [], edges: [] },
  };
}

function businessTables(kind: BusinessVerb, digests: DigestSource, files: readonly string[]): readonly Table[] {
  if (kind === "fields") {
    const book = new FieldBook(digests);
    return [fieldsTable(files.flatMap((file) => book.of(file)))];
  }
  const book = new RuleBook(digests);
  const rules = files.flatMap((file) => book.of(file));
  return [rulesTable(rules), ruleFieldsTable(rules)];
}
