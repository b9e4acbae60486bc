import { expect, test } from "vitest";
import { Estate } from "../../graph/estate.ts";
import { crudMatrix } from "../../queries/crud.ts";
import { pathDiagrams } from "../../queries/sequence-diagrams.ts";
import { cobol } from "../cobol/frontend.ts";
import { csd } from "../csd/csd.ts";
import { zosConnect } from "./zos-connect.ts";

const none = { find: () => undefined };
const SOURCES: Record<string, string> = {
  "api/src/main/operations/%2Faccounts%2F%7Bid%7D/get/operation.yaml": '---\nversion: 1\nzasset: "accounts"\n',
  "api/src/main/operations/%2Fphone/put/operation.yaml": "---\nversion: 1\nzasset: phonebook\n",
  "api/src/main/zosAssets/accounts/zosAsset.yaml":
    '---\nversion: 1.0\ntype: "cicsCommarea-1.0"\nproviderProperties:\n  language: "COBOL"\n  program: "ACCTINQ"\n  connectionRef: "cics"\n',
  "api/src/main/zosAssets/phonebook/zosAsset.yaml":
    '---\nversion: 1.0\ntype: "imsTransaction-1.0"\nproviderProperties:\n  transactionCode: "PHON"\n',
  "api/src/main/zosAssets/staff/zosAsset.yaml":
    '---\nversion: 1.0\ntype: "db2-1.0"\nproviderProperties:\n  serviceName: "getStaff"\n',
  "api/src/main/zosAssets/broken/zosAsset.yaml": "\u0000%%%\n: :\n",
  "k8s/operation.yaml": "kind: Operation\n",
  "cbl/ACCTINQ.cbl": [
    "       IDENTIFICATION DIVISION.",
    "       PROGRAM-ID. ACCTINQ.",
    "       PROCEDURE DIVISION.",
    "       MAIN-1.",
    "           EXEC CICS READ FILE('ACCTS') INTO(REC) RIDFLD(K) END-EXEC.",
    "",
  ].join("\n"),
  "csd/ALL.csd": "DEFINE FILE(ACCTS) GROUP(G) DSNAME(PROD.ACCTS)\n",
};
const parsed = Object.entries(SOURCES).map(([path, text]) => {
  const language = path.endsWith(".yaml") ? zosConnect : path.endsWith(".csd") ? csd : cobol;
  return { facts: language.parse({ path, text }, none), sha256: "" };
});
const estate = new Estate(parsed);

test("an operation of an API leads through its asset to the program and its data", () => {
  const ways = pathDiagrams(estate, ["GET /accounts/{id}", "PROD.ACCTS"], { diagramsMax: 3, navigation: false });
  expect("diagrams" in ways && ways.diagrams.map(({ text }) => text.trim().split(/\n\s*/))).toEqual([
    [
      "GET /accounts/{id} -> accounts (executes)  api/src/main/operations/%2Faccounts%2F%7Bid%7D/get/operation.yaml:3",
      "accounts -> ACCTINQ (executes)  api/src/main/zosAssets/accounts/zosAsset.yaml:6",
      "ACCTINQ -> MAIN-1 (performs)  cbl/ACCTINQ.cbl:4",
      "MAIN-1 -> ACCTS (reads)  cbl/ACCTINQ.cbl:5",
      "ACCTS -> PROD.ACCTS (references)  csd/ALL.csd:1",
    ],
  ]);
  const crud = crudMatrix(estate, ".", ["GET /accounts/{id}"]);
  expect(crud.kind === "answer" && crud.answer.sections.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ["GET /accounts/{id} ACCTINQ: R PROD.ACCTS (dataset) [also csd/ALL.csd:1]"],
  ]);
});

test("an IMS transaction, a Db2 service, garbage and files of other tools", () => {
  const told = parsed.flatMap(({ facts }) =>
    facts.language === "zos-connect"
      ? [
          [
            facts.symbols.map(({ name }) => name).join(),
            facts.references.map(({ name }) => name).join(),
            facts.problems.length,
          ],
        ]
      : [],
  );
  expect(told).toEqual([
    ["GET /accounts/{id}", "accounts", 0],
    ["PUT /phone", "phonebook", 0],
    ["accounts", "ACCTINQ", 0],
    ["phonebook", "PHON", 0],
    ["staff", "", 0],
    ["broken", "", 1],
    ["", "", 0],
  ]);
});
