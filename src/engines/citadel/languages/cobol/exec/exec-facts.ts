import type { EdgeKind, ItemPlace, NodeKind } from "../../../model.ts";
import type { Values } from "../data/values.ts";
import { type FactsBuilder, unitKey } from "../facts-builder.ts";
import { itemPlaces } from "../procedure/argument-places.ts";
import { callFact } from "../procedure/jump-facts.ts";
import type { UnitNames } from "../procedure/names.ts";
import type { ExecBlock, ExecOption, Program, ProgramCall } from "../program.ts";
import { literalValue, T } from "../words/tokens.ts";
import { readSql, type SqlStatement, type SqlTable } from "./embedded-sql.ts";
import { readCics, rowsText } from "./exec.ts";

interface Context {
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

/** References of all EXEC blocks; SQL cursors become symbols, whose tables belong to whoever opens or fetches them. */
export function execFacts(builder: FactsBuilder, program: Program, context: Context): void {
  const cursors = new Map<string, { key: string; tables: readonly SqlTable[] }>();
  const statements = new Map<ExecBlock, SqlStatement>();
  for (const block of program.execs) {
    if (block.language !== "SQL") continue;
    const sql = readSql(builder.buffer, block);
    statements.set(block, sql);
    if (sql.verb === "DECLARE" && sql.cursor) cursors.set(sql.cursor, cursorSymbol(builder, block, sql, context.key));
  }
  for (const block of program.execs) {
    const sql = statements.get(block);
    if (sql) sqlFacts(builder, program, { ...context, block, sql, cursors });
    else if (block.language === "CICS") cicsFacts(builder, program, block, context);
    else dliFacts(builder, program, block, context);
  }
}

function cursorSymbol(
  builder: FactsBuilder,
  block: ExecBlock,
  sql: SqlStatement,
  programKey: string,
): { key: string; tables: readonly SqlTable[] } {
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
  return { key, tables: sql.tables };
}

interface SqlContext extends Context {
  readonly block: ExecBlock;
  readonly sql: SqlStatement;
  readonly cursors: ReadonlyMap<string, { key: string; tables: readonly SqlTable[] }>;
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
  };
  const cursor = cursors.get(sql.cursor ?? "");
  const owner = sql.verb === "DECLARE" && cursor ? cursor.key : from;
  for (const table of sql.tables) {
    const kind = sql.verb === "DECLARE" && !cursor ? "references" : SQL_EDGES[table.operation];
    builder.reference(kind, owner, table.name, at(["table"]), { detail: { ...detail, operation: table.operation } });
  }
  if (sql.cursor && sql.verb !== "DECLARE") cursorUse(builder, context, from, detail);
  if (sql.procedure) builder.reference("calls", from, sql.procedure, at(["procedure", "program"]), { detail });
  if (sql.label >= 0) whenever(builder, program, context);
  if (sql.tables.length === 0 && !sql.cursor && !sql.procedure && sql.label < 0) {
    const reason = sql.isDynamic ? "the statement is built at run time" : undefined;
    builder.reference("references", from, `EXEC SQL ${sql.verb}`, at([]), {
      resolved: sql.isDynamic ? "unresolved" : "external",
      reason,
      detail,
    });
  }
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

interface CicsTarget {
  readonly option: string;
  readonly kind: EdgeKind;
  readonly targets: readonly NodeKind[];
}

const FILE_EDGES: Readonly<Record<string, EdgeKind>> = {
  READ: "reads",
  READNEXT: "reads",
  READPREV: "reads",
  STARTBR: "reads",
  WRITE: "writes",
  REWRITE: "updates",
  DELETE: "deletes",
};
const QUEUE_EDGES: Readonly<Record<string, EdgeKind>> = { READQ: "reads", WRITEQ: "writes", DELETEQ: "deletes" };
const TRANSACTION_COMMANDS: ReadonlySet<string> = new Set(["START", "RETURN", "RUN"]);

/** Which option of a command names what, and the edge it makes. */
function cicsTargets(command: string, has: (option: string) => boolean): CicsTarget[] {
  const found: CicsTarget[] = [];
  const file = ["FILE", "DATASET"].find(has);
  if (file) found.push({ option: file, kind: FILE_EDGES[command] ?? "references", targets: ["file", "dataset"] });
  const queue = ["QUEUE", "QNAME"].find(has);
  const queueEdge = QUEUE_EDGES[command];
  if (queue && queueEdge) found.push({ option: queue, kind: queueEdge, targets: ["dataset"] });
  if (has("MAP")) found.push({ option: "MAP", kind: command === "RECEIVE" ? "receives" : "sends", targets: ["map"] });
  if (has("TRANSID") && TRANSACTION_COMMANDS.has(command))
    found.push({ option: "TRANSID", kind: "starts", targets: ["transaction"] });
  return found;
}

const PROGRAM_VERBS: Readonly<Record<string, ProgramCall["verb"]>> = {
  LINK: "LINK",
  XCTL: "XCTL",
  LOAD: "LOAD",
  HANDLE: "LOAD",
  RELEASE: "LOAD",
};

function cicsFacts(builder: FactsBuilder, program: Program, block: ExecBlock, context: Context): void {
  const { buffer } = builder;
  const { command, options } = readCics(buffer, block);
  const option = (name: string): ExecOption | undefined =>
    options.find((found) => found.name === name && found.to > found.from);
  const operands = Object.fromEntries(
    options
      .filter((found) => found.to > found.from)
      .map((found) => [found.name.toLowerCase(), rowsText(buffer, found.from, found.to)]),
  );
  const flags = options.filter((found) => found.to === found.from).map((found) => found.name);
  const placed = (name: string): ItemPlace | null | undefined => {
    const found = option(name);
    return found && itemPlaces(builder, program, [found.from])[0];
  };
  const commarea = placed("COMMAREA");
  const area = placed("INTO") ?? placed("FROM");
  const detail = {
    exec: "CICS",
    command,
    endLine: buffer.line[block.endRow],
    ...(flags.length > 0 && { flags }),
    operands,
    ...(commarea && { commarea }),
    ...(area && { area }),
  };
  const before = builder.references.length;
  const shared = { programKey: context.key, values: context.values, detail };
  const verb = PROGRAM_VERBS[command];
  const named = option("PROGRAM");
  if (verb && named) callFact(builder, program, { verb, unit: block.unit, row: block.row, target: named.from }, shared);
  for (const target of cicsTargets(command, (name) => option(name) !== undefined)) {
    const value = option(target.option) as ExecOption;
    if (target.option === "MAP")
      mapFact(builder, program, { block, context, detail, value, mapset: option("MAPSET"), target });
    else valueFact(builder, program, { block, context, detail, value, target });
  }
  if (command === "HANDLE") handleFacts(builder, program, { block, context, options, detail });
  if (builder.references.length === before)
    builder.reference(
      "references",
      unitKey(program, block.unit, context.key),
      `EXEC CICS ${command}`,
      { row: block.row, targets: [] },
      { resolved: "external", detail },
    );
}

interface ValueUse {
  readonly block: ExecBlock;
  readonly context: Context;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly value: ExecOption;
  readonly target: CicsTarget;
  readonly mapset?: ExecOption | undefined;
}

/** The constants an option can have: its literal, or the values that reach its data item. */
function constants(builder: FactsBuilder, { context, block }: Pick<ValueUse, "context" | "block">, row: number) {
  const { buffer } = builder;
  if (buffer.kind[row] === T.LITERAL) return [{ value: literalValue(buffer.text(row)).trim(), via: undefined }];
  const item = context.values.itemAt(row);
  return item >= 0 ? context.values.at(item, block.unit, block.row) : [];
}

function valueFact(builder: FactsBuilder, program: Program, use: ValueUse): void {
  const { buffer } = builder;
  const from = unitKey(program, use.block.unit, use.context.key);
  const at = { row: use.block.row, targets: use.target.targets };
  const variable = rowsText(buffer, use.value.from, use.value.to);
  const found = constants(builder, use, use.value.from);
  if (found.length === 0) {
    builder.reference(use.target.kind, from, variable, at, {
      resolved: "unresolved",
      reason: `no constant reaches ${variable} in this program`,
      detail: { ...use.detail, variable },
    });
    return;
  }
  for (const { value, via } of found)
    builder.reference(use.target.kind, from, value, at, {
      resolved: via ? "propagated" : undefined,
      via,
      detail: { ...use.detail, ...(via && { variable }), ...(found.length > 1 && { possible: true }) },
    });
}

/** SEND and RECEIVE MAP: the mapset is the map's own name when none is written. */
function mapFact(builder: FactsBuilder, program: Program, use: ValueUse): void {
  const sets = use.mapset ? constants(builder, use, use.mapset.from).map((found) => found.value) : [];
  const detail = { ...use.detail, ...(sets.length > 0 && { mapset: sets[0], mapsets: sets }) };
  valueFact(builder, program, { ...use, detail });
}

function handleFacts(
  builder: FactsBuilder,
  program: Program,
  use: {
    block: ExecBlock;
    context: Context;
    options: readonly ExecOption[];
    detail: Readonly<Record<string, unknown>>;
  },
): void {
  const { buffer } = builder;
  for (const option of use.options) {
    if (option.to !== option.from + 1 || option.name === "PROGRAM") continue;
    const target = program.units[use.context.names.find(option.from, -1, use.block.unit)];
    builder.reference(
      "references",
      unitKey(program, use.block.unit, use.context.key),
      buffer.text(option.from),
      { row: use.block.row, targets: ["paragraph", "section"] },
      {
        to: target?.key,
        resolved: target ? "exact" : "unresolved",
        reason: target ? undefined : "no paragraph or section of that name in the program",
        detail: { ...use.detail, verb: "HANDLE", condition: option.name },
      },
    );
  }
}

const DLI_EDGES: Readonly<Record<string, EdgeKind>> = {
  ISRT: "inserts",
  REPL: "updates",
  DLET: "deletes",
  LOAD: "inserts",
};

/** EXEC DLI: the function and the segments it names. */
function dliFacts(builder: FactsBuilder, program: Program, block: ExecBlock, context: Context): void {
  const { buffer } = builder;
  const { command, options } = readCics(buffer, block);
  const from = unitKey(program, block.unit, context.key);
  const detail = {
    exec: block.language === "OTHER" ? buffer.spelled(block.row + 1) : "DLI",
    command,
    endLine: buffer.line[block.endRow],
  };
  const segments = options.filter((option) => option.name === "SEGMENT" && option.to > option.from);
  for (const segment of segments) {
    const name = literalValue(rowsText(buffer, segment.from, segment.to));
    builder.reference(
      DLI_EDGES[command] ?? "reads",
      from,
      name,
      { row: block.row, targets: ["table"] },
      { detail: { ...detail, segment: name } },
    );
  }
  if (segments.length === 0)
    builder.reference(
      "references",
      from,
      `EXEC ${detail.exec} ${command}`,
      { row: block.row, targets: [] },
      { resolved: "external", detail },
    );
}
