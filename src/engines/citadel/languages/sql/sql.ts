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
  const lines = source.text === "" ? 0 : source.text.split("\n").length;
  const name = (source.path.split("/").at(-1) ?? source.path).replace(/\.[^.]*$/, "").toUpperCase();
  const owner = `module:${name}`;
  const facts = sqlFacts(source.text, 1, owner);
  return {
    path: source.path,
    language: "sql",
    lines,
    parse: "full",
    problems: [],
    symbols: [
      { key: owner, kind: "module", name, start: 1, end: Math.max(1, lines), detail: { type: "sql" } },
      ...facts.symbols,
    ],
    references: facts.references,
    members: [],
  };
}
