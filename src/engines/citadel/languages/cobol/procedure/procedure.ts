import { lineStartOf } from "../../../../text/line-start.ts";
import type { Program, Unit } from "../program.ts";
import { literalValue, T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, LAST_SCOPE_WORD, LAST_STRICT_VERB, LAST_VERB, W } from "../words/words.ts";
import { Liveness } from "./liveness.ts";
import { StatementParser } from "./statements.ts";

/** Parses a procedure division from its header's row; returns the row where the program's code stops. */
export function parseProcedure(buffer: TokenBuffer, program: Program, row: number): number {
  const parser = new ProcedureParser(buffer, program);
  return parser.parse(parser.header(row), row);
}

/** Parses procedure code without a division header: a copybook of paragraphs or statements. */
export function parseFragment(buffer: TokenBuffer, program: Program, row: number): number {
  return new ProcedureParser(buffer, program).parse(row, row);
}

class ProcedureParser {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly live: Liveness;
  private readonly statements: StatementParser;
  private section = -1;
  private inDeclaratives = false;

  constructor(buffer: TokenBuffer, program: Program) {
    this.buffer = buffer;
    this.program = program;
    this.live = new Liveness();
    this.statements = new StatementParser(buffer, program, this.live);
  }

  /** Skips `PROCEDURE DIVISION USING … RETURNING … .` and keeps its operands. */
  header(row: number): number {
    const { buffer, program } = this;
    let at = row + 2;
    for (; at < buffer.count && buffer.kind[at] !== T.PERIOD; at += 1) {
      const word = buffer.word[at] as number;
      if (word > 0 && word <= LAST_VERB) return at;
      if (buffer.kind[at] === T.WORD && word > LAST_RESERVED) program.using.push(at);
    }
    return at + 1;
  }

  parse(from: number, headerRow: number): number {
    const { buffer } = this;
    this.open("main", "", -1, headerRow);
    let row = from;
    let sentence = true;
    while (row < buffer.count) {
      const kind = buffer.kind[row] as number;
      const word = buffer.word[row] as number;
      if (kind === T.PERIOD) {
        this.live.period();
        sentence = true;
        row += 1;
        continue;
      }
      if (sentence && (kind === T.WORD || kind === T.NUMBER)) {
        if (this.endsCode(row, word)) break;
        const next = this.heading(row, word);
        if (next > row) {
          row = next;
          continue;
        }
      }
      sentence = false;
      if (word > 0 && word <= LAST_SCOPE_WORD) row = Math.max(row + 1, this.statements.parse(row, word));
      else if ((word >= W.PROGRAM_ID || word === W.END) && this.endsCode(row, word)) break;
      else row = this.statements.phrase(row, word);
    }
    this.shut(row - 1);
    return row;
  }

  private endsCode(row: number, word: number): boolean {
    const next = this.buffer.word[row + 1];
    if (word === W.IDENTIFICATION || word === W.ID) return next === W.DIVISION;
    if (word === W.PROGRAM_ID || word === W.FUNCTION_ID || word === W.METHOD_ID || word === W.CLASS_ID) return true;
    if (word === W.ENVIRONMENT || word === W.DATA) return next === W.DIVISION;
    return word === W.END && (next === W.PROGRAM || next === W.FUNCTION || next === W.METHOD || next === W.CLASS);
  }

  /** A section or paragraph header, DECLARATIVES or a listing directive at a sentence's start; returns the row after it, or `row`. */
  private heading(row: number, word: number): number {
    const { buffer } = this;
    const nextKind = buffer.kind[row + 1];
    const nextWord = buffer.word[row + 1];
    if (word === W.DECLARATIVES && nextKind === T.PERIOD) {
      this.inDeclaratives = true;
      return row + 2;
    }
    if (word === W.END && nextWord === W.DECLARATIVES) return this.endDeclaratives(row);
    const directive = this.listingDirective(row, word);
    if (directive > row) return directive;
    if (word > 0 && word <= LAST_STRICT_VERB) return row;
    if (nextWord === W.SECTION) return this.sectionHeader(row);
    if (nextKind !== T.PERIOD || !this.canNameParagraph(row, word)) return row;
    this.shut(row - 1);
    this.open("paragraph", buffer.text(row), row, row);
    return row + 2;
  }

  /** A dialect's verb or a reserved word names a paragraph only in area A; ELSE, END-IF and their kin never do. */
  private canNameParagraph(row: number, word: number): boolean {
    if (word > LAST_VERB && word <= LAST_SCOPE_WORD) return false;
    return word <= 0 || word > LAST_RESERVED || this.isInAreaA(row);
  }

  /** The row after EJECT, SKIP or TITLE; `row` when it is none of them. */
  private listingDirective(row: number, word: number): number {
    const { buffer } = this;
    if (word < W.TITLE || word > W.SKIP3) return row;
    if (word === W.TITLE && buffer.kind[row + 1] !== T.LITERAL) return row;
    const last = word === W.TITLE ? row + 1 : row;
    return buffer.kind[last + 1] === T.PERIOD ? last + 2 : last + 1;
  }

  private sectionHeader(row: number): number {
    const { buffer } = this;
    let at = row + 2;
    if (buffer.kind[at] === T.NUMBER) at += 1;
    if (buffer.kind[at] !== T.PERIOD && at < buffer.count && !this.isUse(at)) return row;
    this.shut(row - 1);
    this.open("section", buffer.text(row), row, row);
    return buffer.kind[at] === T.PERIOD ? at + 1 : at;
  }

  private isUse(at: number): boolean {
    return this.buffer.word[at] === W.USE;
  }

  private endDeclaratives(row: number): number {
    this.shut(row - 1);
    this.inDeclaratives = false;
    this.section = -1;
    this.open("main", "", -1, row);
    return this.buffer.kind[row + 2] === T.PERIOD ? row + 3 : row + 2;
  }

  /** Column 8 to 11 of fixed form, or anywhere at a line's start with no more than that indentation. */
  private isInAreaA(row: number): boolean {
    const { buffer } = this;
    const source = buffer.sources[buffer.source[row] as number];
    const start = buffer.start[row] as number;
    if (buffer.end[row] === -1 || !source) return true;
    const lineStart = lineStartOf(source.text, start);
    return start - lineStart < 11;
  }

  private open(kind: Unit["kind"], name: string, nameRow: number, row: number): void {
    const { buffer, program } = this;
    const index = program.units.length;
    if (kind === "section") this.section = index;
    const word = nameRow >= 0 ? buffer.word[nameRow] || buffer.lexicon.internText(literalValue(name)) : 0;
    program.units.push({
      kind,
      name,
      word,
      section: kind === "main" ? -1 : this.section,
      source: buffer.source[row] as number,
      line: buffer.line[row] as number,
      firstRow: row,
      isDeclarative: this.inDeclaratives,
      endRow: row,
      endLine: buffer.line[row] as number,
      falls: true,
      branchesLeave: false,
      exitsSection: false,
      isTrivial: true,
      statements: 0,
      decisions: 0,
      afterLeave: [],
      key: "",
    });
    this.statements.enter(index);
    this.live.enter();
  }

  private shut(row: number): void {
    const { program } = this;
    const unit = program.units[program.units.length - 1] as Unit;
    unit.endRow = Math.max(row, unit.firstRow);
    const passes = this.live.leave();
    unit.falls = passes !== "never";
    unit.branchesLeave = passes === "unlikely";
    if (unit.statements === 0 && unit.kind === "main") program.units.pop();
  }
}
