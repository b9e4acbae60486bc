import type { ExecBlock } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";

export type TableOperation = "read" | "insert" | "update" | "delete" | "merge" | "declare";

export interface SqlTable {
  readonly name: string;
  readonly operation: TableOperation;
  readonly row: number;
}

/** What one EXEC SQL block does. */
export interface SqlStatement {
  readonly verb: string;
  readonly tables: readonly SqlTable[];
  readonly cursor: string | undefined;
  readonly procedure: string | undefined;
  /** Rows of host variables that receive values, and of those that are read. */
  readonly into: readonly number[];
  readonly using: readonly number[];
  /** WHENEVER … GO TO: the row of the label and the condition. */
  readonly label: number;
  readonly condition: string;
  readonly isDynamic: boolean;
}

const TABLE_LIST_END = new Set([
  "WHERE",
  "GROUP",
  "ORDER",
  "HAVING",
  "UNION",
  "EXCEPT",
  "INTERSECT",
  "FOR",
  "FETCH",
  "WITH",
  "ON",
  "SET",
  "VALUES",
  "JOIN",
  "INNER",
  "LEFT",
  "RIGHT",
  "FULL",
  "CROSS",
  "OPTIMIZE",
  "QUERYNO",
  "SKIP",
  "USING",
  "WHEN",
  "INTO",
  "SELECT",
  "LIMIT",
  "OUTER",
  "END",
]);
/** Words of a join: the list of tables goes on behind its condition. */
const JOIN_WORDS = new Set(["ON", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "OUTER", "USING"]);
const ORIENTATION = new Set([
  "NEXT",
  "PRIOR",
  "FIRST",
  "LAST",
  "CURRENT",
  "BEFORE",
  "AFTER",
  "ABSOLUTE",
  "RELATIVE",
  "FROM",
  "ROWSET",
  "SENSITIVE",
  "INSENSITIVE",
]);

const TABLE_FUNCTIONS = new Set(["TABLE", "FINAL", "OLD", "NEW", "LATERAL", "UNNEST", "XMLTABLE"]);

export function readSql(buffer: TokenBuffer, block: ExecBlock): SqlStatement {
  return new SqlReader(buffer, block).read();
}

class SqlReader {
  private readonly buffer: TokenBuffer;
  private readonly first: number;
  private readonly end: number;
  private readonly tables: SqlTable[] = [];
  private readonly locals = new Set<string>();

  constructor(buffer: TokenBuffer, block: ExecBlock) {
    this.buffer = buffer;
    this.first = block.row + 2;
    this.end = block.endRow;
  }

  read(): SqlStatement {
    const verb = this.word(this.first);
    const hosts = this.hostVariables(verb);
    let cursor: string | undefined;
    let procedure: string | undefined;
    let label = -1;
    let condition = "";
    if (verb === "DECLARE") cursor = this.declaration();
    else if (verb === "OPEN" || verb === "CLOSE") cursor = this.word(this.first + 1);
    else if (verb === "FETCH") cursor = this.fetched();
    else if (verb === "CALL") procedure = this.qualified(this.first + 1).name;
    else if (verb === "WHENEVER") {
      label = this.labelRow();
      condition = this.word(this.first + 1) === "NOT" ? "NOT FOUND" : this.word(this.first + 1);
    } else if (verb !== "INCLUDE" && verb !== "PREPARE") this.walk(this.first);
    const isDynamic = verb === "PREPARE" || verb === "EXECUTE";
    return { verb, tables: this.tables, cursor, procedure, ...hosts, label, condition, isDynamic };
  }

  private word(row: number): string {
    return row < this.end && this.buffer.kind[row] === T.WORD ? this.buffer.spelled(row) : "";
  }

  private declaration(): string | undefined {
    for (let row = this.first + 1; row < this.end; row += 1) {
      const word = this.word(row);
      if (word === "TABLE" && row <= this.first + 6) {
        this.add(this.qualified(this.first + 1).name, "declare", this.first + 1);
        return undefined;
      }
      if (word === "CURSOR") {
        this.walk(row + 1);
        return this.word(this.first + 1);
      }
    }
    return undefined;
  }

  private fetched(): string {
    for (let row = this.first + 1; row < this.end; row += 1) {
      const word = this.word(row);
      if (word === "INTO" || word === "FOR") break;
      if (word !== "" && !ORIENTATION.has(word) && this.buffer.kind[row - 1] !== T.COLON) return word;
    }
    return "";
  }

  private labelRow(): number {
    for (let row = this.first + 1; row < this.end; row += 1) {
      const word = this.word(row);
      if (word === "GOTO") return this.skipColon(row + 1);
      if (word === "GO") return this.skipColon(this.word(row + 1) === "TO" ? row + 2 : row + 1);
    }
    return -1;
  }

  private skipColon(row: number): number {
    return this.buffer.kind[row] === T.COLON ? row + 1 : row;
  }

  private qualified(row: number): { name: string; next: number } {
    const { buffer } = this;
    const part = (at: number): string =>
      buffer.kind[at] === T.LITERAL ? buffer.text(at).slice(1, -1) : buffer.spelled(at);
    if (row >= this.end || (buffer.kind[row] !== T.WORD && buffer.kind[row] !== T.LITERAL))
      return { name: "", next: row + 1 };
    let name = part(row);
    let at = row + 1;
    while (
      at + 1 < this.end &&
      (buffer.kind[at] === T.DOT || buffer.kind[at] === T.PERIOD) &&
      buffer.kind[at + 1] !== T.COLON
    ) {
      name += `.${part(at + 1)}`;
      at += 2;
    }
    return { name, next: at };
  }

  private add(name: string, operation: TableOperation, row: number): void {
    if (name === "" || this.locals.has(name)) return;
    if (!this.tables.some((table) => table.name === name && table.operation === operation))
      this.tables.push({ name, operation, row });
  }

  private walk(from: number): void {
    const { buffer } = this;
    /** For every open parenthesis: does it hold a query? */
    const queries: boolean[] = [];
    /** For every level of parentheses: does a list of tables stand open in it? */
    const lists: boolean[] = [false];
    for (let row = from; row < this.end; row += 1) {
      const kind = buffer.kind[row];
      if (kind === T.LPAREN) {
        queries.push(buffer.kind[row + 1] === T.LPAREN || /^(?:SELECT|WITH)$/.test(this.word(row + 1)));
        lists.push(false);
      } else if (kind === T.RPAREN) {
        queries.pop();
        if (lists.length > 1) lists.pop();
      } else if (kind === T.COMMA && lists[lists.length - 1]) this.tableList(row + 1);
      else if (kind === T.WORD && buffer.kind[row - 1] !== T.COLON) {
        const inQuery = queries[queries.length - 1] ?? true;
        this.clause(row, inQuery);
        lists[lists.length - 1] = this.listStaysOpen(row, inQuery, lists[lists.length - 1] === true);
      }
    }
  }

  /** `FROM A JOIN B ON A.K = B.K, C`: a comma leads to another table until the next clause begins. */
  private listStaysOpen(row: number, inQuery: boolean, isOpen: boolean): boolean {
    const word = this.word(row);
    if (word === "FROM") return inQuery && this.word(row - 1) !== "DELETE" && !this.isDistinctFrom(row);
    return isOpen && (!TABLE_LIST_END.has(word) || JOIN_WORDS.has(word));
  }

  private clause(row: number, inQuery: boolean): void {
    const word = this.word(row);
    const before = this.word(row - 1);
    switch (word) {
      case "FROM":
        this.fromClause(row, inQuery);
        return;
      case "JOIN":
        this.target(row + 1, "read");
        return;
      case "INTO":
        if (before === "INSERT") this.target(row + 1, "insert");
        if (before === "MERGE") this.target(row + 1, "merge");
        return;
      case "USING":
        if (this.tables.some((table) => table.operation === "merge")) this.target(row + 1, "read");
        return;
      case "AS":
        // A common table expression: WITH NAME [(columns)] AS (SELECT …
        if (this.word(row + 2) === "SELECT" && this.buffer.kind[row + 1] === T.LPAREN) this.local(row - 1);
        return;
      default:
        if (row === this.first || row === this.first + 1) this.firstWords(row, word);
    }
  }

  private fromClause(row: number, inQuery: boolean): void {
    if (this.word(row - 1) === "DELETE") this.target(row + 1, "delete");
    else if (inQuery && !this.isDistinctFrom(row)) this.tableList(row + 1);
  }

  /** `UPDATE T`, `DELETE T`, `LOCK TABLE T`, `TRUNCATE TABLE T`. */
  private firstWords(row: number, word: string): void {
    if (word === "UPDATE" && row === this.first) this.target(row + 1, "update");
    else if (word === "DELETE" && row === this.first && this.word(row + 1) !== "FROM") this.target(row + 1, "delete");
    else if (word === "TABLE" && row > this.first)
      this.target(row + 1, this.word(row - 1) === "TRUNCATE" ? "delete" : "read");
  }

  private isDistinctFrom(row: number): boolean {
    return this.word(row - 1) === "DISTINCT" && /^(IS|NOT)$/.test(this.word(row - 2));
  }

  private local(row: number): void {
    let at = row;
    if (this.buffer.kind[at] === T.RPAREN) {
      while (at > this.first && this.buffer.kind[at] !== T.LPAREN) at -= 1;
      at -= 1;
    }
    const before = this.word(at - 1);
    if (before === "WITH" || this.buffer.kind[at - 1] === T.COMMA) this.locals.add(this.word(at));
  }

  private target(row: number, operation: TableOperation): void {
    if (this.buffer.kind[row] === T.LPAREN || this.word(row) === "FINAL" || this.word(row) === "TABLE") return;
    this.add(this.qualified(row).name, operation, row);
  }

  private tableList(from: number): void {
    let row = from;
    while (row < this.end) {
      const next = this.tableOrQuery(row);
      if (next < 0) return;
      row = this.afterAlias(next);
      if (this.buffer.kind[row] !== T.COMMA) return;
      row += 1;
    }
  }

  /** The row after one entry of a FROM list; -1 when there is none. */
  private tableOrQuery(row: number): number {
    const { buffer } = this;
    if (buffer.kind[row] === T.LPAREN) return this.afterParens(row);
    if (TABLE_FUNCTIONS.has(this.word(row)) && buffer.kind[row + 1] === T.LPAREN) return this.afterParens(row + 1);
    const { name, next } = this.qualified(row);
    if (name === "" || TABLE_LIST_END.has(name)) return -1;
    this.add(name, "read", row);
    return next;
  }

  private afterAlias(from: number): number {
    const { buffer } = this;
    let row = this.word(from) === "AS" ? from + 1 : from;
    if (buffer.kind[row] === T.WORD && !TABLE_LIST_END.has(this.word(row))) row += 1;
    return buffer.kind[row] === T.LPAREN ? this.afterParens(row) : row;
  }

  private afterParens(row: number): number {
    let depth = 0;
    for (let at = row; at < this.end; at += 1) {
      if (this.buffer.kind[at] === T.LPAREN) depth += 1;
      else if (this.buffer.kind[at] === T.RPAREN) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return this.end;
  }

  private hostVariables(verb: string): { into: number[]; using: number[] } {
    const { buffer } = this;
    const into: number[] = [];
    const using: number[] = [];
    let isInto = false;
    for (let row = this.first; row < this.end; row += 1) {
      if (buffer.kind[row] === T.COLON && row + 1 < this.end) {
        // A qualified host variable: :GROUP.ITEM is the item.
        row += buffer.kind[row + 2] === T.DOT ? 3 : 1;
        (isInto ? into : using).push(row);
      } else isInto = this.receives(row, verb, isInto);
    }
    return { into, using };
  }

  /** Do host variables after this word receive values? */
  private receives(row: number, verb: string, before: boolean): boolean {
    const word = this.word(row);
    if (word === "INTO") return verb !== "INSERT" && verb !== "MERGE";
    if (word === "SET" && row === this.first) return true;
    return before && !(TABLE_LIST_END.has(word) || word === "FROM" || this.buffer.kind[row] === T.OP);
  }
}
