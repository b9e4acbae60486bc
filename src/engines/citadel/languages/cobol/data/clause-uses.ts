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
  const names = new ItemNames(buffer, program);
  const end = program.procedureRow >= 0 ? program.procedureRow : program.endRow;
  let section: ReadonlyMap<string, number> = NO_CLAUSES;
  let access = 0;
  for (let row = program.row; row < end; ) {
    const word = buffer.word[row] as number;
    if (buffer.kind[row] !== T.WORD) {
      if (buffer.kind[row] === T.PERIOD) access = 0;
      row += 1;
      continue;
    }
    const spelled = buffer.spelled(row);
    if (buffer.word[row + 1] === W.SECTION) {
      section = OF_SECTION.get(spelled) ?? NO_CLAUSES;
      access = 0;
      row += 2;
      continue;
    }
    const item = access > 0 ? names.find(row, end) : -1;
    if (item >= 0 && !isKeyword(word, spelled, section)) {
      program.mentions.push(-1, row, item, access, HOW.TEST);
      row = names.next;
      continue;
    }
    const next = section.get(spelled) ?? ANYWHERE.get(spelled);
    if (next !== undefined) access = next;
    else if (!BETWEEN.has(word)) access = 0;
    row += 1;
  }
}

function isKeyword(word: number, spelled: string, section: ReadonlyMap<string, number>): boolean {
  return word <= LAST_RESERVED && (section.has(spelled) || ANYWHERE.has(spelled));
}
