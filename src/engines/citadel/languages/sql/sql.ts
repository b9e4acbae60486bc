import { memberSymbol, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts } from "../../model.ts";
import { sqlFacts } from "./sql-definitions.ts";

/** SQL scripts and DB2 data definitions: tables, columns, keys, views, indexes, and what statements do to tables. */
export const sql: LanguageFrontend = {
  language: "sql",
  extensions: [".sql", ".ddl", ".db2"],
  detect: (_path, head) =>
    /^\s*(?:CREATE\s+(?:TABLE|VIEW|UNIQUE\s+INDEX|INDEX|TABLESPACE|DATABASE)|INSERT\s+INTO|ALTER\s+TABLE)\s/im.test(
      head,
    ) &&
    /;/.test(head) &&
    !/\bEXEC\s+SQL\b/i.test(head),
  parse: parseSql,
};

function parseSql(source: SourceText): FileFacts {
  const module = memberSymbol(source, "module", { type: "sql" });
  const { symbols, references } = sqlFacts(source.text, 1, module.key);
  return standaloneFacts(source, "sql", { symbols: [module, ...symbols], references });
}
