import { expect, test } from "vitest";
import { sql } from "./sql.ts";

const parse = (text: string) => sql.parse({ path: "d/X.sql", text }, { find: () => undefined });
const edges = (text: string) =>
  parse(text).references.map(({ kind, from, name, line }) => `${from} ${kind} ${name}:${line}`);

test("a table has all its columns, with type, null and line, and its keys", () => {
  const facts = parse(`CREATE TABLE B.T -- it's
 (A CHAR(2) NOT NULL, "Q c" DECIMAL(9,
   2),
  KEY INTEGER DEFAULT 0,
  CONSTRAINT C CHECK (A IN ('X', 'Y')),
  PRIMARY KEY (A, "Q c"),
  FOREIGN KEY (KEY) REFERENCES B.U)
 IN DB.TS;`);
  expect(
    facts.symbols
      .slice(1)
      .map(({ kind, name, start, end, detail }) => [kind, name, start, end, detail?.["type"], detail?.["nullable"]]),
  ).toEqual([
    ["table", "B.T", 1, 8, undefined, undefined],
    ["data-item", "A", 2, 2, "CHAR(2)", false],
    ["data-item", "Q c", 2, 3, "DECIMAL(9,2)", true],
    ["data-item", "KEY", 4, 4, "INTEGER", true],
  ]);
  expect(facts.symbols[1]?.detail).toEqual({ primaryKey: ["A", "Q c"] });
  expect(facts.references).toMatchObject([{ kind: "references", from: "table:B.T", name: "B.U", line: 7 }]);
});

test("views select, indexes and aliases reference, triggers and procedures own their bodies", () => {
  expect(
    edges("CREATE VIEW V (X) AS SELECT A FROM T1, T2;\nCREATE UNIQUE INDEX I ON T1 (A);\nCREATE ALIAS L FOR S.T3;"),
  ).toEqual([
    "table:V selects T1:1",
    "table:V selects T2:1",
    "data-item:I references T1:2",
    "table:L references S.T3:3",
  ]);
  expect(
    edges(
      "CREATE PROCEDURE P () BEGIN\n IF A = 1 THEN\n DELETE FROM T1;\n END IF;\n INSERT INTO T2 VALUES (CASE A WHEN 1 THEN 2 END);\nEND;\nUPDATE T3 SET A = 1;",
    ),
  ).toEqual(["procedure:P deletes T1:3", "procedure:P inserts T2:5", "module:X updates T3:7"]);
  expect(edges("CREATE PROCEDURE P2 (IN A INT) LANGUAGE COBOL\n EXTERNAL NAME PGM9;")).toEqual([
    "procedure:P2 calls PGM9:2",
  ]);
});

test("altered and dropped tables are mentioned, and like-tables refer to their model", () => {
  expect(edges("ALTER TABLE T1 ADD FOREIGN KEY (A) REFERENCES T2;\nDROP TABLE T3;\nCREATE TABLE T4 LIKE T1;")).toEqual([
    "module:X references T1:1",
    "module:X references T2:1",
    "module:X references T3:2",
    "table:T4 references T1:3",
  ]);
});
