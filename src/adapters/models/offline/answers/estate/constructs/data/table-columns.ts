import { type Looking, together } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import { linesOf } from "../../../../query/rows/found.ts";
import { isComment } from "../../../../result-text.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import { fileLines } from "../../file-lines.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { told } from "../told.ts";

const ASKS =
  /\b(?:columns?|fields?|layout|structure|definition)\b.*\b(?:tables?|db2)\b|\b(?:tables?|db2)\b.*\b(?:columns?|fields?|layout|structure|defined)\b/;
const SQL = /\b(?:db2|sql|tables?)\b/;
const OTHER = /\b(?:vsam|occurs|working|index(?:es)?|menu|option|who|which programs?|reads?|writes?|updat\w*|screen)\b/;
const DEFINES = String.raw`\bCREATE +TABLE\b|\bDECLARE +\S+ +TABLE\b`;
const COLUMN =
  /^\s*[(,]*\s*([A-Z][A-Z0-9_#@$]*)\s+((?:SMALLINT|INTEGER|INT|BIGINT|DECIMAL|DEC|NUMERIC|CHARACTER|CHAR|VARCHAR|DATE|TIMESTAMP|TIME|FLOAT|REAL|DOUBLE|BLOB|CLOB|GRAPHIC|VARGRAPHIC|BINARY|VARBINARY|XML)\b.*?),?\s*$/i;
const COLUMN_LINES = 80;
const ROWS_MAX = 40;

/** "Which DB2 tables are there and what are their columns": what CREATE TABLE or a declaration of a table says, column by column. */
export const TABLE_COLUMNS: Dossier = {
  isOfStory: true,
  asks: (said) => ASKS.test(said) && SQL.test(said) && !OTHER.test(said),
  tells: /\b(?:columns?|keys?|tables?|fields?|types?|which|what|their)\b/,
  *answer(said, _own, context) {
    const tables = yield* tablesHere(context);
    const named = tables.filter(({ name }) =>
      new RegExp(`(?<![\\w-])${name.split(".").at(-1)}(?![\\w-])`, "i").test(said),
    );
    const shown = named.length > 0 ? named : tables;
    if (shown.length === 0) return undefined;
    return told(context, [
      named.length > 0
        ? ""
        : `${tables.length} ${tables.length === 1 ? "table is" : "tables are"} defined or declared here: ${tables.map(({ name, path, line }) => `${name} (${path}:${line})`).join(", ")}.`,
      ...shown.map(({ name, path, line, columns }) => whole(`Columns of ${name}, ${path}:${line}`, columns, ROWS_MAX)),
    ]);
  },
};

interface Table {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly columns: readonly string[];
}

/** Each table once, by what creates it before what only declares it. */
function* tablesHere({ folder }: Context): Looking<readonly Table[]> {
  const { lines } = yield* linesOf([{ pattern: DEFINES }]);
  const kept = lines.filter(
    ({ path, text }) => !isComment(path, text) && !/^\s*--/.test(text) && (folder.keeps?.(path) ?? true),
  );
  const paths = [...new Set(kept.map(({ path }) => path))];
  const read = yield* together(paths.map(fileLines));
  const found = kept.flatMap(({ path, line, text }): (Table & { readonly isCreated: boolean })[] => {
    const below = (read[paths.indexOf(path)] ?? []).slice(line - 1, line + COLUMN_LINES);
    const name = /\b(?:CREATE +TABLE|DECLARE) +([\w.&$#@<>]+)/i.exec(`${text} ${below[1] ?? ""}`)?.[1] ?? "";
    const end = below.findIndex(
      (one, index) =>
        index > 0 &&
        /\bPRIMARY +KEY\b|^\s*\)|\bEND-EXEC\b|\bIN +\w+\.\w+|^\s*(?:CONSTRAINT|FOREIGN)\b|\bCREATE\b/i.test(one),
    );
    const columns = below.slice(0, end < 0 ? undefined : end + 1).flatMap((one, index) => {
      const [, column, type = ""] = COLUMN.exec(one.replace(/^.*\bTABLE\b[^(]*\(?/i, "").slice(0, 72)) ?? [];
      return column === undefined ? [] : [`${column} ${type.replace(/\s+/g, " ").trim()} — ${path}:${line + index}`];
    });
    return columns.length === 0 ? [] : [{ name, path, line, columns, isCreated: /\bCREATE\b/i.test(text) }];
  });
  const ordered = found.toSorted((one, other) => Number(other.isCreated) - Number(one.isCreated));
  return [
    ...new Map(
      ordered.toReversed().map((table) => [(table.name.split(".").at(-1) ?? "").toUpperCase(), table]),
    ).values(),
  ].toReversed();
}
