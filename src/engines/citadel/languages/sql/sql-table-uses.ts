import type { EdgeKind, NodeKind } from "../../model.ts";
import type { SqlToken } from "./sql-tokens.ts";
import type { SqlUse } from "./sql-use.ts";

type PlainUse = Omit<SqlUse, "line">;

/** One level of parentheses: whether a FROM list is open in it, and whether a table name must come next. */
interface Level {
  inFrom: boolean;
  expectsTable: boolean;
}

const ENDS_FROM = new Set(
  "WHERE GROUP ORDER HAVING SET SELECT INTO VALUES UNION EXCEPT INTERSECT FETCH LIMIT FOR WHEN OPTIMIZE QUERYNO WINDOW OFFSET".split(
    " ",
  ),
);
const BEFORE_TABLE = new Set(["TABLE", "LATERAL", "FINAL", "OLD", "NEW", "ONLY"]);
/** A FROM behind one of these belongs to a function or a predicate, not to a query. */
const FROM_OF_FUNCTION = new Set(["DISTINCT"]);
const FUNCTIONS_WITH_FROM = new Set(["EXTRACT", "TRIM", "STRIP", "SUBSTRING", "OVERLAY", "POSITION"]);
const TABLE: readonly NodeKind[] = ["table"];

/** Every table of a statement with what is done to it; common table expressions are left out. */
export function tableUses(tokens: readonly SqlToken[]): PlainUse[] {
  return new TableScan(tokens).run();
}

class TableScan {
  readonly #tokens: readonly SqlToken[];
  readonly #local: ReadonlySet<string>;
  readonly #uses: PlainUse[] = [];
  readonly #levels: Level[] = [{ inFrom: false, expectsTable: false }];
  #index = 0;

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens;
    this.#local = commonTables(tokens);
  }

  run(): PlainUse[] {
    if (this.#word(0) === "DECLARE" && this.#word(2) === "TABLE") return [];
    if (this.#isOtherLanguage()) return [];
    while (this.#index < this.#tokens.length) this.#step();
    return this.#uses;
  }

  /** Statements whose FROM or UPDATE are no query words. */
  #isOtherLanguage(): boolean {
    const verb = this.#word(0);
    return ["FETCH", "OPEN", "CLOSE", "PREPARE", "INCLUDE", "WHENEVER", "GRANT", "REVOKE", "CONNECT"].includes(verb);
  }

  #word(index: number): string {
    const token = this.#tokens[index];
    return token?.kind === "word" || token?.kind === "sign" ? token.upper : "";
  }

  #step(): void {
    const index = this.#index;
    const token = this.#tokens[index];
    const level = this.#levels.at(-1);
    this.#index = index + 1;
    if (!token || !level) return;
    if (token.value === "(" && token.kind === "sign") this.#open(level);
    else if (token.value === ")" && token.kind === "sign") this.#close();
    else if (token.value === "," && token.kind === "sign") level.expectsTable = level.inFrom;
    else if (token.kind === "word" && this.#keyword(token.upper, index, level)) return;
    else if (level.expectsTable && (token.kind === "word" || token.kind === "quoted")) this.#table(index, level);
    else level.expectsTable = false;
  }

  #open(level: Level): void {
    this.#levels.push({ inFrom: level.expectsTable, expectsTable: level.expectsTable });
    level.expectsTable = false;
  }

  #close(): void {
    if (this.#levels.length > 1) this.#levels.pop();
    const level = this.#levels.at(-1);
    if (level) level.expectsTable = false;
  }

  #keyword(upper: string, index: number, level: Level): boolean {
    if (upper === "FROM") {
      const isClause = !FROM_OF_FUNCTION.has(this.#word(index - 1)) && !this.#insideFunction(index);
      if (isClause && this.#word(index - 1) !== "DELETE") Object.assign(level, { inFrom: true, expectsTable: true });
      return true;
    }
    if (upper === "JOIN") {
      Object.assign(level, { inFrom: true, expectsTable: true });
      return true;
    }
    if (upper === "USING" && this.#word(0) === "MERGE" && this.#word(index + 1) !== "") {
      level.expectsTable = true;
      return true;
    }
    if (this.#change(upper, index)) {
      Object.assign(level, { inFrom: false, expectsTable: false });
      return true;
    }
    if (ENDS_FROM.has(upper)) {
      Object.assign(level, { inFrom: false, expectsTable: false });
      return true;
    }
    return level.expectsTable && BEFORE_TABLE.has(upper) && this.#word(index + 1) !== ".";
  }

  #insideFunction(index: number): boolean {
    for (let at = index - 1; at >= Math.max(0, index - 6); at--) {
      if (this.#word(at) === ")") return false;
      if (this.#word(at) === "(") return FUNCTIONS_WITH_FROM.has(this.#word(at - 1));
    }
    return false;
  }

  /** INSERT INTO t, UPDATE t, DELETE FROM t, MERGE INTO t, TRUNCATE TABLE t, LOCK TABLE t. */
  #change(upper: string, index: number): boolean {
    if (upper === "INSERT" && this.#word(index + 1) === "INTO") return this.#target("inserts", index + 2);
    if (upper === "DELETE" && this.#word(index - 1) !== "ON") {
      if (this.#word(index + 1) === "FROM") return this.#target("deletes", index + 2);
      return index === 0 && this.#target("deletes", index + 1);
    }
    if (upper === "UPDATE" && this.#isUpdate(index)) return this.#target("updates", index + 1);
    return index === 0 && this.#first(upper);
  }

  /** Statements that change a table only where they begin with the word. */
  #first(upper: string): boolean {
    if (upper === "MERGE" && this.#word(1) === "INTO") return this.#merge();
    if (upper === "TRUNCATE") return this.#target("deletes", this.#word(1) === "TABLE" ? 2 : 1);
    return upper === "LOCK" && this.#word(1) === "TABLE" && this.#target("references", 2);
  }

  #isUpdate(index: number): boolean {
    if (["FOR", "ON", "KEEP", "OF", "OR", "AFTER", "BEFORE", ","].includes(this.#word(index - 1))) return false;
    const next = this.#tokens[index + 1];
    if (!next || next.kind === "sign" || next.kind === "host") return false;
    return !["SET", "OF", "LOCKS"].includes(next.upper);
  }

  #merge(): boolean {
    const kinds = new Set<EdgeKind>();
    for (let index = 2; index < this.#tokens.length; index++) {
      if (this.#word(index - 1) !== "THEN") continue;
      if (this.#word(index) === "UPDATE") kinds.add("updates");
      if (this.#word(index) === "INSERT") kinds.add("inserts");
      if (this.#word(index) === "DELETE") kinds.add("deletes");
    }
    if (kinds.size === 0) kinds.add("updates");
    const start = this.#index;
    for (const kind of kinds) {
      this.#index = start;
      this.#target(kind, 2);
    }
    return true;
  }

  #target(kind: EdgeKind, index: number): boolean {
    const at = this.#word(index) === "ONLY" ? index + 1 : index;
    this.#emit(kind, at);
    return true;
  }

  #table(index: number, level: Level): void {
    level.expectsTable = false;
    const token = this.#tokens[index];
    const next = this.#name(index).next;
    // A name before a parenthesis is a table function (UNNEST, XMLTABLE …).
    if (this.#word(next) === "(" && token?.kind === "word") {
      this.#index = next;
      return;
    }
    this.#emit("selects", index);
  }

  #name(index: number): { readonly name: string; readonly next: number } {
    let name = this.#tokens[index]?.value ?? "";
    let next = index + 1;
    while (this.#word(next) === "." && this.#tokens[next + 1]) {
      name += `.${this.#tokens[next + 1]?.value ?? ""}`;
      next += 2;
    }
    return { name, next };
  }

  #emit(kind: EdgeKind, index: number): void {
    const token = this.#tokens[index];
    if (!token || (token.kind !== "word" && token.kind !== "quoted")) return;
    const { name, next } = this.#name(index);
    this.#index = Math.max(this.#index, next);
    if (this.#local.has(name.toUpperCase())) return;
    this.#uses.push({ kind, name, targets: TABLE, offset: token.at });
  }
}

/** Names that WITH defines: `NAME [(columns)] AS ( SELECT …`. */
function commonTables(tokens: readonly SqlToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  if (!tokens.some((token) => token.upper === "WITH")) return names;
  for (let index = 2; index < tokens.length - 1; index++) {
    if (tokens[index]?.upper !== "AS" || tokens[index + 1]?.value !== "(") continue;
    if (!/^(?:SELECT|WITH|VALUES|\()$/.test(tokens[index + 2]?.upper ?? "")) continue;
    const at = tokens[index - 1]?.value === ")" ? beforeParentheses(tokens, index - 1) : index - 1;
    const name = tokens[at];
    const before = tokens[at - 1]?.upper ?? "";
    if (name && (before === "WITH" || before === "," || before === "RECURSIVE")) names.add(name.value.toUpperCase());
  }
  return names;
}

const COLUMNS_MAX = 2000;

function beforeParentheses(tokens: readonly SqlToken[], close: number): number {
  for (let index = close; index > Math.max(0, close - COLUMNS_MAX); index--) {
    if (tokens[index]?.value === "(" && tokens[index]?.kind === "sign") return index - 1;
  }
  return -1;
}
