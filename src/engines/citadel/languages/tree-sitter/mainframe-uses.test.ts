import { expect, test } from "vitest";
import { createTreeSitterFrontends } from "../../../../adapters/code-index/tree-sitter.ts";

/** Everything a file says about the mainframe: `line kind from -> name` and how it was found when not written there. */
async function uses(language: string, text: string): Promise<string[]> {
  const [frontend] = await createTreeSitterFrontends([language]);
  const facts = frontend?.parse({ path: "src/sample.x", text }, { find: () => undefined });
  const kinds = new Set(["program", "transaction", "dataset", "table", "procedure"]);
  return (facts?.references ?? [])
    .filter(({ targets }) => targets.some((target) => kinds.has(target)))
    .map(({ line, kind, from, name, resolved, via }) => {
      const how = resolved ? ` ${resolved} from ${via?.map((place) => place.line)}` : "";
      return `${line} ${kind} ${from} -> ${name}${how}`;
    });
}

test("a program is called where the function, its object or its type says so", async () => {
  const text = `const INQUIRY = "ACCTINQ";
export async function run(gateway: CicsGateway, box: Box) {
  await callProgram("ACCTUPD", 1);
  gateway.invoke(INQUIRY);
  host.send({ program: "ACCTDEL", area });
  startTransaction("ACCT");
  box.open("ACCTNOT");
  callProgram("not a program");
  // callProgram("ACCTCOM")
}
`;
  expect(await uses("typescript", text)).toEqual([
    "3 calls run -> ACCTUPD",
    "4 calls run -> ACCTINQ propagated from 1",
    "5 calls run -> ACCTDEL",
    "6 starts run -> ACCT",
  ]);
});

test("a constant only refers to its program, and one with two values is not followed", async () => {
  const text = `class A {
  static final String PROGRAM = "ACCTINQ";
  static final String STATUS = "CLOSED";
  void a() { String name = "ACCTONE"; link(cics, name); }
  void b() { String pgm = "ACCTTWO"; cics.link(pgm); }
  void c() { String pgm = "ACCTTRE"; cics.link(pgm); }
  void d() { new ECIRequest(ECIRequest.ECI_SYNC, "CICSA", "USER", "PASS", "ACCTECI", area); }
}
`;
  expect(await uses("java", text)).toEqual([
    "2 references A -> ACCTINQ",
    "5 references A.b -> ACCTTWO",
    "6 references A.c -> ACCTTRE",
    "7 calls A.d -> ACCTECI",
  ]);
});

test("SQL in joined, raw and multi-line literals gives its tables on their own lines; prose does not", async () => {
  const text = `def run(db, key, column):
    db.execute("""
        SELECT a.id, b.name
        FROM bank.account a
        JOIN customer b ON a.id = b.id
    """)
    db.execute("DELETE FROM audit "
               f"WHERE id = {key}")
    db.execute("UPDATE history SET " + column + " = 1")
    db.execute("INSERT INTO log (a) VALUES (?)")
    print("Select an option from the list", "select a row from the table", "update the set")
    # "SELECT * FROM commented"
class Card:
    __tablename__ = "card"
`;
  expect(await uses("python", text)).toEqual([
    "4 selects run -> bank.account",
    "5 selects run -> customer",
    "7 deletes run -> audit",
    "9 updates run -> history",
    "10 inserts run -> log",
    "14 references Card -> card",
  ]);
});

test("JDBC calls, mappings and concatenated Java SQL are found", async () => {
  const text = `@Table(name = "ACCT")
class Dao {
  void a() { conn.prepareCall("{call BANK.POSTIT(?, ?)}"); }
  void b() { conn.prepareStatement("SELECT A, B " +
      "FROM BANK.HIST " + "WHERE ID = ?"); }
}
`;
  expect(await uses("java", text)).toEqual([
    "1 references Dao -> ACCT",
    "3 calls Dao.a -> BANK.POSTIT",
    "5 selects Dao.b -> BANK.HIST",
  ]);
});

test("C for the mainframe: EXEC SQL, EXEC CICS and datasets, without a problem", async () => {
  const text = `int main(void) {
  FILE *in = fopen("//'BANK.PROD.ACCTS'", "rb");
  EXEC SQL SELECT BALANCE
    INTO :b FROM ACCOUNT WHERE ID = :id;
  EXEC CICS LINK PROGRAM("ACCTUPD") COMMAREA(x);
  return 0;
}
`;
  expect(await uses("c", text)).toEqual([
    "2 references main -> BANK.PROD.ACCTS",
    "4 selects main -> ACCOUNT",
    "5 links main -> ACCTUPD",
  ]);
});
