import type { EdgeKind, NodeKind } from "../../../model.ts";
import type { Values } from "../data/values.ts";
import { type FactsBuilder, unitKey } from "../facts-builder.ts";
import { itemPlaces } from "../procedure/argument-places.ts";
import type { UnitNames } from "../procedure/names.ts";
import type { ExecBlock, Program } from "../program.ts";
import { readSql, type SqlStatement, type SqlTable } from "./embedded-sql.ts";
import { SqlColumns } from "./sql-columns.ts";

/** The program whose commands are read. */
export interface ExecContext {
  readonly key: string;
  readonly names: UnitNames;
  readonly values: Values;
}

const SQL_EDGES: Readonly<Record<SqlTable["operation"], EdgeKind>> = {
  read: "selects",
  insert: "inserts",
  update: "updates",
  delete: "deletes",
  merge: "updates",
  declare: "selects",
};

/** References of a program's EXEC SQL blocks; cursors become symbols, whose tables belong to whoever opens or fetches them. */
export class SqlFacts {
  private readonly builder: FactsBuilder;
  private readonly program: Program;
  private readonly context: ExecContext;
  private readonly cursors = new Map<string, Cursor>();
  private readonly statements = new Map<ExecBlock, SqlStatement>();

  constructor(builder: FactsBuilder, program: Program, context: ExecContext) {
    this.builder = builder;
    this.program = program;
    this.context = context;
    for (const block of program.execs) {
      if (block.language !== "SQL") continue;
      const sql = readSql(builder.buffer, block);
      this.statements.set(block, sql);
      if (sql.verb === "DECLARE" && sql.cursor)
        this.cursors.set(sql.cursor, cursorSymbol(builder, block, sql, context.key));
    }
  }

  add(block: ExecBlock): void {
    const sql = this.statements.get(block);
    if (sql) sqlFacts(this.builder, this.program, { ...this.context, block, sql, cursors: this.cursors });
  }
}

function cursorSymbol(builder: FactsBuilder, block: ExecBlock, sql: SqlStatement, programKey: string): Cursor {
  const line = builder.buffer.line[block.row] as number;
  const name = sql.cursor ?? "";
  const key = builder.uniqueKey(`${programKey}/cursor:${name}`, line);
  const file = builder.fileOf(block.row);
  builder.symbol({
    key,
    kind: "cursor",
    name,
    owner: programKey,
    ...(file !== undefined && { file }),
    start: line,
    end: Math.max(line, builder.buffer.line[block.endRow] as number),
    detail: { tables: sql.tables.map((table) => table.name) },
  });
  return { key, tables: sql.tables, columns: new SqlColumns(builder.buffer, block).selected() };
}

interface Cursor {
  readonly key: string;
  readonly tables: readonly SqlTable[];
  readonly columns: readonly string[];
}

interface SqlContext extends ExecContext {
  readonly block: ExecBlock;
  readonly sql: SqlStatement;
  readonly cursors: ReadonlyMap<string, Cursor>;
}

function sqlFacts(builder: FactsBuilder, program: Program, context: SqlContext): void {
  const { block, sql, cursors } = context;
  const { buffer } = builder;
  if (sql.verb === "INCLUDE") return;
  const from = unitKey(program, block.unit, context.key);
  const at = (targets: readonly NodeKind[]) => ({ row: block.row, targets });
  const detail = {
    exec: "SQL",
    command: sql.verb,
    endLine: buffer.line[block.endRow],
    ...(sql.into.length > 0 && { into: sql.into.map((row) => buffer.spelled(row)) }),
    ...(sql.using.length > 0 && { using: sql.using.map((row) => buffer.spelled(row)) }),
    ...(sql.isDynamic && { dynamic: true }),
    ...columnPlaces(builder, program, context),
  };
  const cursor = cursors.get(sql.cursor ?? "");
  const owner = sql.verb === "DECLARE" && cursor ? cursor.key : from;
  const isDeclared = sql.verb === "DECLARE" && !cursor;
  for (const table of sql.tables) {
    const kind = isDeclared ? "references" : SQL_EDGES[table.operation];
    builder.reference(kind, owner, table.name, at(["table"]), { detail: { ...detail, operation: table.operation } });
  }
  if (sql.cursor && sql.verb !== "DECLARE") cursorUse(builder, context, from, detail);
  if (sql.procedure) builder.reference("calls", from, sql.procedure, at(["procedure", "program"]), { detail });
  if (sql.label >= 0) whenever(builder, program, context);
  const namesNothing = sql.tables.length === 0 && !sql.cursor && !sql.procedure && sql.label < 0;
  if (namesNothing)
    builder.reference("references", from, `EXEC SQL ${sql.verb}`, at([]), { ...outcomeOf(sql), detail });
}

const outcomeOf = ({ isDynamic }: SqlStatement) =>
  isDynamic
    ? ({ resolved: "unresolved", reason: "the statement is built at run time" } as const)
    : ({ resolved: "external" } as const);

/** Which item holds which column, where the statement says so. */
function columnPlaces(builder: FactsBuilder, program: Program, { block, sql, cursors }: SqlContext): object {
  const fetched = cursors.get(sql.cursor ?? "")?.columns ?? [];
  const uses = new SqlColumns(builder.buffer, block).read(sql.verb, fetched);
  const places = itemPlaces(
    builder,
    program,
    uses.map(({ row }) => row),
  );
  const columns = places.flatMap((place, index) => (place ? [{ ...place, column: uses[index]?.column }] : []));
  return columns.length > 0 ? { columns } : {};
}

function cursorUse(
  builder: FactsBuilder,
  context: SqlContext,
  from: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  const { block, sql, cursors } = context;
  const cursor = cursors.get(sql.cursor ?? "");
  const kind: EdgeKind = sql.verb === "OPEN" ? "opens" : sql.verb === "CLOSE" ? "closes" : "reads";
  builder.reference(
    kind,
    from,
    sql.cursor ?? "",
    { row: block.row, targets: ["cursor"] },
    {
      to: cursor?.key,
      resolved: cursor ? "exact" : "unresolved",
      reason: cursor ? undefined : "no DECLARE of this cursor in the program",
      detail,
    },
  );
  if (sql.verb === "CLOSE") return;
  for (const table of cursor?.tables ?? [])
    builder.reference(
      "selects",
      from,
      table.name,
      { row: block.row, targets: ["table"] },
      { detail: { ...detail, operation: "read", cursor: sql.cursor } },
    );
}

function whenever(builder: FactsBuilder, program: Program, context: SqlContext): void {
  const { block, sql, names } = context;
  const target = program.units[names.find(sql.label, -1, block.unit)];
  builder.reference(
    "references",
    unitKey(program, block.unit, context.key),
    builder.buffer.text(sql.label),
    { row: block.row, targets: ["paragraph", "section"] },
    {
      to: target?.key,
      resolved: target ? "exact" : "unresolved",
      reason: target ? undefined : "no paragraph or section of that name in the program",
      detail: { verb: "WHENEVER", condition: sql.condition, exec: "SQL", command: "WHENEVER" },
    },
  );
}
