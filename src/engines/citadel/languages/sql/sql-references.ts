import type { EdgeKind, NodeKind } from "../../model.ts";
import { tableUses } from "./sql-table-uses.ts";
import { lineFinder, type SqlToken, sqlTokens } from "./sql-tokens.ts";
import type { SqlUse } from "./sql-use.ts";

/** What one SQL statement says. */
export interface SqlStatement {
  /** First word, upper case: SELECT, INSERT, DECLARE, OPEN, CREATE … */
  readonly verb: string;
  readonly offset: number;
  readonly line: number;
  /** Offset just past the statement. */
  readonly endOffset: number;
  readonly endLine: number;
  readonly uses: readonly SqlUse[];
  /** Host variables without the colon, each once, in order of appearance; indicators included. */
  readonly hostVariables: readonly { readonly name: string; readonly offset: number; readonly line: number }[];
  /** The cursor a DECLARE … CURSOR defines. `statement` names a prepared statement, whose text is unknown. */
  readonly cursor?: { readonly name: string; readonly statement?: string };
  /** The jump that a WHENEVER sets up. */
  readonly whenever?: { readonly condition: string; readonly label: string; readonly line: number };
  /** Why the statement's tables cannot be known from the text (PREPARE, EXECUTE IMMEDIATE). */
  readonly dynamic?: string;
}

/**
 * Reads SQL text, one statement or many separated by `;`, as found between EXEC SQL and END-EXEC or in a script.
 * All tables of joins, sub-selects and common table expressions are found; names of the latter are not tables.
 * Pure, linear, never throws.
 */
export function sqlReferences(text: string): SqlStatement[] {
  const lineOf = lineFinder(text);
  return splitStatements(sqlTokens(text)).map((tokens) => readStatement(tokens, lineOf));
}

export function splitStatements(tokens: readonly SqlToken[]): SqlToken[][] {
  const statements: SqlToken[][] = [];
  let current: SqlToken[] = [];
  for (const token of tokens) {
    if (token.kind === "sign" && token.value === ";") {
      if (current.length > 0) statements.push(current);
      current = [];
    } else current.push(token);
  }
  if (current.length > 0) statements.push(current);
  return statements;
}

export function readStatement(tokens: readonly SqlToken[], lineOf: (offset: number) => number): SqlStatement {
  const first = tokens[0];
  const last = tokens.at(-1);
  const offset = first?.at ?? 0;
  const endOffset = last ? last.at + last.value.length : offset;
  const cursor = declaredCursor(tokens);
  const whenever = wheneverJump(tokens, lineOf);
  const dynamic = dynamicReason(tokens, cursor);
  const placed = (use: Omit<SqlUse, "line">): SqlUse => ({ ...use, line: lineOf(use.offset) });
  return {
    verb: first?.upper ?? "",
    offset,
    line: lineOf(offset),
    endOffset,
    endLine: lineOf(Math.max(offset, endOffset - 1)),
    uses: [...statementUses(tokens), ...tableUses(tokens)]
      .map(placed)
      .sort((left, right) => left.offset - right.offset),
    hostVariables: hostVariables(tokens, lineOf),
    ...(cursor && { cursor }),
    ...(whenever && { whenever }),
    ...(dynamic && { dynamic }),
  };
}

const CURSOR: readonly NodeKind[] = ["cursor"];

/** The verbs that name something else than a table: cursors, procedures, members. */
function statementUses(tokens: readonly SqlToken[]): Omit<SqlUse, "line">[] {
  const uses: Omit<SqlUse, "line">[] = [];
  const word = (index: number) => tokens[index]?.upper ?? "";
  const add = (kind: EdgeKind, token: SqlToken | undefined, targets: readonly NodeKind[]) => {
    if (token && token.kind !== "sign") uses.push({ kind, name: token.value, targets, offset: token.at });
  };
  const verb = word(0);
  if (verb === "OPEN") add("opens", tokens[1], CURSOR);
  if (verb === "CLOSE") add("closes", tokens[1], CURSOR);
  if (verb === "FETCH") add("reads", fetchedCursor(tokens), CURSOR);
  if (verb === "INCLUDE") add("copies", tokens[1], ["copybook"]);
  if (verb === "CALL") {
    const name = qualifiedName(tokens, 1);
    if (name && tokens[1]?.kind !== "host") {
      const offset = tokens[1]?.at ?? 0;
      uses.push({ kind: "calls", name: name.name, targets: ["procedure", "program"], offset });
    }
  }
  for (let index = 1; index < tokens.length - 2; index++) {
    if (word(index) === "CURRENT" && word(index + 1) === "OF" && word(index - 1) === "WHERE")
      add("references", tokens[index + 2], CURSOR);
  }
  return uses;
}

const FETCH_WORDS = new Set(
  "NEXT PRIOR FIRST LAST CURRENT BEFORE AFTER ABSOLUTE RELATIVE SENSITIVE INSENSITIVE FROM ROWSET STARTING AT WITH CONTINUE FOR ROWS".split(
    " ",
  ),
);

function fetchedCursor(tokens: readonly SqlToken[]): SqlToken | undefined {
  const from = tokens.findIndex((token, index) => index > 0 && token.upper === "FROM");
  if (from > 0) return tokens[from + 1];
  return tokens.find((token, index) => index > 0 && token.kind === "word" && !FETCH_WORDS.has(token.upper));
}

/** A name with its qualifiers, starting at `index`; `next` is the index of the token behind it. */
export function qualifiedName(
  tokens: readonly SqlToken[],
  index: number,
): { readonly name: string; readonly next: number } | undefined {
  const first = tokens[index];
  if (!first || (first.kind !== "word" && first.kind !== "quoted")) return undefined;
  let name = first.value;
  let next = index + 1;
  while (tokens[next]?.value === "." && isName(tokens[next + 1])) {
    name += `.${tokens[next + 1]?.value ?? ""}`;
    next += 2;
  }
  return { name, next };
}

const isName = (token: SqlToken | undefined) => token?.kind === "word" || token?.kind === "quoted";

function declaredCursor(tokens: readonly SqlToken[]): SqlStatement["cursor"] {
  const name = tokens[1];
  if (tokens[0]?.upper !== "DECLARE" || !name) return undefined;
  const limit = Math.min(tokens.length, 12);
  const at = tokens.findIndex((token, index) => index < limit && token.upper === "CURSOR");
  if (at < 2) return undefined;
  const body = tokens.findIndex((token, index) => index > at && token.upper === "FOR");
  const source = tokens[body + 1];
  const prepared = body > 0 && source?.kind === "word" && !/^(?:SELECT|WITH|VALUES|CALL)$/.test(source.upper);
  return { name: name.value, ...(prepared && { statement: source.value }) };
}

function wheneverJump(tokens: readonly SqlToken[], lineOf: (offset: number) => number): SqlStatement["whenever"] {
  if (tokens[0]?.upper !== "WHENEVER") return undefined;
  const go = tokens.findIndex((token) => token.upper === "GO" || token.upper === "GOTO");
  if (go < 0) return undefined;
  const start = tokens[go]?.upper === "GO" ? go + 2 : go + 1;
  const label = tokens.slice(start);
  const first = label[0];
  if (!first) return undefined;
  const condition = tokens
    .slice(1, go)
    .map((token) => token.upper)
    .join(" ");
  // A paragraph's hyphens are minus signs to SQL, so the label is what follows, without blanks.
  return { condition, label: label.map((token) => token.value).join(""), line: lineOf(first.at) };
}

function dynamicReason(tokens: readonly SqlToken[], cursor: SqlStatement["cursor"]): string | undefined {
  const verb = tokens[0]?.upper;
  if (verb === "PREPARE") return `the text of statement ${tokens[1]?.value ?? ""} is built at run time`;
  if (verb === "EXECUTE" && tokens[1]?.upper === "IMMEDIATE") return "EXECUTE IMMEDIATE runs text built at run time";
  if (verb === "EXECUTE") return `statement ${tokens[1]?.value ?? ""} is built at run time`;
  if (cursor?.statement) return `cursor ${cursor.name} runs prepared statement ${cursor.statement}`;
  return undefined;
}

function hostVariables(tokens: readonly SqlToken[], lineOf: (offset: number) => number): SqlStatement["hostVariables"] {
  const found = new Map<string, { name: string; offset: number; line: number }>();
  for (const token of tokens) {
    if (token.kind !== "host" || found.has(token.upper)) continue;
    found.set(token.upper, { name: token.value, offset: token.at, line: lineOf(token.at) });
  }
  return [...found.values()];
}
