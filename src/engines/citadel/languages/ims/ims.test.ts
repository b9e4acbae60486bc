import { expect, test } from "vitest";
import { ims } from "./ims.ts";

const parse = (path: string, text: string) => ims.parse({ path, text }, { find: () => undefined });

test("a database has segments with their fields and parents", () => {
  const facts = parse(
    "D.dbd",
    " DBD NAME=DB1,ACCESS=(HDAM,VSAM)\n SEGM NAME=ROOT,PARENT=0,BYTES=20\n FIELD NAME=(K,SEQ,U),START=1,BYTES=4\n SEGM NAME=KID,PARENT=((ROOT,SNGL)),BYTES=9\n LCHILD NAME=(IX,DBX)\n DBDGEN\n",
  );
  expect(facts.symbols.map(({ kind, name, owner, start, end }) => [kind, name, owner, start, end])).toEqual([
    ["module", "DB1", undefined, 1, 6],
    ["table", "ROOT", "module:DB1", 2, 3],
    ["data-item", "K", "table:ROOT", 3, 3],
    ["table", "KID", "module:DB1", 4, 6],
  ]);
  expect(facts.symbols[2]?.detail).toEqual({ offset: 0, length: 4, type: "C", key: true });
  expect(facts.references.map(({ from, name, line }) => [from, name, line])).toEqual([
    ["table:KID", "ROOT", 4],
    ["table:KID", "IX", 5],
  ]);
});

test("a program specification names its databases and segments; without PSBNAME the member is its name", () => {
  const facts = parse(
    "lib/PSB9.psb",
    "P1 PCB TYPE=DB,DBDNAME=DB1,PROCOPT=A\n SENSEG NAME=ROOT,PARENT=0\n PCB TYPE=TP,LTERM=L1\n PSBGEN LANG=COBOL\n",
  );
  expect(facts.symbols).toMatchObject([
    { kind: "module", name: "PSB9", start: 1, end: 4, detail: { type: "psb", language: "COBOL" } },
  ]);
  expect(facts.references.map(({ name, targets, line }) => [name, targets, line])).toEqual([
    ["DB1", ["module"], 1],
    ["ROOT", ["table"], 2],
  ]);
});
