import type { EdgeKind } from "../../../model.ts";
import type { Values } from "../data/values.ts";
import { type FactsBuilder, unitKey } from "../facts-builder.ts";
import type { Jump, Program, ProgramCall } from "../program.ts";
import { literalValue, T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, LAST_SCOPE_WORD, W } from "../words/words.ts";
import { itemPlaces } from "./argument-places.ts";
import { mqFacts } from "./mq-facts.ts";
import type { UnitNames } from "./names.ts";
import { isPerform } from "./reach.ts";

export function jumpFacts(builder: FactsBuilder, program: Program, programKey: string, names: UnitNames): void {
  const { buffer } = builder;
  for (const jump of program.jumps) {
    const target = program.units[names.target(jump)];
    const thru = program.units[names.thru(jump)];
    builder.reference(
      isPerform(jump) ? "performs" : "goto",
      jumpOrigin(program, jump, programKey, names),
      buffer.text(jump.target),
      { row: jump.row, targets: ["paragraph", "section"] },
      {
        to: target?.key,
        thru: jump.thru >= 0 && thru !== target ? buffer.text(jump.thru) : undefined,
        resolved: target ? "exact" : "unresolved",
        reason: target ? undefined : unresolvedReason(builder),
        detail: {
          verb: jump.verb,
          ...(thru && { thruTo: thru.key }),
          ...(jump.section >= 0 && { section: buffer.text(jump.section) }),
          ...(jump.verb === "ALTER" && { altered: jump.note }),
        },
      },
    );
  }
}

/** ALTER gives the altered paragraph a new way on: the edge starts there. */
function jumpOrigin(program: Program, jump: Jump, programKey: string, names: UnitNames): string {
  const altered = jump.verb === "ALTER" ? names.findWord(jump.note) : -1;
  return unitKey(program, altered >= 0 ? altered : jump.unit, programKey);
}

function unresolvedReason(builder: FactsBuilder): string {
  const missing = builder.expansion.copies.filter((copy) => !copy.found).map((copy) => copy.name);
  return missing.length > 0
    ? `no paragraph or section of that name; it may be in a copybook that was not found: ${missing.slice(0, 5).join(", ")}`
    : "no paragraph or section of that name in the program";
}

const EDGES: Readonly<Record<ProgramCall["verb"], EdgeKind>> = {
  CALL: "calls",
  CANCEL: "references",
  LINK: "links",
  XCTL: "xctls",
  LOAD: "references",
  START: "starts",
  RETURN: "starts",
  "SET ENTRY": "references",
  INVOKE: "references",
};

export function callFacts(builder: FactsBuilder, program: Program, programKey: string, values: Values): void {
  for (const call of program.calls) {
    const using = call.verb === "CALL" ? usingRows(builder, call.target + 1) : [];
    const detail: Record<string, unknown> = {
      ...(using.length > 0 && {
        using: using.map((row) => builder.buffer.text(row)),
        arguments: itemPlaces(builder, program, using),
      }),
      ...dliFunction(builder, call, using, values),
    };
    callFact(builder, program, call, { programKey, values, detail });
    if (typeof detail["command"] === "string") dliSegments(builder, program, call, { programKey, values, detail });
  }
}

/** Queues that the program's calls of IBM MQ open, get from and put to. */
export function queueFacts(builder: FactsBuilder, program: Program, programKey: string, values: Values): void {
  mqFacts(builder, program, { programKey, values, rowsOf: (call) => usingRows(builder, call.target + 1) });
}

/** Function, PCB and area stand before the segment search arguments; a parameter count may stand before them all. */
const ARGUMENTS_BEFORE_SSA = 3;
const DLI_FUNCTIONS: Readonly<Record<string, EdgeKind>> = {
  GU: "reads",
  GN: "reads",
  GNP: "reads",
  GHU: "reads",
  GHN: "reads",
  GHNP: "reads",
  ISRT: "inserts",
  REPL: "updates",
  DLET: "deletes",
};

/** The segments of `CALL 'CBLTDLI' USING function PCB area SSA …`: a search argument begins with the segment's name. */
function dliSegments(builder: FactsBuilder, program: Program, call: ProgramCall, context: CallContext): void {
  const rows = usingRows(builder, call.target + 1);
  const from = unitKey(program, call.unit, context.programKey);
  const command = String(context.detail["command"]);
  const kinds = new Set(command.split("|").flatMap((name) => DLI_FUNCTIONS[name.toUpperCase()] ?? []));
  const segments = rows.slice(ARGUMENTS_BEFORE_SSA + Number(context.detail["count"] ?? 0));
  for (const row of segments)
    for (const { value, via } of startOf(program, context.values, call, context.values.itemAt(row))) {
      const name = /^[A-Z@#$][\w@#$]{0,7}(?=$|[ (*])/i.exec(value)?.[0];
      if (name === undefined) continue;
      for (const kind of kinds)
        builder.reference(
          // Only the last is inserted: those before it are the way to its place.
          kind === "inserts" && row !== segments.at(-1) ? "reads" : kind,
          from,
          name,
          { row: call.row, targets: ["table"] },
          {
            resolved: "propagated",
            via,
            detail: { exec: "DLI", command, segment: name, variable: builder.buffer.text(row) },
          },
        );
    }
}

/** Values at the first bytes of an item: its own, or those of the first item in it. */
function startOf(program: Program, values: Values, call: ProgramCall, item: number): ReturnType<Values["at"]> {
  for (let at: number | undefined = item; at !== undefined && at >= 0; at = program.items[at]?.children[0]) {
    const found = values.at(at, call.unit, call.row);
    if (found.length > 0) return found;
  }
  return [];
}

const ARGUMENTS_MAX = 60;
/** Beyond so many references of a file a call that may have many targets is one more: a hundred thousand times hundreds tell nobody anything. */
const REFERENCES_FOR_EACH_VALUE_MAX = 100_000;
const AFTER_ARGUMENTS: ReadonlySet<number> = new Set([W.RETURNING, W.GIVING, W.NOT, W.ON]);

/** Rows of the arguments after USING, without BY REFERENCE and its kin. */
function usingRows(builder: FactsBuilder, from: number): number[] {
  const { buffer } = builder;
  const rows: number[] = [];
  let at = from;
  while (buffer.word[at] === W.OF || buffer.word[at] === W.IN) at += 2;
  if (buffer.word[at] !== W.USING) return rows;
  let depth = 0;
  for (at += 1; at < buffer.count && rows.length < ARGUMENTS_MAX; at += 1) {
    const kind = buffer.kind[at];
    const word = buffer.word[at] as number;
    if (kind === T.PERIOD || (word > 0 && word <= LAST_SCOPE_WORD) || AFTER_ARGUMENTS.has(word)) break;
    depth += depthChange(kind);
    if (depth === 0 && isOperand(buffer, at)) rows.push(at);
  }
  return rows;
}

const depthChange = (kind: number | undefined): number => (kind === T.LPAREN ? 1 : kind === T.RPAREN ? -1 : 0);

/** A literal, OMITTED, or a name that is no qualifier of the one before it. */
function isOperand(buffer: TokenBuffer, at: number): boolean {
  if (buffer.kind[at] === T.LITERAL || buffer.word[at] === W.OMITTED) return true;
  if (buffer.kind[at] !== T.WORD || (buffer.word[at] as number) <= LAST_RESERVED) return false;
  if (buffer.word[at - 1] !== W.OF && buffer.word[at - 1] !== W.IN) return true;
  return buffer.word[at - 2] === W.ADDRESS || buffer.word[at - 2] === W.LENGTH;
}

/** The DL/I function of `CALL 'CBLTDLI' USING function PCB …`; a parameter count may stand first. */
function dliFunction(
  builder: FactsBuilder,
  call: ProgramCall,
  using: readonly number[],
  values: Values,
): Record<string, unknown> {
  const { buffer } = builder;
  if (!/^["'](?:CBL|AIB|CEE)TDLI["']$/i.test(buffer.text(call.target))) return {};
  for (const [count, row] of using.slice(0, 2).entries()) {
    const item = values.itemAt(row);
    const found =
      buffer.kind[row] === T.LITERAL
        ? [literalValue(buffer.text(row))]
        : item >= 0
          ? values.at(item, call.unit, call.row).map((possible) => possible.value)
          : [];
    const names = found.map((value) => value.trim()).filter((value) => /^[A-Z]{2,4}$/i.test(value));
    if (names.length > 0) return { exec: "DLI", command: names.join("|"), ...(count > 0 && { count }) };
  }
  return {};
}

export interface CallContext {
  readonly programKey: string;
  readonly values: Values;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** One reference for a literal target; one for each possible value of a data item; an unresolved one when there is no value. */
export function callFact(builder: FactsBuilder, program: Program, call: ProgramCall, context: CallContext): void {
  const { buffer } = builder;
  const kind = EDGES[call.verb];
  const from = unitKey(program, call.unit, context.programKey);
  const targets = kind === "starts" ? (["transaction"] as const) : (["program", "entry", "function"] as const);
  const at = { row: call.row, targets };
  if (buffer.kind[call.target] === T.LITERAL) {
    builder.reference(kind, from, literalValue(buffer.text(call.target)).trim(), at, {
      detail: { verb: call.verb, ...context.detail },
    });
    return;
  }
  const item = context.values.itemAt(call.target);
  const constant = context.values.constantOf(item);
  if (constant) {
    const detail = { verb: call.verb, constant: buffer.text(call.target), ...context.detail };
    builder.reference(kind, from, constant.value, at, { via: constant.via, detail });
    return;
  }
  const possible = item >= 0 ? context.values.at(item, call.unit, call.row) : [];
  const variable = buffer.text(call.target);
  const detail = { verb: call.verb, variable, ...context.detail };
  if (possible.length === 0) {
    const reason =
      item >= 0
        ? `no constant reaches ${variable} in this program`
        : `${variable} is not declared in what could be read`;
    builder.reference(kind, from, variable, at, { resolved: "unresolved", reason, detail });
    return;
  }
  if (possible.length > 1 && builder.references.length > REFERENCES_FOR_EACH_VALUE_MAX) {
    const reason = `${variable} may hold ${possible.length} values; this file has too many calls to tell each of them`;
    builder.reference(kind, from, variable, at, { resolved: "unresolved", reason, detail });
    return;
  }
  for (const { value, via, from: source } of possible)
    builder.reference(kind, from, value, at, {
      resolved: source === "table" ? "table" : "propagated",
      via,
      detail: { ...detail, source, ...(possible.length > 1 && { possible: true }) },
    });
}
