import { HOW, type Program } from "./program.ts";
import { T, type TokenBuffer } from "./tokens.ts";
import { LAST_RESERVED, W } from "./words.ts";

/** Records which data items a statement reads and writes, as rows of `Program.moves`. */
export class DataUses {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  /** Row after the identifier that `item` read last. */
  private next = 0;

  constructor(buffer: TokenBuffer, program: Program) {
    this.buffer = buffer;
    this.program = program;
  }

  statement(unit: number, row: number, end: number, verb: number): void {
    switch (verb) {
      case W.MOVE:
        this.move(unit, row, end);
        break;
      case W.SET:
        this.transfer(unit, row, end, { split: W.TO, targetsFirst: true, how: HOW.SET });
        break;
      case W.COMPUTE:
        this.compute(unit, row, end);
        break;
      case W.ADD:
        this.arithmetic(unit, row, end, W.TO);
        break;
      case W.SUBTRACT:
        this.arithmetic(unit, row, end, W.FROM);
        break;
      case W.MULTIPLY:
        this.arithmetic(unit, row, end, W.BY);
        break;
      case W.DIVIDE:
        this.arithmetic(unit, row, end, W.INTO);
        break;
      case W.STRING:
      case W.UNSTRING:
      case W.READ:
      case W.RETURN:
        this.transfer(unit, row, end, { split: W.INTO, targetsFirst: false, how: HOW.READ });
        break;
      case W.WRITE:
      case W.REWRITE:
      case W.RELEASE:
        this.transfer(unit, row, end, { split: W.FROM, targetsFirst: true, how: HOW.WRITE });
        break;
      case W.ACCEPT:
      case W.INITIALIZE:
        this.all(unit, row, end, { writes: true, how: HOW.SET });
        break;
      case W.INSPECT:
        this.all(unit, row, end, { writes: true, how: HOW.COMPUTE });
        break;
      case W.CALL:
        this.all(unit, row, end, { writes: false, how: HOW.PASS });
        break;
      default:
        this.all(unit, row, end, { writes: false, how: HOW.TEST });
        break;
    }
  }

  private push(unit: number, row: number, source: number, target: number, how: number): void {
    this.program.moves.push(unit, row, source, target, how);
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

  private move(unit: number, row: number, end: number): void {
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
        if (item >= 0 && depth === 0) sources.push(item);
        else if (item >= 0) this.push(unit, row, item, -1, HOW.TEST);
        at = this.next - 1;
      } else if (depth === 0) literal = at;
    }
    this.targets(unit, row, { from: at + 1, end, sources, literal });
  }

  private targets(
    unit: number,
    row: number,
    operands: { from: number; end: number; sources: readonly number[]; literal: number },
  ): void {
    const { from, end, sources, literal } = operands;
    const { buffer } = this;
    let depth = 0;
    for (let at = from; at < end; at += 1) {
      const kind = buffer.kind[at];
      if (kind === T.LPAREN) depth += 1;
      else if (kind === T.RPAREN) depth -= 1;
      else if (kind === T.WORD) {
        const item = this.item(at, end);
        at = this.next - 1;
        if (item < 0) continue;
        if (depth > 0) this.push(unit, row, item, -1, HOW.TEST);
        else if (sources.length > 0) for (const source of sources) this.push(unit, row, source, item, HOW.MOVE);
        else if (literal >= 0) this.push(unit, row, -2 - literal, item, HOW.LITERAL);
        else this.push(unit, row, -1, item, HOW.SET);
      }
    }
  }

  /** Operands on both sides of a dividing word. */
  private transfer(
    unit: number,
    row: number,
    end: number,
    form: { split: number; targetsFirst: boolean; how: number },
  ): void {
    const { buffer } = this;
    const { split, targetsFirst, how } = form;
    let divide = row + 1;
    while (divide < end && buffer.word[divide] !== split) divide += 1;
    const before = this.itemsIn(row + 1, divide);
    const after = this.itemsIn(divide + 1, end);
    const sources = targetsFirst ? after : before;
    const targets = targetsFirst ? before : after;
    if (targets.length === 0) for (const source of sources) this.push(unit, row, source, -1, how);
    for (const target of targets) {
      if (sources.length === 0)
        this.push(
          unit,
          row,
          this.literalIn(targetsFirst ? divide + 1 : row + 1, targetsFirst ? end : divide),
          target,
          how,
        );
      for (const source of sources) this.push(unit, row, source, target, how);
    }
  }

  private literalIn(from: number, to: number): number {
    for (let at = from; at < to; at += 1) if (this.buffer.kind[at] === T.LITERAL) return -2 - at;
    return -1;
  }

  private itemsIn(from: number, to: number): number[] {
    const found: number[] = [];
    for (let at = from; at < to; at += 1) {
      if (this.buffer.kind[at] !== T.WORD) continue;
      const item = this.item(at, to);
      at = this.next - 1;
      if (item >= 0) found.push(item);
    }
    return found;
  }

  private compute(unit: number, row: number, end: number): void {
    const { buffer } = this;
    let divide = row + 1;
    while (divide < end && !(buffer.word[divide] === -0x3d || buffer.word[divide] === W.EQUAL)) divide += 1;
    this.flow(unit, row, this.itemsIn(divide + 1, end), this.itemsIn(row + 1, divide));
  }

  private flow(unit: number, row: number, sources: readonly number[], targets: readonly number[]): void {
    for (const target of targets) {
      if (sources.length === 0) this.push(unit, row, -1, target, HOW.COMPUTE);
      for (const source of sources) this.push(unit, row, source, target, HOW.COMPUTE);
    }
    if (targets.length === 0) for (const source of sources) this.push(unit, row, source, -1, HOW.TEST);
  }

  private arithmetic(unit: number, row: number, end: number, split: number): void {
    const { buffer } = this;
    let divide = row + 1;
    while (divide < end && buffer.word[divide] !== split) divide += 1;
    let giving = row + 1;
    while (giving < end && buffer.word[giving] !== W.GIVING) giving += 1;
    if (giving < end) {
      this.flow(unit, row, this.itemsIn(row + 1, giving), this.itemsIn(giving + 1, end));
      return;
    }
    const targets = this.itemsIn(divide + 1, end);
    this.flow(unit, row, [...this.itemsIn(row + 1, divide), ...targets], targets);
  }

  private all(unit: number, row: number, end: number, form: { writes: boolean; how: number }): void {
    const { buffer } = this;
    let isFirst = true;
    for (let at = row + 1; at < end; at += 1) {
      if (buffer.kind[at] !== T.WORD) continue;
      const item = this.item(at, end);
      at = this.next - 1;
      if (item < 0) continue;
      if (form.writes && isFirst) this.push(unit, row, -1, item, form.how);
      else this.push(unit, row, item, -1, form.how);
      isFirst = false;
    }
  }
}
