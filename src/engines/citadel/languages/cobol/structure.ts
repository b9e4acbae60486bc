import type { Problem } from "../../model.ts";
import { parseData } from "./data/data-division.ts";
import { parseEnvironment } from "./data/environment.ts";
import { inheritItems } from "./data/inherit.ts";
import { parseProcedure } from "./procedure/procedure.ts";
import { emptyProgram, type Program } from "./program.ts";
import { literalValue, T, type TokenBuffer } from "./words/tokens.ts";
import { W } from "./words/words.ts";

/** No compiler takes nearly as many; each reads what the programs around it say. */
const NESTING_MAX = 50;

/** Splits the tokens of one file into its programs, sequential and nested, and parses each. */
export function parsePrograms(buffer: TokenBuffer, stem: string, problems: Problem[]): Program[] {
  return new StructureParser(buffer, stem, problems).parse();
}

class StructureParser {
  private readonly buffer: TokenBuffer;
  private readonly stem: string;
  private readonly problems: Problem[];
  private readonly programs: Program[] = [];
  private readonly open: number[] = [];

  constructor(buffer: TokenBuffer, stem: string, problems: Problem[]) {
    this.buffer = buffer;
    this.stem = stem;
    this.problems = problems;
  }

  parse(): Program[] {
    const { buffer } = this;
    let row = 0;
    while (row < buffer.count) row = Math.max(row + 1, this.step(row));
    while (this.open.length > 0) this.close(buffer.count - 1);
    return this.programs;
  }

  private step(row: number): number {
    const { buffer } = this;
    const word = buffer.word[row] as number;
    const isDivision = buffer.word[row + 1] === W.DIVISION;
    switch (word) {
      case W.PROGRAM_ID:
      case W.FUNCTION_ID:
      case W.CLASS_ID:
      case W.METHOD_ID:
        return this.begin(row, word);
      case W.ENVIRONMENT:
        if (!isDivision) return row + 1;
        return parseEnvironment(buffer, this.current(row), this.divisionStart(row));
      case W.FILE_CONTROL:
      case W.SELECT:
        return parseEnvironment(buffer, this.current(row), row);
      case W.DATA:
        return isDivision ? this.data(this.divisionStart(row), row) : row + 1;
      case W.WORKING_STORAGE:
      case W.LINKAGE:
      case W.LOCAL_STORAGE:
      case W.FILE:
        return buffer.word[row + 1] === W.SECTION ? this.data(row, row) : row + 1;
      case W.PROCEDURE:
        return isDivision ? this.procedure(row) : row + 1;
      case W.END:
        return this.end(row);
      default:
        return row + 1;
    }
  }

  private divisionStart(row: number): number {
    return this.buffer.kind[row + 2] === T.PERIOD ? row + 3 : row + 2;
  }

  private data(from: number, headerRow: number): number {
    const program = this.current(headerRow);
    return parseData(this.buffer, program, from, this.problems);
  }

  private procedure(row: number): number {
    const program = this.current(row);
    program.procedureRow = row;
    inheritItems(program);
    return parseProcedure(this.buffer, program, row);
  }

  private begin(row: number, word: number): number {
    const { buffer } = this;
    let at = row + 1;
    if (buffer.kind[at] === T.PERIOD) at += 1;
    const isName = buffer.kind[at] === T.WORD || buffer.kind[at] === T.LITERAL || buffer.kind[at] === T.NUMBER;
    const name = isName ? literalValue(buffer.text(at)) : this.stem;
    let isCommon = false;
    let end = at + 1;
    for (; end < buffer.count && buffer.kind[end] !== T.PERIOD && end < at + 12; end += 1) {
      if (buffer.word[end] === W.COMMON) isCommon = true;
      if (buffer.word[end + 1] === W.DIVISION) break;
    }
    // A second PROGRAM-ID without END PROGRAM before it: sequential, unless the outer one has no procedure division yet.
    const kind =
      word === W.PROGRAM_ID
        ? "program"
        : word === W.FUNCTION_ID
          ? "function"
          : word === W.CLASS_ID
            ? "class"
            : "method";
    this.push(name, kind, row, isCommon);
    return end;
  }

  private push(name: string, kind: Program["kind"], row: number, isCommon: boolean): void {
    const { buffer } = this;
    if (this.open.length >= NESTING_MAX) this.close(row - 1);
    const header = this.headerRow(row);
    const parent = this.open[this.open.length - 1] ?? -1;
    const index = this.programs.length;
    this.programs.push(
      emptyProgram({
        name,
        kind,
        parent,
        outer: this.programs[parent],
        row: header,
        isCommon,
        source: buffer.source[header] as number,
        line: buffer.line[header] as number,
        endRow: buffer.count - 1,
      }),
    );
    this.open.push(index);
  }

  /** The row of `IDENTIFICATION DIVISION` when it stands just before PROGRAM-ID. */
  private headerRow(row: number): number {
    const { buffer } = this;
    for (let at = row - 1; at >= 0 && at >= row - 3; at -= 1) {
      const word = buffer.word[at];
      if (word === W.IDENTIFICATION || (word === W.ID && buffer.word[at + 1] === W.DIVISION)) return at;
    }
    return row;
  }

  /** The program that is open; a file that has none (a fragment) is one of its own name. */
  private current(row: number): Program {
    if (this.open.length === 0) this.push(this.stem, "program", row, false);
    return this.programs[this.open[this.open.length - 1] as number] as Program;
  }

  private end(row: number): number {
    const { buffer } = this;
    const next = buffer.word[row + 1];
    const isEnd = next === W.PROGRAM || next === W.FUNCTION || next === W.METHOD || next === W.CLASS;
    if (!isEnd) return row + 1;
    const name = buffer.kind[row + 2] === T.PERIOD ? "" : literalValue(buffer.text(row + 2)).toUpperCase();
    const last = buffer.kind[row + 3] === T.PERIOD ? row + 3 : row + 2;
    const at = this.open.findLastIndex((index) => this.programs[index]?.name.toUpperCase() === name);
    const keep = at >= 0 ? at : this.open.length - 1;
    while (this.open.length > Math.max(0, keep)) this.close(Math.min(last, buffer.count - 1));
    return last + 1;
  }

  private close(row: number): void {
    const { buffer } = this;
    const program = this.programs[this.open.pop() as number] as Program;
    program.endRow = row;
    program.endLine = Math.max(program.line, lineIn(buffer, row, program.source));
  }
}

/** The line that row has in `source`: its own, or that of the COPY which brought it in. */
export function lineIn(buffer: TokenBuffer, row: number, source: number): number {
  let at = buffer.source[row] as number;
  if (at === source) return buffer.line[row] as number;
  let line = 0;
  while (at !== source && at >= 0) {
    const use = buffer.sources[at];
    line = use?.endLine ?? 0;
    at = use?.parent ?? -1;
  }
  return at === source ? line : 0;
}
