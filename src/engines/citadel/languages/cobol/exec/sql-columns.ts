import type { ExecBlock } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";

/** A column and the row of the host variable that gives it its value, takes it, or is compared with it. */
export interface SqlColumnUse {
  readonly column: string;
  readonly row: number;
}

const COMPARISONS: ReadonlySet<string> = new Set(["=", "<", ">", "LIKE", "IN", "BETWEEN"]);

/** Reads which host variable stands for which column in one EXEC SQL block, by position or beside an operator. */
export class SqlColumns {
  private readonly buffer: TokenBuffer;
  private readonly first: number;
  private readonly end: number;

  constructor(buffer: TokenBuffer, block: ExecBlock) {
    this.buffer = buffer;
    this.first = block.row + 2;
    this.end = block.endRow;
  }

  /** @param fetched  the columns of the cursor that a FETCH reads */
  read(verb: string, fetched: readonly string[]): SqlColumnUse[] {
    const uses = this.compared();
    if (verb === "INSERT") uses.push(...this.inserted());
    const selected = verb === "FETCH" ? fetched : this.selected();
    if (verb === "FETCH" || verb === "SELECT") {
      const into = this.find("INTO", this.first);
      const hosts = into < 0 ? [] : this.elements(into + 1, this.end);
      uses.push(
        ...paired(
          selected,
          hosts.map((from) => this.hostAt(from)),
        ),
      );
    }
    return uses;
  }

  /** Names of the columns that a query's list selects; empty for an expression. */
  selected(): string[] {
    const select = this.find("SELECT", this.first);
    if (select < 0) return [];
    const stops = ["INTO", "FROM"].map((word) => this.find(word, select)).filter((row) => row >= 0);
    const stop = Math.min(this.end, ...stops);
    const start = /^(?:DISTINCT|ALL)$/.test(this.word(select + 1)) ? select + 2 : select + 1;
    const starts = this.elements(start, stop);
    return starts.map((from, index) => this.columnAt(from, (starts[index + 1] ?? stop + 1) - 1));
  }

  /** `COLUMN = :HOST` of WHERE and SET. */
  private compared(): SqlColumnUse[] {
    const uses: SqlColumnUse[] = [];
    for (let row = this.first; row < this.end; row += 1) {
      const host = this.hostAt(row);
      if (host < 0) continue;
      let before = row - 1;
      while (this.buffer.kind[before] === T.OP || COMPARISONS.has(this.word(before))) before -= 1;
      if (before < row - 1 && this.word(before) !== "") uses.push({ column: this.word(before), row: host });
    }
    return uses;
  }

  /** `INSERT INTO T (A, B) VALUES (:HA, :HB)`. */
  private inserted(): SqlColumnUse[] {
    const values = this.find("VALUES", this.first);
    const open = this.opening(this.first);
    if (values < 0 || open < 0 || open > values) return [];
    const columns = this.elements(open + 1, values - 1).map((row) => this.word(row));
    const list = this.opening(values);
    if (list < 0) return [];
    return paired(
      columns,
      this.elements(list + 1, this.end).map((row) => this.hostAt(row)),
    );
  }

  private opening(from: number): number {
    for (let row = from; row < this.end; row += 1) if (this.buffer.kind[row] === T.LPAREN) return row;
    return -1;
  }

  /** The rows at which the elements of a list begin, up to its end. */
  private elements(from: number, to: number): number[] {
    const starts = [from];
    let depth = 0;
    for (let row = from; row < to && depth >= 0; row += 1) {
      const kind = this.buffer.kind[row];
      if (kind === T.LPAREN) depth += 1;
      else if (kind === T.RPAREN) depth -= 1;
      else if (kind === T.COMMA && depth === 0) starts.push(row + 1);
      else if (depth === 0 && /^(?:FROM|WHERE)$/.test(this.word(row))) break;
    }
    return starts;
  }

  /** The item's row of `:HOST` or `:GROUP.HOST` at a row; -1 when none stands there. */
  private hostAt(row: number): number {
    const { buffer } = this;
    // An indicator variable follows its host variable without a comma.
    if (buffer.kind[row] !== T.COLON || buffer.kind[row - 2] === T.COLON) return -1;
    return buffer.kind[row + 2] === T.DOT ? row + 3 : row + 1;
  }

  /** `COLUMN` or `T.COLUMN` alone in `[from, to)`; empty for anything else. */
  private columnAt(from: number, to: number): string {
    const isQualified = this.buffer.kind[from + 1] === T.DOT || this.buffer.kind[from + 1] === T.PERIOD;
    const last = isQualified ? from + 2 : from;
    return last === to - 1 ? this.word(last) : "";
  }

  private find(word: string, from: number): number {
    for (let row = from; row < this.end; row += 1) if (this.word(row) === word) return row;
    return -1;
  }

  private word(row: number): string {
    return row < this.end && this.buffer.kind[row] === T.WORD ? this.buffer.spelled(row) : "";
  }
}

function paired(columns: readonly string[], hosts: readonly number[]): SqlColumnUse[] {
  return columns.flatMap((column, index) => {
    const row = hosts[index] ?? -1;
    return column !== "" && row >= 0 ? [{ column, row }] : [];
  });
}
