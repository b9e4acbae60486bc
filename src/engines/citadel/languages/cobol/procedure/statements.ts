import { DataUses } from "../data/data-uses.ts";
import { execLanguage, execLeaves } from "../exec/exec.ts";
import type { Program, ProgramCall, Unit } from "../program.ts";
import { END_OF, endsMore, PHRASE_VERBS } from "../words/phrases.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, LAST_SCOPE_WORD, LAST_STRICT_VERB, LAST_VERB, W } from "../words/words.ts";
import { JumpStatements } from "./jump-statements.ts";
import type { Liveness } from "./liveness.ts";
import { OperandReader } from "./operands.ts";

/** Reads one statement at a time: jumps, calls, file verbs, embedded languages, and what data it uses. */
export class StatementParser {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly live: Liveness;
  private readonly data: DataUses;
  private readonly reader: OperandReader;
  private readonly jumps: JumpStatements;
  private unit = 0;
  private current: Unit | undefined;

  constructor(buffer: TokenBuffer, program: Program, live: Liveness) {
    this.buffer = buffer;
    this.program = program;
    this.live = live;
    this.reader = new OperandReader(buffer);
    this.data = new DataUses(buffer, program);
    this.jumps = new JumpStatements(buffer, program, { live, data: this.data, reader: this.reader });
  }

  enter(unit: number): void {
    this.unit = unit;
    this.current = this.program.units[unit];
  }

  /** Parses the statement whose verb (or scope word) is at `row`; returns a row at or before the next statement's verb. */
  parse(row: number, word: number): number {
    if (word > LAST_VERB) return this.scope(row, word);
    const unit = this.current as Unit;
    unit.statements += 1;
    if (word !== W.EXIT && word !== W.CONTINUE) unit.isTrivial = false;
    if (!this.live.isLive && word !== W.EXIT && word !== W.CONTINUE) unit.afterLeave.push(row);
    this.live.statement(PHRASE_VERBS.has(word) ? word : 0);
    const next = this.verb(row, word);
    return next;
  }

  private verb(row: number, word: number): number {
    switch (word) {
      case W.PERFORM:
        return this.jumps.perform(this.unit, row);
      case W.GO:
        return this.jumps.goTo(this.unit, row);
      case W.IF:
        (this.current as Unit).decisions += 1;
        this.live.open("if");
        return this.operands(row, word);
      case W.EVALUATE:
        this.live.open("evaluate");
        return this.operands(row, word);
      case W.SEARCH:
        this.live.open("search");
        return this.operands(row, word);
      case W.CALL:
      case W.CANCEL:
      case W.INVOKE:
        return this.call(row, word);
      case W.EXEC:
      case W.EXECUTE:
        return this.exec(row);
      case W.EXIT:
        return this.exit(row);
      case W.STOP:
        if (this.buffer.word[row + 1] === W.RUN) this.live.stop();
        return Math.max(row + 2, this.operands(row, word));
      case W.GOBACK:
        this.live.stop();
        return this.operands(row, word);
      default:
        return this.otherVerb(row, word);
    }
  }

  private otherVerb(row: number, word: number): number {
    switch (word) {
      case W.ALTER:
        return this.jumps.alter(this.unit, row);
      case W.SORT:
      case W.MERGE:
        return this.sort(row, word);
      case W.XML:
      case W.JSON:
        return this.document(row, word);
      case W.ENTRY:
        return this.entry(row);
      case W.USE:
        return this.reader.sentenceEnd(row + 1);
      case W.SET:
        return this.set(row, word);
      case W.OPEN:
      case W.CLOSE:
      case W.READ:
      case W.WRITE:
      case W.REWRITE:
      case W.DELETE:
      case W.START:
      case W.RETURN:
      case W.RELEASE:
      case W.UNLOCK:
        return this.fileVerb(row, word);
      default:
        return this.operands(row, word);
    }
  }

  private scope(row: number, word: number): number {
    const { live } = this;
    switch (word) {
      case W.ELSE:
        live.otherwise();
        return row + 1;
      case W.WHEN:
        (this.current as Unit).decisions += 1;
        live.when(this.buffer.word[row + 1] === W.OTHER);
        return this.operands(row, word);
      case W.END_IF:
        live.close("if");
        return row + 1;
      case W.END_EVALUATE:
        live.close("evaluate");
        return row + 1;
      case W.END_SEARCH:
        live.close("search");
        return row + 1;
      case W.END_PERFORM:
        live.close("perform", "endless");
        return row + 1;
      case W.NEXT:
        if (this.buffer.word[row + 1] === W.SENTENCE) live.toNextSentence();
        return row + 2;
      default: {
        const verb = END_OF.get(word);
        if (verb !== undefined) live.endPhrases(verb);
        return row + 1;
      }
    }
  }

  /** A word that is no verb: perhaps the start of AT END, INVALID KEY, ON SIZE ERROR … or their NOT forms. */
  phrase(row: number, word: number): number {
    const { buffer } = this;
    if (word <= LAST_SCOPE_WORD || word > LAST_RESERVED) return row + 1;
    const isNot = word === W.NOT;
    let at = isNot ? row + 1 : row;
    if (buffer.word[at] === W.AT || buffer.word[at] === W.ON) at += 1;
    const found = buffer.word[at];
    const isPhrase =
      (found === W.END && !endsMore(buffer.word[at + 1] as number)) ||
      found === W.EOP ||
      found === W.END_OF_PAGE ||
      found === W.INVALID ||
      found === W.EXCEPTION ||
      found === W.OVERFLOW ||
      (found === W.SIZE && buffer.word[at + 1] === W.ERROR);
    if (!isPhrase) return row + 1;
    this.live.phrase(isNot);
    (this.current as Unit).decisions += 1;
    return found === W.INVALID && buffer.word[at + 1] === W.KEY ? at + 2 : found === W.SIZE ? at + 2 : at + 1;
  }

  private operands(row: number, word: number): number {
    const end = this.reader.end(row + 1);
    this.data.statement(this.unit, row, end, word);
    return end;
  }

  /** `SET pointer TO ENTRY name` takes a program's address for a later CALL. */
  private set(row: number, word: number): number {
    const { buffer } = this;
    const end = this.operands(row, word);
    for (let at = row + 2; at < end - 1; at += 1)
      if (buffer.word[at] === W.ENTRY && buffer.word[at - 1] === W.TO)
        this.program.calls.push({ verb: "SET ENTRY", unit: this.unit, row, target: at + 1 });
    return end;
  }

  private sort(row: number, word: number): number {
    const { buffer } = this;
    const verb = word === W.SORT ? "SORT" : "MERGE";
    this.program.uses.push({ verb, unit: this.unit, row, target: row + 1, mode: "" });
    const end = this.jumps.procedures(this.unit, { row, end: this.reader.end(row + 1) }, verb);
    this.data.statement(this.unit, row, end, word);
    for (let at = row + 2; at < end; at += 1) {
      if (buffer.word[at] !== W.USING && buffer.word[at] !== W.GIVING) continue;
      const mode = buffer.word[at] === W.USING ? "USING" : "GIVING";
      for (at += 1; at < end && buffer.kind[at] === T.WORD && (buffer.word[at] as number) > LAST_RESERVED; at += 1)
        this.program.uses.push({ verb, unit: this.unit, row, target: at, mode });
      at -= 1;
    }
    return end;
  }

  /** `XML GENERATE`, `JSON PARSE` …: the second word is a verb of its own elsewhere, and SUPPRESS and WHEN are phrases here. */
  private document(row: number, word: number): number {
    let end = this.reader.end(row + 2);
    while (this.buffer.word[end] === W.SUPPRESS || this.buffer.word[end] === W.WHEN) end = this.reader.end(end + 1);
    this.data.statement(this.unit, row, end, word);
    return this.jumps.procedures(this.unit, { row, end }, "XML PARSE");
  }

  private call(row: number, word: number): number {
    const { buffer } = this;
    const verb: ProgramCall["verb"] = word === W.CALL ? "CALL" : word === W.CANCEL ? "CANCEL" : "INVOKE";
    const end = this.reader.end(row + 1);
    let at = row + 1;
    if (buffer.word[at] === W.PROGRAM || buffer.spelled(at) === "STATIC") at += 1;
    const isTarget = (index: number): boolean =>
      buffer.kind[index] === T.LITERAL ||
      (buffer.kind[index] === T.WORD && (buffer.word[index] as number) > LAST_RESERVED);
    // A call convention may stand before the name: CALL WINAPI "Sleep".
    if (buffer.kind[at] === T.WORD && buffer.kind[at + 1] === T.LITERAL) at += 1;
    if (at < end && isTarget(at) && word !== W.INVOKE) {
      this.program.calls.push({ verb, unit: this.unit, row, target: at });
      for (at += 1; word === W.CANCEL && at < end && isTarget(at); at += 1)
        this.program.calls.push({ verb, unit: this.unit, row, target: at });
    }
    this.data.statement(this.unit, row, end, word);
    return end;
  }

  private exec(row: number): number {
    const { buffer, program } = this;
    let end = row + 1;
    while (end < buffer.count && buffer.word[end] !== W.END_EXEC) {
      // An unclosed block ends with its division at the latest.
      if (buffer.word[end] === W.EXEC && end > row + 1) break;
      end += 1;
    }
    const endRow = Math.min(end, buffer.count - 1);
    const block = { language: execLanguage(buffer, row), unit: this.unit, row, endRow };
    program.execs.push(block);
    if (execLeaves(buffer, block)) this.live.stop();
    return buffer.word[end] === W.END_EXEC ? end + 1 : end;
  }

  private exit(row: number): number {
    const word = this.buffer.word[row + 1];
    if (word === W.PARAGRAPH) this.live.exitUnit();
    else if (word === W.SECTION) {
      const unit = this.current as Unit;
      if (this.live.isLive) unit.exitsSection = true;
      this.live.stop();
    } else if (word === W.FUNCTION || word === W.METHOD) this.live.stop();
    else if (word === W.PERFORM) return this.exitLoop(row);
    else if (word === W.PROGRAM) {
      // In a program nobody calls it does nothing and the next statement runs.
      if (this.program.using.length > 0 || this.program.parent >= 0) this.live.stop();
    } else return row + 1;
    if (word !== W.PARAGRAPH) (this.current as Unit).isTrivial &&= word === W.PROGRAM;
    return row + 2;
  }

  private exitLoop(row: number): number {
    const isCycle = this.buffer.word[row + 2] === W.CYCLE;
    if (!isCycle) this.live.leaveLoop();
    this.live.stop();
    return isCycle ? row + 3 : row + 2;
  }

  private entry(row: number): number {
    const { buffer } = this;
    const end = this.reader.end(row + 1);
    this.program.entries.push({ name: buffer.text(row + 1), row, unit: this.unit });
    this.data.statement(this.unit, row, end, W.ENTRY);
    this.live.revive();
    return end;
  }

  private fileVerb(row: number, word: number): number {
    const { buffer, program } = this;
    const verb = buffer.spelled(row);
    let end = this.reader.end(row + 1);
    if (word === W.READ && buffer.word[end] === W.NEXT) end = this.reader.end(end + 1);
    let mode = "";
    for (let at = row + 1; at < end; at += 1) {
      const found = buffer.word[at] as number;
      if (found === W.INPUT || found === W.OUTPUT || found === W.I_O || found === W.EXTEND) mode = buffer.spelled(at);
      else if (
        buffer.kind[at] === T.WORD &&
        (found > LAST_RESERVED || (found > LAST_STRICT_VERB && found <= LAST_VERB))
      ) {
        program.uses.push({ verb, unit: this.unit, row, target: at, mode });
        if (word !== W.OPEN && word !== W.CLOSE) break;
      }
    }
    this.data.statement(this.unit, row, end, word);
    return end;
  }
}
