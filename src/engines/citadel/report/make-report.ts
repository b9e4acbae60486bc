import type { Estate } from "../graph/estate.ts";
import { type DigestSource, pathsUnder } from "../queries/business/digest-source.ts";
import { FieldBook } from "../queries/business/fields.ts";
import { RuleBook } from "../queries/business/rules.ts";
import { unitSizes } from "../queries/folder-stats.ts";
import type { BusinessVerb } from "../queries/run-query.ts";
import { fieldRow, fieldsOfRule, fieldsTable, ruleFieldsTable, ruleRow, rulesTable } from "./business-tables.ts";
import { clonesTable } from "./clones-table.ts";
import { crudTable, jobsTable, transactionsTable } from "./data-tables.ts";
import { estateMap } from "./estate-map.ts";
import { complexityTable, deadTable, filesTable, inventoryTable, missingTable } from "./inventory-tables.ts";
import { cutTable, KeptRows, keptTable, type ReportExtent, WHOLE } from "./kept-rows.ts";
import type { Report, Table } from "./model.ts";

export interface ReportParts {
  /** What the whole estate is called. */
  readonly name: string;
  /** Asked once, and let go before rules and fields are gathered. It may be without data items: the digests tell of them. */
  readonly estate: () => Estate;
  readonly digests: DigestSource;
  readonly textOf: (path: string) => string | undefined;
  /** All of it, unless said otherwise. */
  readonly extent?: ReportExtent;
}

interface TableParts extends Pick<ReportParts, "digests" | "textOf"> {
  readonly estate: Estate;
}

/** What each table but those of rules and fields is made of; its name is the table's `id`. */
const TABLES: Readonly<Record<string, (parts: TableParts, files: ReadonlySet<string>) => Table>> = {
  inventory: ({ estate, digests }, files) => inventoryTable(estate, files, countItems(digests, files)),
  files: ({ estate }, files) => filesTable(estate, files),
  complexity: ({ estate }, files) => complexityTable(unitSizes(estate, files)),
  jobs: ({ estate }, files) => jobsTable(estate, files),
  transactions: ({ estate }, files) => transactionsTable(estate, files),
  crud: ({ estate }, files) => crudTable(estate, files),
  missing: ({ estate }, files) => missingTable(estate, files),
  dead: ({ estate }, files) => deadTable(estate, files),
  clones: ({ estate, textOf }, files) => clonesTable(estate, files, textOf),
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
  const { digests, extent = WHOLE } = parts;
  const report = estateReport(parts, path);
  const part = { files: report.files.map((file) => file.path), extent };
  const tables = (["rules", "fields"] as const).flatMap((kind) => businessTables(kind, digests, part));
  return { ...report, tables: [...report.tables, ...tables] };
}

/** All but rules and fields. */
function estateReport({ name, digests, textOf, extent = WHOLE, ...parts }: ReportParts, path: string): Report {
  const estate = parts.estate();
  const paths = [...estate.filesUnder(path)].sort();
  const files = new Set(paths);
  return {
    title: path === "." ? name : path,
    files: paths.map((file) => ({ path: file, language: estate.facts.get(file)?.language ?? "" })),
    tables: Object.values(TABLES).map((make) => keptTable(make({ estate, digests, textOf }, files), extent)),
    map: estateMap(estate, files),
  };
}

/** The report of which only the rules or the fields are asked. */
export function businessReport(name: string, digests: DigestSource, path: string, only: BusinessVerb): Report {
  const paths = pathsUnder(digests, path).sort();
  return {
    title: path === "." ? name : path,
    files: paths.map((file) => ({ path: file, language: digests.languageOf(file) ?? "" })),
    tables: businessTables(only, digests, { files: paths }),
    map: { nodes: [], edges: [] },
  };
}

interface BusinessPart {
  readonly files: readonly string[];
  readonly extent?: ReportExtent | undefined;
}

/** Beyond the extent rules and fields are counted one by one and not held: they are most of a large estate. */
function businessTables(
  kind: BusinessVerb,
  digests: DigestSource,
  { files, extent = WHOLE }: BusinessPart,
): readonly Table[] {
  if (kind === "fields") {
    const book = new FieldBook(digests);
    const fields = new KeptRows(extent, fieldRow);
    for (const file of files) for (const field of book.of(file)) fields.add(field);
    return [cutTable(fieldsTable(fields.items), fields.total)];
  }
  const book = new RuleBook(digests);
  const rules = new KeptRows(extent, ruleRow);
  let fieldsOfAll = 0;
  for (const file of files)
    for (const rule of book.of(file)) {
      rules.add(rule);
      fieldsOfAll += fieldsOfRule(rule).length;
    }
  return [
    cutTable(rulesTable(rules.items), rules.total),
    cutTable(ruleFieldsTable(rules.items), fieldsOfAll, "those of the rules that are listed"),
  ];
}
