import type { ReferenceFact } from "../../model.ts";
import { sqlReferences } from "../sql/sql-references.ts";
import type { SqlUse } from "../sql/sql-use.ts";
import type { Findings } from "./findings.ts";
import { joinedLiteral, literalAt, literalText } from "./literals.ts";

const VERB = /(?<![\w$])(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|CALL|CREATE|DECLARE|TRUNCATE|LOCK)\s(?!\s*[=:(),])/gi;
const WHITE = /\s/;
const BEFORE_VERB = /[ \t\r\n(]/;
const SQL_LENGTH_MAX = 50_000;
const EMBEDDED = /\bEXEC\s+SQL\s+([^;]{1,20000})(?:;|\bEND-EXEC)/gi;
/** Names of mappings: JPA, Hibernate, SQLAlchemy, Rails, Doctrine, EF Core, TypeORM. */
const MAPPED_TABLE =
  /(?:@(?:Table|SecondaryTable|JoinTable)\s*\((?:[^()"]*\bname\s*=)?\s*|@Entity\s*\(\s*|\[Table\s*\(\s*|__tablename__\s*=\s*|\btable_name\s*=\s*|\.ToTable\s*\(\s*|\bTable\(\s*name\s*[:=]\s*)["'`]([\w.$#@]+)["'`]/g;
/** Without one of them no mapping is looked for. */
const MAPPING_WORDS = ["Table", "table_name", "__tablename__", "@Entity"];

/** The tables and stored procedures that SQL in literals, in EXEC SQL and in mappings names. */
export function sqlUses(findings: Findings): ReferenceFact[] {
  return [...literalSql(findings), ...embeddedSql(findings), ...mappedTables(findings)];
}

function literalSql(findings: Findings): ReferenceFact[] {
  const { source, root, grammar } = findings;
  const found: ReferenceFact[] = [];
  let done = 0;
  for (const { index: at } of source.matchAll(VERB)) {
    if (at < done || !mayBegin(source, at)) continue;
    const literal = literalAt(root, at, grammar);
    if (!literal) continue;
    const { startIndex, endIndex } = joinedLiteral(literal, grammar);
    if (endIndex - startIndex > SQL_LENGTH_MAX) continue;
    const isPlain = /^(?:heredoc_body|nowdoc_body)$/.test(literal.type);
    const text = sqlIn(literalText(source.slice(startIndex, endIndex), { isPlain }));
    if (text === undefined) continue;
    done = endIndex;
    found.push(...references(findings, text, startIndex));
  }
  return found;
}

/** Whether SQL may begin with the verb there: behind a quote or at the beginning of a line of a longer literal, in `{? = call …}` too. */
function mayBegin(source: string, verb: number): boolean {
  const before = backOver(source, verb, WHITE);
  if (isOpened(source, verb)) return true;
  if (source[before - 1] === "{") return isOpened(source, before - 1);
  if (source[before - 1] !== "=") return false;
  const mark = backOver(source, before - 1, WHITE);
  const brace = source[mark - 1] === "?" ? backOver(source, mark - 1, WHITE) : 0;
  return source[brace - 1] === "{" && isOpened(source, brace - 1);
}

function isOpened(source: string, at: number): boolean {
  const start = backOver(source, at, BEFORE_VERB);
  return /["'`]/.test(source[start - 1] ?? "") || source.slice(start, at).includes("\n");
}

function backOver(source: string, from: number, one: RegExp): number {
  let at = from;
  while (at > 0 && one.test(source[at - 1] ?? "")) at -= 1;
  return at;
}

/** The SQL of a literal, braces of a JDBC call blanked; undefined for a sentence that only begins like SQL. */
function sqlIn(literal: string): string | undefined {
  const text = literal.replace(/\{\s*(?:\?\s*=\s*)?(?=call\b)/i, (part) => " ".repeat(part.length)).replace(/\}/g, " ");
  const body = text.trim();
  const verb = /^\(*([A-Za-z]+)/.exec(body)?.[1] ?? "";
  if (verb !== verb.toUpperCase() && verb !== verb.toLowerCase()) return undefined;
  const shape = SHAPES[verb.toUpperCase()];
  if (!shape?.test(body)) return undefined;
  // Prose has no list after select and an article where the table would stand.
  if (
    verb === verb.toLowerCase() &&
    /\b(?:from|into|update|call)\s+(?:the|a|an|your|this|my|our|all|each|one|it)\b/.test(body)
  )
    return undefined;
  return text;
}

const SHAPES: Readonly<Record<string, RegExp>> = {
  SELECT:
    /^\(*SELECT\s+(?:DISTINCT\s+|ALL\s+)?(?:[^\s,]+(?:\s+AS\s+[^\s,]+|\s+[^\s,]+)?(?:\s*,[\s\S]*?)?|[\s\S]*?\([\s\S]*?|CASE[\s\S]*?)\s+(?:FROM|INTO)\s+[\w"[?(]/i,
  INSERT: /^INSERT\s+INTO\s+[\w"[?.]+/i,
  UPDATE: /^UPDATE\s+[\w"[?.\]]+(?:\s+(?:AS\s+)?\w+)?\s+SET\s/i,
  DELETE: /^DELETE\s+FROM\s+[\w"[?.]+/i,
  MERGE: /^MERGE\s+INTO\s+[\w"[?.]+/i,
  WITH: /^WITH\s+(?:RECURSIVE\s+)?\w+\s*(?:\([^)]*\)\s*)?AS\s*\(/i,
  CALL: /^CALL\s+[\w".]+\s*(?:\(|$)/i,
  CREATE: /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMPORARY\s+|UNIQUE\s+)*(?:TABLE|VIEW|INDEX)\s/i,
  DECLARE: /^DECLARE\s+\w+\s+[\w\s]*CURSOR\b/i,
  TRUNCATE: /^TRUNCATE\s+TABLE\s/i,
  LOCK: /^LOCK\s+TABLE\s/i,
};

function embeddedSql(findings: Findings): ReferenceFact[] {
  if (!/\bEXEC\s+SQL\b/i.test(findings.source)) return [];
  return [...findings.source.matchAll(EMBEDDED)].flatMap((match) => {
    const text = match[1] ?? "";
    return references(findings, text, match.index + match[0].indexOf(text));
  });
}

function mappedTables(findings: Findings): ReferenceFact[] {
  const { source, root, grammar } = findings;
  if (!MAPPING_WORDS.some((word) => source.includes(word))) return [];
  return [...source.matchAll(MAPPED_TABLE)].flatMap((match) => {
    const name = match[1] ?? "";
    const offset = match.index + match[0].length - name.length - 1;
    if (!literalAt(root, offset, grammar)) return [];
    return [reference(findings, { kind: "references", name, targets: ["table"] }, offset)];
  });
}

/** A literal shows a use, not a definition: the table of a CREATE in code is referred to. */
function references(findings: Findings, text: string, start: number): ReferenceFact[] {
  return sqlReferences(text).flatMap(({ uses }) =>
    uses
      .filter(({ name, targets }) => !name.includes("?") && targets[0] !== "cursor")
      .map((use) => reference(findings, use, start + use.offset)),
  );
}

function reference(
  { lines, ownerAt }: Findings,
  { kind, name, targets, detail }: Pick<SqlUse, "kind" | "name" | "targets" | "detail">,
  offset: number,
): ReferenceFact {
  const line = lines.lineOf(offset);
  const text = lines.textAt(offset);
  return { kind, from: ownerAt(offset).key, name, targets, line, text, ...(detail && { detail }) };
}
