import type { Finding } from "./finding.ts";
import type { LineReader } from "./line-reader.ts";
import { isDrawn } from "./look-alikes.ts";
import { type NameStrength, namedStrength } from "./secret-names.ts";
import { isSecretValue } from "./secret-values.ts";

/** A table whose head names a column of secrets: its rows give away by their place what they hold. */
interface Table {
  readonly kind: "separated" | "tuples";
  readonly separator: string;
  readonly columns: ReadonlyMap<number, NameStrength>;
  readonly width: number;
  /** Whether a line number or the mark of a diff stands before it. */
  readonly isNumbered: boolean;
}

interface Cell {
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

const COLUMNS_MAX = 256;
const LINE_MAX = 16_384;
const SEPARATORS = ["\t", "|", ";", ","];
/** What a column is called: words, in whatever quotes and marks. */
const COLUMN_NAME = /^[\p{L}_][\p{L}\d_ .$#/-]{0,40}$/u;
/** What tools print before a line. */
const PREFIX = /^(?:\s{0,8}\d{1,7}[\t:→])?(?:[+-](?![+-]))?/;
const INSERT = /\binsert\s+(?:\w{1,12}\s+){0,3}into\s+[^\s(]{1,120}\s*\(([^()]{1,4000})\)\s*(?:values?\b)?/i;
const COPY = /\bcopy\s+[^\s(]{1,120}\s*\(([^()]{1,4000})\)\s+from\s+stdin/i;
const RULE = /^[\s|:+=-]*$/;
/** Is in every line that may be a head: a name of a secret that fills a cell, or ends one. */
export const TABLE_HINT =
  /(?:pass|pwd|psw|secret|token|key|cred|kennwort|senha|contrase|chave|clave|segredo|jeton|mdp|пароль)[\w\u00c0-\u024f. $-]{0,30}["'`*]{0,3}[ \t]{0,20}(?:[,;|\t)]|\r?$)/gim;

/** Follows tables: CSV and its kin, those of Markdown, `INSERT … VALUES`, `COPY … FROM stdin`. */
export function createTableReader(): LineReader {
  let table: Table | undefined;
  return {
    readLine(line) {
      const opened = line.length > LINE_MAX ? undefined : openedBy(line);
      const current = opened?.table ?? table;
      // A row may begin with a number as well: only below a numbered head it is that of the line.
      const at = current?.isNumbered === true ? prefixLength(line) : 0;
      table = opened?.table ?? (current !== undefined && goesOn(line.slice(at), current) ? current : undefined);
      return table === undefined ? [] : rowOf(line, opened?.from ?? at, table);
    },
    isInside: () => table !== undefined,
  };
}

const prefixLength = (line: string): number => PREFIX.exec(line)?.[0].length ?? 0;

function openedBy(line: string): { table: Table; from: number } | undefined {
  TABLE_HINT.lastIndex = 0;
  if (!TABLE_HINT.test(line)) return undefined;
  const at = prefixLength(line);
  const isNumbered = at > 0;
  const copied = COPY.exec(line);
  if (copied !== null)
    return opened({ kind: "separated", separator: "\t", isNumbered }, (copied[1] ?? "").split(","), line.length);
  const inserted = INSERT.exec(line);
  if (inserted !== null)
    return opened(
      { kind: "tuples", separator: ",", isNumbered },
      (inserted[1] ?? "").split(","),
      inserted.index + inserted[0].length,
    );
  const body = line.slice(at).trimEnd();
  const separator = SEPARATORS.find((one) => body.includes(one));
  if (separator === undefined) return undefined;
  return opened(
    { kind: "separated", separator, isNumbered },
    cellsOf(body, 0, separator).map(({ start, end }) => body.slice(start, end)),
    line.length,
  );
}

function opened(
  form: Pick<Table, "kind" | "separator" | "isNumbered">,
  cells: readonly string[],
  from: number,
): { table: Table; from: number } | undefined {
  const names = cells.map((cell) => cell.replace(/^[\s"'`*[]+|[\s"'`*\]]+$/g, ""));
  if (names.length < 2 || names.length > COLUMNS_MAX || !names.every((name) => COLUMN_NAME.test(name)))
    return undefined;
  const columns = new Map<number, NameStrength>();
  for (const [column, name] of names.entries()) {
    const strength = namedStrength(name);
    if (strength !== undefined && strength !== "weak") columns.set(column, strength);
  }
  return columns.size === 0 ? undefined : { table: { ...form, columns, width: names.length }, from };
}

function goesOn(line: string, { kind, separator, width }: Table): boolean {
  if (line.length > LINE_MAX) return false;
  if (kind === "tuples") return /^\s*(?:\(|values\b|$)/i.test(line);
  if (separator === "|" && RULE.test(line) && line.includes("-")) return true;
  return cellsOf(line, 0, separator).length === width;
}

function rowOf(line: string, from: number, table: Table): Finding[] {
  const cells = table.kind === "tuples" ? tupleTexts(line, from) : cellsOf(line, from, table.separator);
  return cells.flatMap(({ column, start, end }): Finding[] => {
    const strength = table.columns.get(column);
    if (strength === undefined) return [];
    const isLoose = table.separator === "|";
    const inner = (isLoose ? MARKED : QUOTED).exec(line.slice(start, end));
    if (inner === null) return [];
    const value = inner[0];
    if (!isSecretValue(value, { strength, isQuoted: true }) || (isLoose && !isDrawn(value))) return [];
    const at = start + inner.index;
    return [{ from: at, start: at, end: at + value.length, kind: strength === "password" ? "password" : "secret" }];
  });
}

const MARKED = /[^\s"'`*](?:.*[^\s"'`*])?/;
const QUOTED = /[^\s"'](?:.*[^\s"'])?/;

/** The cells of a row, with their quotes; the bars that frame one are none. */
function cellsOf(line: string, from: number, separator: string): Cell[] {
  const cells: Cell[] = [];
  const lead = separator === "|" ? (/^\s*\|/.exec(line.slice(from))?.[0].length ?? 0) : 0;
  let start = from + lead;
  let isQuoted = false;
  for (let at = start; at <= line.length && cells.length <= COLUMNS_MAX; at++) {
    if (line[at] === '"' && (isQuoted || line.slice(start, at).trim() === "")) isQuoted = !isQuoted;
    if (at < line.length && (line[at] !== separator || isQuoted)) continue;
    cells.push({ column: cells.length, start, end: at });
    start = at + 1;
  }
  const last = cells.at(-1);
  if (separator === "|" && last !== undefined && line.slice(last.start, last.end).trim() === "") cells.pop();
  return cells;
}

/** The texts in quotes of `('a', 'b'), ('c', f('d'))`, each with the column of its outer bracket. */
function tupleTexts(line: string, from: number): Cell[] {
  const cells: Cell[] = [];
  let depth = 0;
  let column = 0;
  TUPLE_PART.lastIndex = from;
  for (let match = TUPLE_PART.exec(line); match; match = TUPLE_PART.exec(line)) {
    const [part] = match;
    if (part.length > 1) cells.push({ column, start: match.index + 1, end: match.index + part.length - 1 });
    else if (part === "(" && depth++ === 0) column = 0;
    else if (part === ")") depth--;
    else if (part === "," && depth === 1) column++;
  }
  return cells;
}

/** Whether a line may be a row of such a table. */
export const mayBeRowOfTable = (line: string): boolean =>
  line.length <= LINE_MAX &&
  SEPARATORS.some((one) => line.includes(one)) &&
  line.split(/[,;|\t]/).some((cell) => isDrawn(cell.replace(/^[\s"'`*(]+|[\s"'`*)]+$/g, "")));

const TUPLE_PART = /'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|[(),]/g;
