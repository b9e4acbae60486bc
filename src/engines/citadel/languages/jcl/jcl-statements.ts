import type { SourceText } from "../../frontend.ts";
import { type Operand, operandField, type Piece, splitOperands } from "../control-cards/operand-field.ts";

/** One JCL statement with its continuation lines joined. */
export interface JclStatement {
  readonly file: string;
  /** Upper case; empty when none is written. A DD override keeps its `STEP.` prefix. */
  readonly name: string;
  /** JOB, EXEC, DD, PROC, PEND, SET, INCLUDE, JCLLIB, IF, ELSE, ENDIF …; "NULL" for a bare `//`. */
  readonly operation: string;
  readonly parameters: readonly Operand[];
  readonly line: number;
  /** Last line, instream data and its delimiter included. */
  readonly endLine: number;
  /** Instream data of `DD *` and `DD DATA`. */
  readonly data?: { readonly line: number; readonly lines: readonly string[] };
  /** The condition of an IF. */
  readonly condition?: string;
  readonly text: string;
}

/** JCL is read to column 71; column 72 marks a continuation, 73-80 are sequence numbers. */
const CODE_COLUMNS = 71;
const IF_LINES_MAX = 50;
const TEXT_LENGTH_MAX = 100;

/** Splits a JCL file into statements. Instream data, comments and JES control lines are never taken for statements. */
export function jclStatements(source: SourceText): JclStatement[] {
  return new StatementReader(source).run();
}

class StatementReader {
  readonly #file: string;
  readonly #lines: readonly string[];
  #index = 0;

  constructor(source: SourceText) {
    this.#file = source.path;
    this.#lines = source.text.replace(/[\f\u001a\r]/g, "").split("\n");
  }

  run(): JclStatement[] {
    const statements: JclStatement[] = [];
    while (this.#index < this.#lines.length) {
      const statement = this.#next();
      if (statement) statements.push(statement);
    }
    return statements;
  }

  #code(index: number): string {
    return (this.#lines[index] ?? "").slice(0, CODE_COLUMNS);
  }

  #next(): JclStatement | undefined {
    const start = this.#index++;
    const code = this.#code(start);
    if (!code.startsWith("//") || code.startsWith("//*")) return undefined;
    const match = /^\/\/(\S*)\s*(\S*)\s*/.exec(code);
    const name = (match?.[1] ?? "").toUpperCase();
    const operation = (match?.[2] ?? "").toUpperCase();
    const base = {
      file: this.#file,
      name,
      line: start + 1,
      text: code.trim().replace(/\s+/g, " ").slice(0, TEXT_LENGTH_MAX),
    };
    if (operation === "") return { ...base, operation: name === "" ? "NULL" : "", parameters: [], endLine: start + 1 };
    if (operation === "IF") return this.#condition(base, code.slice(match?.[0].length ?? 0));
    const operands = this.#operands(match?.[0].length ?? 0, start);
    const parameters = splitOperands(operands.text, operands.pieces);
    const data = operation === "DD" ? this.#data(parameters) : undefined;
    return { ...base, operation, parameters, endLine: this.#index, ...(data && { data }) };
  }

  #condition(base: Omit<JclStatement, "operation" | "parameters" | "endLine">, first: string): JclStatement {
    let condition = first;
    const limit = Math.min(this.#lines.length, this.#index + IF_LINES_MAX);
    while (!/\bTHEN\b/i.test(condition) && this.#index < limit) {
      const code = this.#code(this.#index);
      if (!code.startsWith("// ") && !code.startsWith("//*")) break;
      if (!code.startsWith("//*")) condition += ` ${code.slice(2).trim()}`;
      this.#index++;
    }
    condition = condition
      .replace(/\bTHEN\b[\s\S]*$/i, "")
      .replace(/\s+/g, " ")
      .trim();
    return { ...base, operation: "IF", parameters: [], endLine: this.#index, condition };
  }

  /** The operand field of the statement at `start`, continuation lines joined. */
  #operands(column: number, start: number): { text: string; pieces: Piece[] } {
    const pieces: Piece[] = [{ at: 0, line: start + 1 }];
    let { text, quoted } = operandField(this.#code(start).slice(column), false);
    while (quoted || text.endsWith(",")) {
      let next = this.#index;
      while (this.#code(next).startsWith("//*")) next++;
      const code = this.#code(next);
      const isContinuation = code.startsWith("// ") && code.trim() !== "//";
      if (!isContinuation || next >= this.#lines.length) break;
      this.#index = next + 1;
      pieces.push({ at: text.length, line: next + 1 });
      // A literal broken at column 71 goes on in column 16 exactly.
      const more = operandField(quoted && code.length > 15 ? code.slice(15) : code.slice(2).trimStart(), quoted);
      text += more.text;
      quoted = more.quoted;
    }
    return { text, pieces };
  }

  /** Takes the lines of `DD *` or `DD DATA` up to the delimiter. */
  #data(parameters: readonly Operand[]): JclStatement["data"] | undefined {
    const kind = parameters.find((parameter) => parameter.key === "" && /^(?:\*|DATA)$/i.test(parameter.value));
    if (!kind) return undefined;
    const written = parameters.find((parameter) => parameter.key === "DLM")?.value.replaceAll("'", "");
    const delimiter = written ?? "/*";
    const endsAtJcl = written === undefined && kind.value === "*";
    const first = this.#index;
    while (this.#index < this.#lines.length) {
      const line = this.#lines[this.#index] ?? "";
      if (endsAtJcl && line.startsWith("//")) break;
      this.#index++;
      if (line.startsWith(delimiter)) return { line: first + 1, lines: this.#lines.slice(first, this.#index - 1) };
    }
    return { line: first + 1, lines: this.#lines.slice(first, this.#index) };
  }
}
