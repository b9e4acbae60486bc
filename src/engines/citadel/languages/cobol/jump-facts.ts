import type { EdgeKind } from "../../model.ts";
import { type FactsBuilder, unitKey } from "./facts-builder.ts";
import type { UnitNames } from "./names.ts";
import type { Jump, Program, ProgramCall } from "./program.ts";
import { isPerform } from "./reach.ts";
import { literalValue, T } from "./tokens.ts";
import type { Values } from "./values.ts";

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
  for (const call of program.calls) callFact(builder, program, call, { programKey, values, detail: {} });
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
  for (const { value, via, from: source } of possible)
    builder.reference(kind, from, value, at, {
      resolved: "propagated",
      via,
      detail: { ...detail, source, ...(possible.length > 1 && { possible: true }) },
    });
}
