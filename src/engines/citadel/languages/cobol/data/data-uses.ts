import { HOW, type Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, W } from "../words/words.ts";

/** A citation shows this many lines of a statement at a glance. */
const LINES_APART_MAX = 3;

/** Records which data items a statement reads and writes, as rows of `Program.moves`. */
export class DataUses {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private unit = -1;
  /** Row after the identifier that `item` read last. */
  private next = 0;
  /** The source of the statement that has been cited by a line of its own. */
  private farSource = -1;

  constructor(buffer: TokenBuffer, program: Program) {
    this.buffer = buffer;
    this.program = program;
  }

  statement(unit: number, row: number, end: number, verb: number): void {
    this.unit = unit;
    this.farSource = -1;
    switch (verb) {
      case W.MOVE:
        this.move(row, end);
        break;
      case W.SET:
        this.transfer(row, end, { split: W.TO, targetsFirst: true, how: HOW.SET });
        break;
      case W.COMPUTE:
        this.compute(row, end);
        break;
      case W.ADD:
        this.arithmetic(row, end, W.TO);
        break;
      case W.SUBTRACT:
        this.arithmetic(row, end, W.FROM);
        break;
      case W.MULTIPLY:
        this.arithmetic(row, end, W.BY);
        break;
      case W.DIVIDE:
        this.arithmetic(row, end, W.INTO);
        break;
      case W.STRING:
      case W.UNSTRING:
      case W.READ:
      case W.RETURN:
        this.transfer(row, end, { split: W.INTO, targetsFirst: false, how: HOW.READ });
        break;
      case W.WRITE:
      case W.REWRITE:
      case W.RELEASE:
        this.transfer(row, end, { split: W.FROM, targetsFirst: true, how: HOW.WRITE });
        break;
      case W.ACCEPT:
      case W.INITIALIZE:
        this.all(row, end, { writes: true, how: HOW.SET });
        break;
      case W.INSPECT:
        this.all(row, end, { writes: true, how: HOW.COMPUTE });
        break;
      case W.CALL:
        this.all(row, end, { writes: false, how: HOW.PASS });
        break;
      default:
        this.all(row, end, { writes: false, how: HOW.TEST });
        break;
    }
  }

  /** One item that is only read, or only set; cited by the line of its own name. */
  private read(at: number, item: number, how: number): void {
    this.program.moves.push(this.unit, at, item, -1, how);
  }

  private set(at: number, item: number, how: number): void {
    this.program.moves.push(this.unit, at, -1, item, how);
  }

  /**
   * A value that goes from one item to another. Where the two stand lines apart, as in a long STRING, each is cited by
   * a line that holds it.
   * @param source  an item, or -2 - row of a literal
   */
  private pass(source: number, sourceAt: number, target: number, targetAt: number, how: number): void {
    const { line } = this.buffer;
    const apart = (line[targetAt] as number) - (line[sourceAt] as number);
    const [first, last] = sourceAt < targetAt ? [sourceAt, targetAt] : [targetAt, sourceAt];
    const isFar = apart > LINES_APART_MAX || apart < -LINES_APART_MAX;
    if (isFar && source >= 0 && source !== this.farSource) {
      this.farSource = source;
      this.read(sourceAt, source, how);
    }
    this.program.moves.push(this.unit, isFar ? last : first, source, target, how);
  }

  /** The data item that the word at `row` names, with its qualifiers; -1 when it names none. Sets `next`. */
  private item(row: number, end: number): number {
    const { buffer, program } = this;
    this.next = row + 1;
    if (buffer.kind[row] !== T.WORD || (buffer.word[row] as number) <= LAST_RESERVED) return -1;
    const found = program.byName.get(buffer.word[row] as number);
    let at = row + 1;
    let candidates = found;
    while (at + 1 < end && (buffer.word[at] === W.OF || buffer.word[at] === W.IN)) {
      const qualifier = buffer.word[at + 1] as number;
      if (candidates && candidates.length > 1)
        candidates = candidates.filter((index) => this.isInside(index, qualifier));
      at += 2;
    }
    this.next = at;
    return candidates?.[0] ?? -1;
  }

  private isInside(index: number, word: number): boolean {
    const { items } = this.program;
    for (let at = items[index]?.parent ?? -1; at >= 0; at = items[at]?.parent ?? -1)
      if (items[at]?.word === word) return true;
    const file = items[index]?.file;
    return file !== undefined && file !== "" && file === this.buffer.lexicon.spelling[word];
  }

  private move(row: number, end: number): void {
    const { buffer } = this;
    let at = row + 1;
    if (buffer.word[at] === W.CORRESPONDING || buffer.word[at] === W.CORR) at += 1;
    const sources: number[] = [];
    let literal = -1;
    let depth = 0;
    for (; at < end && !(depth === 0 && buffer.word[at] === W.TO); at += 1) {
      const kind = buffer.kind[at];
      if (kind === T.LPAREN) depth += 1;
      else if (kind === T.RPAREN) depth -= 1;
      else if (kind === T.WORD) {
        const item = this.item(at, end);
        if (item >= 0 && depth === 0) sources.push(item, at);
        else if (item >= 0) this.read(at, item, HOW.TEST);
        at = this.next - 1;
      } else if (depth === 0) literal = at;
    }
    this.targets({ from: at + 1, end, sources, literal });
  }

  /** @param operands  `sources` are items, each followed by its row */
  private targets(operands: { from: number; end: number; sources: readonly number[]; literal: number }): void {
    const { from, end, sources, literal } = operands;
    const { buffer } = this;
    let depth = 0;
    for (let at = from; at < end; at += 1) {
      const kind = buffer.kind[at];
      if (kind === T.LPAREN) depth += 1;
      else if (kind === T.RPAREN) depth -= 1;
      else if (kind === T.WORD) {
        const own = at;
        const item = this.item(at, end);
        at = this.next - 1;
        if (item < 0) continue;
        if (depth > 0) this.read(own, item, HOW.TEST);
        else if (sources.length > 0) this.passAll(sources, item, own, HOW.MOVE);
        else if (literal >= 0) this.pass(-2 - literal, literal, item, own, HOW.LITERAL);
        else this.set(own, item, HOW.SET);
      }
    }
  }

  /** @param sources  items, each followed by its row */
  private passAll(sources: readonly number[], target: number, targetAt: number, how: number): void {
    for (let at = 0; at < sources.length; at += 2)
      this.pass(sources[at] as number, sources[at + 1] as number, target, targetAt, how);
  }

  private readAll(items: readonly number[], how: number): void {
    for (let at = 0; at < items.length; at += 2) this.read(items[at + 1] as number, items[at] as number, how);
  }

  /** Operands on both sides of a dividing word. */
  private transfer(row: number, end: number, form: { split: number; targetsFirst: boolean; how: number }): void {
    const { buffer } = this;
    const { split, targetsFirst, how } = form;
    let divide = row + 1;
    while (divide < end && buffer.word[divide] !== split) divide += 1;
    const before = this.itemsIn(row + 1, divide);
    const after = this.itemsIn(divide + 1, end);
    const sources = targetsFirst ? after : before;
    const targets = targetsFirst ? before : after;
    if (targets.length === 0) this.readAll(sources, how);
    for (let at = 0; at < targets.length; at += 2) {
      const target = targets[at] as number;
      const targetAt = targets[at + 1] as number;
      if (sources.length > 0) {
        this.passAll(sources, target, targetAt, how);
        continue;
      }
      const literal = this.literalIn(targetsFirst ? divide + 1 : row + 1, targetsFirst ? end : divide);
      if (literal < 0) this.set(targetAt, target, how);
      else this.pass(-2 - literal, literal, target, targetAt, how);
    }
  }

  private literalIn(from: number, to: number): number {
    for (let at = from; at < to; at += 1) if (this.buffer.kind[at] === T.LITERAL) return at;
    return -1;
  }

  /** The items that are named there, each followed by its row. */
  private itemsIn(from: number, to: number): number[] {
    const found: number[] = [];
    for (let at = from; at < to; at += 1) {
      if (this.buffer.kind[at] !== T.WORD) continue;
      const item = this.item(at, to);
      if (item >= 0) found.push(item, at);
      at = this.next - 1;
    }
    return found;
  }

  private compute(row: number, end: number): void {
    const { buffer } = this;
    let divide = row + 1;
    while (divide < end && !(buffer.word[divide] === -0x3d || buffer.word[divide] === W.EQUAL)) divide += 1;
    this.flow(this.itemsIn(divide + 1, end), this.itemsIn(row + 1, divide));
  }

  /** @param sources, targets  items, each followed by its row */
  private flow(sources: readonly number[], targets: readonly number[]): void {
    for (let at = 0; at < targets.length; at += 2) {
      const targetAt = targets[at + 1] as number;
      if (sources.length === 0) this.set(targetAt, targets[at] as number, HOW.COMPUTE);
      else this.passAll(sources, targets[at] as number, targetAt, HOW.COMPUTE);
    }
    if (targets.length === 0) this.readAll(sources, HOW.TEST);
  }

  private arithmetic(row: number, end: number, split: number): void {
    const { buffer } = this;
    let divide = row + 1;
    while (divide < end && buffer.word[divide] !== split) divide += 1;
    let giving = row + 1;
    while (giving < end && buffer.word[giving] !== W.GIVING) giving += 1;
    if (giving < end) {
      this.flow(this.itemsIn(row + 1, giving), this.itemsIn(giving + 1, end));
      return;
    }
    const targets = this.itemsIn(divide + 1, end);
    this.flow([...this.itemsIn(row + 1, divide), ...targets], targets);
  }

  private all(row: number, end: number, form: { writes: boolean; how: number }): void {
    const { buffer } = this;
    let isFirst = true;
    for (let at = row + 1; at < end; at += 1) {
      if (buffer.kind[at] !== T.WORD) continue;
      const own = at;
      const item = this.item(at, end);
      at = this.next - 1;
      if (item < 0) continue;
      if (form.writes && isFirst) this.set(own, item, form.how);
      else this.read(own, item, form.how);
      isFirst = false;
    }
  }
}
