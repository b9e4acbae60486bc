import type { ReferenceFact, SymbolFact } from "../../model.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";
import { qualifiedName, readStatement, splitStatements } from "./sql-references.ts";
import { lineFinder, type SqlToken, sqlTokens } from "./sql-tokens.ts";
import { tableColumns } from "./table-columns.ts";

export interface SqlFacts {
  readonly symbols: readonly SymbolFact[];
  readonly references: readonly ReferenceFact[];
}

const TEXT_LENGTH_MAX = 100;
/** Of a line longer than any screen only the beginning is shown. */
const LINE_SHOWN_MAX = 400;

/**
 * Definitions and uses of an SQL script: tables with all columns and keys, views, indexes, aliases, procedures.
 * @param firstLine  the 1-based line of the file where `text` begins
 * @param owner      key of the symbol that loose statements belong to
 */
export function sqlFacts(text: string, firstLine: number, owner: string): SqlFacts {
  return new ScriptReader(text, firstLine, owner).run();
}

class ScriptReader {
  readonly #text: string;
  readonly #firstLine: number;
  readonly #owner: string;
  readonly #lineOf: (offset: number) => number;
  readonly #symbols: SymbolFact[] = [];
  readonly #references: ReferenceFact[] = [];
  readonly #keys = new UniqueKeys();
  #lastShown = { line: -1, text: "" };

  constructor(text: string, firstLine: number, owner: string) {
    this.#text = text;
    this.#firstLine = firstLine;
    this.#owner = owner;
    this.#lineOf = lineFinder(text);
  }

  run(): SqlFacts {
    for (const tokens of joinBodies(splitStatements(sqlTokens(this.#text)))) this.#statement(tokens);
    return { symbols: this.#symbols, references: this.#references };
  }

  #line(token: SqlToken | undefined): number {
    return this.#firstLine + this.#lineOf(token?.at ?? 0);
  }

  #statement(tokens: readonly SqlToken[]): void {
    const key = tokens[0]?.upper === "CREATE" ? this.#create(tokens) : this.#owner;
    if (/^(?:ALTER|DROP|LABEL|COMMENT)$/.test(tokens[0]?.upper ?? "")) this.#mention(tokens);
    for (const [index, token] of tokens.entries())
      if (token.upper === "REFERENCES" && token.kind === "word") this.#reference(key, tokens, index + 1);
    const statement = readStatement(tokens, this.#lineOf);
    for (const use of statement.uses) {
      const { kind, name, targets, line, detail } = use;
      const text = this.#shown(line);
      this.#references.push({
        kind,
        from: key,
        name,
        targets,
        line: this.#firstLine + line,
        text,
        ...(detail && { detail }),
      });
    }
  }

  /** A line is cut out once for all uses in it: a script on one line may hold a hundred thousand. */
  #shown(line: number): string {
    if (this.#lastShown.line !== line) this.#lastShown = { line, text: this.#cutOut(line) };
    return this.#lastShown.text;
  }

  #cutOut(line: number): string {
    const start = line === 0 ? 0 : nthLineStart(this.#text, line, this.#lineOf);
    const end = this.#text.indexOf("\n", start);
    return this.#text
      .slice(start, Math.min(end < 0 ? this.#text.length : end, start + LINE_SHOWN_MAX))
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, TEXT_LENGTH_MAX);
  }

  #reference(from: string, tokens: readonly SqlToken[], index: number, detail?: ReferenceFact["detail"]): void {
    const target = qualifiedName(tokens, index);
    const token = tokens[index];
    if (!target || !token) return;
    const line = this.#lineOf(token.at);
    const text = this.#shown(line);
    this.#references.push({
      kind: "references",
      from,
      name: target.name,
      targets: ["table"],
      line: this.#firstLine + line,
      text,
      ...(detail && { detail }),
    });
  }

  /** ALTER TABLE t, DROP VIEW t, COMMENT ON TABLE t name a table without touching its rows. */
  #mention(tokens: readonly SqlToken[]): void {
    const at = tokens.findIndex((token, index) => index < 4 && /^(?:TABLE|VIEW|ALIAS|SYNONYM)$/.test(token.upper));
    if (at > 0)
      this.#reference(this.#owner, tokens, tokens[at + 1]?.upper === "IF" ? at + 3 : at + 1, {
        verb: tokens[0]?.upper ?? "",
      });
  }

  #create(tokens: readonly SqlToken[]): string {
    const at = tokens.findIndex((token, index) => index > 0 && index < 8 && CREATED.test(token.upper));
    const type = tokens[at]?.upper ?? "";
    const name = at > 0 ? qualifiedName(tokens, tokens[at + 1]?.upper === "IF" ? at + 4 : at + 1) : undefined;
    if (!name) return this.#owner;
    switch (type) {
      case "TABLE":
        return this.#table(tokens, name);
      case "VIEW":
        return this.#symbol("table", name.name, tokens, { type: "view" });
      case "ALIAS":
      case "SYNONYM": {
        const key = this.#symbol("table", name.name, tokens, { type: "alias" });
        if (tokens[name.next]?.upper === "FOR") this.#reference(key, tokens, name.next + 1);
        return key;
      }
      case "INDEX": {
        const key = this.#symbol("data-item", name.name, tokens, {
          type: "index",
          unique: tokens[1]?.upper === "UNIQUE",
        });
        if (tokens[name.next]?.upper === "ON") this.#reference(key, tokens, name.next + 1);
        return key;
      }
      case "TRIGGER": {
        const key = this.#symbol("procedure", name.name, tokens, { type: "trigger" });
        const on = tokens.findIndex((token, index) => index > at && token.upper === "ON");
        if (on > 0) this.#reference(key, tokens, on + 1);
        return key;
      }
      case "PROCEDURE":
      case "FUNCTION":
        return this.#routine(tokens, name.name, type);
      default:
        return this.#owner;
    }
  }

  /** A procedure written in another language names the load module that runs. */
  #routine(tokens: readonly SqlToken[], name: string, type: string): string {
    const key = this.#symbol("procedure", name, tokens, { type: type.toLowerCase() });
    const at = tokens.findIndex((token, index) => token.upper === "EXTERNAL" && tokens[index + 1]?.upper === "NAME");
    const program = tokens[at + 2];
    if (at > 0 && program) {
      const line = this.#lineOf(program.at);
      const target = program.value.replace(/'/g, "").split("!").at(-1) ?? "";
      this.#references.push({
        kind: "calls",
        from: key,
        name: target.toUpperCase(),
        targets: ["program"],
        line: this.#firstLine + line,
        text: this.#shown(line),
      });
    }
    return key;
  }

  #symbol(
    kind: "table" | "procedure" | "data-item",
    name: string,
    tokens: readonly SqlToken[],
    detail?: Record<string, unknown>,
  ): string {
    const start = this.#line(tokens[0]);
    const wanted = `${kind}:${name.toUpperCase()}`;
    const key = this.#keys.take(wanted, start);
    const end = Math.max(start, this.#line(tokens.at(-1)));
    this.#symbols.push({ key, kind, name, owner: this.#owner, start, end, ...(detail && { detail }) });
    return key;
  }

  #table(tokens: readonly SqlToken[], name: { readonly name: string; readonly next: number }): string {
    const columns = tableColumns(tokens, name.next, this.#lineOf);
    const primaryKey = columnList(tokens, "PRIMARY");
    const key = this.#symbol("table", name.name, tokens, { ...(primaryKey.length > 0 && { primaryKey }) });
    for (const [position, column] of columns.entries()) {
      const [start, end] = [this.#firstLine + column.line, this.#firstLine + column.endLine];
      const detail = { type: column.type, nullable: column.isNullable, position: position + 1 };
      this.#symbols.push({
        key: this.#keys.take(`${key}.${column.name.toUpperCase()}`, start),
        kind: "data-item",
        name: column.name,
        owner: key,
        start,
        end,
        detail,
      });
    }
    if (tokens[name.next]?.upper === "LIKE") this.#reference(key, tokens, name.next + 1);
    return key;
  }
}

const CREATED =
  /^(?:TABLE|VIEW|ALIAS|SYNONYM|INDEX|TRIGGER|PROCEDURE|FUNCTION|DATABASE|TABLESPACE|STOGROUP|SEQUENCE|TYPE|ROLE)$/;
/** The names of `PRIMARY KEY (A, B)`. A column's own PRIMARY KEY has no list. */
function columnList(tokens: readonly SqlToken[], word: string): string[] {
  const at = tokens.findIndex((token) => token.kind === "word" && token.upper === word);
  if (at < 0 || tokens[at + 2]?.value !== "(") return [];
  const names: string[] = [];
  for (let index = at + 3; index < tokens.length && tokens[index]?.value !== ")"; index++) {
    const token = tokens[index];
    if (token && token.value !== "," && !/^(?:ASC|DESC)$/.test(token.upper)) names.push(token.value);
  }
  return names;
}

/** Statements inside BEGIN … END belong to the routine around them. */
function joinBodies(statements: readonly SqlToken[][]): SqlToken[][] {
  const joined: SqlToken[][] = [];
  let depth = 0;
  for (const tokens of statements) {
    const last = joined.at(-1);
    if (depth > 0 && last) for (const token of tokens) last.push(token);
    else joined.push([...tokens]);
    const isRoutine =
      depth > 0 ||
      (tokens[0]?.upper === "CREATE" &&
        tokens.slice(1, 6).some((token) => /^(?:PROCEDURE|FUNCTION|TRIGGER)$/.test(token.upper)));
    if (isRoutine) depth = Math.max(0, depth + bodyDepth(tokens));
  }
  return joined;
}

function bodyDepth(tokens: readonly SqlToken[]): number {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "word") continue;
    const next = tokens[index + 1]?.upper ?? "";
    if (token.upper === "BEGIN" || (token.upper === "CASE" && tokens[index - 1]?.upper !== "END")) depth++;
    if (token.upper === "END" && !/^(?:IF|LOOP|WHILE|FOR|REPEAT)$/.test(next)) depth--;
  }
  return depth;
}

/** Offset where a 0-based line begins, by searching `lineOf` for it. */
function nthLineStart(text: string, line: number, lineOf: (offset: number) => number): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lineOf(middle) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
