import type { Problem } from "../../../model.ts";
import { execLanguage } from "../exec/exec.ts";
import type { DataItem, Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, LAST_STRICT_VERB, W } from "../words/words.ts";
import { ClauseReader, USAGES } from "./clauses.ts";

/** Reads data descriptions from `row` on until something that is not data; returns the row where it stopped. */
export function parseData(buffer: TokenBuffer, program: Program, row: number, problems: Problem[]): number {
  const parser = new DataParser(buffer, program, problems);
  return parser.parse(row);
}

/** Words of screen and report descriptions that begin a clause where others would be a name. */
const DISPLAY_CLAUSES: ReadonlySet<string> = new Set(
  (
    "COL COLS COLUMN COLUMNS TYPE SOURCE SUM PRESENT GROUP-INDICATE BELL BEEP HIGHLIGHT LOWLIGHT REVERSE-VIDEO BLINK " +
    "UNDERLINE OVERLINE FOREGROUND-COLOR BACKGROUND-COLOR SECURE AUTO REQUIRED FULL PROMPT ERASE"
  ).split(" "),
);

class DataParser {
  private readonly buffer: TokenBuffer;
  private readonly program: Program;
  private readonly problems: Problem[];
  private readonly open: number[] = [];
  private readonly reader: ClauseReader;
  private area = "WORKING-STORAGE";
  private file = "";
  /** The FD that stands above says GLOBAL. */
  private isFileGlobal = false;

  constructor(buffer: TokenBuffer, program: Program, problems: Problem[]) {
    this.buffer = buffer;
    this.program = program;
    this.problems = problems;
    this.reader = new ClauseReader(buffer, program, (at, owner) => this.indexName(at, owner));
  }

  parse(from: number): number {
    const { buffer } = this;
    let row = from;
    while (row < buffer.count) {
      const kind = buffer.kind[row];
      const word = buffer.word[row] as number;
      if (kind === T.NUMBER) {
        row = this.entry(row);
        continue;
      }
      if (kind === T.PERIOD) {
        row += 1;
        continue;
      }
      if (this.stops(row, word)) return row;
      row = this.other(row, word);
    }
    return row;
  }

  private stops(row: number, word: number): boolean {
    const next = this.buffer.word[row + 1];
    if (word === W.PROCEDURE || word === W.IDENTIFICATION || word === W.ID || word === W.ENVIRONMENT)
      return next === W.DIVISION;
    if (word === W.END) return next === W.PROGRAM || next === W.FUNCTION;
    return word === W.PROGRAM_ID || word === W.FUNCTION_ID || word === W.DECLARATIVES;
  }

  private other(row: number, word: number): number {
    const { buffer } = this;
    if (word === W.FD || word === W.SD || word === W.RD || word === W.CD) {
      this.open.length = 0;
      this.file = word === W.FD || word === W.SD ? buffer.spelled(row + 1) : "";
      const end = this.skipClause(row + 2);
      this.isFileGlobal = false;
      for (let at = row + 2; at < end; at += 1) this.isFileGlobal ||= buffer.word[at] === W.GLOBAL;
      return end;
    }
    if (buffer.word[row + 1] === W.SECTION) {
      this.area = buffer.spelled(row);
      this.open.length = 0;
      this.file = "";
      this.isFileGlobal = false;
      return row + 2;
    }
    if (word === W.EXEC || word === W.EXECUTE) return this.skipExec(row);
    if (word === W.DATA) return row + 2;
    if (word > 0 && word <= LAST_STRICT_VERB && this.area === "MEMBER") return this.buffer.count;
    return this.skipClause(row + 1);
  }

  private skipExec(row: number): number {
    const { buffer } = this;
    let at = row;
    while (at < buffer.count && buffer.word[at] !== W.END_EXEC) at += 1;
    this.program.execs.push({
      language: execLanguage(buffer, row),
      unit: -1,
      row,
      endRow: Math.min(at, buffer.count - 1),
    });
    return at + 1;
  }

  private skipClause(row: number): number {
    const { buffer } = this;
    let at = row;
    while (at < buffer.count && buffer.kind[at] !== T.PERIOD) {
      const word = buffer.word[at] as number;
      // A missing period must not swallow the next division.
      if ((word === W.PROCEDURE || word === W.DATA) && buffer.word[at + 1] === W.DIVISION) return at;
      if (buffer.word[at + 1] === W.SECTION && at > row && this.isArea(word)) return at;
      at += 1;
    }
    return at + 1;
  }

  private isArea(word: number): boolean {
    return word === W.WORKING_STORAGE || word === W.LINKAGE || word === W.LOCAL_STORAGE || word === W.FILE;
  }

  private entry(row: number): number {
    const { buffer, program } = this;
    const level = Number(buffer.text(row));
    let at = this.joinTag(row + 1);
    const named = buffer.kind[at] === T.WORD && this.isName(at);
    const isLevel = (level >= 1 && level <= 49) || level === 66 || level === 77 || level === 78 || level === 88;
    if (!isLevel) {
      const message = `"${buffer.text(row)}" is no level number`;
      this.problems.push(buffer.problem(buffer.source[row] as number, buffer.line[row] as number, message));
      return this.skipClause(row + 1);
    }
    const item = this.newItem(row, level, named ? at : -1);
    if (named || buffer.word[at] === W.FILLER) at += 1;
    const index = program.items.length;
    program.items.push(item);
    if (item.parent >= 0) program.items[item.parent]?.children.push(index);
    if (level !== 88 && level !== 66) this.open.push(index);
    if (item.word > 0) {
      const list = program.byName.get(item.word);
      if (list) list.push(index);
      else program.byName.set(item.word, [index]);
    }
    return this.clauses(at, item);
  }

  /** A name with a tag in it (`:TAG:-KEY`), as copybooks hold for REPLACING, made one word; its row. */
  private joinTag(from: number): number {
    const { buffer } = this;
    if (buffer.kind[from] !== T.COLON && !(buffer.kind[from + 1] === T.COLON && buffer.glued(from + 1))) return from;
    let last = from;
    while (last + 1 < buffer.count && buffer.kind[last + 1] !== T.PERIOD && buffer.glued(last + 1)) last += 1;
    let text = "";
    for (let at = from; at <= last; at += 1) text += buffer.text(at);
    buffer.kind[last] = T.WORD;
    buffer.word[last] = buffer.lexicon.internText(text);
    buffer.start[last] = buffer.pool.push(text) - 1;
    buffer.end[last] = -1;
    return last;
  }

  private isName(at: number): boolean {
    if ((this.buffer.word[at] as number) <= LAST_RESERVED) return this.isOddName(at);
    const isDisplayed = this.area === "SCREEN" || this.area === "REPORT";
    return !isDisplayed || !DISPLAY_CLAUSES.has(this.buffer.spelled(at));
  }

  /** A reserved word that is plainly used as a name: followed by PIC, a period or another clause. */
  private isOddName(at: number): boolean {
    const { buffer } = this;
    const word = buffer.word[at] as number;
    if (word === W.FILLER || buffer.word[at - 1] === W.REDEFINES) return false;
    const next = buffer.word[at + 1];
    return (
      (next === W.PIC || next === W.PICTURE || buffer.kind[at + 1] === T.PERIOD) && !USAGES.has(word) && word !== W.PIC
    );
  }

  private newItem(row: number, level: number, nameRow: number): DataItem {
    const { buffer, open, program } = this;
    if (level === 1 || level === 77 || level === 78) open.length = 0;
    else if (level !== 88 && level !== 66) {
      while (open.length > 0 && (program.items[open[open.length - 1] as number]?.level ?? 0) >= level) open.pop();
    }
    const parent = level === 66 ? (open[0] ?? -1) : (open[open.length - 1] ?? -1);
    return {
      name: nameRow >= 0 ? buffer.text(nameRow) : "FILLER",
      word: nameRow >= 0 ? (buffer.word[nameRow] as number) : 0,
      level,
      parent,
      row,
      source: buffer.source[row] as number,
      line: buffer.line[row] as number,
      area: this.area,
      endLine: buffer.line[row] as number,
      picture: "",
      usage: "",
      value: -1,
      values: [],
      redefines: -1,
      occursMax: 1,
      occursMin: 1,
      dependingOn: "",
      isSeparateSign: false,
      isSync: false,
      isExternal: false,
      offset: 0,
      length: 0,
      size: 0,
      children: [],
      file: this.file,
      renames: "",
      renamed: [],
      isGlobal: this.isGlobal(level),
    };
  }

  /** Is an entry of this level global by its file or its record? */
  private isGlobal(level: number): boolean {
    if (this.open.length === 0) return this.isFileGlobal && level === 1;
    return this.program.items[this.open[0] as number]?.isGlobal ?? false;
  }

  private clauses(from: number, item: DataItem): number {
    const { buffer } = this;
    let at = from;
    while (at < buffer.count && buffer.kind[at] !== T.PERIOD) {
      const word = buffer.word[at] as number;
      if (this.startsNext(at, word)) return at;
      at = this.reader.clause(at, word, item);
    }
    const last = Math.min(at, buffer.count - 1);
    if (buffer.source[last] === item.source) item.endLine = Math.max(item.line, buffer.line[last] as number);
    return at + 1;
  }

  /** A forgotten period: the next line starts a new entry or division. */
  private startsNext(at: number, word: number): boolean {
    const { buffer } = this;
    if ((word === W.PROCEDURE || word === W.DATA) && buffer.word[at + 1] === W.DIVISION) return true;
    return this.isArea(word) && buffer.word[at + 1] === W.SECTION;
  }

  private indexName(at: number, owner: DataItem): void {
    const { buffer, program } = this;
    const item = this.newItem(owner.row, 99, at);
    const index = program.items.length;
    program.items.push({
      ...item,
      parent: -1,
      line: buffer.line[at] as number,
      usage: "INDEX",
      level: 77,
      children: [],
    });
    const list = program.byName.get(item.word);
    if (list) list.push(index);
    else program.byName.set(item.word, [index]);
  }
}
