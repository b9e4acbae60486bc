import type { SourceText } from "../../frontend.ts";
import { type Operand, type Piece, splitOperands } from "../control-cards/operand-field.ts";

/** One statement of assembler source, or of a macro language written like it (BMS, DBD, PSB). */
export interface AssemblerStatement {
  /** Name field, upper case; empty when none is written. */
  readonly label: string;
  /** Upper case. */
  readonly operation: string;
  readonly operands: readonly Operand[];
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

const CODE_COLUMNS = 71;
/** Continuation lines resume in column 16. */
const RESUME_INDEX = 15;
const TEXT_LENGTH_MAX = 100;

/** Splits assembler text into statements: column 72 continues, `*` and `.*` begin comments. Never throws. */
export function assemblerStatements(source: SourceText): AssemblerStatement[] {
  const lines = source.text.split(/\r?\n/);
  const statements: AssemblerStatement[] = [];
  let index = 0;
  while (index < lines.length) {
    const start = index++;
    const code = codeOf(lines[start]);
    if (code.startsWith("*") || code.startsWith(".*") || code.trim() === "") continue;
    const match = /^(\S*)\s+(\S+)\s*/.exec(code);
    if (!match) continue;
    const { text, pieces, end } = wholeOperand(lines, start, code.slice(match[0].length));
    index = end;
    statements.push({
      label: (match[1] ?? "").toUpperCase(),
      operation: (match[2] ?? "").toUpperCase(),
      operands: splitOperands(text, pieces),
      line: start + 1,
      endLine: index,
      text: code.trim().replace(/\s+/g, " ").slice(0, TEXT_LENGTH_MAX),
    });
  }
  return statements;
}

/** The operands that begin in a line, with those of its continuations. @returns `end`, the index of the next line */
function wholeOperand(
  lines: readonly string[],
  start: number,
  first: string,
): { readonly text: string; readonly pieces: readonly Piece[]; readonly end: number } {
  let { text, isOpen } = operandText(first, false);
  const pieces: Piece[] = [{ at: 0, line: start + 1 }];
  let index = start + 1;
  for (let hasMore = continues(lines, start, text); hasMore && index < lines.length; index++) {
    const line = codeOf(lines[index]);
    const wants = isOpen || text.endsWith(",") || text === "" || codeOf(lines[index - 1]).length >= CODE_COLUMNS;
    if (wants && !line.startsWith("*")) {
      pieces.push({ at: text.length, line: index + 1 });
      const more = operandText(isOpen ? line.slice(RESUME_INDEX) : line.trimStart(), isOpen);
      text += more.text;
      isOpen = more.isOpen;
    }
    hasMore = continues(lines, index, text);
  }
  return { text, pieces, end: index };
}

const codeOf = (line: string | undefined): string =>
  (line ?? "")
    .replace(/[\f\u001a]/g, "")
    .slice(0, CODE_COLUMNS)
    .trimEnd();

/** Column 72 says so; sources whose mark was lost still go on after a comma when the next line is indented to column 16. */
function continues(lines: readonly string[], index: number, text: string): boolean {
  const mark = (lines[index] ?? "").charAt(CODE_COLUMNS).trim();
  if (mark !== "") return true;
  return (
    text.endsWith(",") &&
    (lines[index + 1] ?? "").startsWith(" ".repeat(RESUME_INDEX - 1)) &&
    codeOf(lines[index + 1]).trim() !== ""
  );
}

/** Operands end at the first blank outside quotes; `L'NAME` is an attribute, not a literal. */
function operandText(rest: string, startsOpen: boolean): { text: string; isOpen: boolean } {
  let isOpen = startsOpen;
  for (let at = 0; at < rest.length; at++) {
    const char = rest.charAt(at);
    if (char === "'") {
      const isAttribute =
        !isOpen &&
        /(?:^|[^\w@#$'])[LKNTSIDO]$/i.test(rest.slice(Math.max(0, at - 2), at)) &&
        /[A-Z@#$&=*]/i.test(rest.charAt(at + 1));
      if (!isAttribute) isOpen = !isOpen;
    } else if (!isOpen && /\s/.test(char)) return { text: rest.slice(0, at), isOpen: false };
  }
  return { text: rest, isOpen };
}

/** The value of a keyword operand, as written. */
export const operandValue = (statement: AssemblerStatement, key: string): string | undefined =>
  statement.operands.find((operand) => operand.key === key)?.value;

/** Positional operands in order. */
export const positionals = (statement: AssemblerStatement): readonly Operand[] =>
  statement.operands.filter((operand) => operand.key === "");
