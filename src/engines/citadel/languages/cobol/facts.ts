import type { FileFacts, NodeKind, Problem } from "../../model.ts";
import { dataSymbols } from "./data/data-facts.ts";
import { fileFacts, fileSymbols } from "./data/file-facts.ts";
import { FlowWriter } from "./data/flow-writer.ts";
import { layOut } from "./data/layout.ts";
import { Values } from "./data/values.ts";
import { execFacts } from "./exec/exec-facts.ts";
import { FactsBuilder } from "./facts-builder.ts";
import { commareaPlace, itemPlaces } from "./procedure/argument-places.ts";
import { callFacts, jumpFacts, queueFacts } from "./procedure/jump-facts.ts";
import { UnitNames } from "./procedure/names.ts";
import { reachUnits } from "./procedure/reach.ts";
import type { Program, Unit } from "./program.ts";
import type { Expansion } from "./source/copy.ts";
import { copyFacts, missingMembers } from "./source/copy-facts.ts";
import { lineIn } from "./structure.ts";
import { literalValue, type TokenBuffer } from "./words/tokens.ts";

export interface FactsInput {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly isMember: boolean;
  readonly programs: readonly Program[];
  readonly expansion: Expansion;
  readonly problems: readonly Problem[];
  readonly patterns: Readonly<Record<string, number>>;
}

/** Turns parsed programs into the file's facts. */
export function buildFacts(input: FactsInput): FileFacts {
  const { expansion, programs } = input;
  const builder = new FactsBuilder(expansion);
  const keys = programs.map((program) => builder.uniqueKey(program.name.toUpperCase(), program.line));
  const flows = new FlowWriter(builder);
  programs.forEach((program, index) => {
    const key = keys[index] as string;
    program.key = key;
    programSymbol(builder, input, program, { key, owner: keys[program.parent] });
    layOut(program.items);
    dataSymbols(builder, program, key);
    fileSymbols(builder, program, key);
    const names = new UnitNames(program, expansion.buffer);
    unitSymbols(builder, program, key, names);
    const values = new Values(expansion.buffer, program, names);
    jumpFacts(builder, program, key, names);
    callFacts(builder, program, key, values);
    queueFacts(builder, program, key, values);
    fileFacts(builder, program, key);
    execFacts(builder, program, { key, names, values });
    flows.add(program, key);
  });
  const own = copyFacts(builder, input.path, programs, keys);
  const problems = [...expansion.problems, ...input.problems, ...missingMembers(expansion.copies)];
  return {
    path: input.path,
    language: input.language,
    lines: input.lines,
    parse: problems.some((problem) => !problem.message.startsWith("copybook")) ? "partial" : "full",
    problems,
    symbols: builder.symbols,
    references: builder.references,
    members: own,
    dataFlow: flows.flow(),
    patterns: input.patterns,
  };
}

function programSymbol(
  builder: FactsBuilder,
  input: FactsInput,
  program: Program,
  place: { key: string; owner: string | undefined },
): void {
  const { buffer } = builder;
  const commarea = commareaPlace(builder, program);
  const kind: NodeKind = input.isMember ? "copybook" : program.kind;
  const missing = input.expansion.copies.filter(
    (copy) => !copy.found && copy.row >= program.row && copy.row <= program.endRow + 1,
  );
  const inProcedure = missing.filter((copy) => program.procedureRow >= 0 && copy.row > program.procedureRow);
  builder.symbol({
    key: place.key,
    kind,
    name: program.name,
    ...(place.owner !== undefined && { owner: place.owner }),
    start: input.isMember ? 1 : program.line,
    end: input.isMember ? Math.max(1, input.lines) : program.endLine,
    detail: {
      ...(program.using.length > 0 && {
        using: program.using.map((row) => buffer.text(row)),
        parameters: itemPlaces(builder, program, program.using),
      }),
      ...(commarea && { commarea }),
      ...(program.isCommon && { common: true }),
      ...(missing.length > 0 && { missingCopybooks: missing.map((copy) => copy.name) }),
      ...(inProcedure.length > 0 && { missingProcedureCopybooks: inProcedure.map((copy) => copy.name) }),
      ...(program.procedureRow >= 0 && { procedureLine: lineIn(buffer, program.procedureRow, program.source) }),
    },
  });
}

/** The last line of each unit that gives it no token: a COPY, a REPLACE or a debugging line at its end. */
function lastQuietLines(buffer: TokenBuffer, program: Program): Map<Unit, number> {
  const found = new Map<Unit, number>();
  if (buffer.quietLines.length === 0) return found;
  for (const unit of program.units) {
    if (unit.source !== 0) continue;
    let next = unit.endRow + 1;
    while (next < buffer.count && buffer.source[next] !== 0) next += 1;
    const end = next < buffer.count ? (buffer.line[next] as number) : Number.POSITIVE_INFINITY;
    const line = buffer.quietLines.findLast((quiet) => quiet < end && quiet > unit.line);
    if (line !== undefined) found.set(unit, line);
  }
  return found;
}

function unitSymbols(builder: FactsBuilder, program: Program, programKey: string, names: UnitNames): void {
  const { buffer } = builder;
  const reach = reachUnits(program, names);
  const quiet = lastQuietLines(buffer, program);
  program.units.forEach((unit, index) => {
    unit.endLine = Math.max(unit.line, lineIn(buffer, unit.endRow, unit.source), quiet.get(unit) ?? 0);
    const base = unit.kind === "main" ? "(main)" : unit.name.toUpperCase();
    unit.key = builder.uniqueKey(`${programKey}/${base}`, unit.line);
    const file = builder.fileOf(unit.firstRow);
    const section = unit.kind === "paragraph" ? program.units[unit.section] : undefined;
    const sectionEnd = unit.kind === "section" ? program.units[names.rangeEnd[index] as number] : undefined;
    const sectionQuiet = (sectionEnd && quiet.get(sectionEnd)) ?? 0;
    builder.symbol({
      key: unit.key,
      kind: unit.kind === "main" ? "entry" : unit.kind,
      name: unit.kind === "main" ? "(main)" : unit.name,
      owner: section?.key ?? programKey,
      ...(file !== undefined && { file }),
      start: unit.line,
      end: unit.endLine,
      detail: {
        reach: reach[index],
        statements: unit.statements,
        decisions: unit.decisions,
        ...(!unit.falls && { leaves: true }),
        ...(unit.branchesLeave && { branchesLeave: true }),
        ...(unit.isTrivial && { trivial: true }),
        ...(unit.isDeclarative && { declarative: true }),
        ...(unit.afterLeave.length > 0 && { afterLeave: unit.afterLeave.map((row) => buffer.line[row]) }),
        ...(sectionEnd && {
          sectionEnd: Math.max(unit.endLine, lineIn(buffer, sectionEnd.endRow, unit.source), sectionQuiet),
        }),
      },
    });
  });
  fallsThrough(builder, program, names);
  entrySymbols(builder, program, programKey);
}

function fallsThrough(builder: FactsBuilder, program: Program, names: UnitNames): void {
  program.units.forEach((unit, index) => {
    // EXIT SECTION goes to the section's end, from where control falls into the next one.
    const end = unit.exitsSection && unit.section >= 0 ? (names.rangeEnd[unit.section] as number) : index;
    for (const last of new Set([...(unit.falls ? [index] : []), ...(unit.exitsSection ? [end] : [])])) {
      const next = program.units[last + 1];
      if (!next || next.isDeclarative !== unit.isDeclarative) continue;
      // Passed only when the unit runs outside of a PERFORM that ends with it.
      const detail = { taken: program.fallen.has(last), ...(last !== index && { exit: "SECTION" }) };
      const at = { row: unit.endRow, targets: [] };
      builder.reference("falls-through", unit.key, next.name || "(main)", at, {
        to: next.key,
        resolved: "exact",
        detail,
      });
    }
  });
}

function entrySymbols(builder: FactsBuilder, program: Program, programKey: string): void {
  const { buffer } = builder;
  for (const entry of program.entries) {
    const line = buffer.line[entry.row] as number;
    const name = literalValue(entry.name);
    builder.symbol({
      key: builder.uniqueKey(`${programKey}/entry:${name.toUpperCase()}`, line),
      kind: "entry",
      name,
      owner: programKey,
      start: line,
      end: line,
    });
  }
}
