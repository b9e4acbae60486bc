import type { DataUses } from "../data/data-uses.ts";
import type { JumpVerb, Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { W } from "../words/words.ts";
import type { Liveness } from "./liveness.ts";
import type { OperandReader, ProcedureName } from "./operands.ts";

interface Parts {
  readonly live: Liveness;
  readonly data: DataUses;
  readonly reader: OperandReader;
}

/** Reads statements that go to procedures: PERFORM, GO TO, ALTER, and the PROCEDURE phrases of SORT, MERGE and XML PARSE. */
export class JumpStatements {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly live: Liveness;
  private readonly data: DataUses;
  private readonly reader: OperandReader;

  constructor(buffer: TokenBuffer, program: Program, { live, data, reader }: Parts) {
    this.buffer = buffer;
    this.program = program;
    this.live = live;
    this.data = data;
    this.reader = reader;
  }

  private jump(
    verb: JumpVerb,
    at: { unit: number; row: number },
    name: ProcedureName,
    more: { thru?: ProcedureName | undefined; note?: string } = {},
  ): void {
    const { thru, note = "" } = more;
    this.program.jumps.push({
      verb,
      ...at,
      target: name.row,
      section: name.section,
      thru: thru?.row ?? -1,
      thruSection: thru?.section ?? -1,
      note,
    });
  }

  /** PERFORM of a procedure or of the statements that follow; returns the row after its operands. */
  perform(unit: number, row: number): number {
    const { buffer } = this;
    const name = this.reader.procedureName(row + 1);
    let at = row + 1;
    const isInline = !name || this.isInline(name);
    if (!isInline) {
      at = name.next;
      let thru: ProcedureName | undefined;
      if (buffer.word[at] === W.THRU || buffer.word[at] === W.THROUGH) {
        thru = this.reader.procedureName(at + 1);
        at = thru?.next ?? at + 1;
      }
      this.jump("PERFORM", { unit, row }, name, { thru });
    }
    const end = this.reader.end(at);
    this.data.statement(unit, at - 1, end, W.PERFORM);
    if (isInline) this.live.open(this.isEndless(end) ? "endless" : "perform");
    return end;
  }

  /** `PERFORM UNTIL EXIT` and `PERFORM FOREVER` end by EXIT PERFORM only. */
  private isEndless(end: number): boolean {
    const { buffer } = this;
    if (buffer.word[end - 1] === W.EXIT && buffer.word[end - 2] === W.UNTIL) return true;
    return buffer.spelled(end - 1) === "FOREVER";
  }

  /** `PERFORM WS-N TIMES` and `PERFORM FOREVER` have no procedure name. */
  private isInline(name: ProcedureName): boolean {
    const { buffer } = this;
    let at = name.next;
    if (buffer.kind[at] === T.LPAREN) at = this.reader.afterParens(at);
    if (buffer.word[at] === W.TIMES) return true;
    return buffer.spelled(name.row) === "FOREVER" && buffer.kind[at] !== T.PERIOD;
  }

  goTo(unit: number, row: number): number {
    const { buffer } = this;
    let at = buffer.word[row + 1] === W.TO ? row + 2 : row + 1;
    const names: ProcedureName[] = [];
    for (let name = this.reader.procedureName(at); name; name = this.reader.procedureName(at)) {
      names.push(name);
      at = name.next;
    }
    const isDepending = buffer.word[at] === W.DEPENDING;
    if (!isDepending && names.length > 1) names.length = 1;
    for (const name of names) this.jump(isDepending ? "GO TO DEPENDING" : "GO TO", { unit, row }, name);
    if (!isDepending) {
      this.live.stop();
      return names[0]?.next ?? at;
    }
    const end = this.reader.end(at);
    this.data.statement(unit, at - 1, end, W.IF);
    return Math.max(end, row + 1);
  }

  alter(unit: number, row: number): number {
    const { buffer } = this;
    let at = row + 1;
    for (let altered = this.reader.procedureName(at); altered; altered = this.reader.procedureName(at)) {
      at = altered.next;
      if (buffer.word[at] === W.TO) at += 1;
      if (buffer.word[at] === W.PROCEED) at += buffer.word[at + 1] === W.TO ? 2 : 1;
      const target = this.reader.procedureName(at);
      if (!target) break;
      this.jump("ALTER", { unit, row }, target, { note: buffer.spelled(altered.row) });
      at = target.next;
    }
    return at;
  }

  /** `INPUT PROCEDURE [IS] A [THRU B]`, `PROCESSING PROCEDURE …`. */
  procedures(unit: number, { row, end }: { row: number; end: number }, verb: JumpVerb): number {
    const { buffer } = this;
    for (let at = row + 1; at < end; at += 1) {
      if (buffer.word[at] !== W.PROCEDURE) continue;
      const name = this.reader.procedureName(buffer.word[at + 1] === W.IS ? at + 2 : at + 1);
      if (!name) continue;
      const isRange = buffer.word[name.next] === W.THRU || buffer.word[name.next] === W.THROUGH;
      this.jump(verb, { unit, row }, name, { thru: isRange ? this.reader.procedureName(name.next + 1) : undefined });
    }
    return end;
  }
}
