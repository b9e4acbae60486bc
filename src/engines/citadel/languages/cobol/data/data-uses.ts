import { PART_SHIFT } from "../../../model.ts";
import { HOW, type Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, W } from "../words/words.ts";
import { correspondingPairs } from "./corresponding.ts";
import { ItemNames } from "./item-names.ts";
import { FIGURATIVE, type Grammar, grammarsOf, ROLE } from "./operand-roles.ts";

/** Records which data items a statement reads and sets, each at its own row, and how values move between them. */
export class DataUses {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly names: ItemNames;
  private unit = -1;
  private grammar: Grammar = grammarsOf(0)[0] as Grammar;
  private role = 0;
  /** The role to which one that holds ONCE goes back. */
  private before = 0;
  /** For each open parenthesis: does it hold a subscript or a reference modification? */
  private readonly subscripts: boolean[] = [];
  /** Items whose values are sent and those that receive them, each followed by its row. */
  private readonly sent: number[] = [];
  private readonly got: number[] = [];
  private literal = -1;
  /** The next operand is only an address or a length. */
  private isAside = false;
  private isPartSent = false;

  constructor(buffer: TokenBuffer, program: Program) {
    this.buffer = buffer;
    this.program = program;
    this.names = new ItemNames(buffer, program);
  }

  /** Reads the operands of the statement whose verb stands at `row`, up to `end`. */
  statement(unit: number, row: number, end: number, verb: number): void {
    const { buffer } = this;
    this.unit = unit;
    this.grammar = this.grammarFor(row, end, verb);
    this.role = this.grammar.start;
    this.before = this.role;
    this.subscripts.length = 0;
    this.sent.length = 0;
    this.got.length = 0;
    this.literal = -1;
    this.isAside = false;
    this.isPartSent = false;
    for (let at = row + 1; at < end; ) at = this.token(at, end);
    if (verb === W.READ || verb === W.RETURN) this.sendRecords(buffer.word[row + 1] as number);
    this.transfers(row);
  }

  /** READ INTO moves the file's records. */
  private sendRecords(word: number): void {
    const file = this.buffer.lexicon.spelling[word];
    if (this.got.length === 0 || !file) return;
    this.program.items.forEach((item, index) => {
      if (item.file === file && item.parent < 0 && item.level === 1) this.sent.push(index, -1);
    });
  }

  private grammarFor(row: number, end: number, verb: number): Grammar {
    const forms = grammarsOf(verb);
    return forms.find(({ when }) => !when || this.holds(row, end, when)) ?? (forms[forms.length - 1] as Grammar);
  }

  private holds(row: number, end: number, words: readonly number[]): boolean {
    for (let at = row + 1; at < end; at += 1) if (words.includes(this.buffer.word[at] as number)) return true;
    return false;
  }

  /** Takes the token at `at`, or the identifier that begins there; returns the row after it. */
  private token(at: number, end: number): number {
    const { buffer } = this;
    switch (buffer.kind[at]) {
      case T.LPAREN:
        this.subscripts.push(this.subscripts.includes(true) || this.isSubscript(at));
        return at + 1;
      case T.RPAREN:
        this.subscripts.pop();
        return at + 1;
      case T.WORD:
        return this.word(at, end);
      case T.LITERAL:
      case T.NUMBER:
        this.constant(at);
        return at + 1;
      default:
        if (this.subscripts.length === 0) this.keyword(buffer.word[at] as number);
        return at + 1;
    }
  }

  /** A parenthesis behind an identifier, or behind another such parenthesis, holds subscripts or a part of it. */
  private isSubscript(at: number): boolean {
    const { buffer } = this;
    if (buffer.kind[at - 1] === T.RPAREN) return true;
    if (buffer.kind[at - 1] !== T.WORD || buffer.word[at - 2] === W.FUNCTION) return false;
    return (
      (buffer.word[at - 1] as number) > LAST_RESERVED || buffer.word[at - 2] === W.OF || buffer.word[at - 2] === W.IN
    );
  }

  private constant(at: number): void {
    if (this.subscripts.length > 0) return;
    if ((this.role & SENDS) === SENDS && this.literal < 0) this.literal = at;
    // STRING puts its constants between its operands.
    if ((this.role & SENDS) === SENDS && this.grammar.how === HOW.STRING) this.sent.push(-2 - at, at);
    this.consumed();
  }

  private word(at: number, end: number): number {
    const { buffer } = this;
    const word = buffer.word[at] as number;
    if (word === W.FUNCTION) return at + 2;
    // TEST BEFORE and TEST AFTER: no counters follow.
    if (word === W.TEST) return at + 2;
    if (this.subscripts.length === 0 && this.keyword(word)) return at + 1;
    const item = this.names.find(at, end);
    const { next } = this.names;
    if (item >= 0) this.operand(item, at, next, end);
    else if (word > LAST_RESERVED) this.consumed();
    else if (word === W.ADDRESS || word === W.LENGTH) this.isAside = true;
    else if (this.subscripts.length === 0) this.reserved(word);
    return next;
  }

  /** A word that gives the operands behind it another role; false when it is none. */
  private keyword(word: number): boolean {
    const role = this.grammar.words.get(word);
    if (role === undefined) return false;
    if ((this.role & ROLE.ONCE) === 0) this.before = this.role;
    this.role = role;
    return true;
  }

  private reserved(word: number): void {
    if (FIGURATIVE.has(word)) this.consumed();
    else if (this.grammar.rest !== undefined) this.role = this.grammar.rest;
  }

  /** An operand was passed: a role that holds for one is over. */
  private consumed(): void {
    this.isAside = false;
    if ((this.role & ROLE.ONCE) !== 0 && this.subscripts.length === 0) this.role = this.before;
  }

  private operand(item: number, at: number, next: number, end: number): void {
    let { role } = this;
    if (this.subscripts.includes(true)) role = ROLE.READS;
    else if (this.grammar.counts === true && this.isCounter(next, end)) role = ROLE.READS | ROLE.WRITES;
    else if (this.isAside) role &= ~ROLE.FLOWS;
    this.consumed();
    const access = role & (ROLE.READS | ROLE.WRITES);
    if (access === 0) return;
    const part = this.partOf(role, next, end);
    this.program.mentions.push(this.unit, at, item, access, this.grammar.how + (part << PART_SHIFT));
    if ((access & ROLE.WRITES) !== 0) this.got.push(item, at, role);
    else if ((role & ROLE.FLOWS) !== 0) this.sent.push(item, at);
  }

  /** Which end of a MOVE means only some bytes of its item, by (start:length). */
  private partOf(role: number, next: number, end: number): number {
    if (this.grammar.how !== HOW.MOVE || (role & ROLE.FLOWS) === 0) return 0;
    const { isPart } = this.suffixOf(next, end);
    if ((role & ROLE.WRITES) !== 0) return (this.isPartSent ? FROM_PART : 0) + (isPart ? INTO_PART : 0);
    this.isPartSent = isPart;
    return 0;
  }

  /** Does FOR follow the operand, behind its subscripts? */
  private isCounter(next: number, end: number): boolean {
    const { behind } = this.suffixOf(next, end);
    return behind < end && this.buffer.word[behind] === W.FOR;
  }

  /** What stands in parentheses behind an operand: where it ends, and whether it holds a (start:length). */
  private suffixOf(next: number, end: number): { readonly behind: number; readonly isPart: boolean } {
    const { buffer } = this;
    let depth = 0;
    let isPart = false;
    for (let at = next; at < end; at += 1) {
      if (buffer.kind[at] === T.LPAREN) depth += 1;
      else if (buffer.kind[at] === T.RPAREN) depth -= 1;
      else if (depth === 0) return { behind: at, isPart };
      else if (depth === 1 && buffer.kind[at] === T.COLON) isPart = true;
    }
    return { behind: end, isPart };
  }

  private transfers(row: number): void {
    const { got } = this;
    const after = this.buffer.word[row + 1];
    const isByName = after === W.CORRESPONDING || after === W.CORR;
    for (let at = 0; at < got.length; at += 3) {
      const target = { item: got[at] as number, row: got[at + 1] as number };
      if (isByName && this.sent.length > 0) this.corresponding(target);
      else if (((got[at + 2] as number) & ROLE.FLOWS) !== 0) this.receive(target);
      else this.set(target);
    }
  }

  private corresponding({ item, row }: Receiver): void {
    for (const [source, part] of correspondingPairs(this.program, this.sent[0] as number, item))
      this.push(row, source, part, this.grammar.how);
  }

  /** Every sent value goes to every operand that receives; a literal only where no item is sent. */
  private receive(target: Receiver): void {
    const { sent } = this;
    const { how } = this.grammar;
    if (sent.length === 0 && !this.takesLiteral(how)) this.set(target);
    else if (sent.length === 0) this.push(target.row, -2 - this.literal, target.item, LITERAL_HOW.get(how) ?? how);
    for (let at = 0; at < sent.length; at += 2) this.push(target.row, sent[at] as number, target.item, how);
  }

  private set({ item, row }: Receiver): void {
    const { how } = this.grammar;
    this.push(row, -1, item, how === HOW.MOVE || how === HOW.WRITE ? HOW.SET : how);
  }

  private takesLiteral(how: number): boolean {
    if (this.literal < 0 || how === HOW.COMPUTE || how === HOW.TEST) return false;
    return how === HOW.MOVE || this.buffer.kind[this.literal] === T.LITERAL;
  }

  private push(row: number, source: number, target: number, how: number): void {
    this.program.moves.push(this.unit, row, source, target, how);
  }
}

/** Flags of a use whose statement means a part of the source, or of the receiver. */
const FROM_PART = 1;
const INTO_PART = 2;
const SENDS = ROLE.READS | ROLE.FLOWS;
const LITERAL_HOW = new Map<number, number>([[HOW.MOVE, HOW.LITERAL]]);

interface Receiver {
  readonly item: number;
  readonly row: number;
}
