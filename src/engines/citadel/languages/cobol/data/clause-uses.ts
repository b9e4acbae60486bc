import { HOW, type Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, W } from "../words/words.ts";
import { ItemNames } from "./item-names.ts";

const READ = 1;
const WRITTEN = 2;
const BOTH = 3;

/** Clauses of the environment and data divisions that name items: access by the word before the names. */
const ANYWHERE = new Map<string, number>([
  ["KEY", READ],
  ["STATUS", WRITTEN],
  ["DEPENDING", READ],
  ["LINAGE", READ],
  ["FOOTING", READ],
  ["TOP", READ],
  ["BOTTOM", READ],
  ["ASSIGN", READ],
  ["CURSOR", BOTH],
  ["PASSWORD", READ],
]);
const SCREEN = new Map<string, number>([
  ["FROM", READ],
  ["TO", WRITTEN],
  ["USING", BOTH],
  ["LINE", READ],
  ["COLUMN", READ],
  ["COL", READ],
]);
const REPORT = new Map<string, number>([
  ["SOURCE", READ],
  ["SUM", READ],
  ["CONTROL", READ],
  ["CONTROLS", READ],
  ["UPON", READ],
]);
const NO_CLAUSES = new Map<string, number>();
const OF_SECTION = new Map<string, ReadonlyMap<string, number>>([
  ["SCREEN", SCREEN],
  ["REPORT", REPORT],
]);
/** Words between a clause's own and the names it uses. */
const BETWEEN: ReadonlySet<number> = new Set([W.IS, W.ARE, W.ON, W.TO, W.DYNAMIC, W.OF, W.IN, W.AT, W.EXTERNAL]);

/** Uses of items outside of the procedure division: keys, status, sizes, screens and reports; no unit does them. */
export function clauseUses(buffer: TokenBuffer, program: Program): void {
  const end = program.procedureRow >= 0 ? program.procedureRow : program.endRow;
  const reader = new ClauseUses(buffer, program, end);
  for (let row = program.row; row < end; ) row = reader.token(row);
}

class ClauseUses {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly end: number;
  private readonly names: ItemNames;
  private section: ReadonlyMap<string, number> = NO_CLAUSES;
  private access = 0;

  constructor(buffer: TokenBuffer, program: Program, end: number) {
    this.buffer = buffer;
    this.program = program;
    this.end = end;
    this.names = new ItemNames(buffer, program);
  }

  /** Takes the token at a row, or the name that begins there; returns the row after it. */
  token(row: number): number {
    const { buffer } = this;
    if (buffer.kind[row] === T.PERIOD) this.access = 0;
    if (buffer.kind[row] !== T.WORD) return row + 1;
    const spelled = buffer.spelled(row);
    if (buffer.word[row + 1] === W.SECTION) {
      this.section = OF_SECTION.get(spelled) ?? NO_CLAUSES;
      this.access = 0;
      return row + 2;
    }
    return this.use(row, spelled) ? this.names.next : this.clause(row, spelled);
  }

  private use(row: number, spelled: string): boolean {
    if (this.access === 0) return false;
    const item = this.names.find(row, this.end);
    const isReserved = (this.buffer.word[row] as number) <= LAST_RESERVED;
    if (item < 0 || (isReserved && (this.section.has(spelled) || ANYWHERE.has(spelled)))) return false;
    this.program.mentions.push(-1, row, item, this.access, HOW.TEST);
    return true;
  }

  private clause(row: number, spelled: string): number {
    const next = this.section.get(spelled) ?? ANYWHERE.get(spelled);
    if (next !== undefined) this.access = next;
    else if (!BETWEEN.has(this.buffer.word[row] as number)) this.access = 0;
    return row + 1;
  }
}
