import { memberSymbol, nothingFound, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts, ReferenceFact, SymbolFact } from "../../model.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";
import { qualifiedName } from "../sql/sql-references.ts";
import { lineFinder, sqlTokens } from "../sql/sql-tokens.ts";
import { type SqlColumn, tableColumns } from "../sql/table-columns.ts";

/**
 * DCLGEN output: a copybook that declares a table to the precompiler and gives the host structure. The copybook
 * `references` the table; columns are in the reference's detail, host variables are data items.
 */
export const dclgen: LanguageFrontend = {
  language: "dclgen",
  extensions: [".dcl", ".dclgen"],
  detect: (_path, head) => /DCLGEN\s+TABLE\s*\(/i.test(head) && /EXEC\s+SQL\s+DECLARE/i.test(head),
  parse: parseDclgen,
};

function parseDclgen(source: SourceText): FileFacts {
  const copybook = memberSymbol(source, "copybook", { type: "dclgen" });
  const code = codeOf(source.text);
  const references = declaredTables(code, copybook.key);
  const problems = references.length === 0 ? nothingFound(source.text, "no DECLARE … TABLE in this file") : [];
  const symbols = [copybook, ...hostVariables(code, copybook.key)];
  return standaloneFacts(source, "dclgen", { symbols, references, problems });
}

/** Columns 1-6 and 73-80 and comment lines blanked, so that offsets and lines stay. PL/I output has no such columns. */
function codeOf(text: string): string {
  const isFixed = /^.{6}[* ]/m.test(text) && /END-EXEC/i.test(text);
  if (!isFixed) return text;
  return text.split("\n").map(fixedCode).join("\n");
}

function fixedCode(line: string): string {
  const body = line.replace(/\r$/, "");
  if (/^.{6}[*/]/.test(body)) return "";
  return `      ${body.slice(6, 72)}`;
}

const DECLARE = /EXEC\s+SQL\s+DECLARE\b/gi;

function declaredTables(code: string, from: string): ReferenceFact[] {
  const references: ReferenceFact[] = [];
  const lineOf = lineFinder(code);
  const starts = [...code.matchAll(DECLARE)].map((match) => match.index + match[0].length);
  for (const [index, start] of starts.entries()) {
    // A declaration ends where it says so, and never runs into the next one.
    const rest = code.slice(start, starts[index + 1] ?? code.length);
    const end = rest.search(/END-EXEC|;/i);
    const tokens = sqlTokens(end < 0 ? rest : rest.slice(0, end));
    const name = qualifiedName(tokens, 0);
    if (!name || tokens[name.next]?.upper !== "TABLE") continue;
    const place = (at: number) => lineOf(start + at);
    const line = place(tokens[0]?.at ?? 0) + 1;
    const columns = tableColumns(tokens, name.next, place).map((column: SqlColumn) => ({
      name: column.name,
      type: column.type,
      nullable: column.isNullable,
      line: column.line + 1,
    }));
    const detail = { declares: true, columns };
    const text = `DECLARE ${name.name} TABLE`;
    references.push({ kind: "references", from, name: name.name, targets: ["table"], line, text, detail });
  }
  return references;
}

const ITEM = /^[ \t]*(\d{1,2})[ \t]+([A-Z0-9][\w-]*)(?![\w-])([^.]*(?:\.(?!\s)[^.]*)*)\.(?=\s|$)/gim;

/** The COBOL host structure. */
function hostVariables(code: string, owner: string): SymbolFact[] {
  const lineOf = lineFinder(code);
  const symbols: SymbolFact[] = [];
  const keys = new UniqueKeys();
  const open: { readonly level: number; readonly key: string }[] = [];
  for (const match of code.matchAll(ITEM)) {
    const level = Number(match[1]);
    const name = (match[2] ?? "").toUpperCase();
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const start = lineOf(match.index + match[0].search(/\S/)) + 1;
    const parent = open.at(-1)?.key ?? owner;
    const key = keys.take(`${parent}/${name}`, start);
    const picture = /\bPIC(?:TURE)?\s+(?:IS\s+)?(\S+)/i.exec(match[3] ?? "")?.[1];
    const usage = /\b(COMP(?:-\d)?|BINARY|PACKED-DECIMAL)\b/i.exec(match[3] ?? "")?.[1]?.toUpperCase();
    const end = lineOf(match.index + match[0].length - 1) + 1;
    symbols.push({
      key,
      kind: "data-item",
      name,
      owner: parent,
      start,
      end,
      detail: { level, ...(picture && { picture }), ...(usage && { usage }) },
    });
    open.push({ level, key });
  }
  return symbols;
}
