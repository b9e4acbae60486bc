import { expand } from "../source/copy.ts";
import { END_OF, PHRASE_VERBS, PHRASE_WORDS } from "../words/phrases.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, LAST_SCOPE_WORD, LAST_VERB, W } from "../words/words.ts";
import {
  cut,
  type Decision,
  type Effect,
  type Frame,
  type NamedWord,
  type PlacedStatement,
  placeOf,
  TEXT_MAX,
  unread,
  whenText,
} from "./decision.ts";
import { OperandReader } from "./operands.ts";

const NAMES_MAX = 200;
/** Frames that are looked through and characters of the conditions around what is found, for a file and for each of its words. */
const ROOM = 4_000_000;
const ROOM_PER_WORD = 50;
const ROOM_OF_PLACE = 8;
const CALCULATIONS: ReadonlySet<number> = new Set<number>([W.COMPUTE, W.ADD, W.SUBTRACT, W.MULTIPLY, W.DIVIDE]);
const LOOP_WORDS: ReadonlySet<number> = new Set<number>([W.UNTIL, W.VARYING, W.WITH, W.TEST]);

/** The decisions and calculations in the procedure code of one file, in the order of the source; copied members are not expanded. */
export function readDecisions(path: string, text: string): Decision[] {
  return new DecisionReader(expand(path, text, { find: () => undefined }).buffer).read();
}

/** All statements of procedure code in the order of the source, each with the branches that it stands in. */
export function readPlacedStatements(buffer: TokenBuffer): readonly PlacedStatement[] {
  const reader = new DecisionReader(buffer);
  reader.read();
  return reader.statements;
}

class DecisionReader {
  private readonly buffer: TokenBuffer;
  private readonly operands: OperandReader;
  private readonly found: Decision[] = [];
  readonly statements: PlacedStatement[] = [];
  private frames: Frame[] = [];
  private room: number;
  private lastStatement: Effect | undefined;

  constructor(buffer: TokenBuffer) {
    this.buffer = buffer;
    this.operands = new OperandReader(buffer);
    this.room = ROOM + ROOM_PER_WORD * buffer.count;
  }

  read(): Decision[] {
    const { buffer } = this;
    let isCode = !this.hasDivisions();
    let row = 0;
    while (row < buffer.count && this.room > 0) {
      this.room -= this.frames.length;
      const word = buffer.word[row] as number;
      if (buffer.word[row + 1] === W.DIVISION) isCode = word === W.PROCEDURE;
      if (!isCode) row += 1;
      else if (buffer.kind[row] === T.PERIOD) row = this.sentenceEnd(row);
      else if (word > 0 && word <= LAST_SCOPE_WORD) row = Math.max(row + 1, this.step(row, word));
      else row = this.phrase(row);
    }
    this.closeTo(0);
    if (this.room <= 0) this.found.push(unread(this.lineBefore(row)));
    return this.found.sort((left, right) => left.line - right.line || left.endLine - right.endLine);
  }

  private hasDivisions(): boolean {
    return this.buffer.word.subarray(0, this.buffer.count).includes(W.DIVISION);
  }

  private sentenceEnd(row: number): number {
    this.closeTo(0);
    this.lastStatement = undefined;
    return row + 1;
  }

  private step(row: number, word: number): number {
    switch (word) {
      case W.IF:
        return this.openIf(row);
      case W.EVALUATE:
      case W.SEARCH:
        return this.openEvaluate(row, word);
      case W.WHEN:
        return this.when(row);
      case W.ELSE:
        return this.otherwise(row);
      case W.END_IF:
        return this.close("if", row);
      case W.END_EVALUATE:
      case W.END_SEARCH:
        return this.close("evaluate", row);
      case W.END_PERFORM:
        return this.close("loop", row);
      case W.THEN:
        return row + 1;
      default:
        return word <= LAST_VERB || word === W.NEXT ? this.statement(row, word) : this.endPhrase(row, word);
    }
  }

  private openIf(row: number): number {
    const end = this.operands.end(row + 1);
    const text = this.text(row + 1, end);
    this.push({ kind: "if", verb: W.IF, subject: text, condition: text, names: this.names(row + 1, end), row, end });
    return end;
  }

  private openEvaluate(row: number, verb: number): number {
    const end = this.operands.end(row + 1);
    const subject = verb === W.SEARCH ? "" : this.text(row + 1, end);
    this.push({ kind: "evaluate", verb, subject, condition: "", names: this.names(row + 1, end), row, end });
    return end;
  }

  private when(row: number): number {
    const end = this.operands.end(row + 1);
    const index = this.frames.findLastIndex(({ kind }) => kind === "evaluate");
    const frame = this.frames[index];
    if (!frame) return end;
    this.closeTo(index + 1);
    const condition = whenText(frame.subject, this.text(row + 1, end));
    const names = this.names(row + 1, end);
    if (!frame.isUsed && frame.condition !== "") {
      frame.condition = cut(`${frame.condition} OR ${condition}`);
      frame.names = [...frame.names, ...names].slice(0, NAMES_MAX);
      frame.until = this.lineBefore(end);
      return end;
    }
    this.emit(frame, this.frames.slice(0, index), this.lineBefore(row));
    const until = this.lineBefore(end);
    Object.assign(frame, { condition, names, line: this.buffer.line[row], until, effects: [], isUsed: false });
    return end;
  }

  private otherwise(row: number): number {
    const index = this.frames.findLastIndex(({ kind }) => kind === "if" || kind === "phrase");
    const at = this.frames[index]?.kind === "phrase" ? this.frames.findLastIndex(({ kind }) => kind === "if") : index;
    const frame = this.frames[at];
    if (!frame) return row + 1;
    this.closeTo(at + 1);
    this.emit(frame, this.frames.slice(0, at), this.lineBefore(row));
    const line = this.buffer.line[row];
    Object.assign(frame, { condition: cut(`NOT (${frame.subject})`), line, until: line, effects: [] });
    return row + 1;
  }

  private close(kind: Frame["kind"], row: number): number {
    const index = this.frames.findLastIndex((frame) => frame.kind === kind);
    if (index >= 0) this.closeTo(index, this.buffer.line[row]);
    return row + 1;
  }

  private endPhrase(row: number, word: number): number {
    const verb = END_OF.get(word);
    const index = this.frames.findLastIndex((frame) => frame.kind === "phrase" && frame.verb === verb);
    if (verb !== undefined && index >= 0) this.closeTo(index, this.buffer.line[row]);
    return row + 1;
  }

  private statement(row: number, word: number): number {
    const isExec = word === W.EXEC || word === W.EXECUTE;
    const end = isExec ? this.execEnd(row) : this.operands.end(row + 1);
    const effect: Effect = {
      text: this.text(row, end),
      line: this.buffer.line[row] as number,
      endLine: this.buffer.line[end - 1] as number,
      names: this.names(row + 1, end),
    };
    this.useFrames();
    const within = this.frames.filter(({ kind }) => kind !== "loop").map(placeOf);
    this.room -= ROOM_OF_PLACE * within.length;
    this.statements.push({ ...effect, within });
    if (word === W.PERFORM && this.isLoop(row + 1, end)) {
      this.push({ kind: "loop", verb: word, subject: "", condition: "", names: [], row, end });
      return end;
    }
    this.lastStatement = effect;
    this.frames.findLast(({ kind }) => kind !== "loop")?.effects.push(effect);
    if (CALCULATIONS.has(word)) this.calculation(effect);
    return end;
  }

  private calculation(effect: Effect): void {
    const { line, endLine, names } = effect;
    const within = this.conditionsOf(this.frames);
    this.found.push({ kind: "calculation", line, endLine, condition: "", within, effects: [effect], names });
  }

  private execEnd(row: number): number {
    let at = row + 1;
    while (at < this.buffer.count && this.buffer.word[at] !== W.END_EXEC) at += 1;
    return Math.min(at + 1, this.buffer.count);
  }

  /** PERFORM with its statements in line: it names no procedure and no period follows. */
  private isLoop(from: number, end: number): boolean {
    const { buffer } = this;
    if (buffer.kind[end] === T.PERIOD) return false;
    return from === end || LOOP_WORDS.has(buffer.word[from] as number) || buffer.word[from + 1] === W.TIMES;
  }

  /** AT END, INVALID KEY, ON SIZE ERROR … or their NOT forms; the row after it, or after a word that means nothing here. */
  private phrase(row: number): number {
    const isStart = this.lastStatement !== undefined && this.operands.end(row) === row;
    if (!isStart || !this.lastStatement) return row + 1;
    let end = row + 1;
    while (end < this.buffer.count && PHRASE_WORDS.has(this.buffer.word[end] as number)) end += 1;
    const last = verbOf(this.lastStatement);
    // Behind a statement that has no phrases, it is the other phrase of the one that is open.
    const open = this.frames.findLastIndex(
      ({ kind, verb }) => kind === "phrase" && (verb === last || !PHRASE_VERBS.has(last)),
    );
    const frame = this.frames[open];
    const { text, names } = frame ? { text: frame.subject, names: frame.names } : this.lastStatement;
    if (frame) this.closeTo(open, this.lineBefore(row));
    const condition = cut(`${this.text(row, end)}: ${text}`);
    const opening = frame?.opening ?? this.lastStatement.line;
    this.push({ kind: "phrase", verb: frame?.verb ?? last, subject: text, condition, names, row, end, opening });
    return end;
  }

  private push(
    frame: Pick<Frame, "kind" | "verb" | "subject" | "condition" | "names"> &
      Partial<Pick<Frame, "opening">> & { readonly row: number; readonly end: number },
  ): void {
    const { row, end, ...rest } = frame;
    const line = this.buffer.line[row] as number;
    const until = this.lineBefore(end);
    this.useFrames();
    const own = { line, until, effects: [], isUsed: false };
    this.frames.push({ opening: line, ...rest, subjectNames: frame.names, ...own });
  }

  /** What is around a frame that holds something holds it, too. */
  private useFrames(): void {
    for (let at = this.frames.length - 1; at >= 0 && !this.frames[at]?.isUsed; at -= 1)
      (this.frames[at] as Frame).isUsed = true;
  }

  private closeTo(depth: number, line?: number): void {
    while (this.frames.length > depth && this.room > 0) {
      const frame = this.frames.pop() as Frame;
      this.emit(frame, this.frames, line ?? 0);
    }
  }

  private emit(frame: Frame, around: readonly Frame[], endLine: number): void {
    if (frame.kind === "loop" || frame.condition === "" || frame.effects.length === 0) return;
    const last = frame.effects.at(-1)?.endLine ?? frame.line;
    this.found.push({
      kind: frame.kind,
      line: frame.line,
      endLine: Math.max(last, endLine),
      condition: frame.condition,
      within: this.conditionsOf(around),
      effects: frame.effects,
      names: frame.kind === "evaluate" ? [...frame.subjectNames, ...frame.names] : frame.names,
    });
  }

  private conditionsOf(frames: readonly Frame[]): string[] {
    const found = [...new Set(frames.map(({ condition }) => condition))].filter((condition) => condition !== "");
    for (const { length } of found) this.room -= length;
    return found;
  }

  private lineBefore(row: number): number {
    return this.buffer.line[Math.max(0, row - 1)] as number;
  }

  private names(from: number, end: number): NamedWord[] {
    const { buffer } = this;
    const names: NamedWord[] = [];
    for (let row = from; row < end && names.length < NAMES_MAX; row += 1)
      if (buffer.kind[row] === T.WORD && (buffer.word[row] as number) > LAST_RESERVED)
        names.push({ name: buffer.spelled(row).toUpperCase(), line: buffer.line[row] as number });
    return names;
  }

  private text(from: number, end: number): string {
    let text = "";
    for (let row = from; row < end && text.length <= TEXT_MAX; row += 1) {
      const kind = this.buffer.kind[row];
      const isTight = kind === T.RPAREN || kind === T.COMMA || kind === T.COLON || this.buffer.glued(row);
      text += `${text === "" || isTight || text.endsWith("(") ? "" : " "}${this.buffer.text(row)}`;
    }
    return cut(text.replace(/\s+/g, " "));
  }
}

function verbOf({ text }: Effect): number {
  const known: Readonly<Record<string, number>> = W;
  return known[(/^[A-Z]+/i.exec(text)?.[0] ?? "").toUpperCase()] ?? 0;
}
