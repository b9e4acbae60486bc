import { expect, test } from "vitest";
import { controlCards } from "./control-cards.ts";
import { ftpUses } from "./ftp-cards.ts";
import { iebcopyUses } from "./sort-cards.ts";

const parse = (text: string) => controlCards.parse({ path: "c/CARDS.ctl", text }, { find: () => undefined });
const read = (text: string) => {
  const facts = parse(text);
  return [
    facts.symbols[0]?.detail?.["utility"],
    ...facts.references.map(({ kind, name, line }) => `${kind} ${name}:${line}`),
  ];
};

test("a member says by itself which utility it is for", () => {
  expect(read("  DELETE A.B.C\n  SET MAXCC = 0\n")).toEqual(["idcams", "deletes A.B.C:1"]);
  expect(read(" DSN SYSTEM(X)\n RUN PROGRAM(P1) PLAN(Q)\n")).toEqual(["tso", "executes P1:2"]);
  expect(read(" SORT FIELDS=(1,2,CH,A)\n MODS E35=(EXIT1,100)\n")).toEqual(["sort", "executes EXIT1:2"]);
  expect(read(" LOAD DATA INDDN D1\n  INTO TABLE S.T\n")).toEqual(["db2-utility", "inserts S.T:2"]);
  expect(read(" UPDATE S.T SET A = 1;\n SELECT 1 FROM S.U;\n")).toEqual(["sql", "updates S.T:1", "selects S.U:2"]);
  expect(read(" DEFINE TRANSACTION(T1) GROUP(G)\n  PROGRAM(P2)\n")).toEqual(["csd", "executes P2:2"]);
  expect(parse("just\ntext\n")).toMatchObject({ parse: "partial", references: [] });
});

test("comments run over lines and end statements of nothing", () => {
  expect(read("/* DELETE A.A\n   DELETE A.B */ DELETE A.C -\n  /* more */ -\n  PURGE\n")).toEqual([
    "idcams",
    "deletes A.C:2",
  ]);
});

test("FTP sends and receives datasets and DDs; IEBCOPY copies between DDs", () => {
  const cards = (...lines: string[]) => ({ file: "F", firstLine: 10, lines });
  expect(
    ftpUses(cards("user", "put 'A.B.C' remote.txt", "get remote.txt //DD:OUT")).map(({ kind, target, name, line }) => [
      kind,
      target,
      name,
      line,
    ]),
  ).toEqual([
    ["reads", "dataset", "A.B.C", 11],
    ["writes", "dd", "OUT", 12],
  ]);
  expect(
    iebcopyUses(cards(" COPY OUTDD=O1,", "   INDD=((I1,R),I2)", " SELECT MEMBER=X")).map(({ kind, name, line }) => [
      kind,
      name,
      line,
    ]),
  ).toEqual([
    ["writes", "O1", 10],
    ["reads", "I1", 11],
    ["reads", "I2", 11],
  ]);
});

// Its shape was looked for again with each name: then the test runs out of time.
test("a command of 50,000 names on as many lines defines each of them", () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => ` DEFINE CLUSTER (NAME(A${at}) KEYS(8 0)) -\n`).join("");
  const { references } = parse(lines);
  expect(references).toHaveLength(50_000);
  expect(references.at(-1)).toMatchObject({ name: "A49999", detail: { keys: [8, 0] } });
});
