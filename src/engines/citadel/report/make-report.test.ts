import { expect, test } from "vitest";
import { Estate } from "../graph/estate.ts";
import { cobol } from "../languages/cobol/frontend.ts";
import { estateDigests } from "../queries/business/file-digest.ts";
import { makeReport } from "./make-report.ts";
import { type Report, textOfCell } from "./model.ts";

const source = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");

/** A program with so many records, each of which decides and derives something. */
function program(name: string, records: number): string {
  const numbers = Array.from({ length: records }, (_, at) => at);
  return source(
    "IDENTIFICATION DIVISION.",
    `PROGRAM-ID. ${name}.`,
    "DATA DIVISION.",
    "LINKAGE SECTION.",
    ...numbers.flatMap((at) => [`01 REC-${at}.`, `   05 FIELD-${at} PIC 9(5).`, `   05 KIND-${at} PIC X.`]),
    "PROCEDURE DIVISION.",
    "MAIN-1.",
    ...numbers.flatMap((at) => [`    IF KIND-${at} = 'A'`, `        ADD 1 TO FIELD-${at}`, "    END-IF."]),
  );
}

const SOURCES = new Map(Array.from({ length: 6 }, (_, at) => [`P${at}.cbl`, program(`P${at}`, 3 * at)]));
const textOf = (path: string): string | undefined => SOURCES.get(path);
const estate = new Estate(
  [...SOURCES].map(([path, text]) => ({ facts: cobol.parse({ path, text }, { find: () => undefined }), sha256: "" })),
);
const reportOf = (tableCharactersMax?: number): Report =>
  makeReport(
    {
      ...{ name: "estate", estate: () => estate, digests: estateDigests(estate, textOf), textOf },
      ...(tableCharactersMax !== undefined && { extent: { tableCharactersMax } }),
    },
    ".",
  );

test("a table holds its first rows as far as there is room, and says how many there are", () => {
  const whole = reportOf();
  expect(whole.tables.find(({ id }) => id === "fields")?.rows.length).toBe(9 * (1 + 2 + 3 + 4 + 5));
  for (const room of [1, 100, 1000, 3000, 10_000, 1_000_000]) {
    const cut = reportOf(room);
    expect(cut.tables.map(({ id }) => id)).toEqual(whole.tables.map(({ id }) => id));
    expect({ ...cut, tables: [] }).toEqual({ ...whole, tables: [] });
    for (const [at, table] of cut.tables.entries()) {
      const all = whole.tables[at] as Report["tables"][number];
      if (table.rows.length === all.rows.length) {
        expect(table).toEqual(all);
        continue;
      }
      expect(table.note).toContain(`Only ${table.rows.length} of ${all.rows.length} rows are here`);
      // By field, the rows are those of the rules that are there.
      if (table.id === "rules-by-field") expect(all.rows).toEqual(expect.arrayContaining([...table.rows]));
      else expect(table.rows).toEqual(all.rows.slice(0, table.rows.length));
      const last = table.rows.at(-1)?.map(textOfCell).join("").length ?? 0;
      const held = table.rows.flat().map(textOfCell).join("").length;
      if (table.id !== "rules-by-field") expect(held - last).toBeLessThan(room);
    }
  }
  expect(reportOf(1_000_000)).toEqual(whole);
});
