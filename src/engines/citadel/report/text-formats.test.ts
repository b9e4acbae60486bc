import { expect, test } from "vitest";
import { graphmlPieces } from "./graphml.ts";
import type { Report } from "./model.ts";
import { sarifPieces } from "./sarif.ts";
import { csvPieces, jsonPieces, markdownPieces } from "./text-formats.ts";

const placed = { text: 'a "rule"\n\u2028', file: "a/P.cbl", line: 7 };

const report = (rows: number): Report => ({
  title: "An estate",
  files: Array.from({ length: rows }, (_, at) => ({ path: `a/P${at}.cbl`, language: "cobol" })),
  tables: [
    { id: "empty", title: "Empty", columns: ["A"], rows: [], note: "" },
    {
      id: "rules",
      title: "Rules",
      columns: ["Name", "Lines", "Gone"],
      rows: Array.from({ length: rows }, (_, at) => [placed, at]),
      note: 'say "why"',
    },
  ],
  map: {
    nodes: Array.from({ length: rows }, (_, at) => ({ id: `P${at}`, kind: "program", name: `P${at}`, ...placed })),
    edges: Array.from({ length: rows }, () => ({ from: "a", to: "b", kind: "calls", ...placed, resolved: "exact" })),
  },
});

test.each([0, 1, 2000])(
  "a report of %i rows in pieces is what JSON makes of it at once, and no piece is long",
  (rows) => {
    const { title, files, tables, map } = report(rows);
    const listed = tables.map((table) => ({
      id: table.id,
      title: table.title,
      note: table.note,
      rows: table.rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? ""]))),
    }));
    const pieces = [...jsonPieces(report(rows))];
    expect(pieces.join("")).toBe(`${JSON.stringify({ title, files, tables: listed, map })}\n`);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300);
  },
);

test.each([0, 1, 2000])("a report of %i rows is written line by line in every format of text", (rows) => {
  const given = report(rows);
  const rules = given.tables.map((table) => ({ ...table, id: "dead" }));
  const formats = {
    md: [...markdownPieces(given)],
    csv: given.tables.flatMap((table) => [...csvPieces(table)]),
    graphml: [...graphmlPieces(given.map)],
    sarif: [...sarifPieces({ ...given, tables: rules }, "1")],
  };
  for (const [name, pieces] of Object.entries(formats)) {
    expect(pieces.length, name).toBeGreaterThanOrEqual(rows);
    expect(Math.max(...pieces.slice(1).map(({ length }) => length)), name).toBeLessThan(500);
  }
  const sarif = formats.sarif.join("");
  const log = JSON.parse(sarif) as { readonly runs: readonly { readonly results: readonly object[] }[] };
  expect(log.runs[0]?.results).toHaveLength(rows);
  expect(sarif).toBe(`${JSON.stringify(log, null, 1)}\n`);
  expect(formats.md.join("")).toMatch(
    /^# An estate\n\n[^\n]+\n\n## Empty \(0\)\n\n\| A \|\n\| --- \|\n\n## Rules \(\d+\)\n\nsay "why"\n\n\| Name /,
  );
  expect(formats.graphml.join("").match(/^<(?:node|edge) /gm) ?? []).toHaveLength(2 * rows);
});
