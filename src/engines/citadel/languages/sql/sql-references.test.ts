import fc from "fast-check";
import { expect, test } from "vitest";
import { sqlReferences } from "./sql-references.ts";

const uses = (sql: string) =>
  sqlReferences(sql).flatMap((statement) => statement.uses.map((use) => `${use.kind} ${use.name}:${use.line}`));

test("every table of a join, old style and new, is selected", () => {
  expect(
    uses(
      "SELECT A.X INTO :H FROM BANK.ACCOUNT A, CARD C\n LEFT JOIN BANK.CUSTOMER AS K ON K.ID = A.ID, XREF\nWHERE 1 = 1",
    ),
  ).toEqual(["selects BANK.ACCOUNT:0", "selects CARD:0", "selects BANK.CUSTOMER:1", "selects XREF:1"]);
});

test("sub-selects and derived tables give their own tables, and the list goes on behind them", () => {
  expect(
    uses(
      "SELECT 1 FROM (SELECT * FROM T1) D, T2 WHERE X IN (SELECT Y FROM T3 WHERE EXISTS (SELECT 1 FROM T4)) AND Z = (SELECT MAX(Q) FROM T5)",
    ),
  ).toEqual(["selects T1:0", "selects T2:0", "selects T3:0", "selects T4:0", "selects T5:0"]);
});

test("names of common table expressions are not tables", () => {
  expect(
    uses("WITH A (X, Y) AS (SELECT X, Y FROM T1), B AS (SELECT * FROM A) SELECT * FROM B JOIN T2 ON 1=1 WITH UR"),
  ).toEqual(["selects T1:0", "selects T2:0"]);
});

test("changing verbs name their own table and the ones they read", () => {
  expect(uses("INSERT INTO HIST (A, B) SELECT A, B FROM LIVE")).toEqual(["inserts HIST:0", "selects LIVE:0"]);
  expect(uses("UPDATE ACCOUNT A SET BAL = (SELECT SUM(X) FROM TRAN) WHERE ID = :ID")).toEqual([
    "updates ACCOUNT:0",
    "selects TRAN:0",
  ]);
  expect(uses("DELETE FROM ACCOUNT WHERE CURRENT OF C1")).toEqual(["deletes ACCOUNT:0", "references C1:0"]);
  expect(
    uses(
      "MERGE INTO T USING S ON T.A = S.A WHEN MATCHED THEN UPDATE SET X = 1 WHEN NOT MATCHED THEN INSERT (A) VALUES (1)",
    ).sort(),
  ).toEqual(["inserts T:0", "selects S:0", "updates T:0"]);
});

test("words that look like clauses are not: FOR UPDATE OF, EXTRACT, TRIM, IS DISTINCT FROM", () => {
  expect(
    uses("SELECT EXTRACT(YEAR FROM D), TRIM(BOTH ' ' FROM N) FROM T WHERE A IS DISTINCT FROM B FOR UPDATE OF X, Y"),
  ).toEqual(["selects T:0"]);
});

test("cursors: declare, open, fetch, close", () => {
  const [declare] = sqlReferences("DECLARE C1 CURSOR WITH HOLD FOR SELECT A FROM T WHERE B = :WS-B:WS-IND");
  expect(declare?.cursor).toEqual({ name: "C1" });
  expect(declare?.hostVariables.map((host) => host.name)).toEqual(["WS-B", "WS-IND"]);
  expect(uses("OPEN C1; FETCH NEXT ROWSET FROM C1 FOR 10 ROWS INTO :A; FETCH C1 INTO :A; CLOSE C1")).toEqual([
    "opens C1:0",
    "reads C1:0",
    "reads C1:0",
    "closes C1:0",
  ]);
});

test("text built at run time is said to be unknown", () => {
  expect(sqlReferences("PREPARE S1 FROM :STMT")[0]?.dynamic).toContain("S1");
  expect(sqlReferences("DECLARE C2 CURSOR FOR S1")[0]).toMatchObject({
    cursor: { name: "C2", statement: "S1" },
    uses: [],
  });
  expect(sqlReferences("EXECUTE IMMEDIATE :STMT")[0]?.dynamic).toBeDefined();
});

test("WHENEVER keeps the whole paragraph name", () => {
  expect(sqlReferences("WHENEVER NOT FOUND GO TO 9000-SQL-ERROR")[0]?.whenever).toEqual({
    condition: "NOT FOUND",
    label: "9000-SQL-ERROR",
    line: 0,
  });
});

test("comments and literals hide words", () => {
  expect(uses("SELECT 'FROM T1' -- FROM T2\n/* FROM T3 */ FROM T4")).toEqual(["selects T4:1"]);
});

test("stored procedures are called and members included", () => {
  expect(uses("CALL BANK.SP_POST(:A, :B); INCLUDE SQLCA")).toEqual(["calls BANK.SP_POST:0", "copies SQLCA:0"]);
});

test("garbage never throws and offsets stay inside the text", () => {
  const piece = fc.constantFrom(
    "SELECT",
    "FROM",
    "(",
    ")",
    ",",
    "T",
    "'",
    '"',
    "/*",
    "--",
    "\n",
    ";",
    "WITH",
    "AS",
    "MERGE INTO",
    ":",
    ".",
    "JOIN",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
      const text = pieces.join(" ");
      for (const statement of sqlReferences(text))
        for (const use of statement.uses) {
          expect(use.offset).toBeLessThan(text.length);
          expect(use.line).toBeLessThan(text.split("\n").length);
        }
    }),
  );
});
