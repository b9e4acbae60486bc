import type { EdgeKind, ItemPlace, NodeKind } from "../../../model.ts";
import { type FactsBuilder, unitKey } from "../facts-builder.ts";
import { itemPlaces } from "../procedure/argument-places.ts";
import { callFact } from "../procedure/jump-facts.ts";
import type { ExecBlock, ExecOption, Program, ProgramCall } from "../program.ts";
import { literalValue, T } from "../words/tokens.ts";
import { readCics, rowsText } from "./exec.ts";
import { type ExecContext, SqlFacts } from "./sql-facts.ts";

/** References of all EXEC blocks; SQL cursors become symbols, whose tables belong to whoever opens or fetches them. */
export function execFacts(builder: FactsBuilder, program: Program, context: ExecContext): void {
  const sql = new SqlFacts(builder, program, context);
  for (const block of program.execs) {
    if (block.language === "SQL") sql.add(block);
    else if (block.language === "CICS") cicsFacts(builder, program, block, context);
    else dliFacts(builder, program, block, context);
  }
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

function cicsFacts(builder: FactsBuilder, program: Program, block: ExecBlock, context: ExecContext): void {
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
  readonly context: ExecContext;
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
    context: ExecContext;
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

/** Segments with data of their own; those without only lead to them. The last one where none says FROM. */
function changedSegments(options: readonly ExecOption[]): ReadonlySet<ExecOption> {
  const found = new Set<ExecOption>();
  let segment: ExecOption | undefined;
  for (const option of options) {
    if (option.name === "SEGMENT") segment = option;
    else if (option.name === "FROM" && segment) found.add(segment);
  }
  return found.size > 0 || !segment ? found : new Set([segment]);
}

/** EXEC DLI: the function and the segments it names. */
function dliFacts(builder: FactsBuilder, program: Program, block: ExecBlock, context: ExecContext): void {
  const { buffer } = builder;
  const { command, options } = readCics(buffer, block);
  const from = unitKey(program, block.unit, context.key);
  const detail = {
    exec: block.language === "OTHER" ? buffer.spelled(block.row + 1) : "DLI",
    command,
    endLine: buffer.line[block.endRow],
  };
  const segments = options.filter((option) => option.name === "SEGMENT" && option.to > option.from);
  const changed = changedSegments(options);
  for (const segment of segments) {
    const name = literalValue(rowsText(buffer, segment.from, segment.to));
    builder.reference(
      changed.has(segment) ? (DLI_EDGES[command] ?? "reads") : "reads",
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
