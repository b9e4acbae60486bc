import type { SqlToken } from "./sql-tokens.ts";

/** A column as CREATE TABLE or DECLARE … TABLE writes it. */
export interface SqlColumn {
  readonly name: string;
  /** `CHAR(4)`, `DECIMAL(11,2)` … */
  readonly type: string;
  readonly isNullable: boolean;
  /** 0-based lines in the text. */
  readonly line: number;
  readonly endLine: number;
}

/** The columns in the parenthesised list that begins at or after `index`. */
export function tableColumns(
  tokens: readonly SqlToken[],
  index: number,
  lineOf: (offset: number) => number,
): SqlColumn[] {
  const open = tokens.findIndex((token, at) => at >= index && isSign(token, "("));
  if (open < 0 || tokens.slice(index, open).some((token) => token.upper === "LIKE" || token.upper === "AS")) return [];
  return [...listParts(tokens, open)].flatMap((part) => toColumn(part, lineOf) ?? []);
}

const isSign = (token: SqlToken, sign: string): boolean => token.kind === "sign" && token.value === sign;

/** What stands between the commas of the list that opens at `open`; a list that is not closed has no last part. */
function* listParts(tokens: readonly SqlToken[], open: number): Generator<readonly SqlToken[]> {
  let depth = 1;
  let from = open + 1;
  for (let at = from; at < tokens.length && depth > 0; at++) {
    const token = tokens[at] as SqlToken;
    if (isSign(token, "(")) depth++;
    if (isSign(token, ")")) depth--;
    if (depth > 1 || (depth === 1 && !isSign(token, ","))) continue;
    yield tokens.slice(from, at);
    from = at + 1;
  }
}

/** Words that begin a constraint, not a column, in the list of a table. */
const CONSTRAINT = /^(?:PRIMARY|FOREIGN|UNIQUE|CONSTRAINT|CHECK|PERIOD|LIKE|KEY|INDEX)$/;

function toColumn(part: readonly SqlToken[], lineOf: (offset: number) => number): SqlColumn | undefined {
  const [name, type] = part;
  if (!name || !type || name.kind === "sign") return undefined;
  if (
    name.kind === "word" &&
    CONSTRAINT.test(name.upper) &&
    !/^(?:CHAR|VARCHAR|INTEGER|INT|SMALLINT|DECIMAL|DATE)$/.test(type.upper)
  )
    return undefined;
  const close = part[2]?.value === "(" ? part.findIndex((token) => token.value === ")") : 1;
  const last = part.at(-1) ?? type;
  return {
    name: name.value,
    type: part
      .slice(1, (close < 0 ? part.length - 1 : close) + 1)
      .map((token) => token.upper)
      .join(""),
    isNullable: !part.some((token, index) => token.upper === "NOT" && part[index + 1]?.upper === "NULL"),
    line: lineOf(name.at),
    endLine: lineOf(last.at),
  };
}
